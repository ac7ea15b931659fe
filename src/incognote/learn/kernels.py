"""The loops of tagging, compiled by numba where it is installed (`incognote[fast]`).

They give what their numpy counterparts give, a token at a time and not an array at a time, which is several times as
fast for the many short notes of a hospital.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable


class Kernels(NamedTuple):
    """The compiled loops."""

    add_rows: Callable[..., Any]
    add_tables: Callable[..., Any]
    add_values: Callable[..., Any]
    hashed: Callable[..., Any]
    join: Callable[..., Any]
    candidates: Callable[..., Any]
    decode: Callable[..., Any]
    forward: Callable[..., Any]
    backward: Callable[..., Any]


@cache
def compiled() -> Kernels | None:
    """The loops, or None without numba. They are kept for the next process where there is room to."""
    try:
        from numba import njit
    except ImportError:
        return None
    loops = (_add_rows, _add_tables, _add_values, _hashed, _join, _candidates, _decode, _forward, _backward)
    try:
        return Kernels(*(njit(cache=True)(loop) for loop in loops))
    except RuntimeError:  # no folder may be written
        return Kernels(*map(njit, loops))


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


def _add_tables(scores: Any, rows: Any, values: Any, blocks: Any, firsts: Any, lasts: Any) -> None:
    """Add to each token's scores the rows of its values, [groups, tokens].

    A block is a group, an offset, and the row of its value 0, the edge's; a value below 0 has no row.
    """
    width = scores.shape[1]
    for at in range(len(scores)):
        for number in range(len(blocks)):
            there = at + blocks[number, 1]
            value = values[blocks[number, 0], there] if firsts[at] <= there < lasts[at] else 0
            if value >= 0:
                row = blocks[number, 2] + value
                for label in range(width):
                    scores[at, label] += rows[row, label]


def _add_values(
    scores: Any, starts: Any, columns: Any, weights: Any, values: Any, blocks: Any, firsts: Any, lasts: Any
) -> None:
    """Add to each token's scores the weights of its values, [groups, tokens], of which most labels have none.

    A block is a group, an offset, and the feature of its value 0, the edge's; a value below 0 has no feature.
    """
    for at in range(len(scores)):
        for number in range(len(blocks)):
            there = at + blocks[number, 1]
            value = values[blocks[number, 0], there] if firsts[at] <= there < lasts[at] else 0
            if value >= 0:
                feature = blocks[number, 2] + value
                for place in range(starts[feature], starts[feature + 1]):
                    scores[at, columns[place]] += weights[place]


def _hashed(keys: Any, size: int) -> Any:
    """A table of so many places, a power of two, in which each key's number is found soon."""
    slots, numbers = np.full(size, -1, dtype=np.int64), np.full(size, -1, dtype=np.int64)
    for number in range(len(keys)):
        place = (keys[number] * 0x9E3779B1 >> 15) & (size - 1)
        while slots[place] >= 0:
            place = (place + 1) & (size - 1)
        slots[place] = keys[number]
        numbers[place] = number
    return slots, numbers


def _join(codes: Any, parts: Any, tables: Any, slots: Any, numbers: Any, firsts: Any, lasts: Any, found: Any) -> None:
    """The numbers of joint values, [joints, tokens], from the codes of words' values, [tokens, columns].

    Joint j has the `parts` from `tables[j, 0]` to `tables[j, 1]`, each a column, an offset and a shift, and a hash
    table from `tables[j, 2]` on with `tables[j, 3]` places.
    """
    for joint in range(len(tables)):
        first, last, base, size = tables[joint]
        for at in range(len(codes)):
            key, known = 0, True
            for part in range(first, last):
                there = at + parts[part, 1]
                code = codes[there, parts[part, 0]] if firsts[at] <= there < lasts[at] else 0
                known = known and code >= 0
                key += code << parts[part, 2]
            place = (key * 0x9E3779B1 >> 15) & (size - 1)
            while known and slots[base + place] != key and slots[base + place] >= 0:
                place = (place + 1) & (size - 1)
            found[joint, at] = numbers[base + place] if known else -1


def _candidates(emissions: Any, slack: Any) -> Any:
    """The labels that are worth a look at each token, and how many they are.

    Others are worse than the top one by more than `slack`, [top label, label].
    """
    tokens, labels = emissions.shape
    found = np.empty((tokens, labels), dtype=np.int16)
    counts = np.zeros(tokens, dtype=np.int64)
    for at in range(tokens):
        top = 0
        for label in range(1, labels):
            if emissions[at, label] > emissions[at, top]:
                top = label
        count = 0
        for label in range(labels):
            if emissions[at, label] + slack[top, label] >= emissions[at, top]:
                found[at, count] = label
                count += 1
        counts[at] = count
    return found, counts


def _decode(emissions: Any, onto: Any, found: Any, counts: Any, begins: Any) -> Any:
    """The labels of the best paths; of equal ones the lowest from the last label back.

    `onto` is [label, label before]; `begins` says whether a token begins a sequence, and has one more at the end.
    """
    tokens = len(emissions)
    best = np.zeros(tokens, dtype=np.int64)  # where no score is a number
    totals = emissions.copy()
    for at in range(tokens):
        if begins[at]:
            continue
        for number in range(counts[at]):
            label = found[at, number]
            way = -np.inf
            for other in range(counts[at - 1]):
                before = found[at - 1, other]
                way = max(way, totals[at - 1, before] + onto[label, before])
            totals[at, label] += way
    for at in range(tokens - 1, -1, -1):
        highest = -np.inf
        for number in range(counts[at]):
            label = found[at, number]
            total = totals[at, label]
            if not begins[at + 1]:
                total += onto[best[at + 1], label]
            if total > highest:
                highest = total
                best[at] = label
    return best


def _forward(emissions: Any, onto: Any, found: Any, counts: Any, begins: Any) -> Any:
    """The factor of each label at each token, and how likely it is by what comes before; `onto` holds factors."""
    factors, chances = np.zeros(emissions.shape), np.zeros(emissions.shape)
    for at in range(len(emissions)):
        top = -np.inf
        for number in range(counts[at]):
            top = max(top, emissions[at, found[at, number]])
        total = 0.0
        for number in range(counts[at]):
            label = found[at, number]
            factors[at, label] = np.exp(emissions[at, label] - top)
            ways = 0.0
            for other in range(0 if begins[at] else counts[at - 1]):
                before = found[at - 1, other]
                ways += chances[at - 1, before] * onto[label, before]
            chances[at, label] = factors[at, label] * (1.0 if begins[at] else ways)
            total += chances[at, label]
        for number in range(counts[at]):
            chances[at, found[at, number]] /= total
    return factors, chances


def _backward(factors: Any, chances: Any, onto: Any, found: Any, counts: Any, begins: Any) -> None:
    """Turn chances by what comes before into chances by the whole sequence; `factors` become times what follows."""
    for at in range(len(chances) - 1, -1, -1):
        total, highest = 0.0, 0.0
        for number in range(counts[at]):
            label = found[at, number]
            ways = 0.0
            for other in range(0 if begins[at + 1] else counts[at + 1]):
                behind = found[at + 1, other]
                ways += onto[behind, label] * factors[at + 1, behind]
            if not begins[at + 1]:
                factors[at, label] *= ways
                chances[at, label] *= ways
            total += chances[at, label]
            highest = max(highest, factors[at, label])
        for number in range(counts[at]):
            chances[at, found[at, number]] /= total
            factors[at, found[at, number]] /= highest
