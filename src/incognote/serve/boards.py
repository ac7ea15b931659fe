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
from incognote.serve.assignment import assigned
from incognote.serve.gold import KINDS, NoteRows, Row, note_rows, rows_of
from incognote.serve.marks import with_marks
from incognote.serve.store import Store
from incognote.types import Document

Pair = tuple[str, str]
Made = TypeVar("Made")


@dataclass(frozen=True, repr=False)
class Board:
    """A project as it was after its event `last`."""

    last: int
    docs: Mapping[int, Document]
    whose: Mapping[int, tuple[str, ...]]
    notes: Mapping[int, NoteRows]

    @cached_property
    def rows(self) -> list[tuple[int, Row]]:
        """All rows with the numbers of their notes."""
        return [(number, row) for number, note in self.notes.items() for row in note.rows]

    @cached_property
    def annotators(self) -> list[str]:
        return list(dict.fromkeys(name for names in self.whose.values() for name in names))

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
            old, last = self._boards.get(project), store.last(project)
            if old is None or old.last < last:
                self._boards[project] = _fresh(store, project, old, last)
            return self._boards[project]

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


def _fresh(store: Store, project: int, old: Board | None, last: int) -> Board:
    """A board that knows all events up to `last` at least; what it knows beyond is read again, which does no harm."""
    whose = assigned(store, project)
    if old is None or old.whose != whose:
        return Board(last, store.notes(project), whose, rows_of(store, project))
    changed = {event.note for event in store.events(project, KINDS, after=old.last)}
    notes = {
        number: note_rows(store.events(project, KINDS, number), whose[number]) for number in changed if number in whose
    }
    return Board(last, old.docs, whose, {**old.notes, **notes})


def _agreements(doc: Document, note: NoteRows) -> Iterator[tuple[Pair, NoteAgreement]]:
    done = {name: with_marks(doc, theirs.marks) for name, theirs in note.annotators.items() if theirs.done}
    for one, other in combinations(done, 2):
        yield (one, other), note_agreement(compare(done[one], done[other]))
