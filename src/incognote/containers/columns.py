"""What the columns of a table are, whatever holds it: id, text, patient, dates, columns to be dropped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TypeGuard

from incognote.containers.base import Cutting, NewNote, Note, UnfitError
from incognote.errors import ConfigError, shown
from incognote.types import Document

_ROLES = ("id", "text", "patient")
_LARGEST_NUMBER = 10**38
_NUMBER = re.compile(r"-?[0-9]{1,38}")


@dataclass(frozen=True)
class Columns:
    """The names of a table's columns by what they are for; a table may do without patients.

    `numbers` says that ids and patients are whole numbers, though they are written as text.
    """

    id: str
    text: str
    patient: str | None = None
    dates: tuple[str, ...] = ()
    dropped: frozenset[str] = frozenset()
    numbers: bool = False

    @property
    def used(self) -> tuple[str, ...]:
        """The columns that are read."""
        patient = (self.patient,) if self.patient and self.patient != self.id else ()
        return (self.id, self.text, *patient, *self.dates)

    @property
    def lossy(self) -> frozenset[str | None]:
        """The columns whose values may be lost: dates that can't be shifted, and patients who are nobody."""
        return frozenset((self.patient, *self.dates))


def columns_of(names: Sequence[str], cutting: Cutting) -> Columns:
    """The columns that were asked for, all of which must be there; only the patient's may be missing if not named."""
    columns = named(cutting)
    if columns.patient not in names and cutting.column("patient") is None:
        columns = replace(columns, patient=None)
    if columns.text in columns.dropped:
        raise ConfigError(f"--drop-columns names {columns.text!r}, which holds the text; leave it out")
    there = _there(names, {*_ROLES, *cutting.columns.values(), *columns.dates, *columns.dropped})
    for role in _ROLES:
        column = getattr(columns, role)
        if column is not None:
            _require(column, names, there, f"say which holds the {role}: --columns {role}=NAME")
    for column in (*columns.dates, *sorted(columns.dropped)):
        _require(column, names, there, "name the columns of dates, and those to be dropped, as the table does")
    return columns


def staying(names: Sequence[str], cutting: Cutting) -> tuple[str, ...]:
    """The columns that are written as they are; an error if one that was named isn't there."""
    columns = columns_of(names, cutting)
    return tuple(name for name in names if name not in columns.used and name not in columns.dropped)


def named(cutting: Cutting) -> Columns:
    """The columns as they were named, or by their usual names."""
    id_name, text, patient = (cutting.column(role) or role for role in _ROLES)
    columns = Columns(id_name, text, patient, cutting.dates, frozenset(cutting.dropped))
    (name, count), *_ = Counter(columns.used).most_common(1)
    if count > 1:
        raise ConfigError(f"the column {name!r} can't be two things; name each column once")
    return columns


def _require(column: str, names: Sequence[str], there: str, remedy: str) -> None:
    count = list(names).count(column)
    if count > 1:
        raise ConfigError(f"{count} columns are called {column!r}; rename all but one")
    if not count:
        raise ConfigError(f"there is no column {column!r}, but there are: {there}; {remedy}")


def _there(names: Sequence[str], known: Set[str]) -> str:
    """Which columns there are, unless what names them may be a record, which isn't to be shown."""
    if known.isdisjoint(names) or any(shown(name) != repr(name) or name[:1].isdigit() for name in names):
        many = f"{len(names):,} whose names may be a record and aren't shown"
        return f"{many}; a table must begin with the names of its columns"
    return ", ".join(map(repr, names))


def note_of(record: int, id: object, text: str | None, patient: object) -> Note:
    """The note of a record. Ids and patients that are whole numbers stay so; a record without a text still is one."""
    if id is None or id == "":
        raise UnfitError("it has no id")
    numbers = frozenset(role for role, value in (("id", id), ("patient", patient)) if isinstance(value, int))
    if any(isinstance(value, int) and abs(value) >= _LARGEST_NUMBER for value in (id, patient)):
        raise UnfitError("its id or patient is too large a number")
    name = None if patient is None or patient == "" else str(patient)
    return Note(Document(str(id), text or "", patient=name), record, numbers=numbers)


def new_name(old: object, new: str | None) -> object:
    """The new id or patient in the old one's type, or nothing if it doesn't fit; an empty one stays empty."""
    if old is None or old == "":
        return old
    if isinstance(old, int):
        return int(new) if is_number(new) else None
    return new


def is_number(name: str | None) -> TypeGuard[str]:
    """Whether an id or patient is a whole number that can have a new one."""
    return name is not None and _NUMBER.fullmatch(name) is not None


def new_date(name: str, old: object, new: NewNote) -> object:
    """A column's date moved; None where it can't be, which is told of the note."""
    if old is None or (isinstance(old, str) and not old.strip()):
        return old
    moved = _moved(old, new)
    if moved is None:
        new.emptied.add(name)
    return moved


def _moved(old: object, new: NewNote) -> object:
    if new.shift is None:
        return None
    if isinstance(old, str):
        return new.date(old)
    try:
        return old + timedelta(days=new.shift.days) if isinstance(old, date) else None
    except OverflowError:
        return None
