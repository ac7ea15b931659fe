"""The tables of the store's file, and what keeps them from being changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from incognote.errors import ConfigError
from incognote.serve.problems import BusyError

LOCKED = "somebody else is writing just now; try again in a moment"
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_APPLICATION = 0x696E6372  # tells our file from others of SQLite
_VERSION = 1
SAME_OP = "collection = {} AND author = {} AND kind = {} AND coalesce(note, 0) = coalesce({}, 0) AND op = {}"
"""Whether an event is one that is sent again: to be filled in with what that one has."""
_NEW = ("NEW.collection", "NEW.author", "NEW.kind", "NEW.note", "NEW.op")
_TABLES = """
CREATE TABLE collections (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (kind, name));
CREATE TABLE notes (
    collection INTEGER NOT NULL REFERENCES collections, number INTEGER NOT NULL, id TEXT NOT NULL, patient TEXT,
    text TEXT NOT NULL, meta TEXT NOT NULL, PRIMARY KEY (collection, number), UNIQUE (collection, id)
) WITHOUT ROWID;
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, author TEXT NOT NULL, kind TEXT NOT NULL,
    collection INTEGER NOT NULL REFERENCES collections, note INTEGER, op TEXT, body TEXT NOT NULL
);
CREATE UNIQUE INDEX by_op ON events (collection, author, kind, coalesce(note, 0), op) WHERE op IS NOT NULL;
CREATE INDEX by_note ON events (collection, note, kind, author);
CREATE INDEX by_kind ON events (collection, kind, id);
"""
_FROZEN = "".join(
    f"CREATE TRIGGER no_{what}_of_{table} BEFORE {what} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, 'what was kept is never changed'); END;\n"
    for table in ("collections", "notes", "events")
    for what in ("UPDATE", "DELETE")
) + "".join(
    f"CREATE TRIGGER no_second_of_{table} BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE {there}) "
    f"BEGIN SELECT RAISE(ABORT, 'what was kept is never changed'); END;\n"
    for table, there in (  # INSERT OR REPLACE would take the old row away without a DELETE that a trigger sees
        ("collections", "id = NEW.id OR (kind = NEW.kind AND name = NEW.name)"),
        ("notes", "collection = NEW.collection AND (number = NEW.number OR id = NEW.id)"),
        ("events", f"id = NEW.id OR ({SAME_OP.format(*_NEW)})"),
    )
)


def prepare(db: sqlite3.Connection, path: Path) -> None:
    """Make a new file ready; refuse one that isn't ours."""
    try:
        with busy():
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("BEGIN IMMEDIATE")
            application, version = (_pragma(db, name) for name in ("application_id", "user_version"))
            if not application and not db.execute("SELECT 1 FROM sqlite_master").fetchall():
                for statement in _statements(_TABLES + _FROZEN):
                    db.execute(statement)
                application, version = _APPLICATION, _VERSION
                db.execute(f"PRAGMA application_id = {application}")
                db.execute(f"PRAGMA user_version = {version}")
            db.execute("COMMIT")
    except sqlite3.DatabaseError:
        application, version = 0, 0
    if application != _APPLICATION:
        raise ConfigError(f"{path}: it is no file of `incognote serve`; choose another folder for --data")
    if version != _VERSION:
        raise ConfigError(f"{path}: it is of a version that this incognote doesn't know; update incognote")


@contextmanager
def busy() -> Iterator[None]:
    """What to say where another process holds a lock for too long."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in _BUSY:
            raise BusyError(LOCKED) from None
        raise


def _pragma(db: sqlite3.Connection, name: str) -> int:
    ((value,),) = db.execute(f"PRAGMA {name}")
    return int(value)


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one, since `executescript` would end the transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
