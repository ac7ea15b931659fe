"""The route that measures annotations against a gold standard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from incognote.config import EvaluateConfig
from incognote.errors import ConfigError
from incognote.evaluate.match import Comparison, compare_all
from incognote.report.evaluation import comparison_tables
from incognote.report.evaluation import evaluate as evaluated
from incognote.report.tables import Table
from incognote.serve.access import Reader, Served
from incognote.serve.engines.notes import MOST_NOTES, Text, all_found
from incognote.serve.engines.work import Find
from incognote.serve.service import Service
from incognote.serve.shapes import Shape, TableShape, example, table_shape
from incognote.types import Document, Span

ROUTER = APIRouter(tags=["measure"])

_MOST_SYSTEMS = 20
_Place = Annotated[int, Field(ge=0, le=2**40)]
_Id = Annotated[str, Field(min_length=1, max_length=200)]
_EXAMPLE: dict[str, Any] = {
    "gold": [{"id": "1", "text": "Seen by Dr. Adams.", "spans": [{"start": 12, "end": 17, "label": "DOCTOR"}]}],
    "predicted": [{"name": "ours", "notes": [{"id": "1", "spans": [{"start": 12, "end": 17, "label": "PATIENT"}]}]}],
}


class MarkShape(Shape):
    """A stretch that someone or something calls PHI, in code points."""

    start: _Place
    end: _Place
    label: str = Field(min_length=1, max_length=40)


class GoldShape(Shape):
    """A note with its true spans."""

    id: _Id
    text: Text
    spans: list[MarkShape]


class PredictedShape(Shape):
    """The spans that are to be measured in a note of the gold."""

    id: _Id
    spans: list[MarkShape]


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


@ROUTER.post("/evaluate", summary="Measure annotations or engines against a gold standard")
def evaluate(service: Served, _: Reader, asked: EvaluateShape) -> EvaluationShape:
    """One is measured in depth: leaks, words, entities, mistakes. Several are compared, with people's agreement."""
    gold = _gold(asked.gold)
    engines = [service.engines.catalogue.sound(name) for name in asked.engines]
    names = [*engines, *(system.name for system in asked.predicted)]
    if not names or len(set(names)) < len(names):
        raise ConfigError("name what is to be measured, each once: annotations in predicted, engines in engines")
    annotations = {name: _found(service, name, gold) for name in engines}
    annotations |= {system.name: _predicted(system.notes, gold) for system in asked.predicted}
    systems = {name: compare_all(gold, notes) for name, notes in annotations.items()}
    tables = _tables(gold, systems, engines, asked.details)
    return EvaluationShape(
        tables=[table_shape(table) for table in tables], figures={table.key: table.as_json() for table in tables}
    )


def _tables(
    gold: Mapping[str, Document], systems: Mapping[str, Sequence[Comparison]], engines: list[str], details: bool
) -> list[Table]:
    settings = EvaluateConfig()
    if len(systems) > 1:
        return comparison_tables(gold, systems, engines, settings)
    (comparisons,) = systems.values()
    return [table for table in evaluated(comparisons).tables(settings) if details or not table.detail]


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


def _spans(marks: Sequence[MarkShape]) -> tuple[Span, ...]:
    return tuple(Span(mark.start, mark.end, mark.label) for mark in marks)


def _found(service: Service, engine: str, gold: Mapping[str, Document]) -> dict[str, Document]:
    """What an engine finds; it doesn't see the true spans."""
    bare = [doc.with_spans(()) for doc in gold.values()]
    return {doc.id: doc for doc in all_found(service.engines.do(Find(engine, bare)))}
