"""Eponyms: names that stand before a noun of medicine (Parkinson's disease) and after no title are no people here.

They need more than a hint to be taken for PHI, whatever the operating point; where a name is more likely than not, it
stays one (Dr. Parkinson treated Parkinson's disease).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
        self._bits = classes.bits
        self._nouns, self._titles = (sum(1 << classes.bit(name) for name in names) for names in (_NOUNS, _TITLES))
        self._eponym, self._word, self._everyday, self._eponym_noun = (
            1 << classes.bit(name) for name in ("eponym", "word", "everyday", "eponym-noun")
        )

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
        is_listed = bool(self._bits(word(place)) & self._eponym)
        if not is_possessive and not is_listed:
            return False
        behind = [word(at) for at in range(place + 1, min(length, place + _REACH)) if word(at) not in _BETWEEN][:2]
        if not behind:
            return False
        if self._is_noun(behind[0]) or (behind[0].islower() and self._is_eponym_noun(behind[-1])):
            return True
        is_anything = behind[0].islower() and not self._bits(behind[0]) & self._titles  # Wharton's jelly, not his wife
        return is_possessive and is_listed and is_anything

    def _is_noun(self, word: str) -> bool:
        """A noun of medicine, or a rare word in small letters."""
        is_rare = word.islower() and self._bits(word) & (self._word | self._everyday) == self._word
        return is_rare or any(self._bits(form) & self._nouns for form in _forms(word))

    def _is_eponym_noun(self, word: str) -> bool:
        """One that eponyms go with."""
        return any(self._bits(form) & self._eponym_noun for form in _forms(word))


def _forms(word: str) -> list[str]:
    """A word, and what it may be the plural of: diseases, anomalies, kyphoses."""
    plurals = (("s", ""), ("ies", "y"), ("es", "is"))
    return [word, *(word.removesuffix(end) + one for end, one in plurals if word.endswith(end))]
