"""Which rules to try at which token, looked up by the words and the places of it and of the next few.

There is a bit for each way in which a rule can begin.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from incognote.detect.compiled import Compiled
from incognote.detect.patterns import GAPS, HEADS, PLACE_BITS, Conjunction

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.detect.rows import Note, RowTable
    from incognote.types import Ints

    Bits = npt.NDArray[np.uint64]

BitsOf: TypeAlias = dict[int, list[tuple[Conjunction, int]]]
"""For each choice of classes the bits that ask for it, by the lowest class it must have: few are looked at a word."""

_STEPS = (1, 2, 4, 8)
_NEAR = 1 + sum(_STEPS)  # tokens; a rule's anchor must be among as many from its first on
_STRETCH = 16_384  # tokens that are looked at together, which bounds memory
_ADJACENT = 1
_ROWS = HEADS + 1  # of masks: for each of the first tokens, and for the anchor


class Masks:
    """For each word and for each place, the beginnings of which it can be one of the first tokens.

    And for each word, the beginnings of rules that are anchored at it. What a word can be depends on whether it touches
    the token before, so that each has two rows of masks.
    """

    def __init__(self, rules: Sequence[Compiled]) -> None:
        beginnings = [(rule, heads) for rule in rules for heads in rule.heads]
        self.rules = [rule for rule, _ in beginnings]
        self._size = 8 * (len(beginnings) // 64 + 1)
        asked = [
            (head, gap, one, bit)
            for bit, (_, heads) in enumerate(beginnings)
            for head in range(HEADS)
            for gap, one in heads[head]
        ]
        apart = [(head, _of_word(one), bit) for head, gap, one, bit in asked if gap != "~"]
        touching = [(head, _of_word(one), bit) for head, _, one, bit in asked]
        anchored = [(HEADS, _of_word(one), bit) for bit, rule in enumerate(self.rules) for one in rule.anchor]
        of_touching = [(_ROWS + head, one, bit) for head, one, bit in (*touching, *anchored)]
        self._of_words = self._bits_of([*apart, *anchored, *of_touching])
        self._classes = functools.reduce(or_, (one.has | one.lacks for _, one, _ in of_touching), 0)
        unasked = [_mask(not heads[head] for _, heads in beginnings) for head in range(HEADS)]
        self._unasked = self._packed(self._joined([*unasked, 0, *unasked, 0]))
        of_places = self._bits_of((head, _of_place(gap, one), bit) for head, gap, one, bit in asked)
        places = [self._packed(_fitting(of_places, place, place)) for place in range(PLACE_BITS + 1)]
        self._places = np.stack(places, axis=1)[:HEADS] | self._unasked[:HEADS, np.newaxis]
        self._free = self._packed(_mask(not rule.anchor for rule in self.rules))[0]
        self._known: dict[tuple[int, int], int] = {}
        self._masks: Bits = np.zeros((_ROWS, 1024, self._size // 8), dtype=np.uint64)
        self._learnt = 0
        self._of_kind: Ints = np.zeros((2, 1024), dtype=np.int64)
        """The row of a kind's masks in the table: of the word alone, and of one that belongs to a phrase."""

    def learn(self, table: RowTable) -> None:
        """Compute the masks of kinds of words that are new; it is always the same table."""
        while self._of_kind.shape[1] < len(table.bits):
            self._of_kind = np.concatenate([self._of_kind, np.zeros_like(self._of_kind)], axis=1)
        for kind in range(self._learnt, len(table.bits)):
            bits, possible = table.bits[kind] & self._classes, table.possible_bits[kind] & self._classes
            self._of_kind[:, kind] = self._row(bits, bits), self._row(bits, possible)
        self._learnt = len(table.bits)

    def _row(self, bits: int, possible: int) -> int:
        """The row of the masks of such words, which are computed when the first of them comes."""
        if (bits, possible) not in self._known:
            row = 2 * len(self._known)
            if row == self._masks.shape[1]:
                self._masks = np.concatenate([self._masks, np.zeros_like(self._masks)], axis=1)
            masks = self._packed(_fitting(self._of_words, bits, possible)) | self._unasked
            self._masks[:, row], self._masks[:, row + 1] = masks[:_ROWS], masks[_ROWS:]
            self._known[bits, possible] = row
        return self._known[bits, possible]

    def candidates(self, note: Note) -> Iterator[tuple[int, bytes]]:
        """The tokens at which there are rules to try, with the bits of these."""
        alone, in_phrase = self._of_kind
        rows = alone.take(note.kinds_array)
        if note.in_phrases:
            in_phrases = np.array(note.in_phrases)
            rows[in_phrases] = in_phrase.take(note.kinds_array.take(in_phrases))
        places = np.frombuffer(note.places, dtype=np.uint8).astype(np.int64)  # as numpy likes to look things up
        rows += places & _ADJACENT
        for start in range(0, len(rows), _STRETCH):
            end = start + _STRETCH + _NEAR  # for what the last tokens of a stretch ask of the next
            masks = self._stretch(rows[start:end], places[start:end])[:_STRETCH]
            tried = np.bitwise_or.reduce(masks, axis=1).nonzero()[0]
            bits: list[bytes] = masks[tried].view(f"V{self._size}").ravel().tolist()
            yield from zip((tried + start).tolist(), bits, strict=True)

    def _stretch(self, rows: Ints, places: Ints) -> Bits:
        """The rules to try at each token of a part of a note."""
        masks: Bits = self._near_anchors(self._masks[HEADS].take(rows, axis=0))
        for head in range(HEADS):
            asked = self._masks[head].take(rows[head:], axis=0)
            asked &= self._places[head].take(places[head:], axis=0)
            masks[: len(asked)] &= asked
            masks[len(asked) :] &= self._unasked[head]
        return masks

    def _near_anchors(self, anchored: Bits) -> Bits:
        """For each token, the rules that have no anchor and those whose anchor is near; changes what it is given."""
        for step in _STEPS:
            anchored[:-step] |= anchored[step:]
        anchored |= self._free
        return anchored

    def _bits_of(self, asked: Iterable[tuple[int, Conjunction, int]]) -> BitsOf:
        """For each choice of classes the bits that ask for it, in masks that are joined to one."""
        masks: dict[Conjunction, int] = {}
        for row, one, bit in asked:
            masks[one] = masks.get(one, 0) | 1 << 8 * self._size * row + bit
        bits_of: BitsOf = {}
        for one, mask in masks.items():
            bits_of.setdefault(one.has & -one.has, []).append((one, mask))
        return bits_of

    def _joined(self, masks: Sequence[int]) -> int:
        return sum(mask << 8 * self._size * row for row, mask in enumerate(masks))

    def _packed(self, joined: int) -> Bits:
        """Joined masks as rows."""
        data = joined.to_bytes(2 * _ROWS * self._size, "little")
        return np.frombuffer(data, dtype=np.uint64).reshape(2 * _ROWS, -1)


def _fitting(bits_of: BitsOf, classes: int, possible: int) -> int:
    mask = 0
    for lowest in (0, *single_bits(possible)):
        for one, bits in bits_of.get(lowest, ()):
            if possible & one.has == one.has and not classes & one.lacks:
                mask |= bits
    return mask


def single_bits(bits: int) -> Iterator[int]:
    while bits:
        yield bits & -bits
        bits &= bits - 1


def _of_word(one: Conjunction) -> Conjunction:
    """What it says of the word alone."""
    return Conjunction(one.has & ~PLACE_BITS, one.lacks & ~PLACE_BITS)


def _of_place(gap: str, one: Conjunction) -> Conjunction:
    """What it says of the word's place alone, with the gap before it."""
    has, lacks = GAPS[gap]
    return Conjunction((one.has | has) & PLACE_BITS, (one.lacks | lacks) & PLACE_BITS)


def _mask(fits: Iterable[bool]) -> int:
    return sum(1 << bit for bit, one in enumerate(fits) if one)
