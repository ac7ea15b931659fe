"""Notes in Arrow batches: read out of their columns, and written again in the old columns' types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from incognote.batch.job import Left
from incognote.containers.base import NewNote, Note, UnfitError
from incognote.containers.columns import Columns, new_date, new_name, note_of

FAILURE = "incognote_failure"
"""The column that says why a note has no text."""


def notes_of(batch: Any, columns: Columns, largest: int) -> list[Note | Left]:
    """The notes of a batch, in order, or why there is none; one may have so many bytes."""
    ids, texts = _values(batch.column(columns.id)), _values(batch.column(columns.text))
    patients = _values(batch.column(columns.patient)) if columns.patient else [None] * len(ids)
    return [_note(largest, record, *row) for record, row in enumerate(zip(ids, texts, patients, strict=True), 1)]


def _values(array: Any) -> list[Any]:
    """The values of a column; a text that isn't UTF-8, which Spark lets through, is the reason that its note fails."""
    try:
        found: list[Any] = array.to_pylist()
        return found
    except UnicodeDecodeError:
        return [_value(one) for one in array]


def _value(one: Any) -> Any:
    try:
        return one.as_py()
    except UnicodeDecodeError:
        return Left("it is damaged, or its text isn't UTF-8")


def _note(largest: int, record: int, id: Any, text: Any, patient: Any) -> Note | Left:
    for value in (id, text, patient):
        if isinstance(value, Left):
            return value
    if text and len(text.encode("utf-8", "surrogatepass")) > largest:
        return Left(f"it is larger than {largest:,} bytes")
    try:
        return note_of(record, id, text, patient)
    except UnfitError as error:
        return Left(error.reason)


def rewritten(batch: Any, columns: Columns, new: Sequence[NewNote | Left]) -> Any:
    """The batch with new texts, names and dates, and a column that says why a note has none of them."""
    import pyarrow as pa

    arrays = {name: batch.column(name) for name in batch.schema.names}
    arrays[columns.id] = _column(arrays[columns.id], new, lambda old, one: new_name(old, one.doc.id))
    arrays[columns.text] = _column(arrays[columns.text], new, lambda old, one: one.doc.text)
    if columns.patient:
        arrays[columns.patient] = _column(arrays[columns.patient], new, lambda old, one: new_name(old, one.doc.patient))
    for name in columns.dates:
        arrays[name] = _column(arrays[name], new, partial(new_date, name))
    arrays[FAILURE] = pa.array([one.reason if isinstance(one, Left) else None for one in new], pa.string())
    return pa.RecordBatch.from_pydict(arrays)


def _column(old: Any, new: Sequence[NewNote | Left], value: Callable[[Any, NewNote], Any]) -> Any:
    """What is new in a column; what was empty stays so, and nothing is left of a note that failed."""
    import pyarrow as pa

    pairs = zip(_values(old), new, strict=True)
    values = [
        None if was is None or isinstance(was, Left) or isinstance(one, Left) else value(was, one) for was, one in pairs
    ]
    return pa.array(values, old.type)
