"""The route that measures annotations against a gold standard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from incognote.errors import ConfigError
from incognote.serve.access import Reader, Served
from incognote.serve.engines.notes import MOST_NOTES, Text, all_found
from incognote.serve.engines.work import Find, Measure
from incognote.serve.service import Service
from incognote.serve.shapes import Shape, TableShape, example, table_shape
from incognote.types import Document, Span
from incognote.wording import number

ROUTER = APIRouter(tags=["measure"])

_MOST_SYSTEMS = 20
_MOST_SPANS = 10_000  # of a note
_MOST_LABELS = 200
_MOST_IN_ALL = 100_000  # spans
_Place = Annotated[int, Field(ge=0, le=2**40)]
_Id = Annotated[str, Field(min_length=1, max_length=200)]
_EXAMPLE: dict[str, Any] = {
    "gold": [{"id": "1", "text": "Seen by Dr. Adams.", "spans": [{"start": 12, "end": 17, "label": "DOCTOR"}]}],
    "predicted": [{"name": "ours", "notes": [{"id": "1", "spans": [{"start": 12, "end": 17, "label": "PATIENT"}]}]}],
}


class TrueSpan(Shape):
    """A stretch that someone or something calls PHI, in code points."""

    start: _Place
    end: _Place
    label: str = Field(min_length=1, max_length=40)


class GoldShape(Shape):
    """A note with its true spans."""

    id: _Id
    text: Text
    spans: list[TrueSpan] = Field(max_length=_MOST_SPANS)


class PredictedShape(Shape):
    """The spans that are to be measured in a note of the gold."""

    id: _Id
    spans: list[TrueSpan] = Field(max_length=_MOST_SPANS)


class SystemShape(Shape):
    """An annotation of all notes of the gold."""

    name: str = Field(min_length=1, max_length=100)
    notes: list[PredictedShape] = Field(min_length=1, max_length=MOST_NOTES)


class EvaluateShape(Shape):
    """A gold standard, and what is measured against it: annotations of the same notes, engines, or both."""

    gold: list[GoldShape] = Field(min_length=1, max_length=MOST_NOTES)
    predicted: list[SystemShape] = Field([], max_length=_MOST_SYSTEMS)
    engines: list[Annotated[str, Field(max_length=100)]] = Field([], max_length=_MOST_SYSTEMS, examples=[["deid"]])
    details: bool = Field(False, description="All tables of one annotation: each label, other metrics, confusion.")

    model_config = example(**_EXAMPLE)


class EvaluationShape(BaseModel):
    """Tables as they are to be shown, and the same figures as numbers by the tables' keys."""

    tables: list[TableShape]
    figures: dict[str, Any]
    remarks: list[str] = Field(description="What someone should know who reads the figures.")


@ROUTER.post("/evaluate", summary="Measure annotations or engines against a gold standard")
def evaluate(service: Served, _: Reader, asked: EvaluateShape) -> EvaluationShape:
    """One is measured in depth: leaks, words, entities, mistakes. Several are compared, with people's agreement."""
    _require_few(asked)
    gold = _gold(asked.gold)
    engines = [service.engines.catalogue.sound(name) for name in asked.engines]
    names = [*engines, *(system.name for system in asked.predicted)]
    if not names or len(set(names)) < len(names):
        raise ConfigError("name what is to be measured, each once: annotations in predicted, engines in engines")
    annotations = {name: _found(service, name, gold) for name in engines}
    annotations |= {system.name: _predicted(system.notes, gold) for system in asked.predicted}
    measured = service.engines.do(Measure(gold, annotations, engines, asked.details))
    return EvaluationShape(
        tables=[table_shape(table) for table in measured.tables],
        figures={table.key: table.as_json() for table in measured.tables},
        remarks=[_knows(engine, seen, len(gold)) for engine, seen in measured.seen.items() if seen],
    )


def _knows(engine: str, seen: int, notes: int) -> str:
    return f"{engine} was trained on {seen:,} of these {number(notes, 'note')}, so its figures say little of others"


def _require_few(asked: EvaluateShape) -> None:
    """Refuse what would take a worker for long: tables of labels grow by the square of their number."""
    marked = [note.spans for note in asked.gold] + [note.spans for one in asked.predicted for note in one.notes]
    if sum(map(len, marked)) > _MOST_IN_ALL:
        raise ConfigError(f"a request may have {_MOST_IN_ALL:,} spans in all; send fewer notes at once")
    if len({span.label for spans in marked for span in spans}) > _MOST_LABELS:
        raise ConfigError(f"a request may have {_MOST_LABELS} labels; map them to fewer")


def _gold(notes: Sequence[GoldShape]) -> dict[str, Document]:
    gold = {note.id: Document(note.id, note.text, _spans(note.spans)) for note in notes}
    if len(gold) < len(notes):
        raise ConfigError("two notes of the gold have one id; give each its own")
    return gold


def _predicted(notes: Sequence[PredictedShape], gold: Mapping[str, Document]) -> dict[str, Document]:
    known = {note.id: note for note in notes}
    if len(known) < len(notes) or known.keys() != gold.keys():
        raise ConfigError("annotations in predicted must be of the notes of the gold, each once; give all their ids")
    return {doc_id: doc.with_spans(_spans(known[doc_id].spans)) for doc_id, doc in gold.items()}


def _spans(marks: Sequence[TrueSpan]) -> tuple[Span, ...]:
    return tuple(Span(mark.start, mark.end, mark.label) for mark in marks)


def _found(service: Service, engine: str, gold: Mapping[str, Document]) -> dict[str, Document]:
    """What an engine finds; it doesn't see the true spans."""
    bare = [doc.with_spans(()) for doc in gold.values()]
    return {doc.id: doc for doc in all_found(service.engines.do(Find(engine, bare)))}
