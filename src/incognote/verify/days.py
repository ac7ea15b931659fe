"""What a date says, and how else the same may be written: 12/27/2024, Dec 27, 2024 and 2024-12-27 are one day."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from incognote.known.dates import month_names, solid_forms, triples
from incognote.layout.folding import usual_text
from incognote.replace.date_forms import Order, read, year_of
from incognote.replace.date_names import DECADE
from incognote.replace.date_tokens import HOLIDAY, NotRead, tokens_of

Fields: TypeAlias = tuple[str, ...]
"""The numbers and names of a date as it is written, in their order: numbers without leading zeros."""

_GLUED = 8  # digits; dates of six look like many other numbers


class When(NamedTuple):
    """The year, month and day of a date, 0 where it has none."""

    year: int
    month: int
    day: int

    @property
    def is_full(self) -> bool:
        return all(self)


@lru_cache(maxsize=10_000)
def whens_of(text: str) -> frozenset[When]:
    """What the dates of a text may say: 3/4/2020 is a day in March or in April. Weekdays and seasons say nothing."""
    found = set()
    for order in (Order(day_first=False), Order(day_first=True)):
        try:
            parts = [read(usual_text(text), date, order) for date in tokens_of(usual_text(text))]
        except NotRead:
            continue
        for part in parts:
            year = year_of(part.year) if part.year and part.year.mark != DECADE else 0
            found.add(When(year, part.month.value if part.month else 0, part.day.value if part.day else 0))
    return frozenset(when for when in found if when.year or when.month)


@lru_cache(maxsize=10_000)
def ways_to_write(when: When) -> frozenset[Fields]:
    """The ways in which a date may be written."""
    if when.is_full:
        return frozenset(triples(date(*when)))
    names = month_names(when.month) if when.month else ()
    if when.month and when.day:
        pairs = {(name, str(when.day)) for name in names}
        return frozenset(pairs | {(day, name) for name, day in pairs} | {(str(when.month), str(when.day))})
    if when.month and when.year:
        return frozenset((name, str(when.year)) for name in (*names, str(when.month)))
    return frozenset({(str(when.year),)} if when.year else {(name,) for name in names})


def is_holiday(text: str) -> bool:
    """Whether a text has words that are of no date: Christmas, but not Tuesday."""
    try:
        tokens_of(usual_text(text))
    except NotRead as failure:
        return failure.reason == HOLIDAY
    return False


def glued(when: When) -> list[str]:
    """The ways to write a full date as one number."""
    return [form for form in solid_forms(date(*when)) if len(form) == _GLUED] if when.is_full else []
