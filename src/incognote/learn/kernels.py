"""The two loops of tagging, compiled by numba where it is installed (`incognote[fast]`).

They give what their numpy counterparts give, a token at a time and not an array at a time, which is several times as
fast for the many short notes of a hospital.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable


@cache
def compiled() -> tuple[Callable[..., Any], Callable[..., Any]] | None:
    """`add_rows` and `decode`, or None without numba. They are kept for the next process where there is room to."""
    try:
        from numba import njit
    except ImportError:
        return None
    try:
        return njit(cache=True)(_add_rows), njit(cache=True)(_decode)
    except RuntimeError:  # no folder may be written
        return njit(_add_rows), njit(_decode)


def _add_rows(scores: Any, rows: Any, row_of: Any, offsets: Any, firsts: Any, lasts: Any) -> None:
    """Add to each token's scores the row of its neighbour at each offset; row 0 is that of the edge.

    A window reaches from `firsts` to before `lasts`.
    """
    width = scores.shape[1]
    for at in range(len(row_of)):
        for number in range(len(offsets)):
            there = at + offsets[number]
            row = row_of[there] if firsts[at] <= there < lasts[at] else 0
            for label in range(width):
                scores[at, label] += rows[number, row, label]


def _decode(emissions: Any, transitions: Any, starts: Any) -> Any:
    """The labels of the best paths; of equal ones the lowest from the last label back."""
    tokens, labels = emissions.shape
    best = np.empty(tokens, dtype=np.int64)
    totals = emissions.copy()
    ways = np.empty(labels)
    for sequence in range(len(starts)):
        first = starts[sequence]
        last = starts[sequence + 1] if sequence + 1 < len(starts) else tokens
        for at in range(first + 1, last):
            ways[:] = -np.inf
            for before in range(labels):
                reached = totals[at - 1, before]
                for label in range(labels):
                    ways[label] = max(ways[label], reached + transitions[before, label])
            for label in range(labels):
                totals[at, label] += ways[label]
        for at in range(last - 1, first - 1, -1):
            highest = -np.inf
            best[at] = 0  # where no score is a number
            for label in range(labels):
                total = totals[at, label]
                if at + 1 < last:
                    total += transitions[label, best[at + 1]]
                if total > highest:
                    highest = total
                    best[at] = label
    return best
