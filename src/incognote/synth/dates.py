"""Invented dates: those of a record move together, each in its own form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from random import Random

from incognote.replace.date_names import names
from incognote.replace.date_notes import shift_dates, years_of
from incognote.replace.date_tokens import AMBIGUOUS, HOLIDAY, IMPOSSIBLE, NotRead, tokens_of
from incognote.replace.shifts import Shift
from incognote.synth.date_words import fill_holiday, holiday_end, is_listed, odd_date, ordinal
from incognote.synth.surfaces import broken_like, mended, misread_like, read_right
from incognote.synth.tables import table
from incognote.types import Document, Span

_IN_WORDS = re.compile(r"(?<=[A-Za-z])1(?=[a-z])|\b0(?=[Cc][Tt]\b)")
_IN_NUMBERS = re.compile(r"(?=.*\d)[\dOl/.-]+")
_MISREAD = str.maketrans("Ol", "01")
_SPACED = re.compile(r"(?=.*\d \d)\S(?: \S){3,}")
_FIRST_YEAR, _LAST_YEAR, _MARGIN = 1950, 2030, 3
_FARTHEST = 20 * 52
_CENTURY = 100
_TRIES = 8
_USUAL_SHARE, _HOLIDAY_SHARE = 0.5, 0.04


@dataclass(frozen=True, repr=False)
class _Date:
    """A model, the holiday it starts with, and the rest as it would be written without flaws."""

    model: str
    holiday: str
    rest: str


def fill_dates(models: Sequence[str], rng: Random) -> list[str]:
    """Other dates for those of one record, in order: all that can be understood are moved by one shift of whole weeks.

    The shift is more than half a year and no whole number of years, so that years and months change. It leads to years
    from 1950 to 2030, or near the record's own where these are elsewhere.
    """
    dates = [_read(model) for model in models]
    shift, moved = _shifted([each.rest for each in dates], rng)
    days = rng.randint(1, 6)
    odd: dict[str, str] = {}
    for each, new in zip(dates, moved, strict=True):
        if new == each.rest and each.rest not in odd and _says(each.rest):
            odd[each.rest] = odd_date(each.rest, shift, days, rng)
        if each.holiday not in odd:
            odd[each.holiday] = fill_holiday(each.holiday, rng) if each.holiday else ""
    return [_written(each, odd[each.holiday] + odd.get(each.rest, new)) for each, new in zip(dates, moved, strict=True)]


def date_in_form(rng: Random) -> str:
    """A date for a slot without a model, in one of the forms that dates have."""
    known = table("dates")
    if rng.random() < _HOLIDAY_SHARE:
        return str(rng.choice(known["holidays"]))
    form = rng.choice(known["usual"] if rng.random() < _USUAL_SHARE else known["forms"])
    first = date(_FIRST_YEAR, 1, 1)
    day = first + timedelta(days=rng.randrange((date(_LAST_YEAR, 1, 1) - first).days))
    return str(form.format(**date_values(day)))


def date_values(day: date) -> dict[str, str]:
    """What the forms of dates have in their places."""
    lists = names().lists
    month, short = lists["en"][day.month - 1], lists["en-short"][day.month - 1]
    weekday = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")[day.weekday()]
    return {
        "d": str(day.day),
        "dd": f"{day.day:02}",
        "th": f"{day.day}{ordinal(day.day)}",
        "ordinal": names().ordinals[day.day - 1],
        "m": str(day.month),
        "mm": f"{day.month:02}",
        "month": month,
        "mon": short,
        "MON": short.upper(),
        "yy": f"{day.year % 100:02}",
        "yyyy": str(day.year),
        "day": weekday,
        "wk": weekday[:3],
    }


def _read(model: str) -> _Date:
    text = _IN_WORDS.sub(lambda digit: "l" if digit[0] == "1" else "O", read_right(mended(model)))
    text = text.translate(_MISREAD) if _IN_NUMBERS.fullmatch(text) else text
    if _SPACED.fullmatch(text):
        text = text[::2]
    end = _holiday_end(text)
    return _Date(model, text[:end], text[end:])


def _holiday_end(text: str) -> int:
    """Where the holiday ends that a text starts with: one that we know, or words that say nothing else of a date."""
    end = holiday_end(text)
    if end == len(text):
        return end
    try:
        tokens_of(text)
    except NotRead as failure:
        if end or failure.reason != HOLIDAY or is_listed(text):
            return end
        number = re.search(r"(?:,?\s+|\s+of\s+)['’]?\d", text)
        return number.start() if number else len(text)
    return 0


def _says(text: str) -> bool:
    return any(map(str.isalnum, text))


def _shifted(texts: Sequence[str], rng: Random) -> tuple[Shift, list[str]]:
    """The shift of a record and its dates after it; the one of a few shifts that moves most of them."""
    best, most, found = Shift(0), -1, list(texts)
    for shift in rng.sample(_shifts(texts), _TRIES):
        moved, unclear = _moved(texts, shift)
        changed = sum(new != old for new, old in zip(moved, texts, strict=True))
        if changed > most:
            best, most, found = shift, changed, moved
        if not unclear:
            break
    return best, found


def _shifts(texts: Sequence[str]) -> list[Shift]:
    """The shifts that lead to plausible years."""
    years = [
        year - _CENTURY if year > _LAST_YEAR and not re.search(r"\d{4}", texts[i]) else year
        for i, found in years_of(texts, day_first=False).items()
        for year in found
    ] or [_LAST_YEAR - _CENTURY // 4]
    fewest = min(_FIRST_YEAR, min(years) - _MARGIN) - min(years)
    most = max(_LAST_YEAR, max(years) + _MARGIN) - max(years)
    return [shift for by, shift in _all_shifts() if fewest <= by <= most]


@cache
def _all_shifts() -> tuple[tuple[int, Shift], ...]:
    """Shifts that change years and months, with their years."""
    shifts = (Shift(weeks) for weeks in range(-_FARTHEST, _FARTHEST + 1))
    return tuple((shift.years, shift) for shift in shifts if shift.years and shift.months % 12)


def _moved(texts: Sequence[str], shift: Shift) -> tuple[list[str], int]:
    """The texts after a shift, those that can't be moved as they are, and how many another shift might move."""
    spans, places, end = [], [], 0
    for place, text in enumerate(texts):
        if _says(text):
            spans.append(Span(end, end + len(text), "DATE"))
            places.append(place)
            end += len(text)
    doc = Document("", "".join(texts[place] for place in places), tuple(spans))
    new, reasons = shift_dates(doc, shift, day_first=False)
    moved = list(texts)
    for i, text in new.items():
        moved[places[i]] = text
    return moved, reasons[AMBIGUOUS] + reasons[IMPOSSIBLE]


def _written(old: _Date, new: str) -> str:
    """The new date with the flaws of the old one: digits apart, misread, a word divided at a line's end."""
    if _SPACED.fullmatch(read_right(mended(old.model))):
        new = " ".join(new)
    return broken_like(misread_like(new, old.model), old.model)
