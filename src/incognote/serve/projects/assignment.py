"""Which notes of a project each annotator is to mark: all of them, or each note goes to a few in turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from incognote.errors import ConfigError
from incognote.serve.projects.marks import DONE, EDIT
from incognote.serve.projects.settings import settings_of
from incognote.serve.store import New, Store
from incognote.wording import number as counted

ASSIGN = "assign"
"""The kind of events that say who annotates which notes."""


@dataclass(frozen=True)
class Assignment:
    """To how many each note goes (None: to all), and who has those that were given out in turn."""

    annotators: tuple[str, ...]
    each: int | None = None
    given: Mapping[int, tuple[str, ...]] | None = None

    def of(self, note: int) -> tuple[str, ...]:
        """Who annotates a note."""
        if self.each is None or self.given is None:
            return self.annotators
        return tuple(name for name in self.given.get(note, ()) if name in self.annotators)


def assignment_of(store: Store, project: int) -> Assignment:
    each: int | None = None
    given: dict[int, tuple[str, ...]] = {}
    for event in store.events(project, (ASSIGN,)):
        each = event.body["each"]
        given |= {note: tuple(names) for note, names in event.body["given"]}
    return Assignment(settings_of(store, project).annotators, each, given)


def assigned(store: Store, project: int) -> dict[int, tuple[str, ...]]:
    """Who annotates each note, by its number."""
    assignment = assignment_of(store, project)
    return {note: assignment.of(note) for note in store.note_ids(project)}


def assign(store: Store, project: int, each: int | None, author: str) -> None:
    """Give each note to so many annotators in turn, or all to all. Who has begun with a note keeps it."""
    with store.writing():
        annotators = settings_of(store, project).annotators
        if each is not None and not 1 <= each <= len(annotators):
            raise ConfigError(f"a note can go to 1 to {counted(len(annotators), 'annotator')}; change the number")
        _give(store, project, each, store.note_ids(project), author)


def assign_new(store: Store, project: int, notes: Iterable[int], author: str) -> None:
    """Give out notes that came later by the rule of those before."""
    each = assignment_of(store, project).each
    if each is not None:
        _give(store, project, each, notes, author)


def give_besides(store: Store, project: int, notes: Iterable[int], annotator: str, author: str) -> None:
    """Give notes to someone besides those who have them, where notes are given out in turn."""
    now = assignment_of(store, project)
    if now.each is not None and now.given is not None:
        theirs = ((note, now.given.get(note, ())) for note in notes)
        given = [(note, [*names, annotator]) for note, names in theirs if annotator not in names]
        if given:
            store.append(project, New(author, ASSIGN, {"each": now.each, "given": given}))


def _give(store: Store, project: int, each: int | None, notes: Iterable[int], author: str) -> None:
    annotators = settings_of(store, project).annotators
    begun: dict[int, list[str]] = {}
    touched = store.touched(project, EDIT, annotators) | store.touched(project, DONE, annotators)
    for note, name in sorted(touched, key=lambda one: annotators.index(one[1])):
        begun.setdefault(note, []).append(name)
    given = [] if each is None else [(note, _in_turn(annotators, each, note, begun.get(note, ()))) for note in notes]
    store.append(project, New(author, ASSIGN, {"each": each, "given": given}))


def _in_turn(annotators: Sequence[str], each: int, note: int, begun: Sequence[str]) -> list[str]:
    """Who gets a note: those who have begun with it, and others in their turn until there are enough."""
    first = (note - 1) * each % len(annotators) if annotators else 0
    others = [name for name in (*annotators[first:], *annotators[:first]) if name not in begun]
    return [*begun, *others[: max(0, each - len(begun))]]
