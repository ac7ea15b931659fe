"""Which rules to try at which token: a bit a rule, looked up by the words and the places of it and of the next two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from incognote.detect.compiled import Compiled
from incognote.detect.patterns import GAPS, PLACE_BITS, Conjunction

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.detect.rows import Note, RowTable
    from incognote.vocabulary import Vocabulary

    Bits = npt.NDArray[np.uint64]

RulesOf: TypeAlias = dict[int, list[tuple[Conjunction, int]]]
"""For each choice of classes the rules that make it, by the lowest bit that it must have: few are looked at a word."""

_CHUNK = 16  # tokens; a rule's anchor must be in the chunk of its first token or in the next
_STRETCH = 1024 * _CHUNK  # tokens that are looked at together, which bounds memory
_ADJACENT = 1
_FIRST, _ADJACENT_SECOND, _APART_SECOND, _THIRD, _ANCHORED = range(5)


class Masks:
    """For each word and for each place, the rules of which it can be the first, second or third token.

    And for each word, the rules that are anchored at it.
    """

    def __init__(self, rules: Sequence[Compiled]) -> None:
        self._size = 8 * (len(rules) // 64 + 1)
        heads = [
            [(gap, one, rule) for rule in range(len(rules)) for gap, one in rules[rule].heads[head]]
            for head in range(3)
        ]
        unasked = [_mask(not rule.heads[head] for rule in rules) for head in range(3)]
        self._of_words = (
            (unasked[0], _rules_of((_of_word(one), rule) for _, one, rule in heads[0])),
            (unasked[1], _rules_of((_of_word(one), rule) for _, one, rule in heads[1])),
            (unasked[1], _rules_of((_of_word(one), rule) for gap, one, rule in heads[1] if gap != "~")),
            (unasked[2], _rules_of((_of_word(one), rule) for _, one, rule in heads[2])),
            (0, _rules_of((_of_word(one), rule) for rule in range(len(rules)) for one in rules[rule].anchor)),
        )
        of_places = [_rules_of((_of_place(gap, one), rule) for gap, one, rule in head) for head in heads]
        self._places = np.stack(
            [
                self._packed(
                    always | _fitting(rules_of, place, place)
                    for always, rules_of in zip(unasked, of_places, strict=True)
                )
                for place in range(PLACE_BITS + 1)
            ]
        )
        self._unasked = self._packed(unasked)
        self._free = self._packed([_mask(not rule.anchor for rule in rules)])
        self._known: dict[tuple[int, int], int] = {}
        self._masks: Bits = np.zeros((1024, len(self._of_words), self._size // 8), dtype=np.uint64)
        self._forget()

    def _forget(self, vocabulary: Vocabulary | None = None) -> None:
        self._vocabulary = vocabulary
        self._learnt = 0
        self._of_word: npt.NDArray[np.int32] = np.zeros((1024, 2), dtype=np.int32)
        """The place of a word's masks in the table: of the word alone, and of one that belongs to a phrase."""

    def learn(self, table: RowTable) -> None:
        """Compute the masks of words that are new."""
        if table.vocabulary is not self._vocabulary:
            self._forget(table.vocabulary)
        while len(self._of_word) < len(table.bits):
            self._of_word = np.concatenate([self._of_word, np.zeros_like(self._of_word)])
        for word_id in range(self._learnt, len(table.bits)):
            bits, possible = table.bits[word_id], table.possible_bits[word_id]
            self._of_word[word_id] = self._place(bits, bits), self._place(bits, possible)
        self._learnt = len(table.bits)

    def _place(self, bits: int, possible: int) -> int:
        """The place of the masks of such words, which are computed when the first of them comes."""
        if (bits, possible) not in self._known:
            place = len(self._known)
            if place == len(self._masks):
                self._masks = np.concatenate([self._masks, np.zeros_like(self._masks)])
            self._masks[place] = self._packed(always | _fitting(one, bits, possible) for always, one in self._of_words)
            self._known[bits, possible] = place
        return self._known[bits, possible]

    def candidates(self, note: Note) -> Iterator[tuple[int, bytes]]:
        """The tokens at which there are rules to try, with the bits of these."""
        known, size = self._of_word[note.word_ids, 0], self._size
        known[note.in_phrases] = self._of_word[note.word_ids[note.in_phrases], 1]
        places = np.frombuffer(note.places, dtype=np.uint8)
        for start in range(0, len(known), _STRETCH):
            end = start + _STRETCH + 2 * _CHUNK  # for what the last tokens of a stretch ask of the next
            masks = self._stretch(self._masks[known[start:end]], places[start:end])[:_STRETCH]
            tried = np.flatnonzero(masks.any(axis=1))
            data = masks[tried].tobytes()
            for place, at in enumerate(tried.tolist()):
                yield start + at, data[place * size : (place + 1) * size]

    def _stretch(self, words: Bits, places: npt.NDArray[np.uint8]) -> Bits:
        """The rules to try at each token of a part of a note."""
        of_place = self._places[places]
        masks: Bits = words[:, _FIRST] & of_place[:, 0]
        adjacent = (places & _ADJACENT).astype(bool)[:, np.newaxis]
        second = np.where(adjacent, words[:, _ADJACENT_SECOND], words[:, _APART_SECOND]) & of_place[:, 1]
        masks[:-1] &= second[1:]
        masks[-1] &= self._unasked[1]
        masks[:-2] &= words[2:, _THIRD] & of_place[2:, 2]
        masks[-2:] &= self._unasked[2]
        masks &= self._near_anchors(words[:, _ANCHORED])
        return masks

    def _near_anchors(self, anchored: Bits) -> Bits:
        """For each token, the rules that have no anchor and those whose anchor is near."""
        chunks = np.bitwise_or.reduceat(anchored, range(0, len(anchored), _CHUNK)) | self._free
        chunks[:-1] |= chunks[1:]
        return chunks.repeat(_CHUNK, axis=0)[: len(anchored)]

    def _packed(self, masks: Iterable[int]) -> Bits:
        data = b"".join(mask.to_bytes(self._size, "little") for mask in masks)
        return np.frombuffer(data, dtype=np.uint64).reshape(-1, self._size // 8)


def _rules_of(pairs: Iterable[tuple[Conjunction, int]]) -> RulesOf:
    masks: dict[Conjunction, int] = {}
    for conjunction, rule in pairs:
        masks[conjunction] = masks.get(conjunction, 0) | 1 << rule
    rules_of: RulesOf = {}
    for one, mask in masks.items():
        rules_of.setdefault(one.has & -one.has, []).append((one, mask))
    return rules_of


def _fitting(rules_of: RulesOf, bits: int, possible: int) -> int:
    mask = 0
    for bit in (0, *single_bits(possible)):
        for one, rules in rules_of.get(bit, ()):
            if possible & one.has == one.has and not bits & one.lacks:
                mask |= rules
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
