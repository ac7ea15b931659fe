"""Dates and ages in other forms: where a date's or an age's form can be read, and nothing is joined to it."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from random import Random

from incognote.replace.date_names import names
from incognote.synth.ages import in_words
from incognote.synth.dates import date_values
from incognote.synth.perturb.edits import Edit, stands_free, whole
from incognote.synth.tables import table
from incognote.types import Document

_CENTURY, _PIVOT = 100, 30
_MONTHS = 12
_LEAP_YEAR = 2020
_SAME_FORM = 0.7
_CHANGED = 0.8
_AGES = 0.6
_FEMALE = ("female", "woman", "lady", "f", "girl")
_UNIT = re.compile(
    r"(?i)\s*-?\s*(?:(?:years?|yrs?)(?:\s*-?\s*old|\s+of\s+age)|y/o|yo|y\.o\.)(?![^\W\d])"
    r"(?:\s+(?P<sex>male|female|man|woman|lady|gentleman|girl|boy|m|f)\b)?"
)


def other_dates(doc: Document, rng: Random) -> list[Edit]:
    """Dates in other orders and forms with the same parts, most of a note in one form."""
    forms = table("perturb")["dates"]
    usual = {parts: rng.choice(forms[parts]) for parts in sorted(forms)}
    edits = []
    for span in doc.spans:
        if span.label == "DATE" and stands_free(doc, span) and rng.random() < _CHANGED and (found := read(doc[span])):
            parts, day = found
            form = usual[parts] if rng.random() < _SAME_FORM else rng.choice(forms[parts])
            edits.append(whole(span, form.format(**date_values(day))))
    return edits


def other_ages(doc: Document, rng: Random) -> list[Edit]:
    """Ages of years in words and with other units behind them: `85yo`, `85 y/o`, `85F`, `eighty-five-year-old`."""
    forms = table("perturb")["ages"]
    edits = []
    for span in doc.spans:
        unit = _UNIT.match(doc.text, span.end)
        if span.label != "AGE" or unit is None or not doc[span].isdecimal() or rng.random() >= _AGES:
            continue
        kind = rng.choice(("sex" if unit["sex"] else "digits", "digits", "words"))
        new = rng.choice(forms[kind])
        if kind == "words" and (age := int(doc[span])) < _CENTURY:
            edits.append(whole(span, in_words(age)))
        if unit["sex"] and kind == "sex":
            edits.append(Edit(*unit.span(), new + ("F" if unit["sex"].lower() in _FEMALE else "M")))
        else:
            end = unit.start("sex") - 1 if unit["sex"] else unit.end()
            edits.append(Edit(span.end, end, new))
    return edits


def read(text: str) -> tuple[str, date] | None:
    """Which parts a date has (`ymd`, `md`, `ym`, `y`) and a day that has them; nothing when it can't be read."""
    for parts, pattern in _patterns():
        if found := pattern.fullmatch(text):
            day = _day(found)
            return (parts, day) if day else None
    return None


def _day(found: re.Match[str]) -> date | None:
    given = found.groupdict()
    year = int(given.get("y") or _LEAP_YEAR)
    if year < _CENTURY:
        year += 1900 if year > _PIVOT else 2000
    month = _month(given["mon"]) if given.get("mon") else int(given.get("m") or 1)
    day = int(given.get("d") or 1)
    if month > _MONTHS:
        month, day = day, month
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month(name: str) -> int:
    short = names().lists["en-short"]
    return next(number for number, month in enumerate(short, 1) if name.lower().startswith(month.lower()[:3]))


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    lists = names().lists
    months = "|".join([*lists["en"], *(f"{month}\\.?" for month in (*lists["en-short"], "Sept"))])
    pieces = {"d": r"(?P<d>\d{1,2})(?:st|nd|rd|th)?", "m": r"(?P<m>\d{1,2})", "mon": f"(?P<mon>{months})"}
    pieces |= {"yyyy": r"(?P<y>(?:19|20)\d\d)", "y": r"'?(?P<y>(?:19|20)?\d\d)"}
    sources = (
        ("ymd", r"{m}(?P<mark>[/.-]){d}(?P=mark){y}"),
        ("ymd", r"{yyyy}[-/.]{m}[-/.]{d}"),
        ("ymd", r"(?P<y>(?:19|20)\d\d)(?P<m>[01]\d)(?P<d>[0-3]\d)"),
        ("ymd", r"{d}[ -]?{mon}[ -]?{y}"),
        ("ymd", r"{mon} {d},? {y}"),
        ("md", r"{m}/{d}"),
        ("md", r"{d}[ -]?{mon}"),
        ("md", r"{mon} {d}"),
        ("ym", r"{mon},? {yyyy}"),
        ("ym", r"{m}/{yyyy}"),
        ("y", r"{yyyy}"),
        ("y", r"'(?P<y>\d\d)"),
    )
    return [(parts, re.compile(f"(?i){_with(source, pieces)}")) for parts, source in sources]


def _with(source: str, pieces: dict[str, str]) -> str:
    for name, piece in pieces.items():
        source = source.replace(f"{{{name}}}", piece)
    return source
