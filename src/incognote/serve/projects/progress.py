"""How far annotators are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from incognote.serve.projects.assignment import assigned
from incognote.serve.projects.marks import DONE, EDIT, ENGINE
from incognote.serve.store import Store

State: TypeAlias = Literal["new", "begun", "done"]


@dataclass(frozen=True)
class Progress:
    """How many notes someone is to annotate, has begun with (those that are done too), and is done with."""

    annotator: str
    assigned: int
    begun: int
    done: int


def states(store: Store, project: int) -> dict[int, dict[str, State]]:
    """How far everybody is with each note that they have touched, engines too."""
    found: dict[int, dict[str, State]] = {}
    for event in store.latest(project, (EDIT, DONE)):
        if event.note is not None:
            theirs = found.setdefault(event.note, {})
            if event.kind == DONE:
                theirs[event.author] = "done" if event.body["done"] else "begun"
            else:
                theirs.setdefault(event.author, "begun")
    return found


def progress(store: Store, project: int, annotators: tuple[str, ...]) -> list[Progress]:
    found, theirs = states(store, project), assigned(store, project)
    return [_progress(name, [found.get(note, {}).get(name) for note in theirs if name in theirs[note]])
            for name in annotators]  # fmt: skip


def seen_by(store: Store, project: int, engine: str) -> set[int]:
    """The notes that an engine has marked, those in which it found nothing too."""
    return {note for note, theirs in states(store, project).items() if f"{ENGINE}{engine}" in theirs}


def _progress(name: str, theirs: list[State | None]) -> Progress:
    return Progress(name, len(theirs), sum(state is not None for state in theirs), theirs.count("done"))
