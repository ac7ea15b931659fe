"""How far annotators are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


@dataclass(frozen=True)
class Overview:
    """Who is to annotate each note of a project, and how far some people or engines are with each they have touched."""

    whose: Mapping[int, tuple[str, ...]]
    states: Mapping[int, Mapping[str, State]]

    def state(self, note: int, name: str) -> State:
        return self.states.get(note, {}).get(name, "new")

    def progress(self, name: str) -> Progress:
        theirs = [self.state(note, name) for note, names in self.whose.items() if name in names]
        return Progress(name, len(theirs), len(theirs) - theirs.count("new"), theirs.count("done"))

    @property
    def unassigned(self) -> int:
        """How many notes nobody is to annotate; they never become gold."""
        return sum(not names for names in self.whose.values())


def overview(store: Store, project: int, who: Sequence[str]) -> Overview:
    """A project at a glance, with how far some people or engines are; it takes no reading of marks."""
    states: dict[int, dict[str, State]] = {}
    for note, name in store.touched(project, EDIT, who):
        states.setdefault(note, {})[name] = "begun"
    wanted = set(who)
    for event in store.events(project, (DONE,)):
        if event.note is not None and event.author in wanted:
            states.setdefault(event.note, {})[event.author] = "done" if event.body["done"] else "begun"
    return Overview(assigned(store, project), states)


def seen_by(store: Store, project: int, engine: str) -> set[int]:
    """The notes that an engine has marked, those in which it found nothing too."""
    return {note for note, _ in store.touched(project, EDIT, [f"{ENGINE}{engine}"])}
