"""What a run has done so far, in a folder beside its output, so that it goes on after it was killed at any moment.

The folder holds nothing of any note in a form that can be read without the key: what is written already, counts, and
what notes tell of their patients, encrypted.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from incognote.containers.base import Pieces
from incognote.errors import ConfigError, OutputError

_PLAN = "plan"
_AHEAD, _JOURNAL = "ahead.db", "journal.db"
_OURS = (_AHEAD, _JOURNAL, "lock", "out", "parts")
_TABLES = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS parts (source INTEGER, chunk INTEGER, counts TEXT NOT NULL, digest TEXT NOT NULL,
    PRIMARY KEY (source, chunk));
"""


class BatchError(OutputError):
    """A run that stops, and goes on when it is started again."""


@dataclass(frozen=True)
class Place:
    """A chunk of the input: the number of its source, and its own."""

    source: int
    chunk: int


class Journal:
    """The folder of a run. One process at a time may have it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._parts = folder / "parts"
        self.out = folder / "out"
        self.ahead = folder / _AHEAD
        self._file = folder / _JOURNAL
        self._db: sqlite3.Connection | None = None

    @property
    def is_begun(self) -> bool:
        return self._file.exists()

    def require_ours(self) -> None:
        """An error if something else lies in the folder, which is removed in the end."""
        if self.folder.exists() and not all(entry.name.startswith(_OURS) for entry in self.folder.iterdir()):
            raise OutputError(f"{self.folder} is where a run keeps its work, and holds something else; move it away")

    @contextmanager
    def taken(self, plan: Mapping[str, Any]) -> Iterator[Journal]:
        """The folder, made or taken up again; one of a run with another plan is an error that says what differs."""
        with disk_errors_told(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self.folder.chmod(0o700)
        with disk_errors_told(self.folder):
            file = (self.folder / "lock").open("w")
        with file as lock:
            _lock(lock, self.folder)
            with disk_errors_told(self.folder):
                self._db = sqlite3.connect(self._file, isolation_level=None)
                self._db.execute("PRAGMA synchronous = FULL")
                self._db.executescript(_TABLES)
                self._require_same(plan)
            try:
                yield self
            finally:
                self._db.close()

    def _begin(self, plan: Mapping[str, Any]) -> None:
        """What an earlier run left that was killed while it cleared away is no part of this one."""
        self._clear_away()
        self._parts.mkdir()
        self.put(_PLAN, plan)

    def _clear_away(self) -> None:
        for folder in (self._parts, self.out):
            shutil.rmtree(folder, ignore_errors=True)
        self.ahead.unlink(missing_ok=True)

    def _require_same(self, plan: Mapping[str, Any]) -> None:
        before = self.get(_PLAN)
        if before is None:
            self._begin(plan)
        elif differing := sorted(_differing(before, plan)):
            raise ConfigError(
                f"{self.folder} is of a run that isn't finished, with other: {', '.join(differing)}; give what was "
                "given then, or remove that folder to begin anew"
            )

    def get(self, name: str) -> Any:
        row = self._execute("SELECT value FROM about WHERE name = ?", name).fetchone()
        return json.loads(row[0]) if row else None

    def put(self, name: str, value: Any) -> None:
        self._execute("INSERT OR REPLACE INTO about VALUES (?, ?)", name, json.dumps(value))

    def done(self, source: int) -> set[int]:
        """The chunks of a source that are written."""
        return {chunk for (chunk,) in self._execute("SELECT chunk FROM parts WHERE source = ?", source)}

    @property
    def has_parts(self) -> bool:
        """Whether anything is written."""
        return any(self._parts.iterdir())

    def add(self, place: Place, pieces: Pieces, counts: Mapping[str, Any]) -> None:
        """Keep what was written of a chunk. It is there whole, or not at all."""
        with disk_errors_told(self.folder):
            path = self._path(place)
            draft = path.with_suffix(".draft")
            lengths = json.dumps({ending: len(piece) for ending, piece in pieces.items()}).encode() + b"\n"
            digest = hashlib.sha256()
            with draft.open("wb") as file:
                for piece in (lengths, *pieces.values()):
                    file.write(piece)
                    digest.update(piece)
                file.flush()
                os.fsync(file.fileno())
            draft.rename(path)
            _keep_names(self._parts)
            row = place.source, place.chunk, json.dumps(counts), digest.hexdigest()
            self._execute("INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?)", *row)

    def parts(self, source: int) -> Iterator[Pieces]:
        """What was written of a source, in order; an error if it isn't there as it was written."""
        rows = self._execute("SELECT chunk, digest FROM parts WHERE source = ? ORDER BY chunk", source)
        for chunk, digest in rows.fetchall():
            path = self._path(Place(source, chunk))
            written = path.read_bytes() if path.exists() else b""
            if hashlib.sha256(written).hexdigest() != digest:
                self._execute("DELETE FROM parts WHERE source = ? AND chunk = ?", source, chunk)
                raise BatchError(f"{path} was damaged; start the same command again, which writes that part anew")
            yield _pieces(written)

    def counts(self) -> Iterator[tuple[Place, dict[str, Any]]]:
        """What was counted in each chunk, in order."""
        for source, chunk, counts in self._execute("SELECT source, chunk, counts FROM parts ORDER BY source, chunk"):
            yield Place(source, chunk), json.loads(counts)

    def totals(self) -> tuple[int, int]:
        """How many notes are written, and how many characters they had."""
        notes = size = 0
        for _, counts in self.counts():
            notes, size = notes + counts["notes"], size + counts.get("size", 0)
        return notes, size

    def empty_out(self) -> None:
        """Make an empty folder for the output; one that a run left half-written goes."""
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir()

    def remove(self) -> None:
        """The run is over. The journal stays until all else is gone, so that a new start knows it."""
        if self._db:
            self._db.close()
        self._clear_away()
        self._file.unlink(missing_ok=True)
        shutil.rmtree(self.folder)

    def _path(self, place: Place) -> Path:
        return self._parts / f"{place.source:05}-{place.chunk:07}"

    def _execute(self, statement: str, *values: object) -> sqlite3.Cursor:
        assert self._db
        with disk_errors_told(self.folder):
            return self._db.execute(statement, values)


