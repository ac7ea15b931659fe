"""A note's tokens as rows of class bits, for token patterns to match on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from incognote.detect.classes import Classes

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints, Layout
    from incognote.vocabulary import Vocabulary

_ADJACENT, _WIDE, _NEWLINE, _PARAGRAPH, _SENTENCE, _CAPITALS, _LAST, _SMALL = (1 << bit for bit in range(8))
_OPENS_LINE = _NEWLINE | _SENTENCE
_OF_GAP = np.array([_ADJACENT, 0, _WIDE], dtype=np.uint8)  # of no character, of one, of more
_OF_LINES = np.array([0, _NEWLINE, _NEWLINE | _PARAGRAPH], dtype=np.uint8)  # by the lines that begin before a token
_MIXED_WORD, _CAPITAL_WORD, _SMALL_WORD = 1, 2, 3  # words of two letters or more
_BATCH = 1024  # words, so that the memory for computing their rows stays small
_PAIRS = 1 << 20  # places: some twenty times as many as there are pairs
_MOSTLY = 0.7  # of capitals: headings and names stand among them
_PAIRS_KEPT = 10_000  # of words: few are common
_ALMOST_ALL = 0.93  # of small letters: any prose has many, shorthand has hardly a capital


@dataclass(frozen=True, repr=False)
class Rows:
    """The rows of a note, one after another in `data`, each of `width` bytes."""

    data: bytes | bytearray
    width: int


@dataclass(frozen=True, repr=False)
class Note:
    """A note's tokens as rules see them; `places` are the first bytes of its rows."""

    text: str
    starts: list[int]
    ends: list[int]
    kinds: list[int]
    """Of their words, as the table numbers them."""
    kinds_array: Ints
    """The same, as an array."""
    places: bytes
    rows: Rows
    in_phrases: list[int]
    """The tokens that belong to items of several words."""

    def bits(self, at: int) -> int:
        """The classes of a token."""
        width = self.rows.width
        return int.from_bytes(self.rows.data[at * width : (at + 1) * width], "little")

    def before(self, at: int, within: int) -> int:
        """The first of so many tokens before a token, but not beyond a line that begins a sentence."""
        furthest = max(at - within, 0)
        opening = self._openings.rfind(1, furthest, at + 1)
        return furthest if opening < 0 else opening

    def behind(self, at: int, within: int) -> int:
        """The end of so many tokens from a token on, which the next line that begins a sentence cuts short."""
        opening = self._openings.find(1, at, at + within)
        return at + within if opening < 0 else opening

    @cached_property
    def _openings(self) -> bytes:
        """Whether each token begins a line and a sentence."""
        places = np.frombuffer(self.places, dtype=np.uint8)
        openings: npt.NDArray[np.bool_] = (places & _OPENS_LINE) == _OPENS_LINE
        return openings.tobytes()

    def token_from(self, at: int, offset: int) -> int:
        """The first token from an offset on, at or behind the token `at`."""
        while at < len(self.starts) and self.starts[at] < offset:
            at += 1
        return at


