"""Columns of dates, moved by the shifts of their patients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from incognote.containers.base import NewNote
from incognote.containers.columns import new_date
from incognote.errors import ConfigError

_DAY = 86_400
_PARTS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}


def moved_column(name: str, old: Any, notes: Sequence[NewNote]) -> Any:
    """A column of dates, each moved as its note's are; empty where that can't be."""
    import pyarrow as pa

    days = [note.shift.days if note.shift else None for note in notes]
    if pa.types.is_date32(old.type):
        return _plus(old, pa.int32(), days)
    if pa.types.is_date64(old.type):
        return _plus(old, pa.int64(), [None if day is None else day * _DAY * 1000 for day in days])
    if pa.types.is_timestamp(old.type):
        parts = _DAY * _PARTS[old.type.unit]
        return _plus(old, pa.int64(), [None if day is None else day * parts for day in days])
    if pa.types.is_string(old.type) or pa.types.is_large_string(old.type):
        values = zip(old.to_pylist(), notes, strict=True)
        return pa.array([new_date(value, note) for value, note in values], type=old.type)
    raise ConfigError(f"the column {name!r} holds no dates; take it out of --date-columns")


def _plus(old: Any, kind: Any, more: list[int | None]) -> Any:
    """Dates as numbers, with something added to each; those that leave the range of the type become empty."""
    import pyarrow as pa

    limit = 2 ** (kind.bit_width - 1)
    numbers = zip(old.cast(kind).to_pylist(), more, strict=True)
    sums = [None if number is None or add is None else number + add for number, add in numbers]
    return pa.array([one if one is not None and -limit <= one < limit else None for one in sums], kind).cast(old.type)
