"""An encoder that was trained and exported. On a CPU onnxruntime runs it: one window at a time, by one thread.

So the probabilities of a note's tokens are the same whatever else is read beside it, and however many workers read.
"""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from incognote.encoder import manifest
from incognote.encoder.pieces import BEGIN, END, Pieces, WordPieces
from incognote.encoder.windows import Window, windows
from incognote.errors import ConfigError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

    from incognote.types import Ints, Layout

    Floats = npt.NDArray[np.float32]

GRAPH, WEIGHTS, HEAD, PIECES = "graph.onnx", "weights.npz", "head.npz", "pieces.txt.gz"
STATES, TOLD = "states", "told"
"""What a graph puts out of each piece: what the last layer is given, and the probabilities of labels that it makes."""
HEAD_WEIGHT, HEAD_BIAS = "head_weight", "head_bias"
"""What a graph is given of the last layer, beside a window."""
_NONE = np.zeros(1, dtype=np.int64)
_MOST_BYTES = 1 << 23  # of what was told; beyond, all is forgotten


@dataclass(frozen=True, eq=False, repr=False)
class Head:
    """The last layer: scores of labels by the state of a piece. It is small, and can be trained without the rest."""

    weight: Floats
    bias: Floats


@dataclass(frozen=True, eq=False, repr=False)
class Fed:
    """What is fed of a window of pieces."""

    ids: Ints
    marks: Ints
    places: Ints

    @classmethod
    def of(cls, pieces: Pieces, window: Window) -> Fed:
        part = slice(window.start, window.end)
        return cls(pieces.ids[part], pieces.marks[part], pieces.places[part])

    @property
    def key(self) -> bytes:
        """The same for the same windows."""
        return np.concatenate([self.ids, self.marks, self.places]).tobytes()

    def columns(self) -> dict[str, Ints]:
        """By the names of a graph, with what stands around a window."""
        return {
            "ids": np.concatenate([[BEGIN], self.ids, [END]]),
            "marks": np.concatenate([_NONE, self.marks, _NONE]),
            "places": np.concatenate([_NONE, self.places, _NONE]),
            "mask": np.ones(len(self.ids) + 2, dtype=np.int64),
        }


class Runner(Protocol):
    """Reads windows of pieces, and gives of each either STATES or TOLD, a row a piece."""

    def __call__(self, fed: Sequence[Fed], head: Head, wanted: str) -> list[Floats]: ...


class Told:
    """What was told of windows, for those that come again: headers and phrases that many notes have."""

    def __init__(self) -> None:
        self._rows: dict[bytes, Floats] = {}
        self._bytes = 0

    def __repr__(self) -> str:
        return f"Told({len(self._rows)} windows)"

    def __call__(self, fed: Sequence[Fed], run: Callable[[Sequence[Fed]], list[Floats]]) -> list[Floats]:
        """What is told of windows; those that are new are run, each once."""
        keys = [window.key for window in fed]
        if self._bytes > _MOST_BYTES:
            self._rows, self._bytes = {}, 0
        new = {key: window for key, window in zip(keys, fed, strict=True) if key not in self._rows}
        for key, rows in zip(new, run(list(new.values())), strict=True):
            self._rows[key] = rows
            self._bytes += len(key) + rows.nbytes
        return [self._rows[key] for key in keys]


