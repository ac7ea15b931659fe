"""An encoder that was trained and exported, run by onnxruntime: one window at a time, by one thread.

So the probabilities of a note's tokens are the same whatever else is read beside it, and however many workers read.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from incognote.encoder.manifest import require_whole
from incognote.encoder.pieces import BEGIN, END, Pieces, WordPieces
from incognote.encoder.windows import Window, windows

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

    from incognote.types import Ints, Layout

    Floats = npt.NDArray[np.float32]

GRAPH, WEIGHTS, HEAD, PIECES = "graph.onnx", "weights.npz", "head.npz", "pieces.txt.gz"
STATES = "states"


@dataclass(frozen=True, eq=False, repr=False)
class Head:
    """The last layer: scores of labels by the state of a piece. It is small, and can be trained without the rest."""

    weight: Floats
    bias: Floats

    def __call__(self, states: Floats) -> Floats:
        return states @ self.weight.T + self.bias


class Encoder:
    """Gives tokens the probabilities of labels, those of O first and then B- and I- of each label."""

    def __init__(self, pieces: Sequence[str], session: InferenceSession, head: Head) -> None:
        self._cut = WordPieces(pieces)
        self._session = session
        self.head = head

    def __repr__(self) -> str:
        return "Encoder()"

    def pieces(self, layout: Layout) -> Pieces:
        return self._cut(layout)

    def probabilities(self, pieces: Pieces, tokens: Ints) -> Floats:
        """The probabilities of labels of some tokens of a note, whose numbers are in order; a row a token."""
        counts = np.diff(pieces.firsts)[tokens]
        firsts = np.append(0, counts.cumsum())
        wanted = np.arange(firsts[-1]) + (pieces.firsts[tokens] - firsts[:-1]).repeat(counts)
        return of_tokens(_softmax(self.head(self.states(pieces, wanted))), firsts[:-1])

    def states(self, pieces: Pieces, wanted: Ints) -> Floats:
        """What the encoder makes of some pieces, whose numbers are in order, by those around them; a row a piece."""
        found = np.zeros((len(pieces), self.head.weight.shape[1]), dtype=np.float32)
        for window in windows(len(pieces), wanted):
            found[window.first : window.last] = self._run(pieces, window)
        return found[wanted]

    def _run(self, pieces: Pieces, window: Window) -> Floats:
        part = slice(window.start, window.end)
        fed = {
            "ids": np.concatenate([[BEGIN], pieces.ids[part], [END]]),
            "marks": np.pad(pieces.marks[part], 1),
            "places": np.pad(pieces.places[part], 1),
            "mask": np.ones(window.end - window.start + 2),
        }
        states: Floats = self._session.run(
            [STATES], {name: column[None].astype(np.int32) for name, column in fed.items()}
        )[0]
        return states[0, 1 + window.first - window.start : 1 + window.last - window.start]


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


def _softmax(scores: Floats) -> Floats:
    if not len(scores):
        return scores
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=1, keepdims=True)
    return shares


def load(folder: Path) -> Encoder:
    """The encoder of a model's folder, on a CPU."""
    from onnxruntime import InferenceSession, OrtValue, SessionOptions

    require_whole(folder)
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    with np.load(folder / WEIGHTS, allow_pickle=False) as stored:
        weights = {name: stored[name] for name in stored.files}
    options.add_external_initializers(
        list(weights), [OrtValue.ortvalue_from_numpy(array) for array in weights.values()]
    )
    session = InferenceSession((folder / GRAPH).read_bytes(), options, providers=["CPUExecutionProvider"])
    pieces = gzip.decompress((folder / PIECES).read_bytes()).decode().split("\n")
    with np.load(folder / HEAD, allow_pickle=False) as stored:
        head = Head(stored["weight"], stored["bias"])
    return Encoder(pieces, session, head)
