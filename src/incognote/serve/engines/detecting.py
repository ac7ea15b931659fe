"""Routes for engines, and for finding PHI."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field, NonNegativeInt

from incognote.data import load_toml
from incognote.errors import ConfigError, UnknownNameError
from incognote.labels import LABELS, MAIN_CATEGORIES, left_out
from incognote.report.reasons import Reason
from incognote.serve.access import Reader, Served
from incognote.serve.engines.notes import (
    EngineName,
    NotesShape,
    Point,
    SpanShape,
    all_found,
    count,
    full_name,
    span_shapes,
)
from incognote.serve.engines.plain_text import PLAIN_BODY, TextOrJson
from incognote.serve.engines.work import Explain, Explained, Find
from incognote.serve.service import Service
from incognote.serve.shapes import example
from incognote.types import Document

ROUTER = APIRouter(tags=["find and replace"], route_class=TextOrJson)

_MEANINGS = {
    "safe": "misses few names; takes out some words that are no PHI",
    "balanced": "takes out about as much too much as it misses",
    "strict": "misses as little as it can; takes out much that is no PHI",
}
"""What the operating points of our recipes are for."""
_OWN_POINT = "an operating point of this engine's own"
_MOST_PLACES = 1000
_REASONS_HELP = "Say of each span why it was found, which takes some times as long. Reasons quote the note."
_REASONS_AT_HELP = "Say why of the spans at these places (in code points) of one note, and give no others."


class PointShape(BaseModel):
    """An operating point: how likely something must be PHI to be taken for it, for all labels or for one."""

    name: str
    meaning: str
    thresholds: dict[str, float]


class EngineShape(BaseModel):
    """An engine that can be asked for."""

    name: str
    description: str
    paper: str | None = Field(description="Where it is from, if it was published.")
    points: list[PointShape] = Field(description="The first is taken if none is named.")
    scores: dict[str, float] | None = Field(
        description="Of cross-validation on the open corpus: precision P, recall R and F of PHI words, strict F of PHI."
    )
    adapted: bool = Field(description="Whether it was adapted here to corrected notes.")


class EnginesShape(BaseModel):
    """The engines that there are, and the one that is taken if none is named."""

    default: str
    engines: list[EngineShape]


class DetectShape(NotesShape):
    """Notes in which PHI is to be found."""

    engine: EngineName = None
    point: Point = None
    labels: list[Annotated[str, Field(max_length=40)]] | None = Field(
        None,
        max_length=60,
        examples=[["NAME", "DATE"]],
        description="Labels or main categories to give; without it all.",
    )
    reasons: bool = Field(False, description=_REASONS_HELP)
    reasons_at: list[NonNegativeInt] | None = Field(
        None, max_length=_MOST_PLACES, examples=[[12]], description=_REASONS_AT_HELP
    )

    model_config = example(text="Seen by Dr. Boris Adams on 3/4/2024.", reasons=True)


class FoundSpan(SpanShape):
    """A span and, if they were asked for, lines that say why; indented ones say more of the line before."""

    reasons: list[str] | None = None


class FoundNote(BaseModel):
    """What was found in a note, in the order of places."""

    id: str
    spans: list[FoundSpan]


class FoundShape(BaseModel):
    """What was found, note by note in the order in which they were sent."""

    engine: str
    notes: list[FoundNote]


@ROUTER.get("/engines", summary="The engines that find PHI")
def engines(service: Served, _: Reader) -> EnginesShape:
    """Their operating points, scores, and which is taken if none is named."""
    catalogue = service.engines.catalogue
    scores = load_toml("scores.toml")
    ours, adapted = catalogue.ours(), catalogue.adapted()
    shapes = [_engine(service, name, scores.get(name), False) for name in ours]
    shapes += [_engine(service, name, None, True) for name in adapted]
    return EnginesShape(default=service.engines.default(), engines=shapes)


@ROUTER.post("/detect", summary="Find PHI in notes", openapi_extra=PLAIN_BODY)
def detect(service: Served, _: Reader, asked: DetectShape) -> FoundShape:
    """Spans with their places, labels, scores and sources; with `reasons` or `reasons_at` also why.

    If an engine fails on a note the whole request fails, naming it: a note that wasn't looked at must not look clean.
    """
    docs = asked.docs()
    if asked.reasons_at is not None and asked.notes is not None:
        raise ConfigError("reasons_at are places of one note; send it by text")
    engine = service.engines.catalogue.sound(full_name(asked.engine, asked.point, service.engines.default()))
    hidden = _left_out(asked.labels)
    with_reasons = asked.reasons or asked.reasons_at is not None
    if with_reasons:
        found = all_found(service.engines.do(Explain(engine, docs, asked.reasons_at)))
    else:
        found = [Explained(doc, [[]] * len(doc.spans)) for doc in all_found(service.engines.do(Find(engine, docs)))]
    count(service.metrics, docs, (span for one in found for span in one.doc.spans))
    return FoundShape(engine=engine, notes=[_found_note(one, hidden, with_reasons) for one in found])


def _engine(service: Service, name: str, scores: dict[str, float] | None, adapted: bool) -> EngineShape:
    recipe = service.engines.catalogue.recipe(name)
    points = [
        PointShape(name=point, meaning=_MEANINGS.get(point, _OWN_POINT), thresholds=thresholds)
        for point, thresholds in recipe.get("points", {}).items()
    ]
    description, paper = recipe.get("description", ""), recipe.get("paper")
    return EngineShape(name=name, description=description, paper=paper, points=points, scores=scores, adapted=adapted)


def _left_out(labels: list[str] | None) -> frozenset[str]:
    if labels is None:
        return frozenset()
    try:
        return left_out(labels)
    except UnknownNameError:  # it quotes what was sent
        known = ", ".join((*MAIN_CATEGORIES, *LABELS))
        raise UnknownNameError(f"one of the labels isn't known; there are: {known}") from None


def _found_note(found: Explained, hidden: frozenset[str], with_reasons: bool) -> FoundNote:
    doc: Document = found.doc
    shapes = [
        FoundSpan(**shape.model_dump(), reasons=_lines(why) if with_reasons else None)
        for shape, why in zip(span_shapes(doc.text, doc.spans), found.why, strict=True)
        if shape.label not in hidden
    ]
    return FoundNote(id=doc.id, spans=shapes)


def _lines(why: Sequence[Reason]) -> list[str]:
    return [line for reason in why for line in (reason.line, *(f"  {detail}" for detail in reason.details))]
