"""What a container is: it is cut into chunks, a chunk is opened, and written again with new texts in the old places.

One process cuts, and joins what was written, in order; others open chunks, rewrite their notes and write them. None of
the values here shows a record's text when printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

from incognote.known.people import Person
from incognote.replace.alignment_file import Stretch
from incognote.replace.shifts import Shift
from incognote.types import Document

Pieces: TypeAlias = Mapping[str, bytes]
"""What is written of a chunk: to the output (its key is "") and to companions of it, by the ending of their names."""


@dataclass(frozen=True)
class Cutting:
    """How to read and cut: which columns or fields are what, how large chunks and records may be, the encoding.

    `dates` are columns whose dates are shifted as the patient's notes are, `dropped` columns that aren't written.
    `day` is the day of the run, for tables that have a column for it.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    dates: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    encoding: str = "utf-8"
    chunk_bytes: int = 250_000
    chunk_records: int = 500
    largest: int = 10_000_000
    day: date | None = None

    def column(self, role: str) -> str | None:
        """The column for the id, text or patient, if it was named."""
        return self.columns.get(role)


@dataclass(frozen=True)
class Failure:
    """A record that isn't written: its number in its file, from 1, and why; neither quotes it."""

    record: int
    reason: str


class UnfitError(Exception):
    """Why a record can't be read or written; the reason doesn't quote it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, repr=False)
class Chunk:
    """Whole records, in the form that the container's `open` takes, which any process can be sent.

    `first` is the number of the first record in its file, from 1. `refused` are records between it and the next chunk
    that are too large to be held in memory, or damaged: they were passed over.
    """

    first: int
    payload: Any
    refused: tuple[Failure, ...] = ()

    def __repr__(self) -> str:
        return f"Chunk(from record {self.first})"


@dataclass(frozen=True, repr=False)
class Note:
    """A text to be rewritten: the document, the number of its record, and what the record tells of its patient.

    `numbers` says which of "id" and "patient" are whole numbers where they are written, and so must the new ones be.
    """

    doc: Document
    record: int
    known: Person | None = None
    numbers: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"Note(of record {self.record})"


@dataclass(frozen=True, slots=True, repr=False)
class Edit:
    """A stretch of the old text, and what takes its place."""

    start: int
    end: int
    new: str

    def __repr__(self) -> str:
        return f"Edit({self.start}, {self.end})"


@dataclass(frozen=True, repr=False)
class NewNote:
    """A note as it is to be written: its new id, patient, text and spans, and the edits that make the new text.

    `shift` is how far its patient's dates are moved; None where they can't be, and dates are to be left out.
    `date` moves a date that is written as text, and gives None where it can't be; `emptied` are the columns whose dates
    couldn't. `counts` are of its labels, of what became of its dates, and of what got tags for want of a surrogate;
    `replaced` says where what was replaced lies in the old and the new text.
    """

    doc: Document
    edits: Sequence[Edit]
    shift: Shift | None
    date: Callable[[str], str | None]
    counts: Mapping[str, Counter[str]] = field(default_factory=dict)
    emptied: set[str] = field(default_factory=set)
    replaced: tuple[Stretch, ...] = ()

    def __repr__(self) -> str:
        return f"NewNote({len(self.edits)} edits)"


class Opened(Protocol):
    """A chunk's notes, in order; records that can't be read; and the chunk again, with the notes' new texts.

    `written` gets a new note for each note, or None for one that failed: its whole record is left out.
    """

    @property
    def notes(self) -> Sequence[Note]: ...
    @property
    def failures(self) -> Sequence[Failure]: ...
    def written(self, new: Sequence[NewNote | None]) -> Pieces: ...


class Opener(Protocol):
    """Opens chunks, whatever they were cut from."""

    def open(self, chunk: Chunk, cutting: Cutting) -> Opened: ...


class Container(Opener, Protocol):
    """A format of files that hold notes among other things.

    `join` makes a new file of what was written of its chunks, in order; `like` is the file that they were cut from.
    `out` doesn't exist, and whoever calls sees to it that a file that is half written never gets its name.
    """

    @property
    def name(self) -> str: ...
    @property
    def suffixes(self) -> tuple[str, ...]: ...
    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]: ...
    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None: ...


@runtime_checkable
class Tabular(Protocol):
    """A format of tables, whose columns or fields have names."""

    def staying(self, paths: Sequence[Path], cutting: Cutting) -> tuple[str, ...]:
        """The columns that are written as they are; an error if one that was named isn't there."""
