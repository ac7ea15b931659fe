"""Which rules to try at which token, looked up by the words and the places of it and of the next few.

There is a bit for each way in which a rule can begin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from incognote.detect.compiled import Compiled
from incognote.detect.patterns import GAPS, HEADS, PLACE_BITS, Conjunction

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.detect.rows import Note, RowTable
    from incognote.types import Ints
    from incognote.vocabulary import Vocabulary

    Bits = npt.NDArray[np.uint64]

BitsOf: TypeAlias = dict[int, list[tuple[Conjunction, int]]]
"""For each choice of classes the bits that ask for it, by the lowest class it must have: few are looked at a word."""

_STEPS = (1, 2, 4, 8)
_NEAR = 1 + sum(_STEPS)  # tokens; a rule's anchor must be among as many from its first on
_STRETCH = 16_384  # tokens that are looked at together, which bounds memory
_ADJACENT = 1


class Masks:
    """For each word and for each place, the beginnings of which it can be one of the first tokens.

    And for each word, the beginnings of rules that are anchored at it. What a word can be depends on whether it touches
    the token before, so that each has two rows of masks.
    """

    def __init__(self, rules: Sequence[Compiled]) -> None:
        beginnings = [(rule, heads) for rule in rules for heads in rule.heads]
        self.rules = [rule for rule, _ in beginnings]
        self._size = 8 * (len(beginnings) // 64 + 1)
        heads = [
            [(gap, one, bit) for bit, (_, asked) in enumerate(beginnings) for gap, one in asked[head]]
            for head in range(HEADS)
        ]
        unasked = [_mask(not asked[head] for _, asked in beginnings) for head in range(HEADS)]
        anchored = _bits_of((_of_word(one), bit) for bit, rule in enumerate(self.rules) for one in rule.anchor)
        apart = [_bits_of((_of_word(one), bit) for gap, one, bit in head if gap != "~") for head in heads]
        touching = [_bits_of((_of_word(one), bit) for _, one, bit in head) for head in heads]
        self._of_words = [
            pair for fitting in (apart, touching) for pair in zip((*unasked, 0), (*fitting, anchored), strict=True)
        ]
        of_places = [_bits_of((_of_place(gap, one), bit) for gap, one, bit in head) for head in heads]
        self._places = np.stack(
            [
                self._packed(
                    always | _fitting(bits_of, place, place) for always, bits_of in zip(unasked, of_places, strict=True)
                )
                for place in range(PLACE_BITS + 1)
            ],
            axis=1,
        )
        self._unasked = self._packed(unasked)
        self._free = self._packed([_mask(not rule.anchor for rule in self.rules)])
        self._known: dict[tuple[int, int], int] = {}
        self._masks: Bits = np.zeros((HEADS + 1, 1024, self._size // 8), dtype=np.uint64)
        self._forget()

    def _forget(self, vocabulary: Vocabulary | None = None) -> None:
        self._vocabulary = vocabulary
        self._learnt = 0
        self._of_word: Ints = np.zeros((2, 1024), dtype=np.int64)
        """The row of a word's masks in the table: of the word alone, and of one that belongs to a phrase."""

    def learn(self, table: RowTable) -> None:
        """Compute the masks of words that are new."""
        if table.vocabulary is not self._vocabulary:
            self._forget(table.vocabulary)
        while self._of_word.shape[1] < len(table.bits):
            self._of_word = np.concatenate([self._of_word, np.zeros_like(self._of_word)], axis=1)
        for word_id in range(self._learnt, len(table.bits)):
            bits, possible = table.bits[word_id], table.possible_bits[word_id]
            self._of_word[:, word_id] = self._row(bits, bits), self._row(bits, possible)
        self._learnt = len(table.bits)

    def _row(self, bits: int, possible: int) -> int:
        """The row of the masks of such words, which are computed when the first of them comes."""
        if (bits, possible) not in self._known:
            row = 2 * len(self._known)
            if row == self._masks.shape[1]:
                self._masks = np.concatenate([self._masks, np.zeros_like(self._masks)], axis=1)
            masks = self._packed(always | _fitting(one, bits, possible) for always, one in self._of_words)
            self._masks[:, row], self._masks[:, row + 1] = masks.reshape(2, HEADS + 1, -1)
            self._known[bits, possible] = row
        return self._known[bits, possible]

    def candidates(self, note: Note) -> Iterator[tuple[int, bytes]]:
        """The tokens at which there are rules to try, with the bits of these."""
        alone, in_phrase = self._of_word
        rows = alone.take(note.word_ids)
        if note.in_phrases:
            in_phrases = np.array(note.in_phrases)
            rows[in_phrases] = in_phrase.take(note.word_ids.take(in_phrases))
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

    def _packed(self, masks: Iterable[int]) -> Bits:
        data = b"".join(mask.to_bytes(self._size, "little") for mask in masks)
        return np.frombuffer(data, dtype=np.uint64).reshape(-1, self._size // 8)


def _bits_of(pairs: Iterable[tuple[Conjunction, int]]) -> BitsOf:
    masks: dict[Conjunction, int] = {}
    for conjunction, bit in pairs:
        masks[conjunction] = masks.get(conjunction, 0) | 1 << bit
    bits_of: BitsOf = {}
    for one, mask in masks.items():
        bits_of.setdefault(one.has & -one.has, []).append((one, mask))
    return bits_of


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
