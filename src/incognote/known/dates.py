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
_MARKS = set("/-.,'’–")
_OLDEST = 1850
_FARTHEST_FIELD = 4  # tokens: `3rd of December`
_WIDEST_GAP = 3  # characters of white space


@cache
def months() -> dict[str, int]:
    """The names of months in several languages."""
    from incognote.data import load_toml

    return {name: int(month) for month, names in load_toml("known.toml")["months"].items() for name in names.split()}


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
        self._orders = [order for day in days for order in _orders(day)]
        self._solid = {str(int(form)): len(form) for day in days for form in _solid_forms(day)}
        self.starts = set(self._solid).union(*(order[0] for order in self._orders))

    def find(self, note: Note, at: list[int]) -> Iterator[Span]:
        behind = 0
        for first in at:
            last = self._last(note, first) if first >= behind else None
            if last is not None:
                behind = last + 1
                yield note.span(first, last, "DATE", "known:birth-date")

    def _last(self, note: Note, first: int) -> int | None:
        if self._solid.get(note.key(first)) == note.ends[first] - note.starts[first]:
            return first
        for order in self._orders:
            at: int | None = first if note.key(first) in order[0] else None
            for wanted in order[1:]:
                at = _next_field(note, at) if at is not None else None
                at = at if at is not None and note.key(at) in wanted else None
            if at is not None and _is_a_date(note.text[note.starts[first] : note.ends[at]]):
                return at
        return None


def _orders(day: date) -> list[tuple[set[str], set[str], set[str]]]:
    month = {str(day.month), *(name for name, number in months().items() if number == day.month)}
    year = {str(day.year), str(day.year % 100)}
    days = {str(day.day)}
    return [(month, days, year), (days, month, year), (year, month, days)]


def _solid_forms(day: date) -> list[str]:
    return [day.strftime(form) for form in ("%Y%m%d", "%m%d%Y", "%d%m%Y", "%y%m%d", "%m%d%y", "%d%m%y")]


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


def _is_a_date(text: str) -> bool:
    """Numbers alone are a date with marks between all of them, or between none and with the whole year."""
    if not _NUMBERS.fullmatch(text):
        return True
    marked = [not gap.isspace() for gap in _GAPS.findall(text)]
    return all(marked) or (not any(marked) and bool(_YEAR.search(text)))
