"""SQLAlchemy for notes: connections and errors that tell neither passwords nor records, keys, and tables like others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from incognote.containers.columns import Columns
from incognote.errors import ConfigError, IncognoteError


class DatabaseError(IncognoteError):
    """A database that can't be read or written."""


def modules() -> Any:
    """SQLAlchemy, which is an extra."""
    try:
        import sqlalchemy
    except ImportError:
        raise ConfigError("databases need SQLAlchemy; install it: pip install 'incognote[sql]'") from None
    return sqlalchemy


def place(url: str) -> str:
    """A database as messages name it, without passwords."""
    return str(_url(url).set(query={}).render_as_string(hide_password=True))


def _url(url: str) -> Any:
    sa = modules()
    try:
        parsed = sa.engine.make_url(url)
    except sa.exc.ArgumentError:
        remedy = "write it as postgresql://USER:PASSWORD@HOST/DATABASE or sqlite:///FILE"
        raise ConfigError(f"that is no URL of a database; {remedy}") from None
    return parsed.set(drivername="postgresql+psycopg") if parsed.drivername == "postgresql" else parsed


@contextmanager
def transaction(url: str) -> Iterator[Any]:
    """A connection in one transaction. Whatever the database says may quote a record, so only its code is told."""
    sa = modules()
    try:
        engine = sa.create_engine(_url(url), hide_parameters=True, poolclass=sa.pool.NullPool)
    except (ImportError, sa.exc.ArgumentError):
        raise ConfigError(f"{place(url)}: its driver isn't there; install it, or name another in the URL") from None
    isolation = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    if engine.dialect.name == "sqlite":
        # Python's driver begins transactions late and not for all statements; so we begin them.
        sa.event.listen(engine, "connect", lambda raw, _: setattr(raw, "isolation_level", None))
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    try:
        with engine.connect().execution_options(**isolation) as connection, connection.begin():
            yield connection
    except sa.exc.SQLAlchemyError as error:
        raise DatabaseError(f"{place(url)}: {_problem(error)}") from None
    finally:
        engine.dispose()


def _problem(error: Any) -> str:
    original = getattr(error, "orig", None)
    code = getattr(original, "sqlstate", None) or getattr(original, "sqlite_errorname", None)
    kind = type(original or error).__name__
    return f"the database refused ({kind}{f', {code}' if code else ''}); check the URL, the table and what you may do there"


def reflected(connection: Any, name: str, schema: str | None, url: str) -> Any:
    """A table as it is in the database."""
    sa = modules()
    try:
        return sa.Table(name, sa.MetaData(), schema=schema, autoload_with=connection, resolve_fks=False)
    except sa.exc.NoSuchTableError:
        raise ConfigError(f"{place(url)}: there is no table {name!r}; check its name and schema") from None


def key_of(connection: Any, table: Any, id_name: str) -> list[Any]:
    """The columns by which rows are put in order, so that none is read twice or missed."""
    if table.primary_key.columns:
        return list(table.primary_key.columns)
    inspector = modules().inspect(connection)
    unique = [found["column_names"] for found in inspector.get_unique_constraints(table.name, table.schema)]
    unique += [found["column_names"] for found in inspector.get_indexes(table.name, table.schema) if found["unique"]]
    if [id_name] in unique and not table.c[id_name].nullable:
        return [table.c[id_name]]
    raise ConfigError(f"the table {table.name!r} has no primary key, and its ids aren't unique; give it one")


def behind(key: list[Any], last: tuple[Any, ...]) -> Any:
    """The rows behind one, by all columns of the key."""
    sa = modules()
    return sa.or_(
        *(
            sa.and_(*(column == value for column, value in zip(key[:at], last, strict=False)), key[at] > last[at])
            for at in range(len(key))
        )
    )


def python_type(column: Any) -> type | None:
    """What Python makes of a column's values."""
    try:
        found: type = column.type.python_type
    except NotImplementedError:
        return None
    return found


def table_like(source: Any, columns: Columns, name: str, schema: str | None, is_same_kind: bool) -> Any:
    """A table for the new rows: columns of the same types and the same primary key, without what ties it to others.

    Texts and names may be longer than the old ones, and dates may be lost: these columns are let be so.
    """
    sa = modules()
    new = []
    for column in source.columns:
        if column.name in columns.dropped:
            continue
        type_ = column.type if is_same_kind else column.type.as_generic(allow_nulltype=True)
        if column.name in (columns.id, columns.text, columns.patient) and isinstance(type_, sa.String) and type_.length:
            type_ = sa.String() if isinstance(type_, sa.VARCHAR) else sa.Text()
        nullable = column.nullable or column.name in columns.dates
        key = column.primary_key and column.name not in columns.dates
        new.append(sa.Column(column.name, type_, primary_key=key, nullable=nullable and not key, autoincrement=False))
    return sa.Table(name, sa.MetaData(), *new, schema=schema)
