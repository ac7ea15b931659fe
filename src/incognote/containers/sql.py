"""SQLAlchemy for notes: connections and errors that tell neither passwords nor records, keys, and tables like others.

Values that aren't rewritten pass as the database itself writes them, so that they stay as they are: a month stays a
month, and a number keeps its digits.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from incognote.containers.columns import Columns
from incognote.errors import ConfigError, IncognoteError

_SQLITE, _POSTGRES = "sqlite", "postgresql"


class DatabaseError(IncognoteError):
    """A database that can't be read or written."""


class Unreadable(bytes):
    """A text of SQLite that isn't UTF-8, which only the record that holds it is to fail for."""

    def __repr__(self) -> str:
        return f"Unreadable({len(self)} bytes)"

    @classmethod
    def or_text(cls, raw: bytes) -> str | Unreadable:
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            return cls(raw)


def modules() -> Any:
    """SQLAlchemy, which is an extra."""
    try:
        import sqlalchemy
    except ImportError:
        raise ConfigError("databases need SQLAlchemy; install it: pip install 'incognote[sql]'") from None
    return sqlalchemy


def _url(url: str) -> Any:
    sa = modules()
    remedy = "write it as postgresql://USER@HOST/DATABASE or sqlite:///FILE"
    try:
        parsed = sa.engine.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        raise ConfigError(f"that is no URL of a database; {remedy}") from None
    if parsed.get_backend_name() not in (_SQLITE, _POSTGRES):
        raise ConfigError(f"only PostgreSQL and SQLite can be read and written; {remedy}")
    return parsed.set(drivername="postgresql+psycopg") if parsed.drivername == _POSTGRES else parsed


def kind(url: str) -> str:
    return str(_url(url).get_backend_name())


def place(url: str) -> str:
    """A database as messages name it, without passwords."""
    return str(_url(url).set(query={}).render_as_string(hide_password=True))


def identity(url: str) -> str:
    """What tells a database from others: all of its URL but passwords."""
    parsed = _url(url).set(password=None)
    return str(parsed.difference_update_query(["password"]).render_as_string(hide_password=False))


def is_there(url: str) -> bool:
    """Whether there is anything to connect to; a file of SQLite would be made by a look at it."""
    parsed = _url(url)
    in_memory = parsed.database in (None, "", ":memory:")
    return parsed.get_backend_name() != _SQLITE or in_memory or Path(parsed.database).exists()


@contextmanager
def reading(url: str) -> Iterator[Any]:
    """A connection in one transaction, all of which sees the database as it is at one moment."""
    if not is_there(url):
        raise DatabaseError(f"{place(url)}: there is no such file; check the URL")
    with _transaction(url, "REPEATABLE READ", "BEGIN") as connection:
        yield connection


@contextmanager
def writing(url: str) -> Iterator[Any]:
    """A connection in one transaction: all that is done comes to be, or nothing."""
    with _transaction(url, "READ COMMITTED", "BEGIN IMMEDIATE") as connection:
        yield connection


@contextmanager
def _transaction(url: str, level: str, begin: str) -> Iterator[Any]:
    """Whatever a database or its driver says may quote a record, so only what kind of error it is is told."""
    sa = modules()
    try:
        engine = sa.create_engine(_url(url), hide_parameters=True, poolclass=sa.pool.NullPool)
    except (ImportError, sa.exc.ArgumentError):
        raise ConfigError(f"{place(url)}: its driver isn't there; install it: pip install 'incognote[sql]'") from None
    isolation = {"isolation_level": level} if engine.dialect.name == _POSTGRES else {}
    if engine.dialect.name == _SQLITE:
        sa.event.listen(engine, "connect", _set_up)
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    try:
        with engine.connect().execution_options(**isolation) as connection, connection.begin():
            yield connection
    except sa.exc.SQLAlchemyError as error:
        raise DatabaseError(f"{place(url)}: {_problem(error)}") from None
    finally:
        engine.dispose()


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    """Python's driver begins transactions late and not for all statements; so we begin them."""
    connection.isolation_level = None
    connection.text_factory = Unreadable.or_text


def _problem(error: Any) -> str:
    original = getattr(error, "orig", None)
    code = getattr(original, "sqlstate", None) or getattr(original, "sqlite_errorname", None)
    said = type(original or error).__name__ + (f", {code}" if code else "")
    if code is None and isinstance(error, modules().exc.OperationalError):
        return f"no connection ({said}); check that the server runs, and host, port, database, user and password"
    return f"the database refused ({said}); check the URL, the table and what you may do there"


def reflected(connection: Any, name: str, schema: str | None, url: str) -> Any:
    """A table or view as it is in the database."""
    sa = modules()
    try:
        return sa.Table(name, sa.MetaData(), schema=schema, autoload_with=connection, resolve_fks=False)
    except sa.exc.NoSuchTableError:
        raise DatabaseError(f"{place(url)}: there is no table {name!r}; check its name and schema") from None


