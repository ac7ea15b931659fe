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


class FastJoints:
    """The values of joints that are fixed. It holds numbers of words' values and no words."""

    def __init__(self, joints: Sequence[Joint], kernels: Kernels) -> None:
        self._join = kernels.join
        self._parts = [part for joint in joints for part in joint.parts]
        self._vocabulary: Vocabulary | None = None
        self._known = 0
        self._codes = np.zeros((_LEAST_ROOM, len(self._parts)), dtype=np.int32)
        parts: list[tuple[int, int, int]] = []
        tables, slots, numbers = [], [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        base = 0
        for joint in joints:
            first = len(parts)
            parts += [(first + place, offset, BITS * place) for place, offset in enumerate(joint.offsets)]
            size = 2 << len(joint.keys).bit_length()
            tables.append((first, len(parts), base, size))
            base += size
            for made, some in zip((slots, numbers), kernels.hashed(joint.keys, size), strict=True):
                made.append(some)
        self._shape = np.array(parts, dtype=np.int64).reshape(-1, 3), np.array(tables, dtype=np.int64).reshape(-1, 4)
        self._slots, self._numbers = np.concatenate(slots), np.concatenate(numbers)

    def __call__(self, reading: Reading) -> Ints:
        """[joints, tokens]: the number of each value in its group, -1 where it has none."""
        tokens = reading.layout.tokens
        self._learn(tokens.vocabulary)
        found = np.empty((len(self._shape[1]), len(tokens)), dtype=np.int64)
        codes = self._codes.take(tokens.ids, axis=0)
        self._join(codes, *self._shape, self._slots, self._numbers, *reading.window_bounds, found)
        found[found >= 0] += EDGE + 1  # a joint's list has none for the edge
        return found

    def _learn(self, vocabulary: Vocabulary) -> None:
        """Compute the codes of words that are new."""
        if vocabulary is not self._vocabulary:
            self._vocabulary, self._known = vocabulary, 0
        if len(vocabulary) > len(self._codes):
            grown = np.zeros((2 * len(vocabulary), len(self._parts)), dtype=np.int32)
            grown[: self._known] = self._codes[: self._known]
            self._codes = grown
        for number in range(self._known, len(vocabulary)):
            word = vocabulary.word(number)
            self._codes[number] = [part.code(word) for part in self._parts]
        self._known = len(vocabulary)
