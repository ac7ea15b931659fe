"""What the notes of an archive tell of their patients, on disk: encrypted, and found without reading all."""

from __future__ import annotations

import hmac
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, reduce
from operator import or_
from pathlib import Path

from incognote.batch.journal import Place, disk_errors_told
from incognote.errors import ConfigError
from incognote.replace.ahead import Glimpse
from incognote.replace.keys import Key
from incognote.replace.sealing import BrokenSealError, Sealed, Session, unseal

_PURPOSE = "ahead/1"
_SIZE = 16
_AT_ONCE = 2_000
_TABLES = """
CREATE TABLE IF NOT EXISTS sessions (salt BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS glimpses (scope BLOB NOT NULL, session INTEGER, nonce BLOB NOT NULL, content BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS looked (source INTEGER, chunk INTEGER, notes INTEGER, size INTEGER,
    PRIMARY KEY (source, chunk));
"""


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
        rows = []
        for scope, glimpse in glimpses.items():
            name = _hidden(self._key, scope)
            sealed = self._session.seal(glimpse.to_bytes(), name)
            rows.append((name, self._number, sealed.nonce, sealed.content))
        with disk_errors_told(self._path):
            self._db.execute("BEGIN")
            self._db.executemany("INSERT INTO glimpses VALUES (?, ?, ?, ?)", rows)
            self._db.execute("INSERT INTO looked VALUES (?, ?, ?, ?)", (place.source, place.chunk, notes, size))
            self._db.execute("COMMIT")

    def totals(self) -> tuple[int, int]:
        """How many notes were looked at, and how many characters they have."""
        notes, size = self._db.execute("SELECT sum(notes), sum(size) FROM looked").fetchone()
        return notes or 0, size or 0

    def finish(self) -> None:
        """All chunks were looked at: make what they tell quick to find."""
        with disk_errors_told(self._path):
            self._db.execute("CREATE INDEX IF NOT EXISTS by_scope ON glimpses (scope)")
            self._db.close()


class Ahead(Mapping[str, Glimpse]):
    """What all notes tell, by scope; it keeps what was asked for last in memory."""

    def __init__(self, path: Path, key: Key) -> None:
        self._key = key
        self._db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        self._salts = dict(self._db.execute("SELECT rowid, salt FROM sessions"))
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
        name = _hidden(self._key, scope)
        rows = self._db.execute("SELECT session, nonce, content FROM glimpses WHERE scope = ?", (name,))
        try:
            parts = [
                Glimpse.from_bytes(unseal(self._key, self._salts[session], Sealed(nonce, content), name))
                for session, nonce, content in rows
            ]
        except BrokenSealError:
            raise ConfigError("the folder of the run was changed meanwhile; remove it and begin anew") from None
        return reduce(or_, parts) if parts else None


def looked_at(path: Path) -> Callable[[int], set[int]]:
    """The chunks that were looked at, by the number of their source."""
    with disk_errors_told(path):
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)

    @lru_cache(1)  # sources come one after the other
    def of(source: int) -> set[int]:
        return {chunk for (chunk,) in db.execute("SELECT chunk FROM looked WHERE source = ?", (source,))}

    return of


def _hidden(key: Key, scope: str) -> bytes:
    return hmac.digest(key.subkey(_PURPOSE), scope.encode("utf-8", "surrogatepass"), "sha256")[:_SIZE]