def key_of(connection: Any, table: Any, id_name: str) -> list[Any]:
    """The columns by which rows are put in order, so that none is read twice or missed."""
    sa = modules()
    key = list(table.primary_key.columns) or [table.c[id_name]]
    rows, filled, different = connection.execute(
        sa.select(
            sa.func.count(),
            sa.func.count(sa.case((sa.and_(*(column.is_not(None) for column in key)), 1))),
            sa.literal(None) if table.primary_key.columns else sa.func.count(sa.distinct(key[0])),
        ).select_from(table)
    ).one()
    if filled != rows or different not in (None, rows):
        names = ", ".join(repr(column.name) for column in key)
        raise ConfigError(
            f"the table {table.name!r} has rows of one key, or without any, in {names}; give each its own"
        )
    return [plain(connection, column) for column in key]


def plain(connection: Any, column: Any) -> Any:
    """A column whose values come as SQLite keeps them, not as its type, which says little there, would have them."""
    sa = modules()
    return sa.type_coerce(column, sa.types.NullType()) if connection.dialect.name == _SQLITE else column


def passed(connection: Any, column: Any) -> Any:
    """A column whose values come as the database writes them."""
    sa = modules()
    return plain(connection, column) if connection.dialect.name == _SQLITE else sa.cast(column, sa.Text())


def read(connection: Any, column: Any) -> Any:
    """A column whose values are to be rewritten."""
    is_name = python_type(column) in (str, uuid.UUID)
    return passed(connection, column) if is_name else plain(connection, column)


def behind(key: list[Any], last: Sequence[Any]) -> Any:
    """The rows behind one, by all columns of the key."""
    sa = modules()
    values = [sa.cast(value, sa.Text()) if isinstance(value, Unreadable) else value for value in last]
    return sa.or_(
        *(
            sa.and_(*(column == value for column, value in zip(key[:at], values, strict=False)), key[at] > values[at])
            for at in range(len(key))
        )
    )


def size(connection: Any, text: Any) -> Any:
    """The bytes of a text, none for NULL, counted where it is."""
    sa = modules()
    is_sqlite = connection.dialect.name == _SQLITE
    length = sa.func.length(sa.cast(text, sa.LargeBinary)) if is_sqlite else sa.func.octet_length(text)
    return sa.func.coalesce(length, 0)


def python_type(column: Any) -> type | None:
    """What Python makes of a column's values."""
    try:
        found: type = column.type.python_type
    except NotImplementedError:
        return None
    return found


def table_like(source: Any, columns: Columns, name: str, schema: str | None) -> Any:
    """A table for the new rows: columns of the same types and the same primary key, without what ties it to others.

    Names may be longer than the old ones, and dates and patients may be lost: these columns allow it. Where one of
    them is part of the primary key, rows may no longer differ in it, and there is none.
    """
    sa = modules()
    has_key = not any(
        column.name in columns.lossy or column.name in columns.dropped for column in source.primary_key.columns
    )
    new = []
    for column in source.columns:
        if column.name in columns.dropped:
            continue
        if isinstance(column.type, sa.types.NullType):
            raise ConfigError(f"the column {column.name!r} has a type we don't know; leave it out with --drop-columns")
        type_ = _wider(column.type) if column.name in columns.used else column.type
        key = column.primary_key and has_key
        nullable = not key and (column.nullable or column.name in columns.lossy)
        new.append(sa.Column(column.name, type_, primary_key=key, nullable=nullable, autoincrement=False))
    return sa.Table(name, sa.MetaData(), *new, schema=schema)


def _wider(type_: Any) -> Any:
    """A type for what takes the place of values: it may be longer, or a number of more digits."""
    sa = modules()
    if isinstance(type_, (sa.String, sa.Uuid)):
        return sa.Text()
    if isinstance(type_, sa.SmallInteger):
        return sa.Integer()
    if isinstance(type_, sa.Numeric) and type_.precision:
        return sa.Numeric(38, 0)
    return type_


def insert(connection: Any, table: Any, rows: Iterable[Sequence[Any]]) -> None:
    """Add rows, whose values are as the database writes them, in the order of the columns."""
    sa = modules()
    given = [{f"value_{at}": value for at, value in enumerate(row)} for row in rows]
    if not given:
        return
    bare = sa.table(table.name, *(sa.column(column.name) for column in table.columns), schema=table.schema)
    values = {}
    for at, column in enumerate(table.columns):
        value = sa.bindparam(f"value_{at}", type_=sa.types.NullType())
        is_sqlite = connection.dialect.name == _SQLITE
        values[column.name] = value if is_sqlite else sa.cast(sa.cast(value, sa.Text()), column.type)
    connection.execute(bare.insert().values(values), given)
