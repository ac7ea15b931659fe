"""Tables of databases, through SQLAlchemy: read by key in order, written to a new table in one transaction."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, cast

from incognote.containers import note_nlp, omop, sql
from incognote.containers.base import Chunk, Cutting, Failure, NewNote, Note, Pieces, UnfitError
from incognote.containers.columns import Columns, columns_of, new_date, new_name, note_of, staying
from incognote.errors import ConfigError

_FETCHED = 50  # rows that are held beside those of a chunk
_NAMES, _DATES = (int, str, Decimal, uuid.UUID), (date, datetime, str)
_BYTES = "bytes"

Row = dict[str, Any]


def packed(rows: Sequence[Sequence[Any]]) -> bytes:
    """Rows as they are kept until they are written. Dates are text then, as the database takes it."""

    def known(value: Any) -> Any:
        return {_BYTES: value.hex()} if isinstance(value, bytes) else str(value)

    return json.dumps(rows, default=known).encode()


def unpacked(piece: bytes) -> list[list[Any]]:
    return cast(list[list[Any]], json.loads(piece, object_hook=lambda value: bytes.fromhex(value[_BYTES])))


@dataclass(frozen=True, repr=False)
class Records:
    """Rows, with their numbers, and what their columns are."""

    columns: Columns
    rows: tuple[tuple[int, Row], ...]

    def __repr__(self) -> str:
        return f"Records({len(self.rows)})"


@dataclass(frozen=True, repr=False)
class OpenedRecords:
    """Rows that hold notes; only their names, texts and dates are rewritten."""

    columns: Columns
    rows: Sequence[Row]
    notes: Sequence[Note]
    failures: Sequence[Failure]
    nlp_day: date | None
    is_omop: bool

    def written(self, new: Sequence[NewNote | None]) -> Pieces:
        rows = [self._row(row, note) for row, note in zip(self.rows, new, strict=True) if note is not None]
        if not self.is_omop:
            return {"": packed(rows)}
        found = [list(row.values())[1:] for row in note_nlp.rows(new, self.nlp_day)]  # ids are given in the end
        return {"": packed(rows), omop.COMPANION: packed(found)}

    def _row(self, old: Row, new: NewNote) -> list[Any]:
        columns, row = self.columns, dict(old)
        row[columns.id] = new_name(old[columns.id], new.doc.id)
        if old[columns.text] is not None:
            row[columns.text] = new.doc.text
        if columns.patient:
            row[columns.patient] = new_name(old[columns.patient], new.doc.patient)
        for name in columns.dates:
            row[name] = new_date(name, old[name], new)
        return [value for name, value in row.items() if name not in columns.dropped]


@dataclass(frozen=True)
class DatabaseRecords:
    """Opens what was read of a table. It knows nothing of the database, so that no password goes to workers."""

    is_omop: bool

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedRecords:
        payload: Records = chunk.payload
        columns = payload.columns
        rows: list[Row] = []
        notes: list[Note] = []
        failures: list[Failure] = []
        for number, raw in payload.rows:
            try:
                row = raw | {name: _name(raw[name], columns) for name in (columns.id, columns.patient) if name}
                patient = row[columns.patient] if columns.patient else None
                notes.append(note_of(number, row[columns.id], _text(raw[columns.text]), patient))
                rows.append(row)
            except UnfitError as error:
                failures.append(Failure(number, error.reason))
        return OpenedRecords(columns, rows, notes, failures, cutting.day, self.is_omop)


@dataclass(frozen=True, repr=False)
class DatabaseTable:
    """A table of a database that holds notes; `is_omop` says that it is the CDM's NOTE."""

    url: str
    table: str
    schema: str | None = None
    is_omop: bool = False

    def __repr__(self) -> str:
        return f"DatabaseTable({self.place})"

    @property
    def place(self) -> str:
        """Where it is, as messages say it: without passwords."""
        return f"{sql.place(self.url)} {self.name}"

    @property
    def name(self) -> str:
        """Its name with its schema, which tells nothing of where it is."""
        return ".".join(filter(None, (self.schema, self.table)))

    def looked_at(self) -> DatabaseTable:
        """The table, which must be there; NOTE is known by its columns."""
        with sql.reading(self.url) as connection:
            names = sql.reflected(connection, self.table, self.schema, self.url).columns.keys()
        return replace(self, is_omop=set(omop.COLUMNS.values()) <= {name.lower() for name in names})

    def staying(self, cutting: Cutting) -> tuple[str, ...]:
        """The columns that are written as they are."""
        with sql.reading(self.url) as connection:
            names = sql.reflected(connection, self.table, self.schema, self.url).columns.keys()
        return staying(names, omop.cutting_of(names, cutting) if self.is_omop else cutting)

    def extent(self, cutting: Cutting) -> str:
        """How many rows there are, the first and the last key, and how long texts are; for telling whether it changed.

        It holds keys, which may be PHI.
        """
        sa = sql.modules()
        with sql.reading(self.url) as connection:
            table = sql.reflected(connection, self.table, self.schema, self.url)
            columns = self._columns(table, cutting)
            key = sql.key_of(connection, table, columns.id)
            sizes = sa.func.sum(sql.size(connection, table.c[columns.text]))
            written = [sql.passed(connection, column) for column in key]
            ends = [end(column) for column in written for end in (sa.func.min, sa.func.max)]
            found = connection.execute(sa.select(sa.func.count(), sizes, *ends).select_from(table)).one()
        return repr([*table.columns.keys(), *map(str, found)])

    def chunks(self, cutting: Cutting) -> Iterator[Chunk]:
        """Some rows at a time; a text that is too large never leaves the database."""
        with sql.reading(self.url) as connection:
            table = sql.reflected(connection, self.table, self.schema, self.url)
            columns = self._columns(table, cutting)
            held: list[tuple[int, Row]] = []
            refused: list[Failure] = []
            first, number, size = 1, 0, 0
            for number, (row, row_size) in enumerate(self._rows(connection, table, columns, cutting), 1):
                if row_size > cutting.largest:
                    refused.append(Failure(number, f"it is larger than {cutting.largest:,} bytes"))
                elif unreadable := [name for name, value in row.items() if isinstance(value, sql.Unreadable)]:
                    refused.append(Failure(number, _not_utf8(unreadable)))
                else:
                    held.append((number, row))
                    size += sum(len(value) for value in row.values() if isinstance(value, str | bytes))
                if size >= cutting.chunk_bytes or number - first + 1 >= cutting.chunk_records:
                    yield Chunk(first, Records(columns, tuple(held)), tuple(refused))
                    held, refused, first, size = [], [], number + 1, 0
            if first <= number:
                yield Chunk(first, Records(columns, tuple(held)), tuple(refused))

    def _rows(self, connection: Any, table: Any, columns: Columns, cutting: Cutting) -> Iterator[tuple[Row, int]]:
        """All rows by pages in the order of their key, with the sizes of their texts; none twice, none missed."""
        sa = sql.modules()
        key = sql.key_of(connection, table, columns.id)
        sizes = sql.size(connection, table.c[columns.text])
        chosen = {
            column.name: sql.read(connection, column) if column.name in columns.used else sql.passed(connection, column)
            for column in table.columns
            if column.name in columns.used or column.name not in columns.dropped
        }
        chosen[columns.text] = sa.case((sizes <= cutting.largest, chosen[columns.text]))
        labelled = (value.label(f"value_{at}") for at, value in enumerate((*chosen.values(), sizes, *key)))
        query = sa.select(*labelled).select_from(table).order_by(*key).limit(cutting.chunk_records)
        left = connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
        last: tuple[Any, ...] | None = None
        while left > 0:
            page = query if last is None else query.where(sql.behind(key, last))
            found = 0
            for values in connection.execute(page, execution_options={"yield_per": _FETCHED}):
                last = tuple(values[len(chosen) + 1 :])
                found += 1
                yield dict(zip(chosen, values, strict=False)), values[len(chosen)]
            left -= found
            if not found:
                break
        if left:
            raise sql.DatabaseError(f"{self.place}: its key doesn't put its rows in order; give it another")

    def _columns(self, table: Any, cutting: Cutting) -> Columns:
        names = table.columns.keys()
        columns = columns_of(names, omop.cutting_of(names, cutting) if self.is_omop else cutting)
        wanted: dict[str, tuple[type, ...]] = dict.fromkeys(columns.dates, _DATES)
        ids = (int, Decimal) if self.is_omop else _NAMES
        wanted |= {columns.id: ids, columns.text: (str,)} | ({columns.patient: ids} if columns.patient else {})
        for name, types in wanted.items():
            if sql.python_type(table.c[name]) not in types:
                fitting = ", ".join(one.__name__ for one in types)
                raise ConfigError(f"the column {name!r} is of the type {table.c[name].type}, but must be: {fitting}")
        return replace(columns, numbers=self.is_omop)

    def new_table(self, cutting: Cutting, out: DatabaseTable) -> Any:
        """A table for what becomes of this one's rows."""
        with sql.reading(self.url) as connection:
            source = sql.reflected(connection, self.table, self.schema, self.url)
        return sql.table_like(source, self._columns(source, cutting), out.table, out.schema)


def _not_utf8(names: Sequence[str]) -> str:
    """Why a row isn't written; in a column that stays as it is, too, since what it says couldn't be written again."""
    listed = ", ".join(map(repr, names))
    return f"it has text that is not UTF-8 in {listed}; mend it, or leave columns out with --drop-columns"


def _name(value: Any, columns: Columns) -> Any:
    """An id or patient, as a whole number if it is one."""
    if isinstance(value, Decimal) and value.is_finite() and value == value.to_integral_value():
        value = int(value)
    if value is not None and not isinstance(value, int if columns.numbers else (int, str)):
        raise UnfitError("its id or patient is not a whole number" + ("" if columns.numbers else " or text"))
    return value


def _text(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise UnfitError("its text isn't text")
    return value
