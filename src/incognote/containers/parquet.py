"""Parquet: read by batches of records, written with the same schema; only notes, names, patients and dates change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from incognote.containers import arrow
from incognote.containers.arrow_dictionaries import in_order
from incognote.containers.base import Chunk, Cutting, Failure, NewNote, Note, Pieces, UnfitError
from incognote.containers.columns import Columns, columns_of, note_of, staying
from incognote.errors import ConfigError, DamagedInputError
from incognote.formats.files import unreadable

_BUFFER = 1 << 20
_GROUP_BYTES, _GROUP_ROWS = 64 << 20, 100_000  # a row group of the output is held in memory


@dataclass(frozen=True, repr=False)
class Batch:
    """Records as Arrow writes them to a stream, and what their columns are."""

    columns: Columns
    raw: bytes

    def __repr__(self) -> str:
        return f"Batch({len(self.raw)} bytes)"


@dataclass(frozen=True, repr=False)
class OpenedBatch:
    """Records that hold notes, without those that can't be read."""

    columns: Columns
    batch: Any
    notes: Sequence[Note]
    failures: Sequence[Failure]

    def written(self, new: Sequence[NewNote | None]) -> Pieces:
        kept = [at for at, note in enumerate(new) if note is not None]
        notes = [note for note in new if note is not None]
        batch = arrow.taken(self.batch, kept)
        for name in dict.fromkeys((self.columns.id, self.columns.text, self.columns.patient, *self.columns.dates)):
            if name is not None:
                batch = arrow.replaced(batch, name, self._values(name, arrow.column(batch, name), notes))
        return {"": arrow.to_bytes(arrow.without(batch, self.columns))}

    def _values(self, name: str, old: Any, new: Sequence[NewNote]) -> Any:
        if name in self.columns.dates:
            return arrow.moved(name, old, new)
        if name == self.columns.text:
            return arrow.filled(old, [note.doc.text for note in new])
        if name == self.columns.patient:
            return arrow.filled(old, [note.doc.patient for note in new])
        return arrow.filled(old, [note.doc.id for note in new])


@dataclass(frozen=True)
class ParquetContainer:
    """One file of Parquet; `numbers` says that ids and patients must be whole numbers."""

    numbers: bool = False
    name = "parquet"
    suffixes = (".parquet",)

    def staying(self, paths: Sequence[Path], cutting: Cutting) -> tuple[str, ...]:
        """The columns of the first table that stay as they are."""
        return staying(self.names(paths[0], cutting), cutting)

    def names(self, path: Path, cutting: Cutting) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(_file(path).schema_arrow.names)

    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]:
        file = _file(path)
        columns = replace(columns_of(file.schema_arrow.names, cutting), numbers=self.numbers)
        _require_types(file.schema_arrow, columns)
        return _chunks(file, columns, cutting)

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedBatch:
        columns: Columns = chunk.payload.columns
        batch = arrow.from_bytes(chunk.payload.raw)
        ids, texts = (arrow.values(batch, name) for name in (columns.id, columns.text))
        patients = arrow.values(batch, columns.patient) if columns.patient else [None] * len(ids)
        notes: list[Note] = []
        failures: list[Failure] = []
        kept = []
        for at, (name, text, patient) in enumerate(zip(ids, texts, patients, strict=True)):
            try:
                notes.append(note_of(chunk.first + at, name, text, patient))
                kept.append(at)
            except UnfitError as error:
                failures.append(Failure(chunk.first + at, error.reason))
        return OpenedBatch(columns, arrow.taken(batch, kept), notes, failures)

    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None:
        file = _file(like)
        schema = arrow.schema_without(file.schema_arrow, columns_of(file.schema_arrow.names, cutting))
        with writing(out, schema, _codecs(file.metadata, cutting.dropped)) as add:
            for pieces in parts:
                add(arrow.from_bytes(pieces[""]))


@contextmanager
def writing(out: Path, schema: Any, compression: Any = "snappy") -> Iterator[Callable[[Any], None]]:
    """A new file: what is given takes batches, which become row groups that fit in memory."""
    pa, pq = arrow.modules()
    held: list[Any] = []
    with out.open("xb") as file, pq.ParquetWriter(file, schema, compression=compression) as writer:

        def add(batch: Any) -> None:
            held.append(batch)
            if sum(one.nbytes for one in held) >= _GROUP_BYTES or sum(map(len, held)) >= _GROUP_ROWS:
                flush()

        def flush() -> None:
            writer.write_table(pa.Table.from_batches(in_order(held), schema))
            held.clear()

        yield add
        if held:
            flush()


