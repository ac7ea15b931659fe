"""Lines: wrapped, unwrapped, indented, quoted, with the headers of pages between them."""

from __future__ import annotations

import re
from random import Random

from incognote.synth.perturb.edits import Edit
from incognote.synth.tables import table
from incognote.types import Document

_LINE = re.compile(r"[^\n]+")
_BLANKS = re.compile(r"(?<=\S)[ \t]+(?=\S)")
_START = re.compile(r"(?m)^(?=[^\n])")
_NARROWEST, _WIDEST = 60, 80
_FULL = 45
"""A line that is shorter ends where its writer ended it."""


def wrapped(doc: Document, rng: Random) -> list[Edit]:
    """Long lines are cut at blanks, in names and dates too."""
    width = rng.randint(_NARROWEST, _WIDEST)
    return [edit for line in _LINE.finditer(doc.text) for edit in _cuts(doc.text, line.start(), line.end(), width)]


def unwrapped(doc: Document, rng: Random) -> list[Edit]:
    """Lines of a paragraph become one."""
    ends = [line.end() for line in _LINE.finditer(doc.text) if len(line[0]) > _FULL]
    return [Edit(end, end + 1, " ") for end in ends if doc.text[end + 1 : end + 2].strip()]


def indented(doc: Document, rng: Random) -> list[Edit]:
    """All lines, or some, start with blanks, a tab, a mark of quotation or of a list."""
    mark = rng.choice(("  ", "    ", "        ", "\t", "> ", ">> ", "| ", "- ", "* "))
    share = rng.choice((0.3, 1.0))
    return [Edit(*start.span(), mark) for start in _START.finditer(doc.text) if rng.random() < share]


def paged(doc: Document, rng: Random) -> list[Edit]:
    """Headers and footers of pages between lines, none inside PHI."""
    inside = {place for span in doc.spans for place in range(span.start + 1, span.end)}
    places = [start.start() for start in _START.finditer(doc.text) if start.start() not in inside]
    chosen = rng.sample(places, min(len(places), rng.choice((1, 1, 2))))
    pages = rng.randint(2, 9)
    headers = table("perturb")["headers"]
    return [
        Edit(place, place, rng.choice(headers).format(page=page, pages=pages) + "\n")
        for page, place in enumerate(sorted(chosen), 1)
    ]


def _cuts(text: str, start: int, end: int, width: int) -> list[Edit]:
    cuts: list[Edit] = []
    last: Edit | None = None
    for blanks in _BLANKS.finditer(text, start, end):
        if last and blanks.start() - start > width:
            cuts.append(last)
            start = last.end
        last = Edit(*blanks.span(), "\n")
    return [*cuts, last] if last and end - start > width else cuts
