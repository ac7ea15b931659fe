"""Capitals and small letters: of a note, of lines, of names, of headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from incognote.synth.perturb.edits import Edit, rewritten
from incognote.types import Document

_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_HEADING = re.compile(r"(?m)^[ \t]*([A-Z][A-Za-z /&-]{2,30})(?=:)|^[ \t]*([A-Z][A-Z /&-]{3,40})$")
_NAMES = ("PATIENT", "DOCTOR", "HOSPITAL", "ORGANIZATION", "CITY", "STATE", "COUNTRY", "STREET", "LOCATION-OTHER")
_LINES = 0.3


def titled(text: str) -> str:
    """The text with a capital at the start of each word, and small letters after it."""
    return _WORD.sub(lambda word: word[0][0].upper() + word[0][1:].lower(), text)


_CASES: tuple[Callable[[str], str], ...] = (str.upper, str.lower, titled)


def capitals(doc: Document, rng: Random) -> list[Edit]:
    """All in capitals."""
    return rewritten(doc, (0, len(doc.text)), str.upper)


def small_letters(doc: Document, rng: Random) -> list[Edit]:
    """All in small letters."""
    return rewritten(doc, (0, len(doc.text)), str.lower)


def title_case(doc: Document, rng: Random) -> list[Edit]:
    """Each word with a capital."""
    return rewritten(doc, (0, len(doc.text)), titled)


def lines_in_case(doc: Document, rng: Random) -> list[Edit]:
    """Some lines in capitals, small letters or title case."""
    lines = [line.span() for line in _LINE.finditer(doc.text)]
    return _each(doc, [line for line in lines if rng.random() < _LINES], rng.choice(_CASES))


def names_in_case(doc: Document, rng: Random) -> list[Edit]:
    """Names alone in capitals or in small letters: all of a note, or each by chance."""
    share = rng.choice((0.3, 1.0))
    names = [span for span in doc.spans if span.label in _NAMES and rng.random() < share]
    return _each(doc, [(span.start, span.end) for span in names], rng.choice((str.upper, str.lower)))


def headings_in_case(doc: Document, rng: Random) -> list[Edit]:
    """Headings and labels of fields in another case."""
    headings = [found.span(found.lastindex or 0) for found in _HEADING.finditer(doc.text)]
    return _each(doc, headings, rng.choice(_CASES))


def _each(doc: Document, places: Sequence[tuple[int, int]], change: Callable[[str], str]) -> list[Edit]:
    return [edit for place in places for edit in rewritten(doc, place, change)]
