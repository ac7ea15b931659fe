"""Windows of prepared notes, drawn by chance and put together to batches of few shapes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from incognote.encoder.pieces import BEGIN, END
from incognote.encoder.prepared import Prepared

_SHORTEST, LONGEST = 16, 254  # pieces of a window
_STEP = 64  # lengths of windows are filled up to a multiple of this: each new shape costs time
_AT_ONCE = 4096
NO_LABEL = -100
Windows = npt.NDArray[np.int64]
"""A row a window: its first piece and its length."""


class Source:
    """Sets of prepared notes on a device, each drawn from by its share, without the notes of some groups."""

    def __init__(
        self, sets: Sequence[Prepared], shares: Sequence[float], without: Collection[int], device: str
    ) -> None:
        self.columns = [
            torch.tensor(np.concatenate([vars(notes)[name] for notes in sets]).astype(np.int32), device=device)
            for name in ("ids", "marks", "places", "labels")
        ]
        bases = np.append(0, np.cumsum([len(notes.ids) for notes in sets]))
        starts, lengths, weights = [], [], []
        for notes, share, base in zip(sets, shares, bases.tolist(), strict=False):
            size = notes.ends - notes.starts
            kept = ~np.isin(notes.groups, list(without)) & (size > 0)
            windows = np.ceil(size[kept] / LONGEST)
            starts.append(base + notes.starts[kept])
            lengths.append(size[kept])
            weights.append(share * windows / max(1, windows.sum()))
        self._starts, self._lengths = np.concatenate(starts), np.concatenate(lengths)
        summed = np.concatenate(weights).cumsum()
        self._summed = summed / summed[-1]

    def draw(self, count: int, short: float, rng: np.random.Generator) -> Windows:
        """Windows of chance; a share of them is cut to any length."""
        note = self._summed.searchsorted(rng.random(count), side="right")
        starts, lengths = self._starts[note], self._lengths[note]
        most = np.where(rng.random(count) < short, rng.integers(_SHORTEST, LONGEST + 1, count), LONGEST)
        taken = np.minimum(lengths, most)
        # its middle lies anywhere in the note, and it is pushed inside: ends are seen as often as what lies between
        first = np.clip(rng.random(count) * lengths - taken / 2, 0, lengths - taken).astype(np.int64)
        return np.stack([starts + first, taken], axis=1)

    def columns_of(self, windows: Windows) -> tuple[list[Tensor], Tensor]:
        """Pieces, marks, places and labels of windows, with what stands around each; and what is no filling."""
        device = self.columns[0].device
        starts, lengths = (torch.tensor(windows[:, side], device=device)[:, None] for side in (0, 1))
        width = -(-(int(windows[:, 1].max()) + 2) // _STEP) * _STEP
        at = torch.arange(width, device=device)[None, :] - 1
        inside = (at >= 0) & (at < lengths)
        places = (starts + at).clamp(0, len(self.columns[0]) - 1)
        edges = torch.where(at < 0, BEGIN, torch.where(at == lengths, END, 0))
        ids = torch.where(inside, self.columns[0][places].long(), edges)
        marks, spots = (torch.where(inside, column[places].long(), 0) for column in self.columns[1:3])
        labels = torch.where(inside, self.columns[3][places].long(), NO_LABEL)
        return [ids, marks, spots, labels], at <= lengths


def batches(source: Source, pieces: int, short: float, seed: int) -> Iterator[Windows]:
    """Without end: windows that are filled up to one length, so many that they have about that many pieces."""
    rng = np.random.default_rng(seed)
    waiting: dict[int, list[Windows]] = {}
    while True:
        drawn = source.draw(_AT_ONCE, short, rng)
        widths = -(-(drawn[:, 1] + 2) // _STEP) * _STEP
        ready = []
        for width in np.unique(widths).tolist():
            rows = pieces // width
            left = np.concatenate([*waiting.get(width, []), drawn[widths == width]])
            whole = len(left) // rows * rows
            ready += np.split(left[:whole], range(rows, whole, rows)) if whole else []
            waiting[width] = [left[whole:]]
        yield from (ready[place] for place in rng.permutation(len(ready)))