def _codecs(metadata: Any, dropped: Sequence[str]) -> Any:
    """The compression of each column, as the file has it."""
    if not metadata.num_row_groups:
        return "snappy"
    group = metadata.row_group(0)
    columns = [group.column(at) for at in range(group.num_columns)]
    return {
        column.path_in_schema: "NONE" if column.compression == "UNCOMPRESSED" else column.compression
        for column in columns
        if column.path_in_schema.split(".")[0] not in dropped
    }


def _file(path: Path) -> Any:
    pa, pq = arrow.modules()
    try:
        return pq.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False, page_checksum_verification=True)
    except pa.ArrowException:
        raise DamagedInputError(path, "it is not Parquet, or its end is damaged", "copy it again") from None
    except OSError as error:
        if error.errno:
            raise unreadable(path, error) from None
        raise DamagedInputError(path, "it is not Parquet, or its end is damaged", "copy it again") from None


def _require_types(schema: Any, columns: Columns) -> None:
    kinds = {name: arrow.kind(schema.field(name).type) for name in columns.used}
    wanted: dict[str, tuple[str, ...]] = dict.fromkeys(columns.dates, ("text", "date", "timestamp"))
    names = ("number",) if columns.numbers else ("text", "number")
    wanted |= {columns.id: names, columns.text: ("text",)}
    wanted |= {columns.patient: names} if columns.patient else {}
    for name, fitting in wanted.items():
        if kinds[name] not in fitting:
            kind = schema.field(name).type
            of = " or ".join(fitting).replace("number", "a whole number")
            raise ConfigError(f"the column {name!r} is of the type {kind}, but must be {of}; cast it, and try again")
    for name in columns.dates:
        zone = arrow.zone_of(schema.field(name).type)
        if zone and not arrow.knows(zone):
            raise ConfigError(
                f"the time zone of the column {name!r} isn't known here; install tzdata, or cast it to UTC"
            )


def _chunks(file: Any, columns: Columns, cutting: Cutting) -> Iterator[Chunk]:
    number = 1
    for group in range(file.num_row_groups):
        about = file.metadata.row_group(group)
        size = max(1, about.total_byte_size // max(1, about.num_rows))
        rows = max(1, min(cutting.chunk_records, cutting.chunk_bytes // size))
        end = number + about.num_rows
        for batch in _batches(file, group, rows):
            if batch is None:
                many = f"row group {group + 1} is damaged, and {end - number:,} of its records can't be read"
                yield Chunk(
                    number, Batch(columns, arrow.to_bytes(arrow.empty(file.schema_arrow))), (Failure(number, many),)
                )
                break
            for first, part, reason in _sound(batch, columns, cutting.largest):
                refused = (Failure(number + first, reason),) if reason else ()
                whole = arrow.empty(file.schema_arrow) if reason else part
                yield Chunk(number + first, Batch(columns, arrow.to_bytes(whole)), refused)
            number += len(batch)
        number = end


def _batches(file: Any, group: int, rows: int) -> Iterator[Any]:
    """The batches of a row group; None where the rest of it can't be read."""
    pa, _ = arrow.modules()
    try:
        yield from file.iter_batches(rows, row_groups=[group], use_threads=False)
    except (pa.ArrowException, OSError):
        yield None


def _sound(batch: Any, columns: Columns, largest: int) -> Iterator[tuple[int, Any, str]]:
    """Slices of a batch, with where they start; those with a reason are one record that can't be used."""
    if arrow.is_sound(batch) and arrow.longest(batch, columns.text) <= largest:
        yield 0, batch, ""
        return
    start = 0
    for at in range(len(batch)):
        one = arrow.compact(batch.slice(at, 1))
        reason = "" if arrow.is_sound(one) else "it is damaged, or its text isn't UTF-8"
        if not reason and arrow.longest(one, columns.text) > largest:
            reason = f"it is larger than {largest:,} bytes"
        if reason:
            yield start, batch.slice(start, at - start), ""
            yield at, one, reason
            start = at + 1
    yield start, batch.slice(start), ""


CONTAINER = ParquetContainer()
