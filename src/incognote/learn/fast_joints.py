"""The joint values of a note's tokens, all joints at once, looked up in hash tables: where loops are compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.features.coded import Codes
from incognote.learn.features.joints import BITS, Joint
from incognote.learn.index import EDGE

if TYPE_CHECKING:
    from incognote.learn.kernels import Kernels
    from incognote.learn.reading import Reading
    from incognote.types import Ints

_UNKNOWN = -1


class FastJoints:
    """The values of joints that are fixed, from the codes of words.

    A word has a code for each function of it that joints have as a part: many ask the same.
    """

    def __init__(self, joints: Sequence[Joint], kernels: Kernels) -> None:
        self._join = kernels.join
        self._of_word: dict[Callable[[str], str], Codes] = {}
        parts: list[tuple[int, int, int]] = []
        tables: list[tuple[int, int, int, int, int]] = []
        keys, slots = [], []
        base = known = 0
        for joint in joints:
            first = len(parts)
            keys.append(self._keys_of(joint))
            of_word = list(self._of_word)
            for place, (part, offset) in enumerate(zip(joint.parts, joint.offsets, strict=True)):
                parts.append((offset, of_word.index(part.of_word), BITS * place))
            size = 2 << len(joint.keys).bit_length()
            tables.append((first, len(parts), base, size, known))
            slots.append(kernels.hashed(keys[-1], size))
            base, known = base + size, known + len(joint.keys)
        self._parts, self._tables = np.array(parts, dtype=np.int64), np.array(tables, dtype=np.int64)
        self._slots, self._keys = np.concatenate(slots), np.concatenate(keys)

    def _keys_of(self, joint: Joint) -> Ints:
        """The keys of a joint's values, in which the codes of its parts are those that all joints share."""
        keys = np.zeros(len(joint.keys), dtype=np.int64)
        for place, part in enumerate(joint.parts):
            codes = self._of_word.setdefault(part.of_word, Codes())
            shared = np.fromiter((codes[value] for value in part.codes), np.int64, len(part.codes))
            keys |= shared[joint.keys >> BITS * place & (1 << BITS) - 1] << BITS * place
        return keys

    @property
    def width(self) -> int:
        """The codes of a word."""
        return len(self._of_word)

    def codes(self, words: Sequence[str]) -> Ints:
        """[words, functions]: the code of each value, below 0 where no joint has it."""
        columns = [[codes.get(value, _UNKNOWN) for value in map(of, words)] for of, codes in self._of_word.items()]
        return np.array(columns, dtype=np.int64).T

    def __call__(self, reading: Reading, codes: Ints, row_of: Ints, found: Ints) -> None:
        """Put into `found`, [tokens, joints], the number of each value in its group, -1 where it has none."""
        tables = self._parts, self._tables, self._slots, self._keys
        self._join(row_of, codes, *tables, *reading.window_bounds, EDGE + 1, found)  # its list has none for the edge
