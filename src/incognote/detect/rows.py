"""A note's tokens as rows of class bits, for token patterns to match on."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from incognote.detect.classes import Classes
from incognote.lexicons import normal

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints, Layout
    from incognote.vocabulary import Vocabulary

_ADJACENT, _WIDE, _NEWLINE, _PARAGRAPH, _SENTENCE, _CAPITALS, _LAST, _SMALL = (1 << bit for bit in range(8))
_OPENS_LINE = _NEWLINE | _SENTENCE
_LETTERS, _CAPITAL_WORD = 1, 2  # of a word: it has two letters or more; they are all capitals
_SMALL_WORD = 4
_MOSTLY = 0.7  # of capitals: headings and names stand among them
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
    ids: list[int]
    word_ids: Ints
    """The same, as an array."""
    places: bytes
    rows: Rows
    in_phrases: list[int]
    """The tokens that belong to items of several words."""

    def bits(self, at: int) -> int:
        """The classes of a token."""
        width = self.rows.width
        return int.from_bytes(self.rows.data[at * width : (at + 1) * width], "little")

    def last_opening(self, at: int) -> int:
        """The token nearest to a token, itself or one before it, that begins a line and a sentence."""
        before = bisect_right(self._openings, at)
        return self._openings[before - 1] if before else 0

    def next_opening(self, at: int) -> int:
        """The first token from a token on that begins a line and a sentence, or the end of the note."""
        before = bisect_left(self._openings, at)
        return self._openings[before] if before < len(self._openings) else len(self.ids)

    @cached_property
    def _openings(self) -> list[int]:
        places = np.frombuffer(self.places, dtype=np.uint8)
        openings: list[int] = ((places & _OPENS_LINE) == _OPENS_LINE).nonzero()[0].tolist()
        return openings

    def token_from(self, at: int, offset: int) -> int:
        """The first token from an offset on, at or behind the token `at`."""
        while at < len(self.starts) and self.starts[at] < offset:
            at += 1
        return at


class RowTable:
    """The rows of all words of a vocabulary, computed once a word."""

    def __init__(self, classes: Classes) -> None:
        self.classes = classes
        self.width = classes.width
        self.vocabulary: Vocabulary | None = None
        self._normal: list[str] = []
        self.bits: list[int] = []
        """The classes of each word."""
        self.possible_bits: list[int] = []
        """The same, with the classes of phrases that it might begin or go on with."""

    def note(self, layout: Layout) -> Note:
        tokens = layout.tokens
        self._learn(tokens.vocabulary)
        starts, ends, ids = tokens.starts.tolist(), tokens.ends.tolist(), tokens.ids.tolist()
        if not ids:
            return Note(layout.text, starts, ends, ids, tokens.ids, b"", Rows(b"", self.width), [])
        lines = np.searchsorted(layout.lines, tokens.starts, side="right")
        places = _positions(layout, lines, self._cases[tokens.ids])
        data = bytearray(len(ids) * self.width)
        rows = np.frombuffer(data, dtype=np.uint8).reshape(-1, self.width)
        self._rows.take(tokens.ids, axis=0, out=rows, mode="clip")  # the only mode that needs no copy
        rows[:, 0] = places
        in_phrases = self._mark_phrases(tokens.ids, ids, data)
        rows_of = Rows(data, self.width)
        return Note(layout.text, starts, ends, ids, tokens.ids, places.tobytes(), rows_of, in_phrases)

    def _learn(self, vocabulary: Vocabulary) -> None:
        """Compute the rows of words that are new."""
        if vocabulary is not self.vocabulary:
            self.vocabulary = vocabulary
            self._rows: npt.NDArray[np.uint8] = np.zeros((1024, self.width), dtype=np.uint8)
            self._cases: npt.NDArray[np.uint8] = np.zeros(1024, dtype=np.uint8)
            self._begins: npt.NDArray[np.bool_] = np.zeros(1024, dtype=bool)
            self._continues: npt.NDArray[np.bool_] = np.zeros(1024, dtype=bool)
            self.bits, self.possible_bits, self._normal = [], [], []
        while len(self._rows) < len(vocabulary):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
            self._cases = np.concatenate([self._cases, np.zeros_like(self._cases)])
            self._begins = np.concatenate([self._begins, np.zeros_like(self._begins)])
            self._continues = np.concatenate([self._continues, np.zeros_like(self._continues)])
        for word_id in range(len(self.bits), len(vocabulary)):
            word = vocabulary.word(word_id)
            bits = self.classes.bits(word)
            self._rows[word_id] = np.frombuffer(bits.to_bytes(self.width, "little"), dtype=np.uint8)
            self._cases[word_id] = _case(word)
            self._normal.append(normal(word))
            beginning = self.classes.beginnings.get(self._normal[word_id], 0)
            self._begins[word_id] = bool(beginning)
            continuation = self.classes.continuations.get(self._normal[word_id], 0)
            self._continues[word_id] = bool(continuation)
            self.bits.append(bits)
            self.possible_bits.append(bits | beginning | continuation)

    def _mark_phrases(self, ids: Ints, every: list[int], data: bytearray) -> list[int]:
        """Set the bits of items of several words where they stand, the longest of those that begin at a word."""
        words, phrases, longest = self._normal, self.classes.phrases, self.classes.longest
        marked: list[int] = []
        for at in np.flatnonzero(self._begins[ids[:-1]] & self._continues[ids[1:]]).tolist():
            known = phrases[words[every[at]]].get(words[every[at + 1]])
            if known:
                following = tuple([words[word_id] for word_id in every[at + 2 : at + 2 + longest]])
                marked += self._mark(data, at, known, following)
        return marked

    def _mark(
        self, data: bytearray, at: int, known: list[tuple[tuple[str, ...], int]], following: tuple[str, ...]
    ) -> range:
        """Mark the items that begin at a token; gives the tokens that the longest of them has."""
        reach: dict[int, int] = {}
        for rest, bit in known:
            if bit not in reach and following[: len(rest)] == rest:
                reach[bit] = at + 2 + len(rest)
        for bit, end in reach.items():
            byte, rest_bit = divmod(bit.bit_length() - 1, 8)
            data[at * self.width + byte] |= 1 << rest_bit
            byte, rest_bit = divmod(bit.bit_length(), 8)
            for place in range(at + 1, end):
                data[place * self.width + byte] |= 1 << rest_bit
        return range(at, max(reach.values(), default=at))


def _case(word: str) -> int:
    if len(word) < 2 or not word.isalpha():
        return 0
    return _LETTERS | (_CAPITAL_WORD if word.isupper() else _SMALL_WORD if word.islower() else 0)


def _positions(layout: Layout, lines: Ints, cases: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The first byte of each row."""
    tokens = layout.tokens
    bits = np.zeros(len(tokens), dtype=np.uint8)
    gaps = tokens.starts[1:] - tokens.ends[:-1]
    steps = np.diff(lines)
    bits[1:][gaps == 0] = _ADJACENT
    bits[1:][gaps > 1] |= _WIDE
    bits[1:][steps > 0] = _NEWLINE
    bits[1:][steps > 1] |= _PARAGRAPH
    bits[:-1][steps > 0] |= _LAST
    bits[0] |= _NEWLINE | _PARAGRAPH
    bits[-1] |= _LAST
    bits[layout.sentences] |= _SENTENCE
    words, capitals, small = (np.count_nonzero(cases & bit) for bit in (_LETTERS, _CAPITAL_WORD, _SMALL_WORD))
    if capitals > _MOSTLY * words:
        bits |= _CAPITALS
    elif small > _ALMOST_ALL * words:
        bits |= _SMALL
    elif capitals > 1:
        of_line = np.bincount(lines, (cases & _LETTERS) > 0)
        capitals_of_line = np.bincount(lines, (cases & _CAPITAL_WORD) > 0)
        bits[((capitals_of_line > _MOSTLY * of_line) & (capitals_of_line > 1))[lines]] |= _CAPITALS
    return bits
