"""Words as small numbers, so that what depends on a word alone is computed once a word."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ReferenceType, ref

import numpy as np

from incognote.lexicons import normal

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints

_LEAST_ROOM = 1024  # words


class Vocabulary:
    """Gives each distinct word an id, 0, 1, 2, … in order of first sight; ids never change.

    It holds words of records and only grows; whoever lays out many notes asks for `renewed` between them, which gives
    another one in place of one that has reached its limit, with those words that several notes had. Layouts made
    earlier keep theirs.
    """

    def __init__(self, limit: int = 1_000_000) -> None:
        self.limit = limit
        self._ids = _Ids()
        self._normals: list[str] = []
        self._again: npt.NDArray[np.bool_] = np.zeros(_LEAST_ROOM, dtype=bool)  # words that were there before a note
        self._before: ReferenceType[Vocabulary] | None = None
        self._old_ids: Ints = np.zeros(0, dtype=np.int64)

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
        """The ids of the words of a note."""
        there = len(self)
        ids = np.fromiter(map(self._ids.__getitem__, words), dtype=np.int64, count=len(words))
        if there > len(self._again):
            self._again = np.pad(self._again, (0, there))
        self._again[ids[ids < there]] = True
        return ids

    def renewed(self) -> Vocabulary:
        """This vocabulary or, if it is full, another one with the same limit."""
        if len(self) < self.limit:
            return self
        new = Vocabulary(self.limit)
        new._before, new._old_ids = ref(self), self._again.nonzero()[0][: self.limit // 2]
        for word_id in new._old_ids.tolist():
            new._ids[self.word(word_id)]
        return new

    def old_ids(self, before: Vocabulary | None, known: int) -> Ints:
        """The ids that the first words of this vocabulary had in the one before it, as far as those were known there.

        So what was computed for these words can be taken along. There are none if this one followed upon another.
        """
        if before is None or self._before is None or self._before() is not before:
            return self._old_ids[:0]
        return self._old_ids[: self._old_ids.searchsorted(known)]


class _Ids(dict[str, int]):
    def __init__(self) -> None:
        self.words: list[str] = []

    def __missing__(self, word: str) -> int:
        self[word] = word_id = len(self.words)
        self.words.append(word)
        return word_id
