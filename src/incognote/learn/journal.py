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

_HEAD = json.dumps({"kind": "incognote journal of folds", "format": 1}) + "\n"


@dataclass(frozen=True)
class Labelled:
    """What was found in the notes of a fold, by their ids, and how long the training took."""

    spans: Mapping[str, Sequence[Span]]
    seconds: float


class Journal:
    """A file with a line a fold, each with a key that says what it is a result of. Without a file it keeps nothing."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._kept: dict[str, dict[str, Any]] = {}
        if file and file.exists() and file.stat().st_size:
            self._kept = {line["key"]: line for line in _lines(file)}
        elif file:
            _write(file, "w", _HEAD)  # before any work, so that a path that can't be written costs none

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
        _write(self._file, "a", f"{line}\n")


def _lines(file: Path) -> list[dict[str, Any]]:
    """The lines of a journal; the last is cut off if whoever wrote it was stopped in its midst."""
    try:
        text = file.read_text("utf-8")
        whole, _, torn = text.rpartition("\n")
        if not text.startswith(_HEAD):
            raise _no_journal(file)
        lines = [json.loads(line) for line in whole.splitlines()[1:]]
    except OSError as error:
        raise ConfigError(f"{file}: the journal cannot be opened ({error.strerror}); check the path") from None
    except ValueError:
        raise _no_journal(file) from None
    if not all(isinstance(line, dict) and "key" in line for line in lines):
        raise _no_journal(file)
    if torn:
        with file.open("r+b") as out:
            out.truncate(len(whole.encode()) + 1)
    return lines


def _write(file: Path, mode: str, text: str) -> None:
    try:
        with file.open(mode, encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        problem = f"{file}: the journal cannot be written ({error.strerror})"
        raise OutputError(f"{problem}; check the path, its permissions and the disk") from None


def _no_journal(file: Path | None) -> ConfigError:
    return ConfigError(f"{file}: this is no journal of folds, or a damaged one; remove it or name another file")
