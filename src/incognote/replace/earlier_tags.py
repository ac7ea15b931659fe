"""Tags that a note brings along: `[**Last Name 5**]`. They are no PHI, and their numbers are taken."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from incognote.data import load_toml
from incognote.evaluate.match import bare_parts
from incognote.types import Document, Span

_BRACKETS = re.compile(r"\[\*\*([^\[\]*]{1,80})\*\*\]")
_TAG = re.compile(r"(?:[^\W\d_]++-?\d?|\(\d\)|[\s/()])++(?:\d{1,5}\s*)?")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"(?<![0-9])[0-9]{1,9}(?=\s*$)")


def numbers_taken(text: str) -> set[int]:
    """The numbers at the ends of tags."""
    numbers = map(_NUMBER.search, _BRACKETS.findall(text))
    return {int(number[0]) for number in numbers if number}


def is_tag(text: str) -> bool:
    """Whether a text is a tag and nothing else."""
    found = _BRACKETS.fullmatch(text)
    return found is not None and _is_tag(found[1])


def outside_tags(doc: Document) -> Document:
    """The note with its spans as far as they lie outside tags.

    Brackets alone don't make a tag, since `[**Osei**]` would hide a name: it must have the words of tags and at most a
    short number, or be a date and nothing else, which is how shifted ones are written.
    """
    dates = {(span.start, span.end) for span in doc.spans if span.label == "DATE"}
    tags = [match.span() for match in _BRACKETS.finditer(doc.text) if match.span(1) in dates or _is_tag(match[1])]
    return doc.with_spans(part for span in doc.spans for part in _outside(doc, span, tags)) if tags else doc


def _is_tag(inside: str) -> bool:
    words = [word.casefold() for word in _WORD.findall(inside)]
    return bool(words) and _TAG.fullmatch(inside) is not None and _tag_words().issuperset(words)


def _outside(doc: Document, span: Span, tags: Sequence[tuple[int, int]]) -> Iterator[Span]:
    for start, end in bare_parts(span.start, span.end, tags):
        text = doc.text[start:end]
        if (start, end) == (span.start, span.end):
            yield span
        elif any(char.isalnum() for char in text):
            yield replace(span, start=end - len(text.lstrip()), end=start + len(text.rstrip()))


@functools.cache
def _tag_words() -> frozenset[str]:
    """Words of tags, and of those that stand where a section was taken out."""
    sections = (name for group in load_toml("layout/sections.toml").values() for name in group)
    removed = {word for name in (*sections, "section removed") for word in _WORD.findall(name)}
    return frozenset(load_toml("replace/tag_words.toml")["words"]) | removed
