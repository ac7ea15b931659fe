"""What worker processes do with a chunk: look at its notes beforehand, and rewrite them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from incognote.batch.ahead_store import Ahead
from incognote.batch.job import EXCLUDED, Job, Left, Worker
from incognote.batch.pool import TOGETHER, At, Order
from incognote.batch.side_file import piece
from incognote.containers.base import Chunk, Cutting, Failure, NewNote, Note, Opened, Opener, Pieces
from incognote.formats.files import ALIGNMENT
from incognote.replace.ahead import Glimpse


@dataclass(frozen=True, repr=False)
class Looked:
    """What the notes of a chunk tell, by scope; how many they are, and their characters.

    `failed` is what is to be counted of a chunk that couldn't be looked at. It isn't rewritten.
    """

    glimpses: Mapping[str, Glimpse]
    notes: int
    size: int
    failed: Mapping[str, Any] | None = None


@dataclass(frozen=True, repr=False)
class Rewritten:
    """What is written of a chunk, and what was counted."""

    pieces: Pieces
    counts: Mapping[str, Any]


@dataclass(frozen=True, repr=False)
class Look:
    """Looks at the notes of chunks."""

    job: Job
    container: Opener
    cutting: Cutting

    def open(self) -> Callable[[Order, At], Looked]:
        looking = self.job.looking()

        def do(order: Order, _: At) -> Looked:
            if order.left:
                return _unseen(order.work, order.left[TOGETHER])
            opened = _opened(self.container, order.work, self.cutting)
            if isinstance(opened, Failure):
                return _unseen(order.work, opened.reason)
            notes = opened.notes
            try:
                return Looked(looking.glimpses(notes), len(notes), _length(notes))
            except Exception as error:  # its message might quote a note
                return _unseen(order.work, f"they couldn't be looked at ({type(error).__name__})")

        return do


def _unseen(chunk: Chunk, reason: str) -> Looked:
    """To write its notes all the same would be to write others than if nothing had failed, or ages over 89."""
    return Looked({}, 0, 0, _all_failed(chunk, reason).counts)


@dataclass(frozen=True, repr=False)
class Rewrite:
    """Rewrites the notes of chunks; `ahead` is the file of what all notes tell, if there is anything to tell."""

    job: Job
    container: Opener
    cutting: Cutting
    ahead: Path | None

    def open(self) -> Callable[[Order, At], Rewritten]:
        worker = self.job.open()
        ahead: Mapping[str, Glimpse] = Ahead(self.ahead, self.job.key) if self.ahead else {}
        return lambda order, at: self._done(worker, ahead, order, at)

    def _done(self, worker: Worker, ahead: Mapping[str, Glimpse], order: Order, at: At) -> Rewritten:
        chunk: Chunk = order.work
        if TOGETHER in order.left:
            return _all_failed(chunk, order.left[TOGETHER])
        opened = _opened(self.container, chunk, self.cutting)
        if isinstance(opened, Failure):
            return _all_failed(chunk, opened.reason)
        notes = opened.notes
        new = _one_by_one(worker, notes, ahead, order, at) if order.alone else _together(worker, notes, ahead, at)
        at(TOGETHER, _length(notes))
        try:
            pieces, new = _written(opened, new)
        except Exception as error:  # its message might quote a note
            return _all_failed(chunk, f"it couldn't be written ({type(error).__name__})")
        return Rewritten({**pieces, ALIGNMENT: piece(notes, new)}, _counts(chunk, opened, new))


def _written(opened: Opened, new: list[NewNote | Left]) -> tuple[Pieces, list[NewNote | Left]]:
    """What is written of a chunk; if that fails, without the notes that can't be written even alone."""

    def pieces(places: Container[int]) -> Pieces:
        return opened.written(
            [note if at in places and isinstance(note, NewNote) else None for at, note in enumerate(new)]
        )

    every = range(len(new))
    try:
        return pieces(every), new
    except Exception:
        failed = dict(_unwritable(pieces, every))
        apart = [Left(failed[at]) if at in failed else note for at, note in enumerate(new)]
        return pieces(set(every) - set(failed)), apart


def _unwritable(pieces: Callable[[range], Pieces], places: range) -> Iterator[tuple[int, str]]:
    """The places of notes that can't be written even alone, with why, found by halves."""
    try:
        pieces(places)
    except Exception as error:  # its message might quote a note
        if len(places) == 1:
            yield places[0], f"it couldn't be written ({type(error).__name__})"
            return
        half = len(places) // 2
        yield from _unwritable(pieces, places[:half])
        yield from _unwritable(pieces, places[half:])


def _together(worker: Worker, notes: Sequence[Note], ahead: Mapping[str, Glimpse], at: At) -> list[NewNote | Left]:
    at(TOGETHER, _length(notes))
    return worker.rewrite(notes, ahead)


def _one_by_one(
    worker: Worker, notes: Sequence[Note], ahead: Mapping[str, Glimpse], order: Order, at: At
) -> list[NewNote | Left]:
    new: list[NewNote | Left] = []
    for i, note in enumerate(notes):
        at(i, len(note.doc.text))
        new += [Left(order.left[i])] if i in order.left else worker.rewrite([note], ahead)
    return new


def _length(notes: Sequence[Note]) -> int:
    return sum(len(note.doc.text) for note in notes)


def _opened(container: Opener, chunk: Chunk, cutting: Cutting) -> Opened | Failure:
    try:
        return container.open(chunk, cutting)
    except Exception as error:  # its message might quote a record
        return Failure(chunk.first, f"the records from here to the next chunk can't be opened ({type(error).__name__})")


def _all_failed(chunk: Chunk, reason: str) -> Rewritten:
    failures = [*chunk.refused, Failure(chunk.first, f"the records from here to the next chunk: {reason}")]
    return Rewritten({}, {"notes": 0, "failures": _listed(failures)})


def _counts(chunk: Chunk, opened: Opened, new: Sequence[NewNote | Left]) -> dict[str, Any]:
    """What is to be told of a chunk. Counts alone; reasons name no text."""
    notes = [(note, one) for note, one in zip(opened.notes, new, strict=True)]
    failed = {note.record: one.reason for note, one in notes if isinstance(one, Left) and one.reason != EXCLUDED}
    failures = [*chunk.refused, *opened.failures, *(Failure(record, reason) for record, reason in failed.items())]
    written = [one for one in new if isinstance(one, NewNote)]
    return {
        "notes": len(written),
        "size": sum(len(note.doc.text) for note, _ in notes),
        "excluded": sum(isinstance(one, Left) and one.reason == EXCLUDED for _, one in notes),
        "nobodys": sum(one.doc.patient is None for one in written),
        "labels": _total(one.counts["labels"] for one in written),
        "dates": _total(one.counts["dates"] for one in written),
        "tagged": _total(one.counts["tagged"] for one in written),
        "emptied": _total(one.emptied for one in written),
        "failures": _listed(failures),
    }


def _total(counts: Iterable[Iterable[str]]) -> dict[str, int]:
    total = Counter[str]()
    for one in counts:
        total.update(one)
    return dict(total)


def _listed(failures: Sequence[Failure]) -> list[tuple[int, str]]:
    return sorted((failure.record, failure.reason) for failure in failures)
