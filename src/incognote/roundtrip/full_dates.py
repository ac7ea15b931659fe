"""Full dates in running text, in any usual notation."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from incognote.replace.date_forms import Order, Part, order_of, read
from incognote.replace.date_moves import When, when
from incognote.replace.date_names import names
from incognote.replace.date_tokens import NotRead, Token, tokens_of

_ROMAN = "roman"
_GAP = r"[\s,./-]"


def days_in(text: str, day_first: bool) -> frozenset[date]:
    """The days of all full dates of a text."""
    found = (day_of(match[0], Order(day_first)) for match in full_date().finditer(text))
    return frozenset(day.day for day in found if day)


def day_of(text: str, order: Order) -> When | None:
    """The day of a text that is one full date and nothing else."""
    try:
        dates = tokens_of(text)
        part: Part | None = read(text, dates[0], order) if len(dates) == 1 else None
    except NotRead:
        return None
    return when(part) if part else None


def shown_order(texts: list[str], day_first: bool) -> Order:
    """The order of day and month that dates show together."""
    return order_of((date for text in texts for date in _tokens(text)), day_first)


def _tokens(text: str) -> list[list[Token]]:
    try:
        return tokens_of(text)
    except NotRead:
        return []


@cache
def full_date() -> re.Pattern[str]:
    """A day, a month and a year: 2025-01-17, 1/17/2025, 17.1.25, January 17th, 2025, 17 de enero de 2025."""
    month = _any_of(_months())
    ordinal = r"(?:st|nd|rd|th)?"
    behind = r"(?!(?!T\d)\w|[./:]\d)"  # 2025-01-17T10:30, but not the start of a longer number
    return re.compile(
        rf"""(?ix)(?<!\w)(?:
          \d{{4}}([-/.])\d{{1,2}}\1\d{{1,2}}
        | \d{{1,2}}([-/.])\d{{1,2}}\2(?:\d{{4}}|\d{{2}})
        | (?:{month})\.?\s{{1,3}}\d{{1,2}}{ordinal},?\s{{1,3}}\d{{4}}
        | \d{{1,2}}{ordinal}\.?(?:\s{{1,3}}(?:(?:of|de)\s)?|-)(?:{month})[.,]?(?:\s{{1,3}}(?:del?\s)?|-)\d{{4}}
        ){behind}"""
    )


@cache
def begun_date() -> re.Pattern[str]:
    """What reaches to the end of a text and may go on to a full date: digits, months and their first letters."""
    begun = {month[:size] for month in _months() for size in range(1, len(month) + 1)}
    piece = rf"(?:\d{{1,4}}(?:st?|nd?|rd?|th?)?|{_any_of(begun)}|of?|d(?:el?)?)"
    return re.compile(rf"(?i){piece}(?:{_GAP}{{1,4}}{piece}){{0,4}}{_GAP}{{0,4}}\Z")


def _months() -> set[str]:
    return {month.lower() for name, months in names().lists.items() if name != _ROMAN for month in months}


def _any_of(words: set[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word)))
