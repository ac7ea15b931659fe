"""A note as the search for known PHI sees it: tokens as lists, and of each word what depends on the word alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from incognote.known.words import key_of, word_list
from incognote.types import Layout, Span

if TYPE_CHECKING:
    from incognote.vocabulary import Vocabulary

LOWER, TITLE, CAPITALS, OTHER = range(4)

_WIDEST_JOIN = 40  # characters: a line break and an indent
_NAME_MARKS = frozenset({"", ",", "-", "‐", "–", "'", "’", '"', "“", "”", "(", ")"})
_MARKS_OF_SHORT = frozenset({".", ".,", ".-"})  # behind `J` or `St`
_SHORT = 2  # letters
_SHORTEST_SLIP = 4  # letters: one fewer than the shortest name that slips are looked for in
_MOST_MARKS = 2
_SMALL_WORDS_PER_CAPITAL = 20  # sentences are shorter, so fewer capitals begin none
_LONGEST_ABBREVIATION = 3  # letters; capitals make MAE and LONG different things


class Word(NamedTuple):
    key: str
    case: int
    is_word: bool


class Words:
    """What is known of each word of a vocabulary, worked out once a word. `ids` finds all spellings of a key.

    `odd` are the ids of words that may have a slip of the pen.
    """

    def __init__(self, vocabulary: Vocabulary, is_word: Callable[[str], bool]) -> None:
        self.vocabulary = vocabulary
        self.ids: dict[str, set[int]] = {}
        self.odd: set[int] = set()
        self._words: dict[int, Word] = {}
        self._is_word = is_word
        self._done = 0

    def __getitem__(self, word_id: int) -> Word:
        return self._words[word_id]

    def grow(self, also: Callable[[Iterable[int]], None]) -> None:
        """Work out the words that are new in the vocabulary, and do `also` to their ids.

        They count as done when all is done; doing one twice changes nothing. So threads may share the words.
        """
        new = range(self._done, len(self.vocabulary))
        for word_id in new:
            spelled = self.vocabulary.word(word_id)
            key = key_of(spelled)
            is_word = not key.isalpha() or self._is_word(key)
            self._words[word_id] = Word(key, _case(spelled), is_word)
            self.ids.setdefault(key, set()).add(word_id)
            if not is_word and len(key) >= _SHORTEST_SLIP:
                self.odd.add(word_id)
        also(new)
        self._done = new.stop


def _case(word: str) -> int:
    if word.islower():
        return LOWER
    if word.isupper():
        return CAPITALS if len(word) > 1 else TITLE
    return TITLE if word[:1].isupper() else OTHER


class Note:
    """The tokens of a layout as lists."""

    def __init__(self, layout: Layout, words: Words) -> None:
        self.text = layout.text
        self.ids: list[int] = layout.tokens.ids.tolist()
        self.kinds = set(self.ids)
        self.words = words
        self._layout = layout

    def places(self, word_ids: set[int]) -> list[int]:
        """The tokens that are one of these words."""
        ids = self._layout.tokens.ids
        wanted = np.zeros(len(self.words.vocabulary), dtype=bool)
        wanted[list(word_ids)] = True
        places: list[int] = wanted[ids].nonzero()[0].tolist()
        return places

    @cached_property
    def starts(self) -> list[int]:
        starts: list[int] = self._layout.tokens.starts.tolist()
        return starts

    @cached_property
    def ends(self) -> list[int]:
        ends: list[int] = self._layout.tokens.ends.tolist()
        return ends

    def word(self, at: int) -> Word:
        return self.words[self.ids[at]]

    def key(self, at: int) -> str:
        return self.words[self.ids[at]].key

    def spelled(self, at: int) -> str:
        return self.text[self.starts[at] : self.ends[at]]

    def span(self, first: int, last: int, label: str, source: str, score: float = 1.0) -> Span:
        return Span(self.starts[first], self.ends[last], label, score, source)

    def following(self, at: int, marks: Set[str] = _NAME_MARKS) -> int | None:
        """The next word or number, if only white space and these marks stand between."""
        for other in range(at + 1, min(at + 2 + _MOST_MARKS, len(self.ids))):
            if self.key(other).isalnum():
                return other if self._joined(at, other, marks) else None
        return None

    def preceding(self, at: int, marks: Set[str] = _NAME_MARKS) -> int | None:
        """The word or number before, if only white space and these marks stand between."""
        for other in range(at - 1, max(at - 2 - _MOST_MARKS, -1), -1):
            if self.key(other).isalnum():
                return other if self._joined(other, at, marks) else None
        return None

    def _joined(self, one: int, other: int, marks: Set[str]) -> bool:
        gap = self.text[self.ends[one] : self.starts[other]]
        if len(gap) > _WIDEST_JOIN or gap.count("\n") > 1:
            return False
        mark = "".join(gap.split())
        return mark in marks or (mark in _MARKS_OF_SHORT and self.ends[one] - self.starts[one] <= _SHORT)

    def has_title(self, at: int) -> bool:
        """Whether a title such as `Mr.` stands before it, or before a capital a word such as `Patient:`."""
        before = at - 1
        while before >= max(0, at - 1 - _MOST_MARKS) and self.key(before) in (".", ":", "#"):
            before -= 1
        if before < 0:
            return False
        key = self.key(before)
        return key in word_list("titles") or (key in word_list("cues") and self.word(at).case != LOWER)

    def stands_out(self, at: int) -> bool:
        """Whether it is no common word, or has a capital where a capital says something."""
        word = self.word(at)
        if not word.is_word:
            return True
        if word.case == LOWER:
            return False
        if word.case == CAPITALS:
            return len(word.key) > _LONGEST_ABBREVIATION and not self._among_capitals(at)
        return not self.begins_sentence(at) or self._is_subject(at)

    @cached_property
    def case_says_nothing(self) -> bool:
        """Whether the note is mostly in capitals, or in small letters with hardly a capital at the start of a word."""
        cases = [word.case for word in map(self.word, range(len(self.ids))) if len(word.key) > 1 and word.key.isalpha()]
        capitals, titles, small = (cases.count(case) for case in (CAPITALS, TITLE, LOWER))
        return capitals > titles + small or titles * _SMALL_WORDS_PER_CAPITAL <= small

    def begins_sentence(self, at: int) -> bool:
        sentences = self._layout.sentences
        place = int(sentences.searchsorted(at))
        return place < len(sentences) and bool(sentences[place] == at)

    def _is_subject(self, at: int) -> bool:
        following = self.following(at)
        return following is not None and self.key(following) in word_list("behind_a_subject") | {"s"}

    def _among_capitals(self, at: int) -> bool:
        neighbours = (at - 1, at + 1)
        return any(0 <= other < len(self.ids) and self.word(other).case == CAPITALS for other in neighbours)
