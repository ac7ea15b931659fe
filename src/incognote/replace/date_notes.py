"""All dates of a note, read with each other's help, moved and written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from incognote.replace.date_forms import Order, Part, order_of, read_all, year_of
from incognote.replace.date_holidays import day_of, read_holiday, write_holiday
from incognote.replace.date_moves import CENTURY, Anchors, Place, Values, When, is_ahead, lean, move_alone, moved, when
from incognote.replace.date_style import style_of, write, writes_day_first
from incognote.replace.date_tokens import FUTURE, HOLIDAY, NotRead, tokens_of
from incognote.replace.shifts import Shift
from incognote.types import Document

T = TypeVar("T")

_BIRTH = re.compile(r"(?i)\b(?:d\.?o\.?b\b|born\b|birth)")
_FISCAL = re.compile(r"(?i)\bfy")
"""Years of budgets, which nobody is born in: FY49 is none of the last century."""
_BEFORE = 25


@dataclass(frozen=True)
class _Read:
    """The dates of a note as they were read, each by the index of its span: what stands for itself, and known days."""

    parts: Mapping[int, Sequence[Part]]
    alone: Mapping[int, Sequence[Values | None]]
    partial: Collection[int]
    by_year: Anchors
    known: Mapping[Place, When]
    day_first: bool


def shift_dates(
    doc: Document, shift: Shift, day_first: bool, latest: date | None = None
) -> tuple[dict[int, str], Counter[str]]:
    """The shifted text of each of the note's spans, all of them dates, by its index, and why others have none.

    No new date lies after the `latest` day.
    """
    reasons: Counter[str] = Counter()
    texts = [doc[span] for span in doc.spans]
    holidays = {i: found for i, text in enumerate(texts) if (found := read_holiday(text))}
    dates = _read(doc, [i for i in range(len(texts)) if i not in holidays], shift, day_first, reasons)
    by_day = Anchors(dates.known)
    style = style_of(part for i in dates.partial for part in dates.parts[i])

    def values(i: int, j: int, part: Part) -> Values:
        if new := dates.alone[i][j]:
            may_be_old = part.year is not None and part.year.size == 2 and not _FISCAL.search(texts[i])
            return _not_after(latest, new, may_be_old)
        day = dates.known.get((i, j)) or lean(part, by_day.near((i, j)))
        return _not_after(latest, moved(day, shift), day.cycle is CENTURY)

    def written(i: int) -> str:
        parts = dates.parts[i]
        return write(texts[i], parts, [values(i, j, part) for j, part in enumerate(parts)], style)

    def named(i: int) -> str:
        day = day_of(holidays[i], doc, doc.spans[i], dates.by_year.near((i, 0)))
        if any(other != day.day for other in _days_beside(doc, i, dates)):
            raise NotRead(HOLIDAY)  # another country's Independence Day
        new = _not_after(latest, moved(day, shift), day.cycle is CENTURY)
        return write_holiday(holidays[i], new, dates.day_first)

    return _each(dates.partial, written, reasons) | _each(holidays, named, reasons), reasons


def years_of(texts: Sequence[str], day_first: bool) -> dict[int, list[int]]:
    """The years of dates, by their index; of two digits, those from 1951 to 2050."""
    parts, _ = _parts(texts, range(len(texts)), day_first, Counter())
    years = {i: [year_of(part.year) for part in dates if part.year] for i, dates in parts.items()}
    holidays = {i: found for i, text in enumerate(texts) if (found := read_holiday(text))}
    return years | {i: [holiday.full_year] for i, holiday in holidays.items() if holiday.year}


def _read(doc: Document, spans: Iterable[int], shift: Shift, day_first: bool, reasons: Counter[str]) -> _Read:
    parts, order = _parts([doc[span] for span in doc.spans], spans, day_first, reasons)
    alone = _each(parts, lambda i: [move_alone(part, shift) for part in parts[i]], reasons)
    full = _full_days(doc, {i: parts[i] for i in alone})
    by_year = Anchors(full)
    partial = _each(alone, lambda i: _partial_days(i, parts[i], by_year), reasons)
    known = full | {place: day for days in partial.values() for place, day in days.items()}
    day_first = writes_day_first((part for i in partial for part in parts[i]), order.day_first)
    return _Read(parts, alone, partial, by_year, known, day_first)


def _parts(
    texts: Sequence[str], spans: Iterable[int], day_first: bool, reasons: Counter[str]
) -> tuple[dict[int, list[Part]], Order]:
    tokens = _each(spans, lambda i: tokens_of(texts[i]), reasons)
    order = order_of((date for dates in tokens.values() for date in dates), day_first)
    return _each(tokens, lambda i: read_all(texts[i], tokens[i], order), reasons), order


def _not_after(latest: date | None, values: Values, two_digits: bool) -> Values:
    if latest and is_ahead(values, latest, two_digits):
        raise NotRead(FUTURE)
    return values


def _days_beside(doc: Document, i: int, dates: _Read) -> list[date]:
    """The days that a note gives for a date in brackets behind it, or before those: `Aug 6 (Independence Day)`."""
    beside = [
        other
        for other, first, second in ((i - 1, i - 1, i), (i + 1, i, i + 1))
        if 0 <= other < len(doc.spans) and doc.text[doc.spans[first].end : doc.spans[second].start].strip() == "("
    ]
    places = ((other, j) for other in beside for j in range(len(dates.parts.get(other, ()))))
    return [day.day for place in places if (day := dates.known.get(place))]


def _each(keys: Iterable[int], work: Callable[[int], T], reasons: Counter[str]) -> dict[int, T]:
    """What the work makes of each; those it fails on are counted and left out."""
    done = {}
    for i in keys:
        try:
            done[i] = work(i)
        except NotRead as failure:
            reasons[failure.reason] += 1
    return done


def _full_days(doc: Document, parts: Mapping[int, Sequence[Part]]) -> dict[Place, When]:
    """The dates that others can lean on: those of births only if there are no others."""
    days = {(i, j): day for i, dates in parts.items() for j, part in enumerate(dates) if (day := when(part))}
    others = {place: day for place, day in days.items() if not _is_birth(doc, place[0])}
    return others or days


def _is_birth(doc: Document, i: int) -> bool:
    start = doc.spans[i].start
    since = max(doc.spans[i - 1].end if i else 0, start - _BEFORE)
    return _BIRTH.search(doc.text, since, start) is not None


def _partial_days(i: int, parts: Sequence[Part], anchors: Anchors) -> dict[Place, When]:
    return {
        (i, j): lean(part, anchors.near((i, j)))
        for j, part in enumerate(parts)
        if part.day and part.month and not part.year
    }
