"""Values of places as numbers: far cheaper than a text a token where there are few different ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incognote.types import Ints


@dataclass(frozen=True, eq=False, repr=False)
class Coded:
    """For each token the number of its value among `texts`: a tuple, if it is the same for all notes."""

    numbers: Ints
    texts: Sequence[str]

    def __len__(self) -> int:
        return len(self.numbers)


class Codes(dict[str, int]):
    """Numbers for texts, in order of first sight; 0 stands for no value."""

    def __init__(self) -> None:
        super().__init__({"": 0})

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number
