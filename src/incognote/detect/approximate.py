"""Misspelt words: which word of a list is one edit away (`chicage`: chicago)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from incognote.types import Ints

_SHORTEST = 5  # letters; of shorter words too many are one edit from another
_BITS = 1 << 20  # some thirty times as many as a long list has forms


class OneDeletion:
    """Finds the words of a list that are one edit from a word: a letter too many or too few, another one, or two
    swapped.

    Two words one edit apart share a form with one letter deleted, or one is that form of the other. The hashes of these
    forms lie sorted in an array, made when first asked for: 12 bytes a form, where a dictionary takes 150.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._words = sorted({word for word in words if len(word) >= _SHORTEST})
        self._longest = max(map(len, self._words), default=0)

    def __repr__(self) -> str:
        return f"OneDeletion({len(self._words)} words)"

    def match(self, word: str) -> str | None:
        """The first word in order of the alphabet that is exactly one edit from this one, both in normal form."""
        if not _SHORTEST <= len(word) <= self._longest + 1:
            return None
        near = (known for known in self._candidates(word) if _one_edit(word, known))
        return min(near, default=None)

    def _candidates(self, word: str) -> Iterator[str]:
        """The words that share the hash of a form."""
        bits = self._bits
        for form in _forms(word):
            number = hash(form)
            place = number % _BITS
            if bits[place >> 3] >> (place & 7) & 1:  # as of few forms
                yield from self._with_form(number)

    def _with_form(self, number: int) -> Iterator[str]:
        """The words that have a form with this hash."""
        hashes, owners = self._index
        at = int(hashes.searchsorted(number))
        while at < len(hashes) and hashes[at] == number:
            yield self._words[owners[at]]
            at += 1

    @cached_property
    def _bits(self) -> bytes:
        """A bit for each hash of a form, at the place that its lower bits name."""
        bits = np.zeros(_BITS, dtype=bool)
        bits[self._index[0] % _BITS] = True
        return np.packbits(bits, bitorder="little").tobytes()

    @cached_property
    def _index(self) -> tuple[Ints, np.ndarray[tuple[int], np.dtype[np.int32]]]:
        """Hashes of forms in order, and the place in the list of the word that each is of."""
        lengths = np.fromiter((len(word) + 1 for word in self._words), np.int64, len(self._words))
        forms = (hash(form) for word in self._words for form in _forms(word))
        hashes = np.fromiter(forms, np.int64, int(lengths.sum()))
        order = np.argsort(hashes)
        return hashes[order], np.repeat(np.arange(len(self._words), dtype=np.int32), lengths)[order]


def _forms(word: str) -> Iterator[str]:
    """The word, and what is left of it without one of its letters."""
    yield word
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]


def _one_edit(word: str, other: str) -> bool:
    if len(word) > len(other):
        word, other = other, word
    longer = len(other) - len(word)
    if longer > 1 or word == other:
        return False
    at = next((at for at, letter in enumerate(word) if letter != other[at]), len(word))
    if longer:
        return word[at:] == other[at + 1 :]
    swapped = word[at : at + 2] == other[at : at + 2][::-1] and word[at + 2 :] == other[at + 2 :]
    return swapped or word[at + 1 :] == other[at + 1 :]
