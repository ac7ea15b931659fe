"""Parses kept in a file, so that sentences of a corpus that is trained on again and again are parsed once."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from incognote.errors import IncognoteError
from incognote.layout.syntax import Link, Parse, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

_REVISION = "1"  # of how sentences become the parser's text and its answers our links; raise it when they change
_AT_ONCE = 500  # parses that are written together


class ParseCache:
    """A file of parses, to be used as a context manager.

    It holds hashes of sentences and their links, no words. Keep it like the notes themselves all the same: whoever
    guesses a short sentence can see by its hash whether it was there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._unwritten = 0

    def __enter__(self) -> ParseCache:
        with self._usable():
            self._path.touch(mode=0o600)
            self._file = sqlite3.connect(self._path, timeout=60)
            self._file.execute("CREATE TABLE IF NOT EXISTS parses (hash BLOB PRIMARY KEY, parse TEXT) WITHOUT ROWID")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._usable(), closing(self._file):
            self._file.commit()

    def get(self, sentence: Sentence, version: str) -> Parse | None:
        """What this version of the parser said about a sentence, if it was asked before."""
        with self._usable():
            query = "SELECT parse FROM parses WHERE hash = ?"
            row = self._file.execute(query, (_hash(sentence, version),)).fetchone()
            if row is None:
                return None
            kind, links = json.loads(row[0])
            return Parse(kind, tuple(Link(*link) for link in links))

    def put(self, sentence: Sentence, version: str, parse: Parse) -> None:
        """Keep a parse, unless its parser died: it may live another time."""
        if parse.kind == "lost":
            return
        row = (_hash(sentence, version), json.dumps([parse.kind, parse.links]))
        with self._usable():
            self._file.execute("INSERT OR REPLACE INTO parses VALUES (?, ?)", row)
            self._unwritten += 1
            if self._unwritten >= _AT_ONCE:
                self._file.commit()
                self._unwritten = 0

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error, ValueError, TypeError):
            raise IncognoteError(f"{self._path} can't be used to keep parses in; name a new file") from None


def _hash(sentence: Sentence, version: str) -> bytes:
    content = json.dumps([_REVISION, version, sentence.words, sorted(sentence.touching)])
    return hashlib.sha256(content.encode()).digest()
