"""Annotators and engines measured against the gold of a project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from incognote.config import EvaluateConfig
from incognote.report import instances, measured, words
from incognote.report.measured import System
from incognote.report.plots import Plot
from incognote.report.tables import Table
from incognote.serve.projects.boards import Board
from incognote.serve.projects.marks import EDIT, ENGINE, marked, with_marks
from incognote.serve.store import Event, Store
from incognote.types import Document

_SETTINGS = EvaluateConfig()

Found = Mapping[str, Document]
"""What someone found, by the ids of notes."""


@dataclass(frozen=True, repr=False)
class Measured:
    """The gold of a project, by the ids of notes, and what annotators and engines found in its notes.

    `started_from` are engines whose marks annotators of these notes began with.
    """

    gold: Mapping[str, Document]
    numbers: Mapping[str, int]
    people: Mapping[str, Found]
    engines: Mapping[str, Found]
    started_from: tuple[str, ...] = ()

    @cached_property
    def systems(self) -> dict[str, System]:
        return {name: System.of(self.gold, found) for name, found in {**self.people, **self.engines}.items()}

    @cached_property
    def tables(self) -> list[Table]:
        """All of them side by side."""
        if not self.gold or not self.systems:
            return []
        engines = {name: self.systems[name] for name in self.engines}
        first = measured.people_and_engines_table(self.gold, self.people, engines, _SETTINGS)
        told = (
            f" Annotators began with what {' and '.join(self.started_from)} had found, which makes figures better than "
            "they are, its own too."
        )
        first = replace(first, note=first.note + (told if self.started_from else ""))
        return [first, measured.measured_table(self.systems, _SETTINGS)]

    @cached_property
    def plots(self) -> list[Plot]:
        if not self.gold or not self.systems:
            return []
        return [
            measured.sensitivity_plot(self.systems, _SETTINGS),
            measured.categories_plot(self.systems),
        ]


def tables_of(system: System) -> list[Table]:
    """One annotator or engine against the gold."""
    return [
        words.safety_table(system.comparisons, _SETTINGS),
        measured.label_table(system, _SETTINGS),
        instances.type_table(system.found),
        instances.risk_table(system.found),
    ]


def measured_of(store: Store, project: int, board: Board) -> Measured:
    gold = board.gold()
    people: dict[str, dict[str, Document]] = {}
    for number, doc in gold.items():
        for name, theirs in board.notes[number].annotators.items():
            people.setdefault(name, {})[doc.id] = with_marks(doc, theirs.marks)
    engines = {name: _by_engine(store, project, name, gold) for name in _engines(store, project)}
    ids = {doc.id: doc for doc in gold.values()}
    numbers = {doc.id: number for number, doc in gold.items()}
    began = {theirs.engine for number in gold for theirs in board.notes[number].annotators.values()} - {""}
    return Measured(
        ids, numbers, people, {name: found for name, found in engines.items() if found}, tuple(sorted(began))
    )


def _engines(store: Store, project: int) -> Iterator[str]:
    """The engines that have marked notes of a project."""
    authors = store.authors(project, (EDIT,))
    return (author.removeprefix(ENGINE) for author in sorted(authors) if author.startswith(ENGINE))


def _by_engine(store: Store, project: int, engine: str, gold: Mapping[int, Document]) -> dict[str, Document]:
    by_note: dict[int, list[Event]] = {}
    for event in store.events(project, (EDIT,), author=f"{ENGINE}{engine}"):
        if event.note is not None and event.note in gold:
            by_note.setdefault(event.note, []).append(event)
    return {gold[note].id: with_marks(gold[note], marked(events).marks) for note, events in by_note.items()}
