"""The joint values of a note's tokens, all joints at once, looked up in hash tables: where loops are compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.features.joints import BITS, Joint
from incognote.learn.index import EDGE

if TYPE_CHECKING:
    from incognote.learn.kernels import Kernels
    from incognote.learn.reading import Reading
    from incognote.types import Ints
    from incognote.vocabulary import Vocabulary

_LEAST_ROOM = 1024  # words
_AT_ONCE = 1024  # words
_UNKNOWN = -(1 << 61)  # the sum with any two others is below 0


class FastJoints:
    """The values of joints that are fixed. It holds numbers of words' values and no words."""

    def __init__(self, joints: Sequence[Joint], kernels: Kernels) -> None:
        self._join = kernels.join
        parts = [(part, BITS * place) for joint in joints for place, part in enumerate(joint.parts)]
        self._of_word = list(dict.fromkeys(part.of_word for part, _ in parts))
        self._parts = [
            (self._of_word.index(part.of_word), {value: code << shift for value, code in part.codes.items()})
            for part, shift in parts
        ]
        self._vocabulary: Vocabulary | None = None
        self._known = 0
        self._codes = np.zeros((_LEAST_ROOM, len(self._parts)), dtype=np.int64)
        offsets: list[int] = []
        tables, slots = [], []
        base = 0
        for joint in joints:
            first = len(offsets)
            offsets += joint.offsets
            size = 2 << len(joint.keys).bit_length()
            tables.append((first, len(offsets), base, size))
            base += size
            slots.append(kernels.hashed(joint.keys, size))
        self._shape = np.array(offsets, dtype=np.int64), np.array(tables, dtype=np.int64).reshape(-1, 4)
        self._slots = np.concatenate(slots)
        self._slots[self._slots[:, 1] >= 0, 1] += EDGE + 1  # a joint's list has none for the edge

    def __call__(self, reading: Reading, found: Ints) -> None:
        """Put into `found`, [tokens, joints], the number of each value in its group, -1 where it has none."""
        tokens = reading.layout.tokens
        self._learn(tokens.vocabulary)
        self._join(tokens.ids, self._codes, *self._shape, self._slots, *reading.window_bounds, found)

    def _learn(self, vocabulary: Vocabulary) -> None:
        """Compute the codes of words that are new."""
        if vocabulary is not self._vocabulary:
            old_ids = vocabulary.old_ids(self._vocabulary, self._known)
            self._vocabulary, self._known = vocabulary, len(old_ids)
            self._codes[: self._known] = self._codes[old_ids]
        if len(vocabulary) > len(self._codes):
            grown = np.zeros((2 * len(vocabulary), len(self._parts)), dtype=np.int64)
            grown[: self._known] = self._codes[: self._known]
            self._codes = grown
        for first in range(self._known, len(vocabulary), _AT_ONCE):
            words = [vocabulary.word(number) for number in range(first, min(first + _AT_ONCE, len(vocabulary)))]
            values = [[*map(of_word, words)] for of_word in self._of_word]  # many parts ask the same
            for column, (place, codes) in enumerate(self._parts):
                known = (codes.get(value, _UNKNOWN) for value in values[place])
                self._codes[first : first + len(words), column] = np.fromiter(known, np.int64, len(words))
        self._known = len(vocabulary)
