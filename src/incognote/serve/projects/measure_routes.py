"""Routes of measuring: annotators and engines against the gold of a project."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from incognote.errors import ConfigError, DetectionError, hint
from incognote.evaluate.sensitivity import Instance
from incognote.serve.about import JobShape
from incognote.serve.access import Adjudicator, Served
from incognote.serve.jobs import Tell
from incognote.serve.problems import MissingError
from incognote.serve.projects.measuring import Measured, measured_of, tables_of
from incognote.serve.projects.preannotation import preannotate
from incognote.serve.projects.settings import PROJECT
from incognote.serve.service import Service
from incognote.serve.shapes import PlotShape, Shape, TableShape, plot_shape, table_shape
from incognote.types import Document

ROUTER = APIRouter(prefix="/projects/{project}/measure", tags=["measuring"])

_AROUND = 60  # characters shown before and after a mistake
_MEASURE = "measure"


class ToMeasure(Shape):
    """Engines that are to find PHI in the gold's notes."""

    engines: list[str] = Field(min_length=1, max_length=20, description="Such as `incognote@safe`.")


class SystemShape(BaseModel):
    """An annotator or engine, and in how many of the gold's notes they looked."""

    name: str
    is_engine: bool
    notes: int


class MeasuredShape(BaseModel):
    """How annotators and engines did: `people_and_engines` is the thesis's Table 4.1, `measured` a row for each."""

    name: str
    notes: int = Field(description="Notes of the gold.")
    of: int = Field(description="Notes of the project.")
    phi: int
    started_from: list[str] = Field(
        description="Engines whose marks annotators of these notes began with, which betters figures."
    )
    systems: list[SystemShape]
    engines: list[str] = Field(description="What can be measured besides.")
    tables: list[TableShape]
    plots: list[PlotShape]


class MistakeShape(BaseModel):
    """A place that someone missed or marked in vain, with the words around it."""

    note: int
    id: str
    start: int
    end: int
    label: str
    thesis: str | None = Field(description="The thesis's tag, if it has one for it.")
    before: str
    text: str
    after: str


class OneShape(BaseModel):
    """One annotator or engine: tables, and a page of each list of mistakes."""

    name: str
    tables: list[TableShape]
    missed: list[MistakeShape] = Field(description="PHI that isn't covered whole.")
    missed_total: int
    in_vain: list[MistakeShape] = Field(description="Marks that touch no PHI.")
    in_vain_total: int


@ROUTER.post("", summary="Have engines find PHI in the gold's notes", status_code=202)
def measure(service: Served, who: Adjudicator, project: int, wanted: ToMeasure) -> JobShape:
    """A job. What an engine has found in a note before isn't looked for again."""
    service.kept.collection(PROJECT, project)
    engines = [service.engines.catalogue.sound(name) for name in wanted.engines]
    numbers = list(service.boards.of(service.kept, project).gold())
    if not numbers:
        raise ConfigError("no note of the project is gold yet; adjudicate some first")

    def run(tell: Tell) -> dict[str, dict[str, int]]:
        done = {}
        for before, engine in enumerate(engines):

            def find(docs: Sequence[Document], engine: str = engine) -> list[Document | DetectionError]:
                return service.engines.find(docs, engine)

            def told(some: int, of: int, before: int = before) -> None:
                tell(before * len(numbers) + len(numbers) - of + some, len(engines) * len(numbers))

            done[engine] = preannotate(service.kept, project, engine, find, who.name, told, numbers)
        return done

    return JobShape(**asdict(service.jobs.start(_MEASURE, f"{PROJECT}/{project}", run)))


@ROUTER.get("", summary="Annotators and engines against the gold, side by side")
def measured(service: Served, _: Adjudicator, project: int) -> MeasuredShape:
    """The thesis's Table 4.1 for this project, a row for each annotator and engine, and plots."""
    collection = service.kept.collection(PROJECT, project)
    found = _measured(service, project)
    people = [SystemShape(name=name, is_engine=False, notes=len(notes)) for name, notes in found.people.items()]
    engines = [SystemShape(name=name, is_engine=True, notes=len(notes)) for name, notes in found.engines.items()]
    return MeasuredShape(
        name=collection.name,
        notes=len(found.gold),
        of=len(service.boards.of(service.kept, project).notes),
        phi=sum(len(doc.spans) for doc in found.gold.values()),
        started_from=list(found.started_from),
        systems=[*people, *engines],
        engines=service.engines.names(),
        tables=list(map(table_shape, found.tables)),
        plots=list(map(plot_shape, found.plots)),
    )


@ROUTER.get("/one", summary="One annotator or engine against the gold")
def one(
    service: Served,
    _: Adjudicator,
    project: int,
    name: Annotated[str, Query(description="As in `systems`.")],
    offset: Annotated[int, Query(ge=0, description="Of both lists.")] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> OneShape:
    """By label, by risk, the notes without a leak; the lists of what was missed and of what was marked in vain."""
    service.kept.collection(PROJECT, project)
    found = _measured(service, project)
    if name not in found.systems:
        raise MissingError(f"nobody of that name was measured; {hint(name, found.systems)}")
    theirs = found.systems[name]

    def page(mistakes: Sequence[Instance]) -> list[MistakeShape]:
        return [_mistake(found, mistake) for mistake in mistakes[offset : offset + limit]]

    return OneShape(
        name=name,
        tables=list(map(table_shape, tables_of(theirs))),
        missed=page(theirs.found.false_negatives),
        missed_total=len(theirs.found.false_negatives),
        in_vain=page(theirs.found.false_positives),
        in_vain_total=len(theirs.found.false_positives),
    )


def _measured(service: Service, project: int) -> Measured:
    board = service.boards.of(service.kept, project)
    return service.boards.kept(project, board, lambda: measured_of(service.kept, project, board))


def _mistake(found: Measured, mistake: Instance) -> MistakeShape:
    doc, span = found.gold[mistake.doc_id], mistake.span
    return MistakeShape(
        note=found.numbers[doc.id],
        id=doc.id,
        start=span.start,
        end=span.end,
        label=span.label,
        thesis=mistake.tag or None,
        before=doc.text[max(0, span.start - _AROUND) : span.start],
        text=doc[span],
        after=doc.text[span.end : span.end + _AROUND],
    )
