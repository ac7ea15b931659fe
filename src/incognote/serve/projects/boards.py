"""The rows of projects, kept at hand: an event changes those of its note alone, so that large projects stay quick."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, TypeVar

from incognote.evaluate.agreement import Agreement, NoteAgreement, agreement_over, note_agreement
from incognote.evaluate.match import compare
from incognote.serve.projects.adding import IMPORT
from incognote.serve.projects.assignment import ASSIGN, assigned
from incognote.serve.projects.gold import KINDS, NoteRows, Row, note_rows, rows_of
from incognote.serve.projects.marks import with_marks
from incognote.serve.projects.settings import PROJECT, settings_of
from incognote.serve.store import Store
from incognote.types import Document

_KEPT = 5  # projects at hand
Pair = tuple[str, str]
Made = TypeVar("Made")


@dataclass(frozen=True, repr=False)
class Board:
    """A project as it was after its event `last`; `settled` is the last that said who annotates which notes."""

    last: int
    settled: int
    annotators: tuple[str, ...]
    docs: Mapping[int, Document]
    whose: Mapping[int, tuple[str, ...]]
    notes: Mapping[int, NoteRows]

    @cached_property
    def rows(self) -> list[tuple[int, Row]]:
        """All rows with the numbers of their notes."""
        return [(number, row) for number, note in self.notes.items() for row in note.rows]

    def gold(self) -> dict[int, Document]:
        """The notes that are gold, by number."""
        return {
            number: self.docs[number].with_spans(note.gold()) for number, note in self.notes.items() if note.is_gold
        }


class Boards:
    """The boards of a service, and how annotators agree in each note."""

    def __init__(self) -> None:
        self._boards: dict[int, Board] = {}
        self._agreed: dict[tuple[int, int], tuple[NoteRows, dict[Pair, NoteAgreement]]] = {}
        self._made: dict[int, tuple[int, Any]] = {}
        self._lock = threading.Lock()
        self._agreeing = threading.Lock()

    def of(self, store: Store, project: int) -> Board:
        """A project as it is now."""
        with self._lock:
            board, last = self._boards.pop(project, None), store.last(project)
            if board is None or board.last < last:
                board = _fresh(store, project, board, last)
            self._boards[project] = board  # the last in the order, so that it stays longest
            for other in [*self._boards][:-_KEPT]:
                self._forget(other)
            return board

    def agreement(self, project: int, board: Board) -> dict[Pair, tuple[int, Agreement]]:
        """How each two annotators agree in the notes that both are done with, and how many notes these are."""
        by_pair: dict[Pair, list[NoteAgreement]] = {}
        with self._agreeing:
            for number, note in board.notes.items():
                kept = self._agreed.get((project, number))
                if kept is None or kept[0] is not note:
                    kept = note, dict(_agreements(board.docs[number], note))
                    self._agreed[project, number] = kept
                for pair, agreed in kept[1].items():
                    by_pair.setdefault(pair, []).append(agreed)
        return {pair: (len(notes), agreement_over(notes)) for pair, notes in by_pair.items()}

    def kept(self, project: int, board: Board, make: Callable[[], Made]) -> Made:
        """What is made of a board, which takes a while: made again when something happened."""
        last, made = self._made.get(project, (0, None))
        if last != board.last:
            made = make()
            self._made[project] = board.last, made
        found: Made = made
        return found

    def _forget(self, project: int) -> None:
        self._boards.pop(project)
        self._made.pop(project, None)
        with self._agreeing:
            self._agreed = {place: kept for place, kept in self._agreed.items() if place[0] != project}


def _fresh(store: Store, project: int, old: Board | None, last: int) -> Board:
    """A board that knows all events up to `last` at least; what it knows beyond is read again, which does no harm."""
    annotators, whose = settings_of(store, project).annotators, assigned(store, project)
    settled = max(event.id for event in store.events(project, (PROJECT, ASSIGN, IMPORT)))
    if old is None or old.whose != whose:
        return Board(last, settled, annotators, store.notes(project), whose, rows_of(store, project))
    changed = {event.note for event in store.events(project, KINDS, after=old.last)}
    notes = {
        number: note_rows(store.events(project, KINDS, number), whose[number], len(old.docs[number].text))
        for number in changed
        if number in whose
    }
    return Board(last, settled, annotators, old.docs, whose, {**old.notes, **notes})


def _agreements(doc: Document, note: NoteRows) -> Iterator[tuple[Pair, NoteAgreement]]:
    done = {name: with_marks(doc, theirs.marks) for name, theirs in note.annotators.items() if theirs.done}
    for one, other in combinations(done, 2):
        yield (one, other), note_agreement(compare(done[one], done[other]))
