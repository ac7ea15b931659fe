"""The gold standard of a project, as an adjudicator makes it of what annotators marked (the thesis's Figure 2-1).

A row is a location: the marks of all annotators there that overlap, one by the next, and what was decided before. A
cell is what one annotator marked there. A decision says what is gold in a region; it counts for a row that it covers
whole, so a mark that makes the row wider opens it again, and so does one at a place that the adjudicator hasn't seen
marked and that the gold doesn't cover: nothing is taken for no PHI unseen. A note in which nobody marked anything has
one row, at its beginning, for the adjudicator to say so.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from incognote.serve.projects.assignment import assigned
from incognote.serve.projects.marks import DONE, EDIT, Mark, Marked, marked
from incognote.serve.store import Event, Store
from incognote.types import Document, Span

DECIDE = "decide"
"""The kind of events by which an adjudicator says what is gold in a region of a note."""
KINDS = (EDIT, DONE, DECIDE)
"""What the rows of a note come from."""

Place: TypeAlias = tuple[int, int]
State: TypeAlias = Literal["open", "confirmed", "rejected"]


@dataclass(frozen=True, repr=False)
class Decision:
    """What is gold from `start` to `end`: some spans; none, if nothing there is PHI; or None, if it is open again.

    `seen` are the places in the note that were marked when the adjudicator looked; None: all that are marked.
    """

    start: int
    end: int
    put: tuple[Span, ...] | None
    seen: frozenset[Place] | None = None

    def overlaps(self, start: int, end: int) -> bool:
        return self.start < end and start < self.end

    def body(self) -> dict[str, object]:
        put = None if self.put is None else [[span.start, span.end, span.label] for span in self.put]
        return {"start": self.start, "end": self.end, "put": put}


@dataclass(frozen=True, repr=False)
class Row:
    """A location: what each annotator marked there, what is decided, and the gold there, if anything."""

    start: int
    end: int
    cells: Mapping[str, tuple[Mark, ...]]
    state: State
    gold: tuple[Span, ...]

    @property
    def is_unanimous(self) -> bool:
        """Whether all annotators marked the same."""
        versions = {_spans(marks) for marks in self.cells.values()}
        return len(versions) == 1 and (versions != {()} or not self.gold)

    def suggestion(self) -> tuple[Span, ...]:
        """What most of those who marked something marked: by place first, then by label. Of equals, what covers most.

        Where something was put before the row became wider, and nobody marked anything, it is that.
        """
        versions = [spans for marks in self.cells.values() if (spans := _spans(marks))]
        if not versions:
            return self.gold
        places = Counter(tuple((span.start, span.end) for span in spans) for spans in versions)
        most = max(places, key=lambda place: (places[place], sum(end - start for start, end in place)))
        labels = [Counter[str]() for _ in most]
        for spans in versions:
            if tuple((span.start, span.end) for span in spans) == most:
                for counts, span in zip(labels, spans, strict=True):
                    counts[span.label] += 1
        winners = (max(counts, key=counts.__getitem__) for counts in labels)
        return tuple(Span(*place, label) for place, label in zip(most, winners, strict=True))


@dataclass(frozen=True, repr=False)
class NoteRows:
    """A note as its adjudicator sees it: each annotator's marks, the rows, and the last decision about it."""

    annotators: Mapping[str, Marked]
    rows: tuple[Row, ...]
    decided: int
    revision: int
    """The last event about it."""

    @property
    def waiting(self) -> tuple[str, ...]:
        """The annotators who aren't done with it."""
        return tuple(name for name, theirs in self.annotators.items() if not theirs.done)

    @property
    def is_gold(self) -> bool:
        """Whether all is done and decided."""
        return bool(self.annotators) and not self.waiting and all(row.state != "open" for row in self.rows)

    def gold(self) -> list[Span]:
        return [span for row in self.rows for span in row.gold]


def note_rows(events: Sequence[Event], annotators: Sequence[str], size: int) -> NoteRows:
    """What the events about a note of some size come to; the marks of those it is assigned to make the rows."""
    theirs = {name: marked(event for event in events if event.author == name) for name in annotators}
    decided = [event for event in events if event.kind == DECIDE]
    marks = {name: one.marks for name, one in theirs.items()}
    seen = _seen(decided, [event for event in events if event.kind == EDIT and event.author in theirs])
    decisions = [decision_of(event, seen[event.id]) for event in decided]
    rows = rows_from(marks, decisions) or _nothing_marked(marks, decisions, size)
    return NoteRows(theirs, rows, decided[-1].id if decided else 0, events[-1].id if events else 0)


