"""Marks: what annotators say is PHI in a note, edit by edit, and what all edits of one of them come to.

An edit takes marks away and puts others there, in one step: so marking, unmarking, a new label, a longer or shorter
stretch, all occurrences at once, and the undoing of each are one kind of event. An engine is an annotator too, by the
name `engine:incognote@safe`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from incognote.errors import ConfigError
from incognote.serve.problems import ConflictError
from incognote.serve.store import Event, New, Store
from incognote.types import Document, Span

EDIT, DONE = "edit", "done"
"""Kinds of events: an edit of marks; that an annotator is done with a note, or not yet."""
ENGINE = "engine:"


class Mark(NamedTuple):
    """A stretch of a note in code points, its label, and what might take its place ("" if nothing is suggested)."""

    start: int
    end: int
    label: str
    replacement: str = ""

    @property
    def span(self) -> Span:
        return Span(self.start, self.end, self.label)


@dataclass(frozen=True)
class Marked:
    """One annotator's marks in a note, in order; whether they are done; and their last event about it.

    `engine` is the one whose marks they began with, "" if none.
    """

    marks: tuple[Mark, ...] = ()
    done: bool = False
    revision: int = 0
    engine: str = ""


def marked(events: Iterable[Event]) -> Marked:
    """What the events of one annotator about one note come to."""
    marks: set[Mark] = set()
    done, revision, engine = False, 0, ""
    for event in events:
        if event.kind == EDIT:
            by = event.body.get("by", "")
            engine = by.removeprefix(ENGINE) if by.startswith(ENGINE) else engine
            marks -= set(map(_mark, event.body["take"]))
            marks |= set(map(_mark, event.body["put"]))
        elif event.kind == DONE:
            done = event.body["done"]
        else:
            continue
        revision = event.id
    return Marked(tuple(sorted(marks)), done, revision, engine)


def marks_of(store: Store, project: int, note: int) -> dict[str, Marked]:
    """Everybody's marks in a note, engines' too."""
    return _by_author(store.events(project, (EDIT, DONE), note))


def all_marks(store: Store, project: int, author: str | None = None) -> dict[int, dict[str, Marked]]:
    """Everybody's marks in all notes that someone has touched, by the note's number and the annotator's name.

    With `author` the marks of that one alone.
    """
    by_note: dict[int, list[Event]] = {}
    for event in store.events(project, (EDIT, DONE), author=author):
        if event.note is not None:
            by_note.setdefault(event.note, []).append(event)
    return {note: _by_author(events) for note, events in by_note.items()}


def finish(
    store: Store,
    project: int,
    note: int,
    author: str,
    done: bool,
    op: str | None = None,
    base: int | None = None,
    by: str | None = None,
) -> int:
    """Keep that an annotator is done with a note, or not yet; the event's number. `base` and `by` are as of edits."""
    made = New(author, DONE, {"done": done} | ({"by": by} if by else {}), note, op)
    with store.writing():
        if (kept := store.kept(project, made)) is not None:
            return kept
        if base is not None:
            _require_seen(base, marked(store.events(project, (EDIT, DONE), note, author)))
        return store.append(project, made)


def _by_author(events: Iterable[Event]) -> dict[str, Marked]:
    authors: dict[str, list[Event]] = {}
    for event in events:
        authors.setdefault(event.author, []).append(event)
    return {author: marked(theirs) for author, theirs in authors.items()}


def edit(
    store: Store,
    project: int,
    note: int,
    author: str,
    take: Sequence[Mark],
    put: Sequence[Mark],
    base: int | None = None,
    op: str | None = None,
    by: str | None = None,
) -> int:
    """Keep an edit; its number. `by` is who or what it comes from, if it isn't the author's own.

    `base` is the author's last event that they have seen: an edit that was made without having seen another of their
    own (in a second window) is refused, unless it is that very edit, sent again.
    """
    doc = store.note(project, note)
    body = {"take": [list(mark) for mark in take], "put": [list(mark) for mark in put]} | ({"by": by} if by else {})
    made = New(author, EDIT, body, note, op)
    with store.writing():
        if (kept := store.kept(project, made)) is not None:
            return kept
        now = marked(store.events(project, (EDIT, DONE), note, author))
        if base is not None:
            _require_seen(base, now)
        if missing := set(take) - set(now.marks):
            raise ConflictError(f"{len(missing)} of the marks to be changed aren't there; load the note again")
        require_fit(doc, sorted({*now.marks} - {*take} | {*put}))
        return store.append(project, made)


def require_fit(doc: Document, marks: Sequence[Mark]) -> None:
    """Refuse marks that are outside the text or that overlap; `marks` are in order."""
    end = 0
    for mark in marks:
        if not 0 <= mark.start < mark.end <= len(doc.text):
            raise ConfigError(f"a mark from {mark.start} to {mark.end} isn't in a text of {len(doc.text)} characters")
        if not mark.label:
            raise ConfigError(f"the mark from {mark.start} to {mark.end} has no label")
        if mark.start < end:
            raise ConfigError(f"two marks overlap at {mark.start}; take one away first")
        end = mark.end


def _require_seen(base: int, now: Marked) -> None:
    if base != now.revision:
        raise ConflictError("the note was changed in another window; it is shown as it is now")


def with_marks(doc: Document, marks: Iterable[Mark]) -> Document:
    return doc.with_spans(mark.span for mark in marks)


def _mark(value: Sequence[Any]) -> Mark:
    return Mark(int(value[0]), int(value[1]), str(value[2]), str(value[3]) if len(value) > 3 else "")
