"""All dates of a note, read with each other's help, moved and written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from incognote.replace.date_forms import Part, order_of, read, year_of
from incognote.replace.date_moves import Anchors, Place, When, lean, move_alone, moved, when
from incognote.replace.date_style import style_of, write
from incognote.replace.date_tokens import NotRead, tokens_of
from incognote.replace.shifts import Shift
from incognote.types import Document

T = TypeVar("T")

_BIRTH = re.compile(r"(?i)\b(?:d\.?o\.?b\b|born\b|birth)")
_BEFORE = 25


def shift_dates(doc: Document, shift: Shift, day_first: bool) -> tuple[dict[int, str], Counter[str]]:
    """The shifted text of each of the note's spans, all of them dates, by its index, and why others have none."""
    reasons: Counter[str] = Counter()
    texts = [doc[span] for span in doc.spans]
    parts = _parts(texts, day_first, reasons)
    alone = _each(parts, lambda i: [move_alone(part, shift) for part in parts[i]], reasons)
    full = _full_days(doc, {i: parts[i] for i in alone})
    by_year = Anchors(full)
    partial = _each(alone, lambda i: _partial_days(i, parts[i], by_year), reasons)
    known = full | {place: day for days in partial.values() for place, day in days.items()}
    by_day = Anchors(known)
    style = style_of(part for i in partial for part in parts[i])

    def written(i: int) -> str:
        values = [
            alone[i][j] or moved(known.get((i, j)) or lean(part, by_day.near((i, j))), shift)
            for j, part in enumerate(parts[i])
        ]
        return write(texts[i], parts[i], values, style)

    return _each(partial, written, reasons), reasons


def years_of(texts: Sequence[str], day_first: bool) -> dict[int, list[int]]:
    """The years of dates, by their index; of two digits, those from 1951 to 2050."""
    parts = _parts(texts, day_first, Counter())
    return {i: [year_of(part.year) for part in dates if part.year] for i, dates in parts.items()}


def _parts(texts: Sequence[str], day_first: bool, reasons: Counter[str]) -> dict[int, list[Part]]:
    tokens = _each(range(len(texts)), lambda i: tokens_of(texts[i]), reasons)
    order = order_of((date for dates in tokens.values() for date in dates), day_first)
    return _each(tokens, lambda i: [read(texts[i], date, order) for date in tokens[i]], reasons)


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
