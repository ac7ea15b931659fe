"""Tokens in pieces of words that the encoder knows, and what pieces don't show: case, gaps, place in the note.

Pieces are those of BERT without case: the longest known beginning of a word, then the longest known continuation
(`##ing`), and so on. Ours never reach beyond a token of the layout, so that what is said of pieces is said of tokens. A
token that touches the letters or digits in front of it goes on with continuations.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from incognote.layout.characters import codes_of

if TYPE_CHECKING:
    from incognote.types import Ints, Layout
    from incognote.vocabulary import Vocabulary

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_, UNKNOWN, BEGIN, END, MASKED = range(len(SPECIAL))
"""Pieces that no word has: for filling, for what isn't known, around each window, and for what isn't to be seen."""
_LONGEST = 24  # characters of a token that are looked at: nobody's name is longer, and ciphers are all alike
_LEAST_ROOM = 1024  # words and pieces
_MOST_MARKS = 2  # of a run such as -----
_CASES, _GAPS_BEFORE, _GAPS_BEHIND = 6, 4, 3
MARKS = _CASES * _GAPS_BEFORE * _GAPS_BEHIND
_STEPS = (1, 2, 5)  # lines from the top and from the bottom of a note; what lies further is all alike
PLACES = (len(_STEPS) + 1) ** 2


@dataclass(frozen=True, eq=False, repr=False)
class Pieces:
    """The pieces of a note as columns, and the first piece of each token, with the number of all pieces behind."""

    ids: Ints
    marks: Ints
    places: Ints
    firsts: Ints

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return f"Pieces({len(self)})"


class WordPieces:
    """Cuts layouts into pieces; what depends on a word is computed once a word."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(pieces)}
        self._vocabulary: Vocabulary | None = None

    def __call__(self, layout: Layout) -> Pieces:
        tokens = layout.tokens
        if tokens.vocabulary is not self._vocabulary:
            self._vocabulary = tokens.vocabulary
            self._kinds, self._cut = np.zeros(0, dtype=np.int64), _Cut()
        self._learn_kinds(tokens.vocabulary)
        kinds = self._kinds[tokens.ids]
        touches = np.zeros(len(tokens), dtype=bool)
        solid = kinds < _CASES - 1
        touches[1:] = (tokens.starts[1:] == tokens.ends[:-1]) & solid[1:] & solid[:-1]
        ids, counts = self._cut(2 * tokens.ids + touches, self._pieces_of_key)
        marks = kinds + _CASES * _gaps(layout)
        return Pieces(ids, marks.repeat(counts), _places(layout).repeat(counts), np.append(0, counts.cumsum()))

    def _learn_kinds(self, vocabulary: Vocabulary) -> None:
        new = [_case(vocabulary.word(word)) for word in range(len(self._kinds), len(vocabulary))]
        if new:
            self._kinds = np.append(self._kinds, np.array(new, dtype=np.int64))

    def _pieces_of_key(self, key: int) -> list[int]:
        """The pieces of a word by twice its id, and one more where it goes on with what is in front of it."""
        assert self._vocabulary
        return self.pieces_of(self._vocabulary.word(key // 2), bool(key % 2))

    def pieces_of(self, word: str, goes_on: bool = False) -> list[int]:
        """The pieces of a word, at least one."""
        plain = plain_letters(word)[:_LONGEST]
        if not plain[:1].isalnum():
            return [self._numbers.get(plain[:1], UNKNOWN)] * min(len(word), _MOST_MARKS)
        found = []
        at = 0
        while at < len(plain):
            prefix = "##" if at or goes_on else ""
            ends = range(len(plain), at, -1)
            end = next((end for end in ends if prefix + plain[at:end] in self._numbers), None)
            if end is None:
                return [UNKNOWN]
            found.append(self._numbers[prefix + plain[at:end]])
            at = end
        return found or [UNKNOWN]


class _Cut:
    """The pieces of words by a key, all in a row, for many words to be looked up at once."""

    def __init__(self) -> None:
        self._pieces = np.zeros(_LEAST_ROOM, dtype=np.int64)
        self._filled = 0
        self._firsts, self._counts = np.zeros((2, _LEAST_ROOM), dtype=np.int64)  # a word has at least one piece

    def __call__(self, keys: Ints, pieces_of: Callable[[int], list[int]]) -> tuple[Ints, Ints]:
        """The pieces of words, and how many each has."""
        if len(keys) and (highest := int(keys.max())) >= len(self._counts):
            more = np.zeros(highest + 1, dtype=np.int64)
            self._firsts, self._counts = np.append(self._firsts, more), np.append(self._counts, more)
        for key in np.unique(keys[self._counts[keys] == 0]).tolist():
            self._add(key, pieces_of(key))
        counts = self._counts[keys]
        ends = counts.cumsum()
        places = np.arange(ends[-1] if len(ends) else 0) + (self._firsts[keys] - ends + counts).repeat(counts)
        return self._pieces[places], counts

    def _add(self, key: int, pieces: list[int]) -> None:
        last = self._filled + len(pieces)
        if last > len(self._pieces):
            self._pieces = np.append(self._pieces, np.zeros(last, dtype=np.int64))
        self._pieces[self._filled : last] = pieces
        self._firsts[key], self._counts[key] = self._filled, len(pieces)
        self._filled = last


def plain_letters(word: str) -> str:
    """A word in small letters without accents."""
    if word.isascii():
        return word.lower()
    parted = unicodedata.normalize("NFD", word.lower())
    return "".join(char for char in parted if unicodedata.category(char) != "Mn")


def _case(word: str) -> int:
    """Small letters, a capital first, capitals, digits, other letters, or marks."""
    if word.islower():
        return 0
    if word.isdigit():
        return 3
    if not word[:1].isalnum():
        return _CASES - 1
    if word[:1].isupper() and (len(word) == 1 or word[1:].islower()):
        return 1
    return 2 if word.isupper() else 4


def _gaps(layout: Layout) -> Ints:
    """What stands before each token (a line's start, a wide gap, a blank, nothing) and behind it."""
    starts, ends = layout.tokens.starts, layout.tokens.ends
    lines = _line_of(layout, starts)
    last_lines = _line_of(layout, ends - 1)
    width = starts - np.append(0, ends[:-1])[: len(starts)]
    is_first = np.append(True, lines[1:] != last_lines[:-1])[: len(starts)]
    is_wide = (width > 1) | (codes_of(f" {layout.text}")[starts] == ord("\t"))
    before = np.where(is_first, 0, np.where(width == 0, 3, np.where(is_wide, 1, 2)))
    is_last = np.append(is_first[1:], True)[: len(starts)]
    behind = np.where(is_last, 0, np.where(np.append(width[1:], 1)[: len(starts)] == 0, 2, 1))
    gaps: Ints = before + _GAPS_BEFORE * behind
    return gaps


def _places(layout: Layout) -> Ints:
    """How near each token is to the top and to the bottom of the note, in lines."""
    lines = _line_of(layout, layout.tokens.starts)
    top = np.searchsorted(_STEPS, lines - lines[:1], side="right")
    bottom = np.searchsorted(_STEPS, lines[-1:] - lines, side="right")
    places: Ints = top + (len(_STEPS) + 1) * bottom
    return places


def _line_of(layout: Layout, places: Ints) -> Ints:
    found: Ints = layout.lines.searchsorted(places, side="right")
    return found
