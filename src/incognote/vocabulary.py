"""Words as small numbers, so that what depends on a word alone is computed once a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incognote.lexicons import normal

if TYPE_CHECKING:
    from incognote.types import Ints


class Vocabulary:
    """Gives each distinct word an id, 0, 1, 2, … in order of first sight; ids never change.

    It holds words of records and only grows; whoever lays out many notes asks for `renewed` between them, which gives
    an empty one in place of one that has reached its limit. Layouts made earlier keep theirs.
    """

    def __init__(self, limit: int = 1_000_000) -> None:
        self.limit = limit
        self._ids = _Ids()
        self._normals: list[str] = []

    def __len__(self) -> int:
        return len(self._ids)

    def __repr__(self) -> str:
        return f"Vocabulary({len(self)} words)"

    def __contains__(self, word: str) -> bool:
        return word in self._ids

    def __getitem__(self, word: str) -> int:
        """The id of a word, a new one if the word is new."""
        return self._ids[word]

    def word(self, word_id: int) -> str:
        return self._ids.words[word_id]

    def normals(self) -> list[str]:
        """The normal forms of all words so far, made once for all who look words up in lists."""
        for word in self._ids.words[len(self._normals) :]:
            form = normal(word)
            self._normals.append(word if form == word else form)  # so that most strings are kept once
        return self._normals

    def intern(self, words: list[str]) -> Ints:
        """The ids of these words."""
        return np.fromiter(map(self._ids.__getitem__, words), dtype=np.int64, count=len(words))

    def renewed(self) -> Vocabulary:
        """This vocabulary, or an empty one with the same limit if this one is full."""
        return self if len(self) < self.limit else Vocabulary(self.limit)


class _Ids(dict[str, int]):
    def __init__(self) -> None:
        self.words: list[str] = []

    def __missing__(self, word: str) -> int:
        self[word] = word_id = len(self.words)
        self.words.append(word)
        return word_id