class RowTable:
    """The rows of all words of a vocabulary, computed once a word.

    Words with the same classes are of one kind, and have one row. There are several words of a kind, and kinds last
    when words are forgotten, so that what depends on classes alone is computed once a kind.
    """

    def __init__(self, classes: Classes) -> None:
        self.classes = classes
        self.width = classes.width
        self.vocabulary: Vocabulary | None = None
        self.bits: list[int] = []
        """The classes of each kind of words."""
        self.possible_bits: list[int] = []
        """The same, with the classes of phrases that it might begin or go on with."""
        self._rows: npt.NDArray[np.uint8] = np.zeros((1024, self.width), dtype=np.uint8)
        self._kind_of: dict[tuple[int, int], int] = {}
        self._known = 0  # words, with their kinds, cases and halves
        self._kinds: Ints = np.zeros(1024, dtype=np.int64)
        self._cases: npt.NDArray[np.uint8] = np.zeros(1024, dtype=np.uint8)
        self._halves: npt.NDArray[np.uint32] = np.zeros((2, 1024), dtype=np.uint32)
        self._normal: list[str] = []
        self._phrases = lru_cache(maxsize=_PAIRS_KEPT)(classes.phrases)
        self._marks = lru_cache(maxsize=_PAIRS_KEPT)(self._marks_of)
        self._pairs: npt.NDArray[np.bool_] = np.zeros(_PAIRS, dtype=bool)
        """Whether an item may begin with two words, at the place that the halves of both make.

        Words in a row that begin some item and go on with some item are many, real beginnings few. This tells nearly
        all of them apart without a look at each.
        """
        bytes_of = [(bit // 8, 1 << bit % 8) for bit in range(8 * self.width + 1)]
        self._bytes = {1 << bit: pair for bit, pair in enumerate(pairwise(bytes_of))}  # of a class and of its rest

    def note(self, layout: Layout) -> Note:
        tokens = layout.tokens
        self._learn(tokens.vocabulary)
        starts, ends, kinds = tokens.starts.tolist(), tokens.ends.tolist(), self._kinds.take(tokens.ids)
        if not starts:
            return Note(layout.text, starts, ends, [], kinds, b"", Rows(b"", self.width), [])
        places = _positions(layout, self._cases.take(tokens.ids))
        data = bytearray(len(kinds) * self.width)
        rows = np.frombuffer(data, dtype=np.uint8).reshape(-1, self.width)
        self._rows.take(kinds, axis=0, out=rows, mode="clip")  # the only mode that needs no copy
        rows[:, 0] = places
        marked = self._mark_phrases(tokens.ids, data)
        return Note(layout.text, starts, ends, kinds.tolist(), kinds, places.tobytes(), Rows(data, self.width), marked)

    def _learn(self, vocabulary: Vocabulary) -> None:
        """Compute the rows of words that are new."""
        if vocabulary is not self.vocabulary:
            self._take_along(vocabulary.old_ids(self.vocabulary, self._known))
            self.vocabulary = vocabulary
        while len(self._kinds) < len(vocabulary):
            self._kinds = np.concatenate([self._kinds, np.zeros_like(self._kinds)])
            self._cases = np.concatenate([self._cases, np.zeros_like(self._cases)])
            self._halves = np.concatenate([self._halves, np.zeros_like(self._halves)], axis=1)
        self._normal = vocabulary.normals()
        while self._known < len(vocabulary):
            new = range(self._known, min(self._known + _BATCH, len(vocabulary)))
            self._add([vocabulary.word(word_id) for word_id in new], self._normal[new.start : new.stop])

    def _take_along(self, old_ids: Ints) -> None:
        """Forget all words but these, which are the first ones now."""
        self._known = len(old_ids)
        kept = slice(self._known)
        self._kinds[kept], self._cases[kept] = self._kinds[old_ids], self._cases[old_ids]
        self._halves[:, kept] = self._halves[:, old_ids]

    def _add(self, words: list[str], keys: list[str]) -> None:
        """Compute the kinds of the next words of the vocabulary; `keys` are their normal forms."""
        new = slice(self._known, self._known + len(words))
        self._cases[new] = [_case(word) for word in words]
        halves = [_halves(key) for key in keys]
        self._halves[:, new] = np.array(halves).T
        self._kinds[new] = [self._kind(*of_word) for of_word in zip(words, keys, halves, strict=True)]
        self._known += len(words)

    def _kind(self, word: str, key: str, halves: tuple[int, int]) -> int:
        """The kind of a word, a new one if it is the first of them; takes up the items that begin with it."""
        bits = self.classes.bits(word)
        possible = bits | self.classes.further(key)
        for second, of_item in self.classes.seconds(key):
            self._pairs[halves[0] ^ _halves(second)[1]] = True
            possible |= of_item
        kind = self._kind_of.setdefault((bits, possible), len(self._kind_of))
        if kind == len(self.bits):
            self.bits.append(bits)
            self.possible_bits.append(possible)
            if kind == len(self._rows):
                self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
            self._rows[kind] = np.frombuffer(bits.to_bytes(self.width, "little"), dtype=np.uint8)
        return kind

    def _mark_phrases(self, ids: Ints, data: bytearray) -> list[int]:
        """Set the bits of items of several words where they stand, the longest of those that begin at a word."""
        words = self._normal
        pairs = self._halves[0].take(ids[:-1], mode="clip") ^ self._halves[1].take(ids[1:], mode="clip")
        places = self._pairs.take(pairs, mode="clip").nonzero()[0]
        marked: list[int] = []
        for at, first, second in zip(places.tolist(), ids[places].tolist(), ids[places + 1].tolist(), strict=True):
            known = self._phrases(words[first], words[second])
            if known:
                longest = len(known[0][0])
                following = tuple([words[word] for word in ids[at + 2 : at + 2 + longest].tolist()]) if longest else ()
                marks, length = self._marks(words[first], words[second], following)
                row = at * self.width
                for place, mask in marks:
                    data[row + place] |= mask
                marked += range(at, at + length)
        return marked

    def _marks_of(self, first: str, second: str, following: tuple[str, ...]) -> tuple[list[tuple[int, int]], int]:
        """The bytes to mark where items begin words in a row, with their bits, and the length of the longest item."""
        reach: dict[int, int] = {}
        for rest, bit in self._phrases(first, second):
            if following[: len(rest)] == rest and bit not in reach:
                reach[bit] = 2 + len(rest)
        marks: list[tuple[int, int]] = []
        for bit, length in reach.items():
            (byte, mask), (more_byte, more_mask) = self._bytes[bit]
            marks.append((byte, mask))
            marks += [(at * self.width + more_byte, more_mask) for at in range(1, length)]
        return marks, max(reach.values(), default=0)


def _halves(word: str) -> tuple[int, int]:
    """The half of a place that a word makes as the first of two, and as the second; the same in all processes."""
    number = crc32(word.encode("utf-8", "surrogatepass"))
    return number % _PAIRS, number >> 12


def _case(word: str) -> int:
    if len(word) < 2 or not word.isalpha():
        return 0
    return _CAPITAL_WORD if word.isupper() else _SMALL_WORD if word.islower() else _MIXED_WORD


def _positions(layout: Layout, cases: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The first byte of each row."""
    starts, ends = layout.tokens.starts, layout.tokens.ends
    bits = np.zeros(len(starts), dtype=np.uint8)
    bits[layout.sentences] = _SENTENCE
    gaps = starts.copy()
    gaps[1:] -= ends[:-1]
    new_lines = np.bincount(starts.searchsorted(layout.lines), minlength=len(starts) + 1)
    new_lines[0], new_lines[-1] = 2, 1  # the first token begins a paragraph; the last one ends a line
    breaks = new_lines > 0
    bits |= np.where(breaks[:-1], _OF_LINES.take(new_lines[:-1], mode="clip"), _OF_GAP.take(gaps, mode="clip"))
    bits |= breaks[1:] * np.uint8(_LAST)
    _mark_cases(bits, cases, breaks)
    return bits


def _mark_cases(bits: npt.NDArray[np.uint8], cases: npt.NDArray[np.uint8], breaks: npt.NDArray[np.bool_]) -> None:
    """Mark a note in capitals or in small letters, or else its lines in capitals."""
    every = cases.tobytes()
    words, capitals = np.count_nonzero(cases), every.count(_CAPITAL_WORD)
    if capitals > _MOSTLY * words:
        bits |= _CAPITALS
    elif np.count_nonzero(cases == _SMALL_WORD) > _ALMOST_ALL * words:
        bits |= _SMALL
    elif capitals > 1:
        for start, end in pairwise(breaks.nonzero()[0].tolist()):
            capitals = every.count(_CAPITAL_WORD, start, end)
            if capitals > 1 and capitals > _MOSTLY * (end - start - every.count(0, start, end)):
                bits[start:end] |= _CAPITALS
