"""What the service keeps, in one SQLite file: notes, and what people decided about them, one event after another.

Nothing is changed or taken away, and the database itself refuses it: what holds now is what all events so far come to.
Each event is on the disk before its request is answered. What is read outside a transaction has a connection of its
own, so that nobody who reads waits for one who writes, here or in another process.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias

from incognote.errors import ConfigError, shown
from incognote.serve.problems import BusyError, ConflictError, MissingError
from incognote.serve.tables import LOCKED, SAME_OP, busy, prepare
from incognote.types import Document

Kind: TypeAlias = Literal["project", "release"]

FILE = "review.db"
_LONGEST_NAME = 120
_WAIT = 10.0  # seconds, for another thread or process that writes


@dataclass(frozen=True)
class Collection:
    """A project or a release: notes, and what is decided about them."""

    id: int
    kind: Kind
    name: str


@dataclass(frozen=True, repr=False)
class Event:
    """Something that someone decided, and when. `note` is the number of the note that it is about, if any."""

    id: int
    at: str
    author: str
    kind: str
    note: int | None
    body: Any

    def __repr__(self) -> str:
        return f"Event({self.id}, {self.kind})"


@dataclass(frozen=True, repr=False)
class New:
    """An event to be kept. `op` is its name with whoever sends it: what is sent twice is kept once.

    The name counts among events of one kind by one author about one note, or about the collection.
    """

    author: str
    kind: str
    body: Any
    note: int | None = None
    op: str | None = None


class Store:
    """One file. It may be used by many threads, and by other processes at the same time."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self._path = folder / FILE
        self._lock, self._reading = threading.Lock(), threading.Lock()
        self._writer: int | None = None  # the thread that has a transaction
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        self._db, self._reader = (
            sqlite3.connect(self._path, timeout=_WAIT, check_same_thread=False, isolation_level=None) for _ in range(2)
        )
        prepare(self._db, self._path)
        self._reader.execute("PRAGMA query_only = ON")

    def close(self) -> None:
        with self._lock, self._reading:
            self._db.close()
            self._reader.close()

    def collections(self, kind: Kind) -> list[Collection]:
        rows = self._rows("SELECT id, kind, name FROM collections WHERE kind = ? ORDER BY id", kind)
        return [Collection(*row) for row in rows]

    def collection(self, kind: Kind, number: int) -> Collection:
        rows = self._rows("SELECT id, kind, name FROM collections WHERE kind = ? AND id = ?", kind, number)
        if not rows:
            raise MissingError(f"there is no {kind} {number}")
        return Collection(*rows[0])

    def new_collection(self, kind: Kind, name: str, first: New) -> Collection:
        """A new project or release, with its first event."""
        if not name.strip() or not name.isprintable() or len(name) > _LONGEST_NAME:
            raise ConfigError(f"the name of a {kind} has 1 to {_LONGEST_NAME} printable characters")
        with self._writing():
            if self._rows("SELECT 1 FROM collections WHERE kind = ? AND name = ?", kind, name):
                raise ConflictError(f"there is a {kind} of that name already; choose another")
            made = self._db.execute("INSERT INTO collections (kind, name) VALUES (?, ?)", (kind, name)).lastrowid or 0
            self._insert(made, first)
        return Collection(made, kind, name)

    def add_notes(self, collection: int, docs: Iterable[Document], told: New) -> list[int]:
        """Keep notes, all or none, with an event; their numbers. Notes that are there already are an error."""
        with self._writing():
            ((first,),) = self._rows("SELECT coalesce(max(number), 0) FROM notes WHERE collection = ?", collection)
            numbers = []
            for number, doc in enumerate(docs, first + 1):
                row = (collection, number, doc.id, doc.patient, doc.text, json.dumps(doc.meta, default=str))
                try:
                    self._db.execute("INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?)", row)
                except sqlite3.IntegrityError:
                    raise ConflictError(
                        f"a note with the id {shown(doc.id)} is there already; none was added"
                    ) from None
                numbers.append(number)
            self._insert(collection, told)
        return numbers

    def note(self, collection: int, number: int) -> Document:
        rows = self._rows(f"{_NOTES} AND number = ?", collection, number)
        if not rows:
            raise MissingError(f"there is no note {number} here")
        return _document(rows[0][1:])

    def notes(self, collection: int, numbers: Sequence[int] | None = None) -> dict[int, Document]:
        """Notes by their numbers; all, or those that are asked for."""
        rows = self._rows(f"{_NOTES} ORDER BY number", collection)
        wanted = None if numbers is None else set(numbers)
        return {row[0]: _document(row[1:]) for row in rows if wanted is None or row[0] in wanted}

    def note_ids(self, collection: int) -> dict[int, tuple[str, int]]:
        """The id and length of each note by its number, without its text."""
        query = "SELECT number, id, length(text) FROM notes WHERE collection = ? ORDER BY number"
        return {number: (doc_id, size) for number, doc_id, size in self._rows(query, collection)}

    def append(self, collection: int, *events: New) -> int:
        """Keep events, all or none; the number of the last. One that was kept before, by its `op`, isn't kept again."""
        with self._writing():
            return self._insert(collection, *events)

    def kept(self, collection: int, event: New) -> int | None:
        """The number of an event that was kept before and is sent again; an error if its `op` was another's."""
        if not event.op:
            return None
        query = f"SELECT id, body FROM events WHERE {SAME_OP.format(*'?????')}"
        rows = self._rows(query, collection, event.author, event.kind, event.note, event.op)
        if rows and rows[0][1] != json.dumps(event.body):
            raise ConflictError("that op was given to something else, which was kept; give each request its own")
        return rows[0][0] if rows else None

    def events(
        self,
        collection: int,
        kinds: Sequence[str] = (),
        note: int | None = None,
        author: str | None = None,
        after: int = 0,
        limit: int = -1,
    ) -> list[Event]:
        """Events in their order: of some kinds, of a note, of an author, behind an event, so many at most."""
        query = f"{_EVENTS} WHERE collection = ? AND id > ?"
        values: list[object] = [collection, after]
        if note is not None:
            query, values = f"{query} AND note = ?", [*values, note]
        if kinds:
            query, values = f"{query} AND kind IN ({', '.join('?' * len(kinds))})", [*values, *kinds]
        if author is not None:
            query, values = f"{query} AND author = ?", [*values, author]
        return [_event(row) for row in self._rows(f"{query} ORDER BY id LIMIT ?", *values, limit)]

    def authors(self, collection: int, kinds: Sequence[str]) -> set[str]:
        """Whose events of some kinds there are."""
        wanted = ", ".join("?" * len(kinds))
        query = f"SELECT DISTINCT author FROM events WHERE collection = ? AND kind IN ({wanted})"
        return {author for (author,) in self._rows(query, collection, *kinds)}

    def touched(self, collection: int, kind: str, authors: Sequence[str]) -> set[tuple[int, str]]:
        """The notes about which some authors have events of a kind, each with such an author. No event is read."""
        return set(self._rows(_TOUCHED, json.dumps(authors), collection, kind))

    def last(self, collection: int) -> int:
        """The number of the last event."""
        ((number,),) = self._rows("SELECT coalesce(max(id), 0) FROM events WHERE collection = ?", collection)
        return int(number)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Read, decide and keep with nobody else's events in between."""
        with self._writing():
            yield

    def _insert(self, collection: int, *events: New) -> int:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        number = 0
        for event in events:
            if (old := self.kept(collection, event)) is not None:
                number = old
                continue
            row = (at, event.author, event.kind, collection, event.note, event.op or None, json.dumps(event.body))
            query = "INSERT INTO events (at, author, kind, collection, note, op, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
            number = self._db.execute(query, row).lastrowid or 0
        return number

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            if self._writer == threading.get_ident():
                return self._db.execute(query, values).fetchall()
            with self._reading, busy():
                return self._reader.execute(query, values).fetchall()
        except OverflowError:  # larger than any number there is
            raise MissingError("there is nothing with so large a number") from None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        if self._writer == threading.get_ident():  # inside another
            yield
            return
        if not self._lock.acquire(timeout=_WAIT):
            raise BusyError(LOCKED)
        try:
            with busy():
                self._db.execute("BEGIN IMMEDIATE")
            self._writer = threading.get_ident()
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
        finally:
            self._writer = None
            self._lock.release()


_EVENTS = "SELECT id, at, author, kind, note, body FROM events"
_TOUCHED = """
SELECT number, authors.value FROM notes, json_each(?) AS authors WHERE collection = ? AND EXISTS (
    SELECT 1 FROM events
    WHERE collection = notes.collection AND note = number AND kind = ? AND author = authors.value
)
"""
_NOTES = "SELECT number, id, text, patient, meta FROM notes WHERE collection = ?"


def _event(row: Sequence[Any]) -> Event:
    number, at, author, kind, note, body = row
    return Event(number, at, author, kind, note, json.loads(body))


def _document(row: Sequence[Any]) -> Document:
    doc_id, text, patient, meta = row
    return Document(doc_id, text, (), patient, json.loads(meta))
