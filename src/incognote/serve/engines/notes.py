"""Notes in requests, and spans in answers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from incognote.errors import ConfigError, DetectionError, FaultError, shown
from incognote.labels import LABELS
from incognote.serve.metrics import Metrics
from incognote.serve.shapes import Shape
from incognote.types import Document, Span

Found = TypeVar("Found")

MOST_NOTES = 1000
"""In a request."""
_BEYOND = 0xFFFF  # characters above are two units of UTF-16
_NAMED = 5


def _no_nul(text: str) -> str:
    if "\0" in text:
        raise PydanticCustomError("nul", "it has NUL characters, which no text has; is it a binary file?")
    return text


Text = Annotated[
    str, Field(min_length=1, description="The note, with line ends as they are, without NUL."), AfterValidator(_no_nul)
]
Id = Annotated[str | None, Field(min_length=1, max_length=200, description="Your name for the note.")]
Patient = Annotated[str | None, Field(min_length=1, max_length=200, description="Whose note it is.")]
_ENGINE_HELP = (
    "Such as `incognote`, `incognote@balanced`; `GET /api/engines` lists them. Without one: the service's own."
)
EngineName = Annotated[str | None, Field(max_length=100, examples=["incognote@safe"], description=_ENGINE_HELP)]
Point = Annotated[
    str | None, Field(max_length=40, examples=["safe"], description="Operating point, if `engine` names none.")
]


class NoteShape(Shape):
    """A note."""

    text: Text
    id: Id = None
    patient: Patient = None


class SpanShape(BaseModel):
    """A stretch of a note; ends are exclusive."""

    start: int = Field(description="In code points.")
    end: int
    start_utf16: int = Field(description="In units of UTF-16, as JavaScript, Java and C# count.")
    end_utf16: int
    label: str
    score: float = Field(description="How sure the engine is, up to 1.")
    source: str = Field(description="What decided: a rule, a tagger, the encoder.")


class NotesShape(Shape):
    """One note by `text`, or many by `notes`."""

    text: Text | None = None
    id: Id = None
    patient: Patient = None
    notes: list[NoteShape] | None = Field(None, min_length=1, max_length=MOST_NOTES)

    def docs(self) -> list[Document]:
        """The notes as documents; ids are there, and different."""
        notes = self.notes if self.notes is not None else []
        if self.text is not None:
            notes = [*notes, NoteShape(text=self.text, id=self.id, patient=self.patient)]
        if (self.text is None) == (self.notes is None) or (self.notes and (self.id or self.patient)):
            raise ConfigError("send one note by text, with its id and patient if you like, or many by notes")
        docs = [Document(note.id or _name(note.text), note.text, (), note.patient) for note in notes]
        if len({doc.id for doc in docs}) < len(docs):
            raise ConfigError("two of the notes have one id, or one text and no id; give each an id of its own")
        return docs


def _name(text: str) -> str:
    """An id for a note that has none: the same for the same text, so that its surrogates are."""
    return f"text-{sha256(text.encode()).hexdigest()[:16]}"


def full_name(engine: str | None, point: str | None, default: str) -> str:
    """The engine that is asked for, with its operating point."""
    if engine and "@" in engine and point:
        raise ConfigError("engine names an operating point already; leave point out")
    if point:
        return f"{engine or default.partition('@')[0]}@{point}"
    return engine or default


def all_found(found: Iterable[Found | DetectionError]) -> list[Found]:
    """What was found in all notes. If one failed it is an error, so that nobody takes it for a note without PHI."""
    every = list(found)
    failed = [one.doc_id for one in every if isinstance(one, DetectionError)]
    if failed:
        named = ", ".join(map(shown, failed[:_NAMED])) + (
            f" and {len(failed) - _NAMED} more" if failed[_NAMED:] else ""
        )
        raise FaultError(f"an engine failed on these notes: {named}; nothing is answered of any, send the others alone")
    return [one for one in every if not isinstance(one, DetectionError)]


def span_shapes(text: str, spans: Sequence[Span]) -> list[SpanShape]:
    units = Units(text)
    return [
        SpanShape(
            start=span.start,
            end=span.end,
            start_utf16=units.at(span.start),
            end_utf16=units.at(span.end),
            label=span.label,
            score=round(span.score, 4),
            source=span.source,
        )
        for span in spans
    ]


class Units:
    """Places of a text in units of UTF-16."""

    def __init__(self, text: str) -> None:
        plain = text.isascii() or max(text) <= "\uffff"
        self._pairs = [] if plain else [at for at, char in enumerate(text) if ord(char) > _BEYOND]

    def at(self, place: int) -> int:
        return place + bisect_left(self._pairs, place)


def count(metrics: Metrics, docs: Sequence[Document], spans: Iterable[Span]) -> None:
    """Count what was done, without a word of it."""
    metrics.count("notes", len(docs))
    metrics.count("characters", sum(len(doc.text) for doc in docs))
    for span in spans:
        metrics.count("spans", 1, span.label if span.label in LABELS else "OTHER")
