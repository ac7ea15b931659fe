"""Eponyms: names that stand before a noun of medicine (Parkinson's disease) and after no title are no people here.

They need more than a hint to be taken for PHI, whatever the operating point; where a name is more likely than not, it
stays one (Dr. Parkinson treated Parkinson's disease).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incognote.detect.classes import Classes
    from incognote.types import Layout

    Word = Callable[[int], str]

_NOUNS = ("eponym-noun", "medicine", "medical", "scale", "device-word")
_TITLES = ("doctor-title", "person-title", "other-title", "relation", "name-field", "doctor-field")
_APOSTROPHES = frozenset({"'", "\u2019"})
_HYPHENS = frozenset({"-", "\u2013"})
_JOINING = _APOSTROPHES | _HYPHENS
_BETWEEN = _APOSTROPHES | {"s", "S"}
_REACH = 5  # tokens from an eponym to its noun, and to its title
_MOST_JOINED = 3  # names after the first


class Eponyms:
    """Finds eponyms by the classes of words around them."""

    def __init__(self, classes: Classes) -> None:
        self._bits = lru_cache(maxsize=50_000)(classes.bits)
        self._nouns, self._titles = (sum(1 << classes.bit(name) for name in names) for names in (_NOUNS, _TITLES))
        self._eponym, self._word, self._everyday = (1 << classes.bit(name) for name in ("eponym", "word", "everyday"))

    def among(self, layout: Layout, places: Iterable[int]) -> list[int]:
        """Those of some tokens that are eponyms where they stand."""
        word, ids = layout.tokens.vocabulary.word, layout.tokens.ids.tolist()

        def word_at(at: int) -> str:
            return word(ids[at])

        behind = [*ids[1:], ids[-1]] if ids else []
        possible = [
            place for place in places if self._bits(word(ids[place])) & self._eponym or word(behind[place]) in _JOINING
        ]
        return [place for place in possible if self._is_eponym(word_at, place, len(ids))]

    def _is_eponym(self, word: Word, place: int, length: int) -> bool:
        before = next((at for at in range(place - 1, max(-1, place - _REACH), -1) if word(at) != "."), None)
        if before is not None and self._bits(word(before)) & self._titles:
            return False
        for _ in range(_MOST_JOINED):  # Guillain-Barré syndrome
            if place + 2 < length and word(place + 1) in _HYPHENS:
                place += 2
        is_possessive = place + 2 < length and word(place + 1) in _APOSTROPHES and word(place + 2) in _BETWEEN
        if not is_possessive and not self._bits(word(place)) & self._eponym:
            return False
        behind = next((at for at in range(place + 1, min(length, place + _REACH)) if word(at) not in _BETWEEN), None)
        return behind is not None and self._is_noun(word(behind))

    def _is_noun(self, word: str) -> bool:
        """A noun of medicine, or a rare word in small letters."""
        bits = self._bits(word)
        return bool(bits & self._nouns) or (word.islower() and bits & (self._word | self._everyday) == self._word)
