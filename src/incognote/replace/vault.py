"""The vault: what notes were before their replacement, encrypted, for those who have the vault and its key.

Without the key it shows how many notes it holds, in how many runs they were written, and for each note the power of
two into which the record of its replacements fits.
"""

from __future__ import annotations

import hmac
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from incognote.errors import ConfigError, VaultError, shown
from incognote.formats.files import new_files
from incognote.replace.edits import Alignment
from incognote.replace.kept import KeptNote
from incognote.replace.keys import Key
from incognote.replace.sealing import BrokenSealError, Sealed, Session, unseal
from incognote.types import Document

_APPLICATION = 0x696E636F  # tells a vault from other files of SQLite
_VERSION = 1
_SCHEMA = f"""
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_VERSION};
CREATE TABLE vault (fingerprint TEXT NOT NULL, salt BLOB NOT NULL, nonce BLOB NOT NULL, sealed BLOB NOT NULL);
CREATE TABLE sessions (number INTEGER PRIMARY KEY, salt BLOB NOT NULL);
CREATE TABLE notes (
    name BLOB PRIMARY KEY, session INTEGER NOT NULL, nonce BLOB NOT NULL, sealed BLOB NOT NULL
) WITHOUT ROWID;
"""
_FORMER = "CREATE TEMP TABLE IF NOT EXISTS former (name PRIMARY KEY, session, nonce, sealed)"
"""What the run has replaced, in memory, encrypted as it was."""
_PRAGMAS = ("journal_mode = DELETE", "secure_delete = ON", "temp_store = MEMORY")
_DAMAGED = "the vault is damaged or was changed; take it from a backup"
_NO_VAULT = "this file is no vault; check the path"
_UNUSABLE = "the vault can't be read or written; check its permissions and the disk"
_IN_USE = "another run is using the vault; wait until it is done"
_PROBLEMS = {
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_FULL: _UNUSABLE,
    sqlite3.SQLITE_READONLY: _UNUSABLE,
    sqlite3.SQLITE_IOERR: _UNUSABLE,
    sqlite3.SQLITE_CANTOPEN: _UNUSABLE,
    sqlite3.SQLITE_NOTADB: _NO_VAULT,
}


