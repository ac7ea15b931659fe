"""Birth dates: reading them from a table, and the ways they are written in a note."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from itertools import permutations

from incognote.known.note import Note
from incognote.known.words import fold
from incognote.types import Span

_NUMERIC = re.compile(r"(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})")
_SOLID = re.compile(r"(\d{4})(\d\d)(\d\d)")
_TIME = re.compile(r"[T ]\d\d?:\d\d.*$")
_WORDS = re.compile(r"[^\W\d_]+|\d+")
_NUMBERS = re.compile(r"[\d\W]+")
_GAPS = re.compile(r"\D+")
_YEAR = re.compile(r"\d{4}")
_ORDINALS = {"st", "nd", "rd", "th", "of", "de"}
_MARKS = set("/-.,'’\u2010\u2011\u2012\u2013\u2014\u2015")
_OLDEST = 1850
_FARTHEST_FIELD = 4  # tokens: `3rd of December`
_WIDEST_GAP = 3  # characters of white space


@cache
def months() -> dict[str, int]:
    """The names of months in several languages."""
    from incognote.data import load_toml

    return {name: int(month) for month, names in load_toml("known.toml")["months"].items() for name in names.split()}


@cache
def month_names(month: int) -> tuple[str, ...]:
    return tuple(name for name, number in months().items() if number == month)


def parse_birth_date(text: str) -> list[date]:
    """The dates that a text may mean: none if it is no date, two if day and month can be told apart by habit only."""
    text = _TIME.sub("", text.strip())
    if found := _SOLID.fullmatch(text):
        return _valid([(int(found[1]), int(found[2]), int(found[3]))])
    if found := _NUMERIC.fullmatch(text):
        first, second, third = map(int, found.groups())
        if len(found[1]) == 4:
            return _valid([(first, second, third)])
        return _valid([(third, first, second), (third, second, first)]) if len(found[3]) == 4 else []
    parts = [fold(word) for word in _WORDS.findall(text)]
    parts = [part for part in parts if part not in _ORDINALS]
    if len(parts) != 3:
        return []
    readings = [
        (int(year), months()[month], int(day))
        for year, month, day in permutations(parts)
        if month in months() and year.isdecimal() and len(year) == 4 and day.isdecimal() and len(day) <= 2
    ]
    return _valid(readings)


def _valid(readings: list[tuple[int, int, int]]) -> list[date]:
    dates = []
    for year, month, day in dict.fromkeys(readings):
        try:
            dates.append(date(year, month, day))
        except ValueError:
            continue
    return [day for day in dates if day.year >= _OLDEST]


class BirthDateFinder:
    """Finds a date however it is written: 12/03/1950, 3 Dec 1950, 1950-12-03, Dec 3rd '50, 19501203."""

    def __init__(self, days: Iterable[date]) -> None:
        self._triples = {triple for day in days for triple in triples(day)}
        self._solid = {str(int(form)): len(form) for day in days for form in solid_forms(day)}
        self._fields = {field for triple in self._triples for field in triple}
        self.starts = self._fields.union(self._solid)

    def find(self, note: Note, at: list[int]) -> Iterator[Span]:
        behind = 0
        for first in at:
            last = self._last(note, first) if first >= behind else None
            if last is not None:
                behind = last + 1
                yield note.span(first, last, "DATE", "known:birth-date")

    def _last(self, note: Note, first: int) -> int | None:
        key = note.key(first)
        if self._solid.get(key) == note.ends[first] - note.starts[first]:
            return first
        second = _next_field(note, first)
        if second is None or note.key(second) not in self._fields:
            return None
        third = _next_field(note, second)
        if third is None or (key, note.key(second), note.key(third)) not in self._triples:
            return None
        return third if is_a_date(note.text[note.starts[first] : note.ends[third]]) else None


def triples(day: date) -> Iterator[tuple[str, str, str]]:
    """The fields of a date in the orders in use."""
    number = str(day.day)
    for year in (str(day.year), str(day.year % 100)):
        for month in (str(day.month), *month_names(day.month)):
            yield from ((month, number, year), (number, month, year), (year, month, number))


def solid_forms(day: date) -> list[str]:
    year, month, number = f"{day.year:04}", f"{day.month:02}", f"{day.day:02}"
    return [
        "".join(fields)
        for part in (year, year[2:])
        for fields in ((part, month, number), (month, number, part), (number, month, part))
    ]


def _next_field(note: Note, at: int) -> int | None:
    """The next number or word, over marks and the endings of ordinals; None where something else comes first."""
    for following in range(at + 1, min(at + _FARTHEST_FIELD, len(note.starts))):
        if note.starts[following] - note.ends[following - 1] > _WIDEST_GAP:
            return None
        key = note.key(following)
        if key.isalnum() and key not in _ORDINALS:
            return following
        if not key.isalnum() and key not in _MARKS:
            return None
    return None


def is_a_date(text: str) -> bool:
    """Numbers alone are a date with marks between all of them, or between none and with the whole year."""
    if not _NUMBERS.fullmatch(text):
        return True
    marked = [not gap.isspace() for gap in _GAPS.findall(text)]
    return all(marked) or (not any(marked) and bool(_YEAR.search(text)))
