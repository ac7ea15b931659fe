"""What an adjudicator decides, kept if it fits what is there."""

from __future__ import annotations

from collections.abc import Sequence

from incognote.errors import ConfigError
from incognote.serve.problems import ConflictError
from incognote.serve.projects.boards import Board
from incognote.serve.projects.gold import DECIDE, KINDS, Decision, NoteRows, Row, decision_of, note_rows, rows_from
from incognote.serve.store import New, Store
from incognote.types import Document


def decide(
    store: Store,
    project: int,
    note: int,
    whose: Sequence[str],
    author: str,
    decisions: Sequence[Decision],
    base: int = 0,
    op: str | None = None,
    seen: int | None = None,
) -> NoteRows:
    """Keep decisions about a note, which some people annotate, all or none; the note as it is then.

    `base` is the last decision about it that the adjudicator has seen: those made without having seen another
    adjudicator's are refused. What is sent again, by its `op`, is kept once. `seen` is the last event of the project
    that they have seen, None: all: marks that came after it are new to them.
    """
    doc = store.note(project, note)
    ops = (f"{op}.{number}" if op else None for number in range(len(decisions)))
    looked = {} if seen is None else {"seen": seen}
    made = [New(author, DECIDE, one.body() | looked, note, name) for one, name in zip(decisions, ops, strict=True)]
    with store.writing():
        events = store.events(project, KINDS, note)
        theirs = [event for event in events if event.kind == DECIDE]
        if all(store.kept(project, one) is not None for one in made):
            return note_rows(events, whose, len(doc.text))
        if any(event.author != author and event.id > base for event in theirs):
            raise ConflictError("another adjudicator decided about this note; it is shown as it is now")
        marks = {name: one.marks for name, one in note_rows(events, whose, len(doc.text)).annotators.items()}
        so_far = [decision_of(event) for event in theirs]
        for decision in decisions:
            _require_fit(doc, decision, rows_from(marks, so_far))
            so_far.append(decision)
        store.append(project, *made)
        return note_rows(store.events(project, KINDS, note), whose, len(doc.text))


def confirm_unanimous(store: Store, project: int, board: Board, author: str) -> int | None:
    """Confirm all rows in which all agree; how many. None, and nothing is kept, if anything happened in between."""
    made = [(number, one) for number, note in board.notes.items() for one in unanimous(note)]
    with store.writing():
        if store.last(project) != board.last:
            return None
        store.append(project, *(New(author, DECIDE, one.body(), number) for number, one in made))
    return len(made)


def unanimous(note: NoteRows) -> list[Decision]:
    """What confirms the open rows of a note in which all annotators, who are done, marked the same."""
    if note.waiting:
        return []
    rows = (row for row in note.rows if row.state == "open" and row.is_unanimous)
    return [Decision(row.start, row.end, row.suggestion()) for row in rows]


def _require_fit(doc: Document, decision: Decision, rows: Sequence[Row]) -> None:
    """Refuse a decision that is outside the text, puts spans outside its region or on each other, or cuts a row."""
    place = f"from {decision.start} to {decision.end}"
    if not 0 <= decision.start < decision.end <= len(doc.text):
        raise ConfigError(f"a decision {place} isn't in a text of {len(doc.text)} characters")
    reached = decision.start
    for span in sorted(decision.put or ()):
        if span.start < reached or span.end > decision.end:
            raise ConfigError(f"the spans of the decision {place} must lie in it and not overlap")
        reached = span.end
    for row in rows:
        inside = decision.start <= row.start and row.end <= decision.end
        if decision.overlaps(row.start, row.end) and not inside:
            raise ConflictError(f"the decision {place} is about a part of a row; load the note again, as it changed")