def _pieces(written: bytes) -> Pieces:
    lengths, _, rest = written.partition(b"\n")
    pieces, at = {}, 0
    for ending, length in json.loads(lengths).items():
        pieces[ending] = rest[at : at + length]
        at += length
    return pieces


def _differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """The names of what isn't the same: of options, within a plan's tables of them."""
    for name in {*before, *now}:
        one, other = before.get(name), now.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from _differing(one, other)
        elif one != other:
            yield name


def _lock(file: TextIO, folder: Path) -> None:
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise OutputError(f"another run is at work in {folder}; wait for its end") from None


@contextmanager
def disk_errors_told(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        what = error.strerror if isinstance(error, OSError) else str(error)
        raise BatchError(
            f"{folder}: it cannot be written ({what}); nothing is lost: make room or mend it, and start the same "
            "command again, which goes on where it stopped"
        ) from None
    except sqlite3.DatabaseError:
        raise BatchError(
            f"{folder}: what the run keeps there was damaged; remove the run's folder, OUT.work, and begin anew"
        ) from None


def _keep_names(folder: Path) -> None:
    """See to it that a power cut doesn't take new names of files away."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def keep_all() -> None:
    """See to it that a power cut takes nothing away of what was written, which may be very many files."""
    if sys.platform != "win32":
        os.sync()


def place_all(out: Path, target: Path) -> None:
    """Give finished files and folders their names, the target last; nothing that is there is overwritten."""
    target = target.absolute()
    for entry in sorted(out.iterdir(), key=lambda entry: entry.name == target.name):
        if os.path.lexists(target.parent / entry.name):
            raise OutputError(f"{target.parent / entry.name} was written by someone else meanwhile; move it away")
        entry.rename(target.parent / entry.name)
