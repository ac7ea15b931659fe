"""Sections by their headings: of discharge summaries, nursing notes, letters and exports.

A heading on our list counts before a colon (at the start of a line, of a column or of a sentence), alone on its
line, or before a dash at the start of a line. Other words in capitals before a colon make a section called "other" if
they follow a blank line or stand alone.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, NamedTuple

from incognote.data import load_toml
from incognote.types import Section

if TYPE_CHECKING:
    from collections.abc import Iterator

OTHER = "other"

_COMPLAINT = "chief complaint"
_LONGEST = 60
_DECORATION = " \t\r\n\f\v#*=_>•[]()-–.0123456789"
_LONGEST_INNER = 40
_SEPARATORS = ("  ", "\t", ". ", "; ", "| ")
_OPENING = re.compile(
    r"\s*(?:(?P<dashed>[A-Z][A-Za-z/&]{1,14}) ?[-–>](?=[ \t])"
    r"|(?P<salutation>[Dd](?:ear|EAR)\b)"
    r"|(?P<closing>(?i:yours (?:sincerely|faithfully|truly)|sincerely|(?:kind |best |warm )?regards)\b))"
)


class _Heading(NamedTuple):
    start: int
    body: int
    name: str

    def moved(self, by: int) -> _Heading:
        return _Heading(self.start + by, self.body + by, self.name)


def find_sections(text: str) -> tuple[Section, ...]:
    """The sections of a text in order; what stands before the first heading belongs to none."""
    headings: list[_Heading] = []
    at = 0
    after_blank = True
    for line in text.splitlines(keepends=True):
        if line.isspace():
            after_blank = True
        else:
            colon = line.find(":", 1, _LONGEST)
            opening = _before_colon(line, colon, after_blank) if colon > 0 else _without_colon(line)
            if opening:
                headings.append(opening.moved(at))
            further = line.find(":", colon + 1) if opening else colon
            if further > 0:
                headings += (heading.moved(at) for heading in _inner_headings(line, further))
            after_blank = False
        at += len(line)
    ends = [heading.start for heading in headings[1:]] + [len(text)]
    after = [heading.name for heading in headings[1:]] + [""]
    names = (_name(text, heading, name) for heading, name in zip(headings, after, strict=False))
    return tuple(Section(*heading[:2], end, name) for heading, end, name in zip(headings, ends, names, strict=False))


def _name(text: str, heading: _Heading, after: str) -> str:
    """A section's name: CC is the chief complaint where the story follows; copies come last."""
    is_complaint = heading.name == "copies" and text[heading.start] in "Cc" and after in _story()
    return _COMPLAINT if is_complaint else heading.name


def _inner_headings(line: str, colon: int) -> Iterator[_Heading]:
    """Headings before the colons from here on, at the start of a column or of a sentence inside a line."""
    names = _names()
    while colon > 0:
        before = line[max(0, colon - _LONGEST_INNER) : colon]
        ends = [at + len(mark) for mark in _SEPARATORS if (at := before.rfind(mark)) >= 0]
        words = before[max(ends, default=0) :]
        if len(words) < len(before) and words[:1].isupper() and (name := names.get(_normal(words))):
            yield _Heading(colon - len(words), colon + 1, name)
        colon = line.find(":", colon + 1)


def _before_colon(line: str, colon: int, after_blank: bool) -> _Heading | None:
    words = line[:colon]
    name = _names().get(_normal(words))
    if name is None:
        alone = not line[colon + 1 :].strip(_DECORATION)
        if not (words.isupper() and sum(map(str.isalpha, words)) > 3 and len(words.split()) < 7):
            return None
        if not (alone or after_blank):
            return None
        name = OTHER
    return _Heading(len(words) - len(words.lstrip(_DECORATION)), colon + 1, name)


def _without_colon(line: str) -> _Heading | None:
    """A known heading alone on its line, `NEURO - alert`, `Dear Dr …`, `Yours sincerely`."""
    if len(line) <= _LONGEST:
        words = line.strip(_DECORATION)
        fits = len(words) > 3 or (len(words) == 3 and words.isupper())
        name = _names().get(_normal(words)) if fits and words[0].isupper() else None
        if name:
            return _Heading(line.index(words), len(line), name)
    opening = _OPENING.match(line)
    if opening and (kind := opening.lastgroup):
        name = _names().get(_normal(opening[kind])) if kind == "dashed" else kind
        if name:
            return _Heading(opening.start(kind), opening.end(), name)
    return None


def _normal(words: str) -> str:
    bare = words.partition("(")[0] or words
    return " ".join(bare.strip(_DECORATION).lower().replace("&", " and ").split())


@functools.cache
def _story() -> frozenset[str]:
    return frozenset(load_toml("layout/sections.toml")["story"])


@functools.cache
def _names() -> dict[str, str]:
    """Our name for each way of writing a heading."""
    return {
        _normal(written): name
        for group in load_toml("layout/sections.toml").values()
        for name, ways in group.items()
        for written in ways
    }
