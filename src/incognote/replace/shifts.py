"""How far a patient's dates are moved."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from incognote.known.ids import plain_id
from incognote.replace.keys import Key

_YEAR = 365.2425
_FARTHEST = 20


@dataclass(frozen=True, slots=True)
class Shift:
    """A number of weeks, and what it means for dates that have no day: the nearest months or years."""

    weeks: int

    @property
    def days(self) -> int:
        return 7 * self.weeks

    @property
    def months(self) -> int:
        return round(self.days * 12 / _YEAR)

    @property
    def years(self) -> int:
        return round(self.days / _YEAR)

    @property
    def rest(self) -> int:
        """The days beyond whole years."""
        return self.days - round(self.years * _YEAR)

    def __neg__(self) -> Shift:
        return Shift(-self.weeks)


_SHIFTS = tuple(
    weeks
    for years in range(-_FARTHEST, _FARTHEST + 1)
    if years
    for weeks in (round(years * _YEAR / 7) + more for more in (-1, 0, 1))
    if Shift(weeks).rest
)
"""Whole weeks keep the weekday; within a week and a half of whole years they keep the season. None is 0, and none is a
whole number of years, which would leave a date without a year where it is."""


def shift_of(key: Key, patient: str) -> Shift:
    """The patient's shift: 1 to 20 years forwards or backwards, give or take a week, so that the season stays."""
    digest = hmac.digest(key.subkey("dates/1"), plain_id(patient).encode("utf-8", "surrogatepass"), "sha256")
    return Shift(_SHIFTS[int.from_bytes(digest) % len(_SHIFTS)])
