"""A new table of a database, filled in one transaction, and once: a run that was killed after it finds its mark."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any

from incognote.containers import note_nlp, omop, sql
from incognote.containers.base import Cutting, Pieces
from incognote.containers.database import DatabaseTable, unpacked
from incognote.errors import ConfigError, OutputError

RUNS = "incognote_runs"
"""The table beside the output that says which runs have written what."""

NLP = "_nlp"
"""The ending of the table for NOTE_NLP."""


def try_to_write(source: DatabaseTable, out: DatabaseTable, cutting: Cutting) -> None:
    """Before any note is read: what can't be written in the end is an error at once. Nothing stays of the trial."""
    if sql.kind(source.url) != sql.kind(out.url):
        raise ConfigError("IN and OUT are databases of different kinds; write to one of the same kind, and copy it")
    tables = _tables(source, out, cutting)
    if not sql.is_there(out.url):
        return
    with sql.writing(out.url) as connection:
        _runs(connection, out)
        _create(connection, tables, out)
        connection.get_transaction().rollback()


def join(parts: Iterable[Pieces], source: DatabaseTable, out: DatabaseTable, run: str, cutting: Cutting) -> None:
    """All rows in new tables; or none, if anything fails."""
    tables = _tables(source, out, cutting)
    with sql.writing(out.url) as connection:
        runs = _runs(connection, out)
        if connection.execute(runs.select().where(runs.c.run == run)).first():
            return  # written already
        _create(connection, tables, out)
        numbers = count(1)
        for pieces in parts:
            sql.insert(connection, tables[0], unpacked(pieces[""]))
            for nlp in tables[1:]:
                sql.insert(connection, nlp, [[next(numbers), *row] for row in unpacked(pieces[omop.COMPANION])])
        sql.insert(connection, runs, [[run, out.table]])


def _runs(connection: Any, out: DatabaseTable) -> Any:
    sa = sql.modules()
    columns = (sa.Column("run", sa.Text(), primary_key=True), sa.Column("table_name", sa.Text()))
    table = sa.Table(RUNS, sa.MetaData(), *columns, schema=out.schema)
    table.create(connection, checkfirst=True)
    return table


def _tables(source: DatabaseTable, out: DatabaseTable, cutting: Cutting) -> list[Any]:
    return [source.new_table(cutting, out), *([_nlp_table(out)] if source.is_omop else [])]


def _create(connection: Any, tables: list[Any], out: DatabaseTable) -> None:
    for table in tables:
        if sql.modules().inspect(connection).has_table(table.name, schema=table.schema):
            problem = f"the table {table.name!r} exists already; name another with --out-table, or drop it"
            raise OutputError(f"{sql.place(out.url)}: {problem}")
        table.create(connection)


def _nlp_table(out: DatabaseTable) -> Any:
    sa = sql.modules()
    types = {"nlp_date": sa.Date(), "nlp_datetime": sa.DateTime()} | dict.fromkeys(note_nlp.NUMBERS, sa.BigInteger())
    columns = [
        sa.Column(name, types.get(name, sa.Text()), primary_key=name == note_nlp.NAMES[0], autoincrement=False)
        for name in note_nlp.NAMES
    ]
    return sa.Table(out.table + NLP, sa.MetaData(), *columns, schema=out.schema)
