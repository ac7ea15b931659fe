"""Tables of databases, through SQLAlchemy: read by key in order, written to a new table in one transaction."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import Any

from incognote.containers import note_nlp, omop, sql
from incognote.containers.base import Chunk, Cutting, Failure, NewNote, Note, Pieces
from incognote.containers.columns import Columns, UnfitError, columns_of, new_date, new_name, note_of
from incognote.errors import ConfigError, OutputError
from incognote.replace.shifts import Shift

_FETCHED = 50  # rows that are held beside those of a chunk
_NAMES, _DATES = (int, str, Decimal), (date, datetime, str)


@dataclass(frozen=True, repr=False)
class Records:
    """Rows, and what their columns are."""

    names: tuple[str, ...]
    columns: Columns
    rows: tuple[tuple[Any, ...], ...]

    def __repr__(self) -> str:
        return f"Records({len(self.rows)})"


@dataclass(frozen=True, repr=False)
class OpenedRecords:
    """Rows that hold notes; written as Python keeps values, since only a database knows how it writes them."""

    columns: Columns
    rows: Sequence[dict[str, Any]]
    notes: Sequence[Note]
    failures: Sequence[Failure]
    nlp_day: date | None
    is_omop: bool

    def written(self, new: Sequence[NewNote | None]) -> Pieces:
        rows = [self._row(row, note) for row, note in zip(self.rows, new, strict=True) if note is not None]
        nlp = {omop.COMPANION: pickle.dumps(note_nlp.rows(new, self.nlp_day))} if self.is_omop else {}
        return {"": pickle.dumps(rows), **nlp}

    def _row(self, old: dict[str, Any], new: NewNote) -> dict[str, Any]:
        columns, row = self.columns, dict(old)
        row[columns.id] = new_name(_whole(old[columns.id]), new.doc.id)
        if old[columns.text] is not None:
            row[columns.text] = new.doc.text
        if columns.patient:
            row[columns.patient] = new_name(_whole(old[columns.patient]), new.doc.patient)
        for name in columns.dates:
            row[name] = new_date(old[name], new) if isinstance(old[name], str) else _moved(old[name], new.shift)
        return {name: value for name, value in row.items() if name not in columns.dropped}


@dataclass(frozen=True, repr=False)
class DatabaseTable:
    """A table of a database; `is_omop` says that it is the CDM's NOTE, and NOTE_NLP is to be written beside it."""

    url: str
    table: str
    schema: str | None = None
    is_omop: bool = False

    def __repr__(self) -> str:
        return f"DatabaseTable({sql.place(self.url)}, {self.table})"

    def chunks(self, cutting: Cutting) -> Iterator[Chunk]:
        with sql.transaction(self.url) as connection:
            table = sql.reflected(connection, self.table, self.schema, self.url)
            columns = self._columns(table, cutting)
            yield from _chunks(connection, table, columns, cutting)

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedRecords:
        payload: Records = chunk.payload
        columns = payload.columns
        rows: list[dict[str, Any]] = []
        notes: list[Note] = []
        failures: list[Failure] = []
        for number, values in enumerate(payload.rows, chunk.first):
            row = dict(zip(payload.names, values, strict=True))
            patient = _whole(row[columns.patient]) if columns.patient else None
            try:
                notes.append(note_of(number, _whole(row[columns.id]), row[columns.text], patient))
                rows.append(row)
            except UnfitError as error:
                failures.append(Failure(number, error.reason))
        return OpenedRecords(columns, rows, notes, failures, cutting.day, self.is_omop)

    def join(self, parts: Iterable[Pieces], out: DatabaseTable, cutting: Cutting) -> None:
        """All rows in a new table, or in an empty one that is there; or none, if anything fails."""
        with sql.transaction(self.url) as connection:
            source = sql.reflected(connection, self.table, self.schema, self.url)
            kind = connection.dialect.name
        columns = self._columns(source, cutting)
        numbers = count(1)
        with sql.transaction(out.url) as connection:
            is_same_kind = connection.dialect.name == kind
            table = out._new(connection, sql.table_like(source, columns, out.table, out.schema, is_same_kind))
            nlp = out._new(connection, _nlp_table(f"{out.table}_nlp", out.schema)) if self.is_omop else None
            for pieces in parts:
                _insert(connection, table, pickle.loads(pieces[""]))
                if nlp is not None:
                    rows = [{**row, "note_nlp_id": next(numbers)} for row in pickle.loads(pieces[omop.COMPANION])]
                    _insert(connection, nlp, rows)

    def _columns(self, table: Any, cutting: Cutting) -> Columns:
        names = table.columns.keys()
        columns = columns_of(names, omop.cutting_of(names, cutting) if self.is_omop else cutting)
        wanted: dict[str, tuple[type, ...]] = dict.fromkeys(columns.dates, _DATES)
        ids = (int, Decimal) if self.is_omop else _NAMES
        wanted |= {columns.id: ids, columns.text: (str,)} | ({columns.patient: ids} if columns.patient else {})
        for name, types in wanted.items():
            if sql.python_type(table.c[name]) not in types:
                fitting = ", ".join(type.__name__ for type in types)
                raise ConfigError(f"the column {name!r} is of the type {table.c[name].type}, but must be: {fitting}")
        return columns

    def _new(self, connection: Any, table: Any) -> Any:
        """The table, made if it isn't there; refused if it has rows."""
        sa = sql.modules()
        if not sa.inspect(connection).has_table(table.name, schema=table.schema):
            table.create(connection)
        elif connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
            raise OutputError(f"{sql.place(self.url)}: the table {table.name!r} has rows; choose another name")
        return table


def _chunks(connection: Any, table: Any, columns: Columns, cutting: Cutting) -> Iterator[Chunk]:
    """Pages by key, and chunks of them; a text that is too large never leaves the database."""
    sa = sql.modules()
    key = sql.key_of(connection, table, columns.id)
    text = table.c[columns.text]
    large = sa.func.coalesce(sa.func.length(text), 0) > cutting.largest
    chosen = [
        sa.case((large, sa.null()), else_=column).label(column.name) if column is text else column
        for column in table.columns
    ]
    at = [table.columns.keys().index(column.name) for column in key]
    query = sa.select(*chosen, large.label("too_large")).order_by(*key).limit(cutting.chunk_records)
    number, last = 1, None
    while True:
        page = query if last is None else query.where(sql.behind(key, last))
        rows = connection.execute(page, execution_options={"yield_per": _FETCHED})
        found = 0
        for rows_of_chunk, refused in _cut(rows, cutting, len(chosen), columns, table, number):
            many = len(rows_of_chunk) + len(refused)
            last = tuple(rows_of_chunk[-1][place] for place in at) if not refused else refused[-1][1]
            yield rows_of_chunk
            found += many
        if found < cutting.chunk_records:
            return
