"""Windows of pieces: what the encoder sees at once, with a margin whose scores don't count."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from incognote.types import Ints

LONGEST = 190  # pieces, besides the two that stand around each window; longer ones cost more a piece
MARGIN = 12  # pieces of context to either side of those whose scores count, where the note has them


@dataclass(frozen=True)
class Window:
    """Pieces from `start` to `end`; the scores of those from `first` to `last` count."""

    start: int
    end: int
    first: int
    last: int


def windows(length: int, wanted: Ints) -> Iterator[Window]:
    """Windows over a note of so many pieces in which every wanted piece counts once; `wanted` are numbers in order."""
    for first, last in _stretches(wanted):
        start, end = max(0, first - MARGIN), min(length, last + MARGIN)
        if end - start <= LONGEST:
            yield Window(start, end, first, last)
            continue
        count = math.ceil((last - first) / (LONGEST - 2 * MARGIN))
        cuts = np.linspace(first, last, count + 1).astype(int).tolist()
        for low, high in pairwise(cuts):
            yield Window(max(0, low - MARGIN), min(length, high + MARGIN), low, high)


def _stretches(wanted: Ints) -> Iterator[tuple[int, int]]:
    """Runs of wanted pieces; where two windows would overlap, they are one run."""
    if not len(wanted):
        return
    breaks = (np.diff(wanted) > 2 * MARGIN).nonzero()[0]
    firsts = np.append(wanted[0], wanted[breaks + 1])
    lasts = np.append(wanted[breaks], wanted[-1])
    for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
        yield first, last + 1
