"""Parquet: the columns for id, text, patient and dates are written anew, all others by value and type as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from incognote.containers.base import Chunk, Cutting, Failure, NewNote, Note, Pieces
from incognote.containers.columns import Columns, UnfitError, columns_of, new_name, note_of
from incognote.containers.moved_dates import moved_column
from incognote.containers.streams import too_large
from incognote.errors import ConfigError, DamagedInputError
from incognote.formats.files import unreadable

_BUFFER = 1 << 20
_ROW_GROUP = 16_000_000  # bytes of an output's row group before it is packed


def arrow() -> Any:
    """pyarrow, or what to do where it isn't there."""
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise ConfigError("Parquet needs pyarrow: pip install 'incognote[parquet]'") from None
    return pyarrow


@dataclass(frozen=True, repr=False)
class OpenedTable:
    """Rows of a table, their notes, and those that can't be read."""

    table: Any
    columns: Columns
    notes: Sequence[Note]
    failures: Sequence[Failure]
    readable: Sequence[int]

    def written(self, new: Sequence[NewNote | None]) -> Pieces:
        kept = [(row, note) for row, note in zip(self.readable, new, strict=True) if note]
        table = self.table.take(arrow().array([row for row, _ in kept], "int64"))
        notes = [note for _, note in kept]
        for at, name in enumerate(table.schema.names):
            if (column := self._column(name, table.column(at), notes)) is not None:
                table = table.set_column(at, table.schema.field(at), column)
        return {"": packed(table.drop_columns(sorted(self.columns.dropped)))}

    def _column(self, name: str, old: Any, notes: Sequence[NewNote]) -> Any:
        """A column anew; None for one that stays."""
        if name in self.columns.dates:
            return moved_column(name, old, notes)
        if name == self.columns.text:
            values = zip(old.to_pylist(), notes, strict=True)
            return as_type([None if text is None else note.doc.text for text, note in values], old.type)
        if name not in (self.columns.id, self.columns.patient):
            return None
        role = "id" if name == self.columns.id else "patient"
        names = zip(old.to_pylist(), notes, strict=True)
        return as_type([new_name(value, getattr(note.doc, role)) for value, note in names], old.type)


@dataclass(frozen=True)
class ParquetContainer:
    """Tables of Parquet, read and written by batches of rows."""

    name: str = "parquet"
    suffixes: tuple[str, ...] = (".parquet",)

    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]:
        file = opened(path)
        columns_of(file.schema_arrow.names, cutting)
        return _chunks(file, cutting, path)

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedTable:
        table = unpacked(chunk.payload)
        columns = columns_of(table.schema.names, cutting)
        ids, text = (table[name].to_pylist() for name in (columns.id, columns.text))
        patient = table[columns.patient].to_pylist() if columns.patient else [None] * len(table)
        notes, failures, readable = [], [], []
        for row in range(len(table)):
            try:
                notes.append(note_of(chunk.first + row, ids[row], _text(text[row]), patient[row]))
                readable.append(row)
            except UnfitError as error:
                failures.append(Failure(chunk.first + row, error.reason))
        return OpenedTable(table, columns, notes, failures, readable)

    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None:
        pa = arrow()
        file = opened(like)
        schema = file.schema_arrow
        for name in cutting.dropped:
            schema = schema.remove(schema.get_field_index(name))
        with pa.parquet.ParquetWriter(out, schema, compression=_compression(file)) as writer:
            for tables in _row_groups(unpacked(pieces[""]) for pieces in parts if pieces):
                writer.write_table(pa.concat_tables(tables).cast(schema))


def opened(path: Path) -> Any:
    """A file whose row groups are read a little at a time."""
    pa = arrow()
    try:
        return pa.parquet.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False)
    except pa.ArrowException:
        raise DamagedInputError(path, "it is no Parquet file, or was cut", "copy it again") from None
    except OSError as error:
        if error.errno is None:  # what Arrow itself found
            raise DamagedInputError(path, "its end can't be read", "copy it again") from None
        raise unreadable(path, error) from None


def _chunks(file: Any, cutting: Cutting, path: Path) -> Iterator[Chunk]:
    """The row groups in batches. Rows of a damaged one, and rows that are too large, are refused."""
    pa = arrow()
    number, empty = 1, file.schema_arrow.empty_table()
    for group in range(file.metadata.num_row_groups):
        facts = file.metadata.row_group(group)
        begin = number
        rows = max(1, min(cutting.chunk_records, cutting.chunk_bytes * facts.num_rows // (facts.total_byte_size + 1)))
        try:
            for batch in file.iter_batches(batch_size=rows, row_groups=[group], use_threads=False):
                yield from _without_large(pa.Table.from_batches([batch]), number, cutting)
                number += len(batch)
        except (OSError, pa.ArrowException):
            left = facts.num_rows - (number - begin)
            reason = f"row group {group + 1} is damaged: its last {left:,} rows, from here on, can't be read"
            yield Chunk(number, packed(empty), (Failure(number, reason),))
            number = begin + facts.num_rows
    if number == 1:
        yield Chunk(1, packed(empty))


def _without_large(table: Any, first: int, cutting: Cutting) -> Iterator[Chunk]:
    """Rows whose text isn't too large, in one chunk or several."""
    pa = arrow()
    texts = table[columns_of(table.schema.names, cutting).text]
    texts = texts.cast(pa.large_string()) if pa.types.is_dictionary(texts.type) else texts
    sizes = pa.compute.fill_null(pa.compute.binary_length(texts), 0)
    large = [at for at, size in enumerate(sizes.to_pylist()) if size > cutting.largest]
    for before, at in pairwise([-1, *large, len(table)]):
        refused = (Failure(first + at, too_large(cutting.largest).reason),) if at < len(table) else ()
        if refused or at > before + 1:
            yield Chunk(first + before + 1, packed(table.slice(before + 1, at - before - 1)), refused)


def _row_groups(tables: Iterable[Any]) -> Iterator[list[Any]]:
    """Tables put together until they are large enough."""
    held: list[Any] = []
    size = 0
    for table in tables:
        held.append(table)
        size += table.nbytes
        if size > _ROW_GROUP:
            yield held
            held, size = [], 0
    if held:
        yield held


def packed(table: Any) -> bytes:
    """A table as bytes that any process can read."""
    pa = arrow()
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table.combine_chunks())
    return bytes(sink.getvalue())


def unpacked(content: bytes) -> Any:
    return arrow().ipc.open_stream(content).read_all()


def as_type(values: Sequence[object], kind: Any) -> Any:
    """Values as a column of a type."""
    pa = arrow()
    if pa.types.is_dictionary(kind):
        return pa.array(values, type=kind.value_type).dictionary_encode().cast(kind)
    return pa.array(values, type=kind)


def _text(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise UnfitError("its text is not text")
    return value


def _compression(file: Any) -> str:
    facts = file.metadata
    if not facts.num_row_groups or not facts.num_columns:
        return "snappy"
    name = str(facts.row_group(0).column(0).compression).lower()
    return "none" if name == "uncompressed" else name


CONTAINER = ParquetContainer()
