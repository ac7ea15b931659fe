"""Routes of adjudication: the rows of a project, decisions about them, and how annotators agree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from incognote.serve.access import Adjudicator, Served
from incognote.serve.projects.adding import other_labels, require_labels
from incognote.serve.projects.boards import Board
from incognote.serve.projects.deciding import confirm_unanimous, decide
from incognote.serve.projects.gold import Decision, Row, State
from incognote.serve.projects.settings import PROJECT
from incognote.serve.service import Service
from incognote.serve.shapes import Op, Shape
from incognote.types import Document, Span

ROUTER = APIRouter(prefix="/projects/{project}", tags=["adjudication"])


class PhraseShape(BaseModel):
    """A span and its words."""

    start: int
    end: int
    label: str
    text: str


class RowShape(BaseModel):
    """A location in a note. `gold` is what was decided, `suggestion` what most annotators marked."""

    note: int
    id: str
    start: int
    end: int
    state: State
    cells: dict[str, list[PhraseShape]] = Field(description="What each annotator of the note marked there.")
    unanimous: bool
    gold: list[PhraseShape]
    suggestion: list[PhraseShape]
    waiting: list[str] = Field(description="Annotators of the note who aren't done with it.")


class GoldProgress(BaseModel):
    """How far a gold standard is. A note is gold if its annotators are done and its every row is decided."""

    notes: int
    gold_notes: int
    phi: int = Field(description="Gold spans in notes that are gold.")
    rows: int
    open: int


class RowsShape(BaseModel):
    """A page of rows, as they are after the event `last`; `changed` are the notes with events after that asked for."""

    name: str
    annotators: list[str]
    last: int
    total: int
    rows: list[RowShape]
    progress: GoldProgress
    labels: list[str] = Field(description="Labels besides ours that the project has, which gold may have too.")
    changed: list[int]


class TheirsShape(BaseModel):
    """What one annotator marked in a note."""

    name: str
    done: bool
    marks: list[PhraseShape]


class ContextShape(BaseModel):
    """A note for its adjudicator. `base` is the last decision about it, `last` the project's last event."""

    number: int
    id: str
    text: str
    base: int
    last: int
    annotators: list[TheirsShape]
    rows: list[RowShape]


class DecidedShape(BaseModel):
    """The rows of a note after a decision, as they are after the project's event `last`, and `base` for the next."""

    base: int
    last: int
    rows: list[RowShape]
    progress: GoldProgress


class GoldSpan(Shape):
    """A stretch that is PHI, in code points; its label is one of ours or of the project's others."""

    start: int = Field(ge=0)
    end: int
    label: str = Field(min_length=1, max_length=60)


class DecisionShape(Shape):
    """What is gold from `start` to `end`, which is one row or more, or a place where nobody marked anything."""

    start: int = Field(ge=0)
    end: int
    put: list[GoldSpan] | None = Field(description="The gold spans; [] if it is no PHI; null to open it again.")


class Decisions(Shape):
    """Decisions about a note, which are kept all or none."""

    op: Op = None
    base: int = Field(0, description="The last decision about the note that you have seen.")
    seen: int | None = Field(
        default=None,
        ge=0,
        description="The `last` that came with the note's rows: places that were marked later and that the gold"
        " doesn't cover stay open. null: you have seen all.",
    )
    decisions: list[DecisionShape] = Field(min_length=1, max_length=1000)


class ConfirmedShape(BaseModel):
    """How many rows were confirmed."""

    confirmed: int
    progress: GoldProgress


class PairShape(BaseModel):
    """How two annotators agree over the notes that both are done with; null where there is nothing to measure."""

    one: str
    other: str
    notes: int
    kappa_phi: float | None = Field(description="Which words are PHI, beyond chance.")
    kappa_labels: float | None = Field(description="Which words have which label, beyond chance.")
    word_f: float | None
    strict_f: float | None = Field(description="Entities: same place, same label.")


class AgreementShape(BaseModel):
    """`last` is the project's last event, which tells whether anything changed."""

    last: int
    pairs: list[PairShape]
    progress: GoldProgress


Show = Literal["all", "open", "disagreements"]


@ROUTER.get("/adjudication", summary="The rows of a project: a row a location, a cell an annotator")
def rows(
    service: Served,
    _: Adjudicator,
    project: int,
    show: Annotated[Show, Query(description="All rows, open ones only, or only where annotators differ.")] = "all",
    after: Annotated[int, Query(ge=0, description="Only of notes about which there are events after this one.")] = 0,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=2000)] = 500,
) -> RowsShape:
    """In order of notes and places. Rows of notes whose annotators aren't all done are there, and say so."""
    board = _board(service, project)
    all_changed = board.settled > after
    changed = [number for number, note in board.notes.items() if all_changed or note.revision > after] if after else []
    among = set(changed) if after else board.notes.keys()
    found = [(number, row) for number, row in board.rows if number in among and _shown(row, show)]
    page = [_row(board, number, row) for number, row in found[offset : offset + limit]]
    return RowsShape(
        name=service.kept.collection(PROJECT, project).name,
        annotators=list(board.annotators),
        last=board.last,
        total=len(found),
        rows=page,
        progress=_progress(board),
        labels=other_labels(service.kept, project),
        changed=changed,
    )


