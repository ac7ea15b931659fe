"""Sections that are taken out whole, as the thesis does with SOCIAL HISTORY, SOCIAL and FAMILY.

What they tell of a person's life can point at that person without any name.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from incognote.data import load_toml
from incognote.errors import UnknownNameError
from incognote.evaluate.match import bare_parts, covered
from incognote.layout.sections import find_sections
from incognote.replace.edits import Replacer
from incognote.types import Document, Span

SECTION = "SECTION"
"""The label of a section that is taken out."""


def section_name(written: str) -> str:
    """Our name of a section from the way a user writes it: `social` and `Social history` are one."""
    name = " ".join(written.lower().split())
    names = [name for group in load_toml("layout/sections.toml").values() for name in group]
    for candidate in (name, f"{name} history"):
        if candidate in names:
            return candidate
    raise UnknownNameError(f"no section is called {written!r}; there are: {', '.join(names)}")


def without_sections(doc: Document, names: Collection[str]) -> Document:
    """The note with a span over each section of these names, and its other spans where they lie outside.

    A section goes on over fields such as `Phone:` and `Employer:` inside it, which the layout knows as parts of a
    header.
    """
    dropped: list[Span] = []
    at = 0
    for section in find_sections(doc.text):
        end = section.start + len(doc.text[section.start : section.end].rstrip())
        if section.name in names:
            dropped.append(Span(section.start, end, SECTION, source=f"section:{section.name}"))
        elif dropped and section.start == at and section.name in _header_fields():
            dropped[-1] = replace(dropped[-1], end=end)
        else:
            continue
        at = section.end
    outside = [
        replace(span, start=start, end=end)
        for span in doc.spans
        for start, end in bare_parts(span.start, span.end, covered(dropped))
    ]
    return doc.with_spans([*dropped, *outside])


def tagging_sections(replacer: Callable[[Document], Sequence[str]]) -> Replacer:
    """A replacer that puts a tag in a section's place, and leaves the other spans to another replacer."""

    def replacements(doc: Document) -> list[str]:
        if not any(span.label == SECTION for span in doc.spans):  # as mostly
            return [*replacer(doc)]
        others = iter(replacer(doc.with_spans(span for span in doc.spans if span.label != SECTION)))
        return [_tag(span) if span.label == SECTION else next(others) for span in doc.spans]

    return replacements


def _tag(span: Span) -> str:
    return f"[**{span.source.removeprefix('section:').capitalize()} section removed**]"


@functools.cache
def _header_fields() -> frozenset[str]:
    return frozenset(load_toml("layout/sections.toml")["header"])