class Encoder:
    """Gives tokens the probabilities of labels, those of O first and then B- and I- of each label."""

    def __init__(self, pieces: Sequence[str], run: Runner, head: Head) -> None:
        self._cut = WordPieces(pieces)
        self._run = run
        self.head = head
        self._told = Told()

    def __repr__(self) -> str:
        return "Encoder()"

    def with_head(self, head: Head) -> Encoder:
        """The same encoder with another last layer."""
        other = copy(self)
        other.head = head
        other._told = Told()
        return other

    def pieces(self, layout: Layout) -> Pieces:
        return self._cut(layout)

    def probabilities(self, notes: Sequence[Pieces], tokens: Sequence[Ints]) -> list[Floats]:
        """The probabilities of labels of some tokens of notes, whose numbers are in order; a row a token."""
        firsts, wanted = [], []
        for pieces, some in zip(notes, tokens, strict=True):
            counts = np.diff(pieces.firsts)[some]
            firsts.append(np.append(0, counts.cumsum()))
            wanted.append(np.arange(firsts[-1][-1]) + (pieces.firsts[some] - firsts[-1][:-1]).repeat(counts))
        told = self._of_pieces(notes, wanted, TOLD)
        return [of_tokens(rows, starts[:-1]) for rows, starts in zip(told, firsts, strict=True)]

    def states(self, pieces: Pieces, wanted: Ints) -> Floats:
        """What the last layer is given of some pieces, whose numbers are in order; a row a piece."""
        (found,) = self._of_pieces([pieces], [wanted], STATES)
        return found

    def _of_pieces(self, notes: Sequence[Pieces], wanted: Sequence[Ints], what: str) -> list[Floats]:
        """What is said of the wanted pieces of each note; the windows of all are run at once."""
        labels, width = self.head.weight.shape
        wide = [list(windows(len(pieces), some)) for pieces, some in zip(notes, wanted, strict=True)]
        fed = [Fed.of(pieces, window) for pieces, some in zip(notes, wide, strict=True) for window in some]
        run = partial(self._run, head=self.head, wanted=what)
        told = iter(self._told(fed, run) if what == TOLD else run(fed))
        found = []
        for pieces, some, asked in zip(notes, wide, wanted, strict=True):
            every = np.zeros((len(pieces), labels if what == TOLD else width), dtype=np.float32)
            for window in some:
                every[window.first : window.last] = next(told)[window.first - window.start : window.last - window.start]
            found.append(every[asked])
        return found


def of_tokens(told: Floats, firsts: Ints) -> Floats:
    """The probabilities of tokens by those of their pieces, the first of each being given.

    A token has a label as often as its pieces have on average; whether it begins a span its first piece tells.
    """
    if not len(firsts):
        return told[:0]
    counts = np.diff(np.append(firsts, len(told)))[:, None]
    sums = np.add.reduceat(told, firsts, axis=0) / counts
    begin, inside = told[firsts, 1::2], told[firsts, 2::2]
    share = begin / np.maximum(begin + inside, 1e-9)
    either = sums[:, 1::2] + sums[:, 2::2]
    sums[:, 1::2], sums[:, 2::2] = either * share, either * (1 - share)
    return sums.astype(np.float32)


def load(folder: Path, gpu: bool = False) -> Encoder:
    """The encoder of a model's folder."""
    manifest.require_whole(folder)
    pieces = gzip.decompress((folder / PIECES).read_bytes()).decode().split("\n")
    return Encoder(pieces, _on_gpu(folder) if gpu else _on_cpu(folder), _head(folder))


def save_with_head(folder: Path, head: Head, out: Path) -> None:
    """Write the encoder of a folder with another last layer into a new folder."""
    shutil.copytree(folder, out)
    np.savez_compressed(out / HEAD, weight=head.weight, bias=head.bias)
    manifest.write(out, manifest.made_of(folder))


def _head(folder: Path) -> Head:
    with np.load(folder / HEAD, allow_pickle=False) as stored:
        return Head(stored["weight"], stored["bias"])


def _on_cpu(folder: Path) -> Runner:
    from onnxruntime import InferenceSession, OrtValue, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    weights = stored_weights(folder)
    options.add_external_initializers(
        list(weights), [OrtValue.ortvalue_from_numpy(array) for array in weights.values()]
    )
    session: InferenceSession = InferenceSession(
        (folder / GRAPH).read_bytes(), options, providers=["CPUExecutionProvider"]
    )

    def run(fed: Sequence[Fed], head: Head, wanted: str) -> list[Floats]:
        last = {HEAD_WEIGHT: head.weight, HEAD_BIAS: head.bias}
        return [one(window.columns(), last, wanted) for window in fed]

    def one(fed: dict[str, Ints], last: dict[str, Floats], wanted: str) -> Floats:
        rows = {name: row[None].astype(np.int32) for name, row in fed.items()}
        found: Floats = session.run([wanted], rows | last)[0]
        return found[0, 1:-1]

    return run


def _on_gpu(folder: Path) -> Runner:
    require_gpu()
    from incognote.encoder.gpu import runner

    return runner(stored_weights(folder))


def require_gpu() -> None:
    """An error if there is no GPU, or no PyTorch to use it by."""
    try:
        from incognote.encoder.gpu import require
    except ImportError as error:
        raise ConfigError("a GPU needs PyTorch: pip install 'incognote[encoder]'") from error
    require()


def stored_weights(folder: Path) -> dict[str, npt.NDArray[np.generic]]:
    with np.load(folder / WEIGHTS, allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}
