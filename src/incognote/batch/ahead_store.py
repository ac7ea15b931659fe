"""What the notes of an archive tell of their patients, on disk: encrypted, and found without reading all."""

from __future__ import annotations

import hmac
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from incognote.batch.journal import Place, disk_errors_told
from incognote.errors import ConfigError
from incognote.replace.ahead import Gathering, Glimpse
from incognote.replace.keys import Key
from incognote.replace.sealing import BrokenSealError, Sealed, Session, unseal

_PURPOSE = "ahead/1"
_SIZE = 16
_AT_ONCE = 2_000
_FEW = 8
"""Rows of a scope that are put together where it is asked for, by all workers at once; more are, once and for all."""

_TABLES = """
CREATE TABLE IF NOT EXISTS sessions (salt BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS glimpses (scope BLOB NOT NULL, session INTEGER, nonce BLOB NOT NULL, content BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS looked (source INTEGER, chunk INTEGER, notes INTEGER, size INTEGER,
    PRIMARY KEY (source, chunk));
"""
_ADDED = "INSERT INTO glimpses VALUES (?, ?, ?, ?)"


class AheadWriter:
    """Adds what chunks tell, each once and whole."""

    def __init__(self, path: Path, key: Key) -> None:
        self._path = path
        self._key = key
        self._session = Session(key)
        with disk_errors_told(path):
            self._db = sqlite3.connect(path, isolation_level=None)
            self._db.executescript(_TABLES)
            self._number = self._db.execute("INSERT INTO sessions VALUES (?)", (self._session.salt,)).lastrowid

    def done(self, source: int) -> set[int]:
        """The chunks of a source that were looked at."""
        return {chunk for (chunk,) in self._db.execute("SELECT chunk FROM looked WHERE source = ?", (source,))}

    def add(self, place: Place, glimpses: Mapping[str, Glimpse], notes: int, size: int) -> None:
        rows = [self._sealed(_hidden(self._key, scope), glimpse) for scope, glimpse in glimpses.items()]
        with disk_errors_told(self._path):
            self._db.execute("BEGIN")
            self._db.executemany(_ADDED, rows)
            self._db.execute("INSERT INTO looked VALUES (?, ?, ?, ?)", (place.source, place.chunk, notes, size))
            self._db.execute("COMMIT")

    def totals(self) -> tuple[int, int]:
        """How many notes were looked at, and how many characters they have."""
        notes, size = self._db.execute("SELECT sum(notes), sum(size) FROM looked").fetchone()
        return notes or 0, size or 0

    def finish(self) -> None:
        """All chunks were looked at: make what they tell quick to find, also of a scope that all of them speak of."""
        with disk_errors_told(self._path):
            self._db.execute("CREATE INDEX IF NOT EXISTS by_scope ON glimpses (scope)")
            with self._db:  # all of it or nothing
                self._db.execute("BEGIN")
                self._put_together()
            self._db.close()

    def _put_together(self) -> None:
        many = "SELECT scope FROM glimpses GROUP BY scope HAVING count(*) > ?"
        for (name,) in self._db.execute(many, (_FEW,)).fetchall():
            if told := _told(self._db, self._key, name):
                self._db.execute("DELETE FROM glimpses WHERE scope = ?", (name,))
                self._db.execute(_ADDED, self._sealed(name, told))

    def _sealed(self, name: bytes, glimpse: Glimpse) -> tuple[bytes, int | None, bytes, bytes]:
        """A row."""
        sealed = self._session.seal(glimpse.to_bytes(), name)
        return name, self._number, sealed.nonce, sealed.content


class Ahead(Mapping[str, Glimpse]):
    """What all notes tell, by scope; it keeps what was asked for last in memory."""

    def __init__(self, path: Path, key: Key) -> None:
        self._path, self._key = path, key
        self._db = _opened(path)
        self._found = lru_cache(_AT_ONCE)(self._find)

    def __getitem__(self, scope: str) -> Glimpse:
        found = self._found(scope)
        if found is None:
            raise KeyError
        return found

    def __contains__(self, scope: object) -> bool:
        return isinstance(scope, str) and self._found(scope) is not None

    def __iter__(self) -> Iterator[str]:
        raise NotImplementedError("scopes are hidden; ask for one by its name")

    def __len__(self) -> int:
        count: int = self._db.execute("SELECT count(DISTINCT scope) FROM glimpses").fetchone()[0]
        return count

    def _find(self, scope: str) -> Glimpse | None:
        with disk_errors_told(self._path):
            return _told(self._db, self._key, _hidden(self._key, scope))


def _told(db: sqlite3.Connection, key: Key, name: bytes) -> Glimpse | None:
    """What the rows of a scope tell, one of which is held at a time; nothing if it has none."""
    rows = db.execute(
        "SELECT salt, nonce, content FROM glimpses LEFT JOIN sessions ON sessions.rowid = session WHERE scope = ? "
        "ORDER BY glimpses.rowid",
        (name,),
    )
    told: Gathering | None = None
    try:
        for salt, nonce, content in rows:
            told = told or Gathering()
            told.add(Glimpse.from_bytes(unseal(key, salt, Sealed(nonce, content), name)))
    except BrokenSealError:
        raise ConfigError("the folder of the run was changed meanwhile; remove it and begin anew") from None
    return told.all() if told else None


def _opened(path: Path) -> sqlite3.Connection:
    with disk_errors_told(path):
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def looked_at(path: Path) -> Callable[[int], set[int]]:
    """The chunks that were looked at, by the number of their source."""
    db = _opened(path)

    @lru_cache(1)  # sources come one after the other
    def of(source: int) -> set[int]:
        with disk_errors_told(path):
            return {chunk for (chunk,) in db.execute("SELECT chunk FROM looked WHERE source = ?", (source,))}

    return of


def _hidden(key: Key, scope: str) -> bytes:
    return hmac.digest(key.subkey(_PURPOSE), scope.encode("utf-8", "surrogatepass"), "sha256")[:_SIZE]
