"""The nouns: Span, Document, Layout. Values are frozen; none shows a record's text when printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from incognote.errors import SpanError, shown

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from incognote.vocabulary import Vocabulary

    Ints: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text and its label; `end` is exclusive. Score and source don't count for equality."""

    start: int
    end: int
    label: str
    score: float = field(default=1.0, compare=False)
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise SpanError(f"a span from {self.start} to {self.end} is empty or backwards")
        if not self.label:
            raise SpanError(f"the span from {self.start} to {self.end} has no label")
        if not isfinite(self.score):
            raise SpanError(f"the span from {self.start} to {self.end} has a score that is no number")

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


_PLACE = attrgetter("start", "end", "label")


@dataclass(frozen=True)
class Document:
    """A note: its id, its text exactly as it was, and its spans in order of place.

    `meta` holds whatever else a format brought along (JSON-like values).
    """

    id: str
    text: str
    spans: tuple[Span, ...] = ()
    patient: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        ordered, size = tuple(sorted(self.spans, key=_PLACE)), len(self.text)
        for span in ordered:
            if span.end > size:
                raise SpanError(f"note {shown(self.id)}: a span ends at {span.end}, but the text has {size} characters")
        object.__setattr__(self, "spans", ordered)
        object.__setattr__(self, "patient", self.patient or None)

    def __getitem__(self, span: Span) -> str:
        return self.text[span.start : span.end]

    def __repr__(self) -> str:
        return f"Document({shown(self.id)}, {len(self.text)} characters, {len(self.spans)} spans)"

    def with_spans(self, spans: Iterable[Span]) -> Document:
        return Document(self.id, self.text, tuple(spans), self.patient, self.meta)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tokens:
    """Tokens as columns: where each starts and ends, and the id of its word in a vocabulary."""

    starts: Ints
    ends: Ints
    ids: Ints
    vocabulary: Vocabulary

    def __len__(self) -> int:
        return len(self.starts)

    def __repr__(self) -> str:
        return f"Tokens({len(self)})"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a note: from its heading's first character to the next heading; `body` is where the text begins.

    `name` is a name from our list of headings, or "other": never words of the record.
    """

    start: int
    body: int
    end: int
    name: str


@dataclass(frozen=True, eq=False, repr=False)
class Layout:
    """How a text divides.

    `sentences` holds the index of each sentence's first token, `lines` the offset of each line's first character.
    Sections are looked for when they are first asked for.
    """

    text: str
    tokens: Tokens
    sentences: Ints
    lines: Ints

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        from incognote.layout.sections import find_sections

        return find_sections(self.text)

    def __repr__(self) -> str:
        return f"Layout({len(self.tokens)} tokens, {len(self.sentences)} sentences, {len(self.lines)} lines)"
