"""The NOTE table of the OMOP CDM, as Parquet or CSV: its columns are known, and NOTE_NLP is written beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from incognote.containers import note_nlp
from incognote.containers.base import Chunk, Cutting, Failure, NewNote, Note, Opened, Pieces
from incognote.containers.columns import staying
from incognote.containers.parquet import ParquetContainer
from incognote.containers.streams import companion_path, suffix_of
from incognote.containers.table import CSV, TSV, Rows, TableContainer

COLUMNS = {"id": "note_id", "text": "note_text", "patient": "person_id"}
DATES = ("note_date", "note_datetime")
COMPANION = ".note_nlp"
"""The ending of the companion, before that of its format."""

# Ids are whole numbers in the CDM, also where CSV writes them as text.
_TABLES: dict[str, TableContainer | ParquetContainer] = {
    ".parquet": ParquetContainer(numbers=True),
    ".csv": replace(CSV, numbers=True),
    ".tsv": replace(TSV, numbers=True),
}


def cutting_of(names: Sequence[str], cutting: Cutting) -> Cutting:
    """The cutting with the CDM's columns, as the table spells them; what was named otherwise stays."""
    spelled = {name.lower(): name for name in names}
    columns = {role: spelled.get(name, name) for role, name in COLUMNS.items()} | dict(cutting.columns)
    ours = [spelled[name] for name in DATES if name in spelled and spelled[name] not in cutting.dates]
    return replace(cutting, columns=columns, dates=(*ours, *cutting.dates))


@dataclass(frozen=True, repr=False)
class OpenedNotes:
    """Rows of NOTE, which give rows of NOTE_NLP too."""

    inner: Opened
    cutting: Cutting
    is_text: bool

    @property
    def notes(self) -> Sequence[Note]:
        return self.inner.notes

    @property
    def failures(self) -> Sequence[Failure]:
        return self.inner.failures

    def written(self, new: Sequence[NewNote | None]) -> Pieces:
        found = note_nlp.rows(new, self.cutting.day)
        piece = note_nlp.to_csv(found) if self.is_text else note_nlp.to_arrow(found)
        return {**self.inner.written(new), COMPANION: piece}


@dataclass(frozen=True)
class NoteTable:
    """NOTE in one file; its companion has the same format: `notes.note_nlp.parquet`, `notes.note_nlp.csv`."""

    name = "omop"
    suffixes = (".parquet", ".csv", ".tsv", ".csv.gz", ".tsv.gz")

    def staying(self, paths: Sequence[Path], cutting: Cutting) -> tuple[str, ...]:
        """The columns of the first table that stay as they are."""
        names = _TABLES[suffix_of(paths[0])].names(paths[0], cutting)
        return staying(names, cutting_of(names, cutting))

    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]:
        table = _TABLES[suffix_of(path)]
        return table.chunks(path, cutting_of(table.names(path, cutting), cutting))

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedNotes:
        is_text = isinstance(chunk.payload, Rows)
        return OpenedNotes(_TABLES[".csv" if is_text else ".parquet"].open(chunk, cutting), cutting, is_text)

    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None:
        joining = note_nlp.joining_parquet if suffix_of(like) == ".parquet" else note_nlp.joining_csv
        table = _TABLES[suffix_of(like)]
        ours = cutting_of(table.names(like, cutting), cutting)
        with joining(companion_of(out, like)) as add:
            table.join(_telling(parts, add), out, like, ours)


def companion_of(out: Path, like: Path) -> Path:
    """Where NOTE_NLP is written for an output that is like a file."""
    return companion_path(out, COMPANION + (".parquet" if suffix_of(like) == ".parquet" else ".csv"))


def _telling(parts: Iterable[Pieces], add: Callable[[bytes], None]) -> Iterator[Pieces]:
    for pieces in parts:
        add(pieces[COMPANION])
        yield pieces


CONTAINER = NoteTable()
