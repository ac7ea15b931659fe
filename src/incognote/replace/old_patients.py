"""Patients whose notes, taken together, tell an age over 89: a birth date in one note, a later year in another."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HIGHEST_AGE = 89
_NEVER = 9999
# Each begins with the few characters it can begin with, and looks behind those: so most of a text is passed over fast.
_AGE = re.compile(r"[19](?<![\d./-].)(?:(?<=9)\d|(?<=1)[01]\d)[\s-]{0,2}(?i:y\.?\s?o\b|y/o|yrs?\b|years?\b)")
_AGE_IN_WORDS = re.compile(
    r"[aAnNcC](?<!\w.)(?i:(?<=a)ge[d:]?\s{1,3}(?:9\d|1[01]\d)\b(?![./])|(?<=n)inety|(?<=n)onagenarian|(?<=c)entenarian)"
)
_BIRTH = re.compile(
    r"[bBdD](?<!\w.)(?i:(?<=d)\.?o\.?b\b|(?<=b)irth|(?<=b)orn\b)[^\n\d]{0,20}(?:\d{1,2}[^\d\n]\w{1,9}[^\d\n])?"
    r"(1[89]\d\d|20\d\d)\b"
)
_YEAR = re.compile(r"[12](?<![\d.,].)(?:(?<=1)[89]|(?<=2)0)\d\d(?![\d.,]\d|\d)")


@dataclass(frozen=True, slots=True)
class Ages:
    """The first year of birth and the latest year of some notes, and whether an age over 89 stands there."""

    born: int = _NEVER
    latest: int = 0
    over_89: bool = False

    def __or__(self, other: Ages) -> Ages:
        return Ages(min(self.born, other.born), max(self.latest, other.latest), self.over_89 or other.over_89)

    @property
    def are_old(self) -> bool:
        return self.over_89 or self.latest - self.born > _HIGHEST_AGE


NO_AGES = Ages()


def ages_in(text: str) -> Ages:
    """What a text tells.

    It is looked for without a detector, so that some are taken for old who aren't: a tag too many tells nothing.
    """
    births = [int(year) for year in _BIRTH.findall(text)]
    years = map(int, _YEAR.findall(text))
    told = _AGE.search(text) or _AGE_IN_WORDS.search(text)
    return Ages(min(births, default=_NEVER), max(years, default=0), told is not None)