@ROUTER.get("/adjudication/notes/{note}", summary="A note with everybody's marks")
def context(service: Served, _: Adjudicator, project: int, note: int) -> ContextShape:
    """The context of the note's rows."""
    service.kept.note(project, note)
    board = _board(service, project)
    doc, seen = board.docs[note], board.notes[note]
    theirs = [
        TheirsShape(name=name, done=one.done, marks=_phrases(doc, (mark.span for mark in one.marks)))
        for name, one in seen.annotators.items()
    ]
    return ContextShape(
        number=note,
        id=doc.id,
        text=doc.text,
        base=seen.decided,
        last=board.last,
        annotators=theirs,
        rows=[_row(board, note, row) for row in seen.rows],
    )


@ROUTER.post("/notes/{note}/decisions", summary="Decide what is gold in a note")
def decisions(service: Served, who: Adjudicator, project: int, note: int, told: Decisions) -> DecidedShape:
    """All decisions are kept, or none. 409 if another adjudicator decided about the note since, or rows changed."""
    whose = _board(service, project).whose.get(note, ())
    made = list(map(_decision, told.decisions))
    require_labels(service.kept, project, (span.label for one in made for span in one.put or ()))
    seen = decide(service.kept, project, note, whose, who.name, made, told.base, told.op, told.seen)
    board = _board(service, project)
    rows = [_row(board, note, row) for row in board.notes[note].rows]
    return DecidedShape(base=seen.decided, last=board.last, rows=rows, progress=_progress(board))


@ROUTER.post("/adjudication/unanimous", summary="Confirm all rows in which all annotators agree")
def confirm_all(service: Served, who: Adjudicator, project: int) -> ConfirmedShape:
    """Open rows in notes whose annotators are all done. Nothing that is decided changes."""
    confirmed = None
    while confirmed is None:
        confirmed = confirm_unanimous(service.kept, project, _board(service, project), who.name)
    return ConfirmedShape(confirmed=confirmed, progress=_progress(_board(service, project)))


@ROUTER.get("/agreement", summary="How annotators agree, two by two, and how far the gold is")
def agreement(service: Served, _: Adjudicator, project: int) -> AgreementShape:
    """Kappa and F over the notes that both are done with."""
    board = _board(service, project)
    pairs = [
        PairShape(one=one, other=other, notes=notes, **{name: _number(value) for name, value in vars(found).items()})
        for (one, other), (notes, found) in service.boards.agreement(project, board).items()
    ]
    return AgreementShape(last=board.last, pairs=pairs, progress=_progress(board))


def _board(service: Service, project: int) -> Board:
    service.kept.collection(PROJECT, project)
    return service.boards.of(service.kept, project)


def _decision(told: DecisionShape) -> Decision:
    put = None if told.put is None else tuple(Span(one.start, one.end, one.label) for one in told.put)
    return Decision(told.start, told.end, put)


def _shown(row: Row, show: Show) -> bool:
    return show == "all" or (row.state == "open" if show == "open" else not row.is_unanimous)


def _progress(board: Board) -> GoldProgress:
    gold = [note for note in board.notes.values() if note.is_gold]
    return GoldProgress(
        notes=len(board.notes),
        gold_notes=len(gold),
        phi=sum(len(note.gold()) for note in gold),
        rows=len(board.rows),
        open=sum(row.state == "open" for _, row in board.rows),
    )


def _row(board: Board, number: int, row: Row) -> RowShape:
    doc, note = board.docs[number], board.notes[number]
    return RowShape(
        note=number,
        id=doc.id,
        start=row.start,
        end=row.end,
        state=row.state,
        cells={name: _phrases(doc, (mark.span for mark in marks)) for name, marks in row.cells.items()},
        unanimous=row.is_unanimous,
        gold=_phrases(doc, row.gold),
        suggestion=_phrases(doc, row.suggestion()),
        waiting=list(note.waiting),
    )


def _phrases(doc: Document, spans: Iterable[Span]) -> list[PhraseShape]:
    return [PhraseShape(start=span.start, end=span.end, label=span.label, text=doc[span]) for span in spans]


def _number(value: float) -> float | None:
    return value if value == value else None
