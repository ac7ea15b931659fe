"""Notes in Arrow batches: read out of their columns, and written again in the old columns' types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from incognote.batch.job import Left
from incognote.containers.base import NewNote, Note
from incognote.errors import ConfigError, shown
from incognote.types import Document

FAILURE = "incognote_failure"
"""The column that says why a note has no text."""


@dataclass(frozen=True)
class Columns:
    """The names of a table's columns by what they are for; a table may do without patients."""

    id: str = "id"
    text: str = "text"
    patient: str | None = None
    dates: tuple[str, ...] = ()

    @property
    def used(self) -> tuple[str, ...]:
        patient = (self.patient,) if self.patient else ()
        return (self.id, self.text, *patient, *self.dates)

    def require_in(self, names: Sequence[str]) -> None:
        """An error if one isn't there, or is two things."""
        for column in self.used:
            if self.used.count(column) > 1:
                raise ConfigError(f"the column {column!r} can't be two things; name each column once")
            if names.count(column) != 1:
                there = ", ".join(map(repr, names))
                raise ConfigError(f"there must be one column {column!r}, but there are: {there}; say which is meant")

    def notes(self, batch: Any) -> list[Note]:
        """The notes of a batch, in order. One without a text is empty, and one without an id has an empty one."""
        ids, texts = batch.column(self.id).to_pylist(), batch.column(self.text).to_pylist()
        patients = batch.column(self.patient).to_pylist() if self.patient else [None] * len(ids)
        rows = enumerate(zip(ids, texts, patients, strict=True), 1)
        return [_note(record, *row) for record, row in rows]

    def rewritten(self, batch: Any, notes: Sequence[Note], new: Sequence[NewNote | Left]) -> Any:
        """The batch with new texts, names and dates, and a column that says why a note has none of them."""
        import pyarrow as pa

        arrays = {name: batch.column(name) for name in batch.schema.names}
        arrays[self.id] = _column(arrays[self.id], new, lambda old, one: _name(old, one.doc.id))
        arrays[self.text] = _column(arrays[self.text], new, lambda old, one: one.doc.text)
        if self.patient:
            arrays[self.patient] = _column(arrays[self.patient], new, lambda old, one: _name(old, one.doc.patient))
        for name in self.dates:
            arrays[name] = _column(arrays[name], new, moved)
        arrays[FAILURE] = pa.array([_reason(*pair) for pair in zip(notes, new, strict=True)], pa.string())
        return pa.RecordBatch.from_pydict(arrays)


def _note(record: int, id: Any, text: str | None, patient: Any) -> Note:
    numbers = frozenset(role for role, value in (("id", id), ("patient", patient)) if isinstance(value, int))
    name = None if patient is None else str(patient)
    return Note(Document("" if id is None else str(id), text or "", patient=name), record, numbers=numbers)


def _column(old: Any, new: Sequence[NewNote | Left], value: Callable[[Any, NewNote], Any]) -> Any:
    """What is new in a column; what was empty stays so, and nothing is left of a note that failed."""
    import pyarrow as pa

    pairs = zip(old.to_pylist(), new, strict=True)
    values = [None if was is None or isinstance(one, Left) else value(was, one) for was, one in pairs]
    return pa.array(values, old.type)


def _name(old: Any, new: str | None) -> Any:
    """The new id or patient in the old one's type; a blank one, which is nobody's, stays so."""
    if new is None:
        return old if isinstance(old, str) and not old.strip() else None
    return int(new) if isinstance(old, int) else new


def moved(old: Any, new: NewNote) -> Any:
    """A date, a time or a text that is one, moved by the patient's shift; None where it can't be."""
    if isinstance(old, str):
        return (new.date(old) if new.shift is not None else None) if old.strip() else old
    if new.shift is None or not isinstance(old, date):
        return None
    day = old.date() if isinstance(old, datetime) else old
    try:
        return old + timedelta(days=new.shift.days) if new.date(day.isoformat()) else None
    except OverflowError:
        return None


def _reason(note: Note, new: NewNote | Left) -> str | None:
    """Why there is no new note; without the note's old id, which is no longer to be seen."""
    return new.reason.removeprefix(f"note {shown(note.doc.id)}: ") if isinstance(new, Left) else None
