"""Edits of a note's text, with its spans kept on what they were on."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import accumulate, pairwise
from random import Random
from typing import NamedTuple, TypeAlias

from incognote.types import Document, Span


class Edit(NamedTuple):
    """A stretch of text and what takes its place; an empty stretch is a place where text is put in."""

    start: int
    end: int
    new: str


Kind: TypeAlias = Callable[[Document, Random], list[Edit]]
"""A kind of change: the edits that it would make to a note."""


def edited(doc: Document, edits: Iterable[Edit]) -> Document:
    """The note after all edits; an edit that crosses a span's border, or that overlaps an earlier one, is left out.

    What is put in where a span starts or ends is outside of it. Spans of which nothing is left are dropped.
    """
    chosen = _fitting(edits, _borders(doc))
    moves = [0, *accumulate(len(edit.new) - (edit.end - edit.start) for edit in chosen)]
    starts, ends = [edit.start for edit in chosen], [edit.end for edit in chosen]
    text, read = [], 0
    for edit in chosen:
        text += [doc.text[read : edit.start], edit.new]
        read = edit.end
    text.append(doc.text[read:])
    places = (
        (span, span.start + moves[bisect_right(ends, span.start)], span.end + moves[bisect_left(starts, span.end)])
        for span in doc.spans
    )
    spans = [replace(span, start=start, end=end) for span, start, end in places if start < end]
    return replace(doc, text="".join(text), spans=tuple(spans))


def stretches(doc: Document, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """The text from start to end cut where spans start and end, so that each stretch may be an edit."""
    last = len(doc.text) if end is None else end
    cuts = [place for place in _borders(doc) if start < place < last]
    return ((first, second) for first, second in pairwise([start, *cuts, last]) if first < second)


def rewritten(doc: Document, place: tuple[int, int], change: Callable[[str], str]) -> list[Edit]:
    """The edits that change a stretch of text."""
    parts = ((start, end, doc.text[start:end]) for start, end in stretches(doc, *place))
    return [Edit(start, end, new) for start, end, old in parts if (new := change(old)) != old]


def whole(span: Span, new: str) -> Edit:
    """The edit that puts other text in a span's place."""
    return Edit(span.start, span.end, new)


def stands_free(doc: Document, span: Span) -> bool:
    """Whether nothing is joined to a span: it has blanks or marks of a sentence on both sides."""
    before, after = doc.text[max(0, span.start - 1) : span.start], doc.text[span.end : span.end + 1]
    return (not before or before.isspace() or before in "(:,;") and (not after or after.isspace() or after in "),.;:?!")


def _borders(doc: Document) -> list[int]:
    return sorted({place for span in doc.spans for place in (span.start, span.end)})


def _fitting(edits: Iterable[Edit], borders: list[int]) -> list[Edit]:
    chosen: list[Edit] = []
    for edit in sorted(edits):
        crossed = bisect_right(borders, edit.start) < bisect_left(borders, edit.end)
        if not crossed and (not chosen or edit.start >= chosen[-1].end):
            chosen.append(edit)
    return chosen
