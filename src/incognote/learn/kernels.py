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

    import numpy.typing as npt


class Kernels(NamedTuple):
    """The compiled loops."""

    add: Callable[..., Any]
    hashed: Callable[..., Any]
    join: Callable[..., Any]
    reach: Callable[..., Any]
    trace: Callable[..., Any]
    forward: Callable[..., Any]
    backward: Callable[..., Any]
    fill: Callable[..., Any]


_SPREAD = -0x61C8864680B583EB  # 2^64 by the golden ratio
_DEEP = 44  # the bits of a key's product from there on depend on all of the key
STEP = 16  # numbers that a loop takes at once; what is left over it takes one by one, which is slow


def pad(table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A table with zeros at the ends of its rows, for loops over all of a row."""
    zeros = np.zeros((*table.shape[:-1], -table.shape[-1] % STEP), dtype=table.dtype)
    return np.concatenate([table, zeros], axis=-1)


@cache
def compiled() -> Kernels | None:
    """The loops, or None without numba. They are kept for the next process where there is room to."""
    try:
        from numba import njit
    except ImportError:
        return None
    loops = (_add, _hashed, _join, _reach, _trace, _forward, _backward, _fill)
    try:
        return Kernels(*(njit(cache=True)(loop) for loop in loops))
    except RuntimeError:  # no folder may be written
        return Kernels(*map(njit, loops))


def _add(
    scores: Any, words: Any, rows_of_words: Any, offsets: Any, bounds: Any, values: Any, blocks: Any, weights: Any
) -> None:
    """Add to each token's scores the row of its neighbour at each offset, and the weights of its values.

    `words` are the rows of words, [word, offset, label]; row 0 is that of the edge. A window reaches from `bounds[0]`
    to before `bounds[1]`. Of values, [groups, tokens], a block is a group, an offset, and the feature of its value 0,
    the edge's; one below 0 has no feature. Features with weights for many labels have a row, the others -1 for it.
    """
    firsts, lasts = bounds
    rows, row_of, starts, columns, singles = weights
    width = words.shape[2]
    sums = np.empty(width, dtype=words.dtype)
    for at in range(len(scores)):
        sums[:] = 0
        for number in range(len(offsets)):
            there = at + offsets[number]
            word = rows_of_words[there] if firsts[at] <= there < lasts[at] else 0
            for label in range(width):
                sums[label] += words[word, number, label]
        for number in range(len(blocks)):
            there = at + blocks[number, 1]
            value = values[blocks[number, 0], there] if firsts[at] <= there < lasts[at] else 0
            if value < 0:
                continue
            feature = blocks[number, 2] + value
            row = row_of[feature]
            if row >= 0:
                for label in range(width):
                    sums[label] += rows[row, label]
            else:
                for place in range(starts[feature], starts[feature + 1]):
                    sums[columns[place]] += singles[place]
        for label in range(scores.shape[1]):
            scores[at, label] += sums[label]


def _hashed(keys: Any, size: int) -> Any:
    """A table of so many places, a power of two, in which the number of each key is found soon; -1 where none is."""
    slots = np.full(size, -1, dtype=np.int32)
    for number in range(len(keys)):
        place = (keys[number] * _SPREAD >> _DEEP) & (size - 1)
        while slots[place] >= 0:
            place = (place + 1) & (size - 1)
        slots[place] = number
    return slots


def _join(rows: Any, codes: Any, asked: Any, parts: Any, tables: Any, slots: Any, bounds: Any, found: Any) -> None:
    """The numbers of joint values, [joints, tokens], from the codes of words, [rows, functions].

    What is `asked` is an offset and a function. Joint j has the `parts` from `tables[j, 0]` to `tables[j, 1]`, each
    something asked and where its code stands in a key; a hash table in `slots[0]` from `tables[j, 2]` on with
    `tables[j, 3]` places; and its keys in `slots[1]` from `tables[j, 4]` on. A key is below 0 where a code is.
    """
    firsts, lasts = bounds
    numbers, keys = slots
    here = np.empty(len(asked), dtype=np.int64)
    for at in range(len(rows)):
        for number in range(len(asked)):
            there = at + asked[number, 0]
            here[number] = codes[rows[there], asked[number, 1]] if firsts[at] <= there < lasts[at] else 0
        for joint in range(len(tables)):
            key = np.int64(0)
            for part in range(tables[joint, 0], tables[joint, 1]):
                key |= here[parts[part, 0]] << parts[part, 1]
            found[joint, at] = -1
            if key >= 0:
                base, last, first = tables[joint, 2], tables[joint, 3] - 1, tables[joint, 4]
                place = (key * _SPREAD >> _DEEP) & last
                while numbers[base + place] >= 0 and keys[first + numbers[base + place]] != key:
                    place = (place + 1) & last
                found[joint, at] = numbers[base + place]


def _reach(emissions: Any, transitions: Any, gains: Any, begins: Any) -> Any:
    """The scores of the best paths to each label at each token, the labels that are kept, and how many they are.

    A label is kept at a token if the best path to it, with the most that it may gain behind in place of the top label,
    `gains[top, label]`, is no worse than the top one's. `begins` says whether a token begins a sequence, and has one
    more at the end.
    """
    tokens, labels = emissions.shape
    totals = emissions.copy()
    kept, counts = np.empty((tokens, labels), dtype=np.int16), np.empty(tokens, dtype=np.int64)
    ways = np.empty(transitions.shape[1], dtype=emissions.dtype)
    for at in range(tokens):
        if not begins[at]:
            ways[:] = -np.inf
            for number in range(counts[at - 1]):
                before = kept[at - 1, number]
                total = totals[at - 1, before]
                for label in range(len(ways)):
                    way = total + transitions[before, label]
                    ways[label] = way if way > ways[label] else ways[label]
            for label in range(labels):
                totals[at, label] += ways[label]
        top, highest = 0, totals[at, 0]
        for label in range(1, labels):
            if totals[at, label] > highest:
                top, highest = label, totals[at, label]
        count = 0
        for label in range(labels):
            kept[at, count] = label
            count += totals[at, label] + gains[top, label] >= highest
        counts[at] = count
    return totals, kept, counts


def _trace(totals: Any, kept: Any, counts: Any, transitions: Any, begins: Any) -> Any:
    """The labels of the best paths; of equal ones the lowest from the last label back."""
    best = np.zeros(len(totals), dtype=np.int64)  # where no score is a number
    for at in range(len(totals) - 1, -1, -1):
        highest = -np.inf
        for number in range(counts[at]):
            label = kept[at, number]
            total = totals[at, label]
            if not begins[at + 1]:
                total += transitions[label, best[at + 1]]
            if total > highest:
                highest = total
                best[at] = label
    return best


def _forward(emissions: Any, onward: Any, room: Any, begins: Any) -> Any:
    """The factor of each label at each token, how likely it is by what comes before, and the labels worth a look.

    Others are below the top one by more than `room[top, label]`. `onward`, [label before, label], holds factors.
    """
    tokens, labels = emissions.shape
    factors, chances = np.zeros((tokens, labels)), np.zeros((tokens, labels))
    found, counts = np.empty((tokens, labels), dtype=np.int16), np.empty(tokens, dtype=np.int64)
    ways = np.empty(onward.shape[1])
    for at in range(tokens):
        top, highest = 0, emissions[at, 0]
        for label in range(1, labels):
            if emissions[at, label] > highest:
                top, highest = label, emissions[at, label]
        count = 0
        for label in range(labels):
            found[at, count] = label
            count += emissions[at, label] + room[top, label] >= highest
        counts[at] = count
        ways[:] = 1.0 if begins[at] else 0.0
        for number in range(0 if begins[at] else counts[at - 1]):
            before = found[at - 1, number]
            chance = chances[at - 1, before]
            for label in range(len(ways)):
                ways[label] += chance * onward[before, label]
        total = 0.0
        for number in range(count):
            label = found[at, number]
            factors[at, label] = np.exp(emissions[at, label] - highest)
            chances[at, label] = factors[at, label] * ways[label]
            total += chances[at, label]
        for number in range(count):
            chances[at, found[at, number]] /= total
    return factors, chances, found, counts


def _backward(factors: Any, chances: Any, found: Any, counts: Any, onto: Any, begins: Any) -> None:
    """Turn chances by what comes before into chances by the whole sequence; `factors` become times what follows.

    `onto`, [label, label before], holds factors.
    """
    ways = np.empty(onto.shape[1])
    for at in range(len(chances) - 1, -1, -1):
        ways[:] = 1.0 if begins[at + 1] else 0.0
        for number in range(0 if begins[at + 1] else counts[at + 1]):
            behind = found[at + 1, number]
            factor = factors[at + 1, behind]
            for label in range(len(ways)):
                ways[label] += onto[behind, label] * factor
        total, highest = 0.0, 0.0
        for number in range(counts[at]):
            label = found[at, number]
            factors[at, label] *= ways[label]
            chances[at, label] *= ways[label]
            total += chances[at, label]
            highest = max(highest, factors[at, label])
        for number in range(counts[at]):
            chances[at, found[at, number]] /= total
            factors[at, found[at, number]] /= highest


def _fill(rows: Any, values: Any, bases: Any, weights: Any) -> None:
    """Put into rows, [word, offset, label], the sums of the weights of words' values, [words, groups].

    `bases`, [offset, group], has the feature of a group's value 0 at an offset, below 0 where its window ends before.
    """
    starts, labels, singles = weights
    sums = np.empty(rows.shape[2])
    known = np.empty(values.shape[1], dtype=np.int64)  # groups that have a value: a few
    for word in range(len(values)):
        count = 0
        for group in range(values.shape[1]):
            known[count] = group
            count += values[word, group] >= 0
        for number in range(len(bases)):
            sums[:] = 0
            for place in range(count):
                base = bases[number, known[place]]
                if base >= 0:
                    feature = base + values[word, known[place]]
                    for one in range(starts[feature], starts[feature + 1]):
                        sums[labels[one]] += singles[one]
            rows[word, number] = sums
