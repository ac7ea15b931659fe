"""Named days: which day of the year they are, where one stands for a day at all, and the date in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from incognote.data import load_toml
from incognote.replace.date_forms import in_this_century
from incognote.replace.date_moves import CENTURY, YEAR, Values, When
from incognote.replace.date_names import names
from incognote.replace.date_style import in_case
from incognote.replace.date_tokens import HOLIDAY, IMPOSSIBLE, NotRead
from incognote.types import Document, Span

_NAMED = re.compile(r"(?i)(?P<name>[^\W\d_]\D{1,60}?)(?:,?\s+(?:of\s+)?(?P<year>['’‘`]\d{2}|\d{4}))?")
_DROPPED = re.compile(r"['’‘`.,]")
_BLANK = re.compile(r"[-\s]+")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s+\Z")
_TIME = re.compile(r"\d{1,2}:\d\d")
_WORD = re.compile(r"\w+")
_GOES_ON = re.compile(r"\w|[-'’]\w")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_AROUND = 30
_FIRST_YEAR, _LAST_YEAR = 1583, 9998  # of our calendar, and of what a date can hold


class Rule(NamedTuple):
    """Which day of a year it is: a fixed one, the first such weekday from a fixed one on, or some days after Easter.

    One without a month isn't told.
    """

    month: int = 0
    day: int = 0
    weekday: int | None = None
    after_easter: int | None = None

    @property
    def moves(self) -> bool:
        return self.month == 0 or self.weekday is not None

    def of(self, year: int) -> date:
        if not _FIRST_YEAR <= year <= _LAST_YEAR:
            raise NotRead(IMPOSSIBLE)
        if self.after_easter is not None:
            return easter(year) + timedelta(days=self.after_easter)
        if not self.month:
            raise NotRead(HOLIDAY)
        day = date(year, self.month, self.day)
        return day if self.weekday is None else day + timedelta(days=(self.weekday - day.weekday()) % 7)


@dataclass(frozen=True, slots=True)
class Holiday:
    """A named day as a text has it; `year` is as it is written: `2023`, `'24` or nothing."""

    name: str
    year: str
    rule: Rule
    language: str

    @property
    def is_short(self) -> bool:
        return len(self.year) == len("'24")

    @property
    def full_year(self) -> int:
        return in_this_century(int(self.year[1:])) if self.is_short else int(self.year)


def easter(year: int) -> date:
    """Easter Sunday in the western churches (the method of Meeus, Jones and Butcher)."""
    century, rest = divmod(year, 100)
    moon = (19 * (year % 19) + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    week = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (year % 19 + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * late + 114, 31)
    return date(year, month, day + 1)


def read_holiday(text: str) -> Holiday | None:
    """The named day that a text is, with its year or without."""
    match = None if text[:1].isdecimal() else _NAMED.fullmatch(text)
    known = _holidays().get(_plain(match["name"])) if match else None
    return Holiday(match["name"], match["year"] or "", *known) if match and known else None


def day_of(holiday: Holiday, doc: Document, span: Span, anchor: When | None) -> When:
    """The day that is meant: that of its year, else the one nearest to the anchor, or before or after it."""
    before, is_vague = _around(doc.text, span)
    if is_vague:
        raise NotRead(HOLIDAY)
    if holiday.year:
        return When(holiday.rule.of(holiday.full_year), CENTURY if holiday.is_short else None)
    if anchor is None:
        if holiday.rule.moves:
            raise NotRead(HOLIDAY)
        return When(holiday.rule.of(YEAR.first.year), YEAR)
    days = [holiday.rule.of(anchor.day.year + more) for more in (-1, 0, 1)]
    around = _data()["around"]
    if before in around["past"]:
        days = [day for day in days if day <= anchor.day][-1:]
    elif before in around["future"]:
        days = [day for day in days if day >= anchor.day][:1]
    return When(min(days, key=lambda day: abs(day - anchor.day)), anchor.cycle)


def write_holiday(holiday: Holiday, values: Values, day_first: bool) -> str:
    """The date of a named day in words, in capitals or small letters as its name."""
    data = _data()[holiday.language]
    forms = data["day_first"] if day_first else data.get("month_first", data["day_first"])
    year = f"{holiday.year[0]}{values.year % 100:02}" if holiday.is_short else str(values.year)
    month = names().lists[data["months"]][values.month - 1]
    written = str(forms[bool(holiday.year)].format(day=values.day, month=month, year=year))
    return in_case(written, holiday.name) if holiday.name.isupper() or holiday.name.islower() else written


def _around(text: str, span: Span) -> tuple[str, bool]:
    """The word before a named day, and whether what stands around it leaves open which day is meant: Christmas week."""
    before, after = text[max(0, span.start - _AROUND) : span.start], text[span.end : span.end + _AROUND]
    match = _WORD_BEFORE.search(before)
    word = match[1].lower() if match else ""
    is_joined = before[-1:].isalnum() or before[-1:] == "-" or _GOES_ON.match(after) is not None
    return word, is_joined or word in _data()["around"]["vague"] or not _ends(after)


def _ends(after: str) -> bool:
    """Whether a named day isn't the first word of more: Christmas lights, Easter 3 years ago."""
    rest = after.lstrip()
    gap = after[: len(after) - len(rest)]
    word = _WORD.match(rest)
    if word is None or _TIME.match(rest):
        return True
    is_apart = ("\n" in gap and not word[0][0].islower()) or len(gap.strip("\n")) > 1
    return is_apart or word[0].lower() in _data()["around"]["follow"]


def _plain(name: str) -> str:
    name = _BLANK.sub(" ", _DROPPED.sub("", name.lower())).removeprefix("the ")
    return "st " + name.removeprefix("saint ") if name.startswith("saint ") else name


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return load_toml("replace/holidays.toml")


@lru_cache(maxsize=1)
def _holidays() -> Mapping[str, tuple[Rule, str]]:
    """The rule and the language of each name; the first of two counts."""
    found: dict[str, tuple[Rule, str]] = {}
    for language, data in _data().items():
        for rule, known in _rules(data):
            for name in known:
                found.setdefault(name, (rule, language))
    return found


def _rules(data: Mapping[str, Any]) -> Iterator[tuple[Rule, list[str]]]:
    yield Rule(), data.get("untold", [])
    for day, known in data.get("fixed", {}).items():
        yield Rule(*map(int, day.split("-"))), known
    for words, known in data.get("weekday", {}).items():
        weekday, day = words.split()
        month, first = map(int, day.split("-"))
        yield Rule(month, first, _WEEKDAYS.index(weekday)), known
    for days, known in data.get("easter", {}).items():
        yield Rule(after_easter=int(days)), known
