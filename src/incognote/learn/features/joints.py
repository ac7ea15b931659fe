"""Two or more values of words side by side as one: a word with the next, the shapes of three words in a row.

    { use = "joint", name = "word-and-next", of = [["folded", 0], ["folded", 1]] }

A value is a number made of the numbers of its parts, so that a note's values are looked up all at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.checks import require
from incognote.learn.features.coded import Coded, Codes

if TYPE_CHECKING:
    from incognote.learn.reading import Reading
    from incognote.types import Ints
    from incognote.vocabulary import Vocabulary

JOINT = "joint"
_BETWEEN = "\t"  # no word has it
_NOTHING, _UNKNOWN = 0, -1
BITS = 20  # for the number of a part; three parts fit
_LEAST_TIMES = 2  # in training notes: what is seen once says little, and there is much of it
_LEAST_ROOM = 4096  # words


class Joint:
    """The joint values of a note's tokens. It learns values until they are fixed."""

    def __init__(self, parts: Sequence[tuple[Callable[[str], str], int]]) -> None:
        self.parts = [Part(of_word) for of_word, _ in parts]
        self.offsets = [offset for _, offset in parts]
        self._times: Counter[str] = Counter()
        self.keys: Ints = np.zeros(0, dtype=np.int64)
        """Of the values that are fixed, in their order."""

    def values(self, reading: Reading) -> Coded:
        """The values of a note as texts, which are learned."""
        keys, numbers, times = np.unique(self._keys_of(reading), return_inverse=True, return_counts=True)
        texts = [self._text(key) for key in keys.tolist()]
        self._times.update(dict(zip(texts, times.tolist(), strict=True)))
        return Coded(numbers, texts)

    def often(self, text: str) -> bool:
        """Whether a value was seen often enough to be kept."""
        return self._times[text] >= _LEAST_TIMES

    def fix(self, texts: Sequence[str]) -> None:
        """From now on know these values only, by their places in the list."""
        self._times.clear()
        width = len(self.parts)
        every = _BETWEEN.join(texts).split(_BETWEEN) if texts else []
        require(len(every) == width * len(texts))
        self.keys = _joined([part.fix(every[place::width]) for place, part in enumerate(self.parts)])

    @cached_property
    def _by_key(self) -> tuple[Ints, Ints]:
        order = self.keys.argsort()
        return self.keys[order], order

    def numbers(self, reading: Reading) -> Ints:
        """The place of each token's value in the list; -1 where it isn't there."""
        keys = self._keys_of(reading)
        known, numbers = self._by_key
        if not len(known):
            return np.full(len(keys), _UNKNOWN, dtype=np.int64)
        at = known.searchsorted(keys).clip(max=len(known) - 1)
        return np.where(known[at] == keys, numbers[at], _UNKNOWN)

    def _keys_of(self, reading: Reading) -> Ints:
        tokens = reading.layout.tokens
        columns = [part.of(tokens.vocabulary, tokens.ids) for part in self.parts]
        pairs = zip(columns, self.offsets, strict=True)
        return _joined([reading.shifted(column, offset, _NOTHING) for column, offset in pairs])

    def _text(self, key: int) -> str:
        mask = (1 << BITS) - 1
        return _BETWEEN.join(part.texts[key >> BITS * place & mask] for place, part in enumerate(self.parts))


class Part:
    """The numbers of a word's values, computed once a word."""

    def __init__(self, of_word: Callable[[str], str]) -> None:
        self.of_word = of_word
        self._vocabulary: Vocabulary | None = None
        self.codes = Codes()
        self.texts: list[str] = [""]
        self._is_fixed = False
        self._known = 0
        self._of_words: Ints = np.zeros(_LEAST_ROOM, dtype=np.int64)

    def fix(self, texts: Sequence[str]) -> Ints:
        """Know these values only; gives their numbers."""
        self.codes = Codes()
        self.texts = []
        self._is_fixed = True
        self._vocabulary = None
        return np.fromiter(map(self.codes.__getitem__, texts), dtype=np.int64, count=len(texts))

    def of(self, vocabulary: Vocabulary, ids: Ints) -> Ints:
        if vocabulary is not self._vocabulary:
            self._vocabulary, self._known = vocabulary, 0
        if len(vocabulary) > len(self._of_words):
            self._of_words = np.resize(self._of_words, 2 * len(vocabulary))
        for number in range(self._known, len(vocabulary)):
            self._of_words[number] = self.code(vocabulary.word(number))
        self._known = len(vocabulary)
        return self._of_words[ids]

    def code(self, word: str) -> int:
        """The number of a word's value; -1 where that isn't known."""
        value = self.of_word(word)
        if self._is_fixed:
            return self.codes.get(value, _UNKNOWN)
        code = self.codes[value]
        if code == len(self.texts):
            self.texts.append(value)
        return code


def _joined(columns: Sequence[Ints]) -> Ints:
    """One number of several; -1 where any is unknown."""
    keys = columns[0].copy()
    for place, column in enumerate(columns[1:], 1):
        keys += column << BITS * place
    unknown = np.minimum.reduce([*columns]) < 0
    keys[unknown] = _UNKNOWN
    return keys
