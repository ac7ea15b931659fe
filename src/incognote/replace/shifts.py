"""How far a patient's dates are moved."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from functools import lru_cache

from incognote.errors import ConfigError
from incognote.known.ids import plain_id
from incognote.replace.keys import Key

_YEAR = 365.2425
_FARTHEST = 50  # a shift of near a hundred years would leave years of two digits as they are
_FEWEST = 12


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


@dataclass(frozen=True, slots=True)
class Reach:
    """From how many to how many years dates are moved, give or take a week; backwards or either way."""

    low: int = 1
    high: int = 20
    backwards: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.low <= self.high <= _FARTHEST:
            raise ConfigError(f"dates can be shifted by 1 to {_FARTHEST} years; give the smaller number first")
        if len(self.shifts) < _FEWEST:
            raise ConfigError(
                f"there are only {len(self.shifts)} shifts from {self.low} to {self.high} years, which are soon tried; "
                f"take a wider range, with at least {_FEWEST}"
            )

    @property
    def shifts(self) -> tuple[Shift, ...]:
        """All shifts there are.

        Whole weeks keep the weekday; within a week and a half of whole years they keep the season. None is 0, and none
        is a whole number of years, which would leave a date without a year where it is.
        """
        return _shifts(self.low, self.high, self.backwards)

    @property
    def purpose(self) -> str:
        """What its sub-key is for: each range draws anew, so that a shift of one tells nothing of another's."""
        return "dates/1" if self == ANY else f"dates/1/{self.low}-{self.high}{'/back' if self.backwards else ''}"


@lru_cache(maxsize=16)
def _shifts(low: int, high: int, backwards: bool) -> tuple[Shift, ...]:
    near = (
        Shift(round(years * _YEAR / 7) + more)
        for years in range(-high, high + 1)
        if abs(years) >= low and (years < 0 or not backwards)
        for more in (-1, 0, 1)
    )
    return tuple(shift for shift in near if shift.rest)


ANY = Reach()
"""1 to 20 years, either way."""


def shift_of(key: Key, patient: str, reach: Reach = ANY) -> Shift:
    """The patient's shift: years forwards or backwards, give or take a week, so that the season stays."""
    digest = hmac.digest(key.subkey(reach.purpose), plain_id(patient).encode("utf-8", "surrogatepass"), "sha256")
    return reach.shifts[int.from_bytes(digest) % len(reach.shifts)]
