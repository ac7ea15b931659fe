"""Replacements put into a note, once and for all of its spans, and the way back to the old offsets."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from incognote.types import Document, Span


class Replacer(Protocol):
    """What stands in the place of each span of a note, in the spans' order. The spans are disjoint."""

    def __call__(self, doc: Document) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Alignment:
    """Where the replaced stretches were and where they are, in order: starts and ends, old and new."""

    old_starts: tuple[int, ...]
    old_ends: tuple[int, ...]
    new_starts: tuple[int, ...]
    new_ends: tuple[int, ...]

    def to_new(self, offset: int) -> int:
        """The place of an old offset; one inside a replaced stretch becomes the start of its replacement."""
        return _moved(offset, self.old_starts, self.old_ends, self.new_starts, self.new_ends)

    def to_old(self, offset: int) -> int:
        """The place a new offset comes from; where text was taken out, the end of what was taken out."""
        return _moved(offset, self.new_starts, self.new_ends, self.old_starts, self.old_ends)


@dataclass(frozen=True, slots=True)
class Edited:
    """A note after its replacements: its spans are those of the replacements that are not empty."""

    doc: Document
    alignment: Alignment


def apply(doc: Document, replacements: Sequence[str]) -> Edited:
    """The note with each span's replacement in its place; the text between the spans stays as it is."""
    if len(replacements) != len(doc.spans):
        raise ValueError(f"{len(replacements)} replacements for {len(doc.spans)} spans")
    pieces: list[str] = []
    spans: list[Span] = []
    starts, ends = [], []
    read = written = 0
    for span, new in zip(doc.spans, replacements, strict=True):
        if span.start < read:
            raise ValueError(f"the spans overlap at {span.start}; resolve them first")
        pieces += (doc.text[read : span.start], new)
        start = written + span.start - read
        read, written = span.end, start + len(new)
        starts.append(start)
        ends.append(written)
        if new:
            spans.append(Span(start, written, span.label, span.score, span.source))
    text = "".join((*pieces, doc.text[read:]))
    old_starts, old_ends = [span.start for span in doc.spans], [span.end for span in doc.spans]
    alignment = Alignment(tuple(old_starts), tuple(old_ends), tuple(starts), tuple(ends))
    return Edited(Document(doc.id, text, tuple(spans), doc.patient, doc.meta), alignment)


def _moved(
    offset: int,
    from_starts: tuple[int, ...],
    from_ends: tuple[int, ...],
    to_starts: tuple[int, ...],
    to_ends: tuple[int, ...],
) -> int:
    i = bisect_right(from_starts, offset) - 1
    if i < 0:
        return offset
    return to_starts[i] if offset < from_ends[i] else to_ends[i] + offset - from_ends[i]