def rows_from(marks: Mapping[str, Sequence[Mark]], decisions: Sequence[Decision]) -> tuple[Row, ...]:
    """The rows of a note, in order; no two overlap."""
    gold = _standing(decisions)
    rows = []
    marked_spans = (mark.span for one in marks.values() for mark in one)
    for start, end in _locations([*marked_spans, *gold]):
        cells = {
            name: tuple(mark for mark in one if start <= mark.start and mark.end <= end) for name, one in marks.items()
        }
        here = tuple(span for span in gold if start <= span.start and span.end <= end)
        rows.append(Row(start, end, cells, _state(start, end, cells, here, decisions), here))
    return tuple(rows)


def _nothing_marked(marks: Mapping[str, Sequence[Mark]], decisions: Sequence[Decision], size: int) -> tuple[Row, ...]:
    """The row of a note in which nobody marked anything; an empty one needs none."""
    cells: dict[str, tuple[Mark, ...]] = dict.fromkeys(marks, ())
    return (Row(0, 1, cells, _state(0, 1, cells, (), decisions), ()),) if size else ()


def decision_of(event: Event, seen: frozenset[Place] | None = None) -> Decision:
    put = event.body["put"]
    spans = None if put is None else tuple(Span(start, end, label) for start, end, label in put)
    return Decision(event.body["start"], event.body["end"], spans, seen)


def rows_of(store: Store, project: int) -> dict[int, NoteRows]:
    """All notes of a project as its adjudicator sees them, by number."""
    whose, notes = assigned(store, project), store.note_ids(project)
    by_note: dict[int, list[Event]] = {number: [] for number in whose}
    for event in store.events(project, KINDS):
        if event.note in by_note:
            by_note[event.note].append(event)
    return {number: note_rows(events, whose[number], notes[number][1]) for number, events in by_note.items()}


def gold_of(store: Store, project: int) -> dict[int, Document]:
    """The notes whose annotators are done and whose every row is decided, with their gold spans, by number."""
    rows = {number: one for number, one in rows_of(store, project).items() if one.is_gold}
    docs = store.notes(project, list(rows))
    return {number: doc.with_spans(rows[number].gold()) for number, doc in docs.items()}


def _standing(decisions: Iterable[Decision]) -> list[Span]:
    """The gold spans after some decisions; a later one replaces all that overlap its region."""
    spans: list[Span] = []
    for decision in decisions:
        spans = [span for span in spans if not decision.overlaps(span.start, span.end)]
        spans += decision.put or ()
    return sorted(spans)


def _locations(spans: Iterable[Span]) -> list[tuple[int, int]]:
    """The stretches of spans that overlap, one by the next; such as only touch stay apart."""
    found: list[tuple[int, int]] = []
    for span in sorted(spans):
        if found and span.start < found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], span.end))
        else:
            found.append((span.start, span.end))
    return found


def _seen(decided: Sequence[Event], edits: Sequence[Event]) -> dict[int, frozenset[Place]]:
    """The places that were marked when the adjudicator looked, for each decision by its number."""
    looked = {event.id: min(event.body.get("seen") or event.id, event.id) for event in decided}
    seen: dict[int, frozenset[Place]] = {}
    there: dict[str, set[Place]] = {}
    left = deque(edits)
    for decision in sorted(looked, key=looked.__getitem__):
        while left and left[0].id <= looked[decision]:
            event = left.popleft()
            theirs = there.setdefault(event.author, set())
            theirs -= {(mark[0], mark[1]) for mark in event.body["take"]}
            theirs |= {(mark[0], mark[1]) for mark in event.body["put"]}
        seen[decision] = frozenset().union(*there.values())
    return seen


def _state(
    start: int, end: int, cells: Mapping[str, Sequence[Mark]], gold: Sequence[Span], decisions: Sequence[Decision]
) -> State:
    last = next((one for one in reversed(decisions) if one.overlaps(start, end)), None)
    if last is None or last.put is None or last.start > start or last.end < end:
        return "open"
    marked_there = {mark[:2] for marks in cells.values() for mark in marks}
    unseen = marked_there - last.seen if last.seen is not None else ()
    if not all(any(span.start <= first and end <= span.end for span in gold) for first, end in unseen):
        return "open"
    return "confirmed" if gold else "rejected"


def _spans(marks: Sequence[Mark]) -> tuple[Span, ...]:
    return tuple(mark.span for mark in marks)
