"""Dates of a note moved by a shift. Those without a year, or without a month, lean on a full date near them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple, TypeAlias

from incognote.replace.date_forms import Part, year_of
from incognote.replace.date_names import DECADE
from incognote.replace.date_tokens import AMBIGUOUS, IMPOSSIBLE, NotRead
from incognote.replace.shifts import Shift


class Values(NamedTuple):
    """The year, month and day of a date, 0 where it has none."""

    year: int = 0
    month: int = 0
    day: int = 0


class Cycle(NamedTuple):
    """A round of days that a date without a century, or without a year, goes through again and again.

    Moving it there and back gives the same text, whichever century or year was meant.
    """

    first: date
    size: int


CENTURY = Cycle(date(1951, 1, 1), 36525)
YEAR = Cycle(date(2001, 1, 1), 365)

_FEW_YEARS = 5
"""How far ahead a year of two digits may lie; one that is farther off is of the past, such as a year of birth."""


Place: TypeAlias = tuple[int, int]
"""The number of a span in its note, and of a date in its span."""


class When(NamedTuple):
    """A day in the calendar or in a cycle."""

    day: date
    cycle: Cycle | None


def when(part: Part) -> When | None:
    """The day of a date that has a day, a month and a year."""
    if not (part.day and part.month and part.year):
        return None
    cycle = CENTURY if part.year.size == 2 else None
    return When(date(year_of(part.year), part.month.value, part.day.value), cycle)


def moved(day: When, shift: Shift) -> Values:
    if day.cycle is None:
        try:
            new = day.day + timedelta(days=shift.days)
        except OverflowError:
            raise NotRead(IMPOSSIBLE) from None
        if new.year < 1000:
            raise NotRead(IMPOSSIBLE)
    else:
        days = shift.rest if day.cycle is YEAR else shift.days
        first = day.cycle.first.toordinal()
        new = date.fromordinal(first + (day.day.toordinal() - first + days) % day.cycle.size)
    return Values(new.year, new.month, new.day)


def is_ahead(values: Values, latest: date, two_digits: bool) -> bool:
    """Whether all of a date lies after a day; one without a year doesn't, nor one of two digits that is far ahead."""
    if not values.year or (two_digits and values.year > latest.year + _FEW_YEARS):
        return False
    return (values.year, values.month or 1, values.day or 1) > (latest.year, latest.month, latest.day)


def move_alone(part: Part, shift: Shift) -> Values | None:
    """The new values of a date that needs no other; None for one without a year that has a day."""
    full = when(part)
    if full:
        values = moved(full, shift)
    elif part.day:
        return None
    elif part.year:
        values = _without_day(part, year_of(part.year), shift)
    else:
        values = Values(month=(part.month.value - 1 + shift.months) % 12 + 1 if part.month else 0)
    if (part.year_shows and 1 <= values.year % 100 <= 31) or (part.day_shows and values.day <= 12):
        raise NotRead(AMBIGUOUS)
    return values


def _without_day(part: Part, year: int, shift: Shift) -> Values:
    month = 0
    if part.month:
        months = year * 12 + part.month.value - 1 + shift.months
        year, month = months // 12, months % 12 + 1
    elif part.year and part.year.mark == DECADE:
        year += round(shift.years / 10) * 10
    else:
        year += shift.years
    if part.year and part.year.size == 4 and not 1000 <= year <= 9999:
        raise NotRead(IMPOSSIBLE)
    return Values(year, month)


class Anchors:
    """Known days of a note by their place, to find the one that a partial date leans on."""

    def __init__(self, known: Mapping[Place, When]) -> None:
        self._known = known
        self._places = sorted(known)

    def near(self, place: Place) -> When | None:
        """The nearest day in the same span, else the one before, else the one after."""
        i = bisect(self._places, place)
        around = self._places[max(i - 1, 0) : i + 1]
        same = [other for other in around if other[0] == place[0]]
        return self._known[(same or around)[0]] if around else None


def lean(part: Part, anchor: When | None) -> When:
    """The day of a date without a year: the one nearest to the anchor, or one in a year of 365 days."""
    if part.day is None:
        raise ValueError("only a day can lean on another")
    if part.month is None:
        if anchor is None:
            raise NotRead(AMBIGUOUS)
        months = anchor.day.year * 12 + anchor.day.month - 1
        options = [((months + more) // 12, (months + more) % 12 + 1) for more in (-1, 0, 1)]
    elif anchor is None:
        anchor = When(YEAR.first, YEAR)
        options = [(YEAR.first.year, part.month.value)]
    else:
        options = [(anchor.day.year + more, part.month.value) for more in (-1, 0, 1)]
    days = [day for year, month in options if (day := _date(year, month, part.day.value))]
    nearest = min(days, key=lambda day: abs(day - anchor.day), default=None)
    if nearest is None or (anchor.cycle is not YEAR and abs(nearest - anchor.day).days > 183):
        raise NotRead(IMPOSSIBLE)
    return When(nearest, anchor.cycle)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
