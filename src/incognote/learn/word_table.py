"""What readings ask of words alone, computed once a word of a vocabulary and looked up for all tokens at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from incognote.lexicons import normal

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints
    from incognote.vocabulary import Vocabulary

OTHER, MIXED, CAPITALS, SMALL, CAPITALISED = range(5)
_LEAST_ROOM = 1024  # words
_DIGIT = re.compile(r"\d")


def folded(word: str) -> str:
    """In lower case, with 0 for each digit."""
    return _DIGIT.sub("0", normal(word))


class WordTable:
    """The folded form of each word as a number, and its case."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        """The folded forms."""
        self._numbers: dict[str, int] = {}
        self._known = 0
        self.forms: Ints = np.zeros(_LEAST_ROOM, dtype=np.int64)
        self.cases: npt.NDArray[np.uint8] = np.zeros(_LEAST_ROOM, dtype=np.uint8)

    def learn(self, vocabulary: Vocabulary) -> WordTable:
        """Take up the words that are new."""
        if len(vocabulary) > len(self.forms):
            room = 2 * len(vocabulary)
            self.forms = np.resize(self.forms, room)
            self.cases = np.resize(self.cases, room)
        new = slice(self._known, len(vocabulary))
        words = [vocabulary.word(number) for number in range(new.start, new.stop)]
        self.forms[new] = [self.form(folded(word)) for word in words]
        self.cases[new] = [*map(_case, words)]
        self._known = new.stop
        return self

    def form(self, text: str) -> int:
        """The number of a folded form."""
        number = self._numbers.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number


def _case(word: str) -> int:
    """The case of a word of two letters or more."""
    if len(word) < 2 or not word.isalpha():
        return OTHER
    if word.isupper():
        return CAPITALS
    if word.islower():
        return SMALL
    return CAPITALISED if word[0].isupper() and word[1:].islower() else MIXED


_TABLES: WeakKeyDictionary[Vocabulary, WordTable] = WeakKeyDictionary()


def table_of(vocabulary: Vocabulary) -> WordTable:
    """The table of a vocabulary's words, which goes when the vocabulary goes."""
    table = _TABLES.get(vocabulary)
    if table is None:
        table = _TABLES[vocabulary] = WordTable()
    return table.learn(vocabulary)
