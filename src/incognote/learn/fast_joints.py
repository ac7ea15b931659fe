"""The joint values of a note's tokens, all joints at once, looked up in hash tables: where loops are compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.features.coded import Codes
from incognote.learn.features.joints import BITS, Joint
from incognote.learn.index import EDGE

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.learn.kernels import Kernels
    from incognote.learn.reading import Reading
    from incognote.types import Ints

    Small = npt.NDArray[np.int32]

_UNKNOWN = -1


class FastJoints:
    """The values of joints that are fixed, from the codes of words.

    A word has a code for each function of it that joints have as a part: many ask the same.
    """

    def __init__(self, joints: Sequence[Joint], kernels: Kernels) -> None:
        self._join = kernels.join
        self._of_word: dict[Callable[[str], str], Codes] = {}
        asked: dict[tuple[int, int], int] = {}
        parts: list[tuple[int, int]] = []
        tables, slots, keys = [], [], []
        base = known = 0
        for joint in joints:
            first = len(parts)
            keys.append(self._keys_of(joint))
            functions = list(self._of_word)
            for place, (part, offset) in enumerate(zip(joint.parts, joint.offsets, strict=True)):
                what = offset, functions.index(part.of_word)
                parts.append((asked.setdefault(what, len(asked)), BITS * place))
            size = 2 << len(joint.keys).bit_length()
            tables.append((first, len(parts), base, size, known))
            slots.append(kernels.hashed(keys[-1], size))
            base, known = base + size, known + len(joint.keys)
        self._shape = np.array(list(asked)), np.array(parts), np.array(tables)
        numbers = np.concatenate(slots)
        numbers[numbers >= 0] += EDGE + 1  # a joint's list has none for the edge
        self._slots = numbers, np.concatenate([np.zeros(EDGE + 1, dtype=np.int64), *keys])

    def _keys_of(self, joint: Joint) -> Ints:
        """The keys of a joint's values, in which the codes of its parts are those that all joints share."""
        keys = np.zeros(len(joint.keys), dtype=np.int64)
        for place, part in enumerate(joint.parts):
            codes = self._of_word.setdefault(part.of_word, Codes())
            assert len(codes) + len(part.codes) <= 1 << BITS  # else two would have one code
            shared = np.fromiter((codes[value] for value in part.codes), np.int64, len(part.codes))
            keys |= shared[joint.keys >> BITS * place & (1 << BITS) - 1] << BITS * place
        return keys

    @property
    def width(self) -> int:
        """The codes of a word."""
        return len(self._of_word)

    def codes(self, words: Sequence[str]) -> Small:
        """[words, functions]: the code of each value, below 0 where no joint has it."""
        columns = [[codes.get(value, _UNKNOWN) for value in map(of, words)] for of, codes in self._of_word.items()]
        return np.array(columns, dtype=np.int32).T

    def __call__(self, reading: Reading, codes: Small, row_of: Ints, found: Small) -> None:
        """Put into `found`, [joints, tokens], the number of each value in its group, -1 where it has none."""
        self._join(row_of, codes, *self._shape, self._slots, reading.window_bounds, found)