class Vault:
    """Notes that can be given back. All that is added in a `with` block is kept at its end, or nothing.

    `keep` keeps it earlier. A block that fails later takes it back; a run that is killed leaves it, and what was kept
    under the same new ids before is gone, as it would be at the end.
    """

    def __init__(self, path: Path, key: Key, database: sqlite3.Connection) -> None:
        self._path = path
        self._key = key
        self._database = database
        self._new = False
        self._writing: tuple[Session, int] | None = None
        self._rotated = False
        self._kept: list[int] = []  # the numbers of sessions that are taken back if the block fails

    @classmethod
    def create(cls, path: str | Path, key: Key) -> Vault:
        """A new vault, in a file that only its owner can read; it is removed if its `with` block fails."""
        path = Path(path)
        with new_files([path]) as (stand_in,), _told(path):
            os.close(os.open(stand_in, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            with closing(_connected(stand_in)) as database:
                database.executescript(f"BEGIN;{_SCHEMA}")
                _write_check(database, key)
                database.execute("COMMIT")
        vault = cls.open(path, key)
        vault._new = True
        return vault

    @classmethod
    def open(cls, path: str | Path, key: Key) -> Vault:
        """A vault that is there; one of another key is an error."""
        path = Path(path)
        if not path.is_file():
            raise VaultError(f"{path}: there is no such vault; without it no note can be given back")
        with _told(path):
            database = _connected(path)
            try:
                _check(database, path, key)
            except BaseException:
                database.close()
                raise
        return cls(path, key, database)

    @classmethod
    def at(cls, path: str | Path, key: Key) -> Vault:
        """The vault that is there, or else a new one."""
        return cls.open(path, key) if os.path.lexists(path) else cls.create(path, key)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        done = False
        try:
            if kind is None:
                self.keep()
            done = kind is None
        finally:
            if not done and self._kept and not self._new:
                self._take_back()
            self._database.close()  # takes back what was not committed
            if self._new and not done:
                self._path.unlink(missing_ok=True)

    def count(self) -> int:
        """How many notes it holds."""
        with _told(self._path):
            (count,) = self._database.execute("SELECT count(*) FROM notes").fetchone()
        return int(count)

    def __contains__(self, new_id: str) -> bool:
        """Whether a note was kept under a new id."""
        with _told(self._path):
            row = self._database.execute("SELECT 1 FROM notes WHERE name = ?", (_name(self._key, new_id),)).fetchone()
        return row is not None

    def add(self, before: Document, after: Document, alignment: Alignment) -> None:
        """Keep a note: as it was, with the spans that were replaced, and as it is written.

        What was kept under the same new id goes.
        """
        kept = KeptNote.of(before, after, alignment)
        with _told(self._path):
            session, number = self._writing or self._begin(self._key)
            self._database.execute("RELEASE note")
            self._database.execute("SAVEPOINT note")
            former = "INSERT OR IGNORE INTO former SELECT * FROM notes WHERE name = ? AND session <> ?"
            self._database.execute(former, (_name(session.key, kept.new_id), number))
            self._write(kept, session, number)

    def keep(self) -> None:
        """Keep what was added, so that it is there before what was written of it is put in its place."""
        if self._writing:
            with _told(
                self._path, "so this run was not kept in it; remove what it wrote, if anything, and run it again"
            ):
                self._database.execute("COMMIT")
            if not self._rotated:
                self._kept.append(self._writing[1])
            self._writing = None

    def forget_last(self) -> None:
        """The note that was added last was not written."""
        with _told(self._path):
            self._database.execute("ROLLBACK TO note")

    def restore(self, doc: Document) -> Document:
        """The note as it was, with its old id and patient, and the spans that were replaced.

        An error where the vault doesn't know the note, or where its text is no longer what was written.
        """
        with _told(self._path):
            kept = self._read(_name(self._key, doc.id), f"note {shown(doc.id)}")
        return kept.restore(doc)

    def rotate(self, new: Key) -> None:
        """Encrypt everything anew with another key, at the end of the `with` block; the old one won't open it then."""
        if new == self._key:
            raise ConfigError("the new key is the old one; make another with: incognote key new")
        with _told(self._path):
            session, number = self._begin(new)
            for (name,) in self._database.execute("SELECT name FROM notes").fetchall():
                kept = self._read(name, "a note")
                self._database.execute("DELETE FROM notes WHERE name = ?", (name,))
                self._write(kept, session, number)
            self._database.execute("DELETE FROM sessions WHERE number <> ?", (number,))
            self._database.execute("DELETE FROM vault")
            _write_check(self._database, new)
            self._key = new
            self._rotated = True

    def _begin(self, key: Key) -> tuple[Session, int]:
        """A new session and its number; the first one locks the vault, so that the end can't fail for a reader."""
        if not self._database.in_transaction:
            self._database.execute("BEGIN EXCLUSIVE")
        self._database.execute(_FORMER)
        session = Session(key)
        number = self._database.execute("INSERT INTO sessions (salt) VALUES (?)", (session.salt,)).lastrowid or 0
        self._database.execute("SAVEPOINT note")
        self._writing = (session, number)
        return self._writing

    def _take_back(self) -> None:
        """Undo what was kept, as far as that can be done: a vault with too much is no harm."""
        with suppress(sqlite3.Error):
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            self._database.execute("BEGIN IMMEDIATE")
            for number in self._kept:
                self._database.execute("DELETE FROM notes WHERE session = ?", (number,))
                self._database.execute("DELETE FROM sessions WHERE number = ?", (number,))
            older = "SELECT * FROM former WHERE session IN (SELECT number FROM sessions)"
            self._database.execute(f"INSERT INTO notes {older}")
            self._database.execute("COMMIT")

    def _write(self, kept: KeptNote, session: Session, number: int) -> None:
        name = _name(session.key, kept.new_id)
        sealed = session.seal(kept.to_bytes(), _place(name))
        row = (name, number, sealed.nonce, sealed.content)
        self._database.execute("INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?)", row)

    def _read(self, name: bytes, note: str) -> KeptNote:
        query = "SELECT salt, nonce, sealed FROM notes LEFT JOIN sessions ON session = number WHERE name = ?"
        row = self._database.execute(query, (name,)).fetchone()
        if row is None:
            raise VaultError(
                f"{note} is not in the vault {self._path}; check the folder or table, the columns and the vault"
            )
        salt, nonce, content = row
        try:
            return KeptNote.from_bytes(unseal(self._key, salt, Sealed(nonce, content), _place(name)))
        except BrokenSealError:
            problem = f"what the vault {self._path} holds of it is damaged or was changed"
            raise VaultError(f"{note}: {problem}; take the vault from a backup") from None


def _name(key: Key, new_id: str) -> bytes:
    """What a note is looked up by; it says nothing of its id."""
    return hmac.digest(key.subkey("vault-names/1"), new_id.encode("utf-8", "surrogatepass"), "sha256")[:16]


def _place(name: bytes) -> bytes:
    return b"note/1\0" + name


def _check_place(fingerprint: str) -> bytes:
    return b"vault/1\0" + fingerprint.encode()


def _connected(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
    for pragma in _PRAGMAS:
        database.execute(f"PRAGMA {pragma}")
    return database


def _write_check(database: sqlite3.Connection, key: Key) -> None:
    session = Session(key)
    sealed = session.seal(b"", _check_place(key.fingerprint))
    row = (key.fingerprint, session.salt, sealed.nonce, sealed.content)
    database.execute("INSERT INTO vault VALUES (?, ?, ?, ?)", row)


def _check(database: sqlite3.Connection, path: Path, key: Key) -> None:
    """Refuse what is no vault, or not one of this key."""
    (application,), (version,) = (
        database.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
    )
    if application != _APPLICATION:
        raise VaultError(f"{path}: {_NO_VAULT}")
    if version != _VERSION:
        raise VaultError(f"{path}: it is a vault of a version that this incognote doesn't know; update incognote")
    fingerprint, salt, nonce, content = database.execute("SELECT * FROM vault").fetchone() or ("", b"", b"", b"")
    if fingerprint and fingerprint != key.fingerprint:
        raise ConfigError(
            f"{path}: this vault was made with the key {fingerprint}, and the key given is {key.fingerprint}; "
            "incognote key fingerprint tells which key is which"
        )
    try:
        unseal(key, salt, Sealed(nonce, content), _check_place(fingerprint))
    except BrokenSealError:
        raise VaultError(f"{path}: {_DAMAGED}") from None


@contextmanager
def _told(path: Path, remedy: str = "") -> Iterator[None]:
    """Errors of SQLite in our words."""
    try:
        yield
    except sqlite3.Error as error:
        problem = _PROBLEMS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, _DAMAGED)
        raise VaultError(f"{path}: {problem}{remedy and f', {remedy}'}") from None
