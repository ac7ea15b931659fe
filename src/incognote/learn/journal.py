"""A journal of finished folds: work that was stopped goes on where it was. It holds places of PHI, no text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from incognote.errors import ConfigError, OutputError, SpanError
from incognote.formats.fields import span_values
from incognote.types import Span

_HEAD = json.dumps({"kind": "incognote journal of folds", "format": 1}).encode() + b"\n"
_OURS_ALONE = 0o600  # it tells where PHI is


@dataclass(frozen=True)
class Labelled:
    """What was found in the notes of a fold, by their ids, and how long the training took."""

    spans: Mapping[str, Sequence[Span]]
    seconds: float


class Journal:
    """A file with a line a fold, each with a key that says what it is a result of. Without a file it keeps nothing."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._kept = {line["key"]: line for line in _lines(file)} if file else {}

    def get(self, key: str) -> Labelled | None:
        line = self._kept.get(key)
        if line is None:
            return None
        try:
            spans = {doc_id: [Span(**value) for value in values] for doc_id, values in line["spans"].items()}
            return Labelled(spans, line["seconds"])
        except (KeyError, TypeError, AttributeError, SpanError):
            raise _no_journal(self._file) from None

    def add(self, key: str, what: str, labelled: Labelled) -> None:
        """Write a fold's result at once, so that it outlives whatever comes."""
        if not self._file:
            return
        spans = {doc_id: span_values(spans) for doc_id, spans in labelled.spans.items()}
        line = json.dumps({"key": key, "what": what, "seconds": labelled.seconds, "spans": spans})
        _write(self._file, "ab", f"{line}\n".encode())


def _lines(file: Path) -> list[dict[str, Any]]:
    """The lines of a journal, which is begun where there is none. A last line that was cut short is taken out of it."""
    try:
        content = file.read_bytes() if file.exists() else b""
    except OSError as error:
        raise ConfigError(f"{file}: the journal cannot be opened ({error.strerror}); check the path") from None
    if _HEAD.startswith(content):  # begun before any work, so that a path that can't be written costs none
        _write(file, "wb", _HEAD)
        return []
    whole = content[: content.rfind(b"\n") + 1]
    if not whole.startswith(_HEAD):
        raise _no_journal(file)
    try:
        lines = [json.loads(line) for line in whole.splitlines()[1:]]
    except ValueError:
        raise _no_journal(file) from None
    if not all(isinstance(line, dict) and isinstance(line.get("key"), str) for line in lines):
        raise _no_journal(file)
    if len(whole) < len(content):
        with file.open("r+b") as out:
            out.truncate(len(whole))
    return lines


def _write(file: Path, mode: str, content: bytes) -> None:
    try:
        file.touch(_OURS_ALONE)
        with file.open(mode) as out:
            out.write(content)
    except OSError as error:
        problem = f"{file}: the journal cannot be written ({error.strerror})"
        raise OutputError(f"{problem}; check the path, its permissions and the disk") from None


def _no_journal(file: Path | None) -> ConfigError:
    return ConfigError(f"{file}: this is no journal of folds, or a damaged one; remove it first")
