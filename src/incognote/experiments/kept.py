"""Finished folds, kept in a folder of files with a line a fold, so that an experiment goes on where it was stopped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from incognote.errors import ConfigError, OutputError
from incognote.experiments.scores import Counts

_BEGINNING = b'{"key":'


@dataclass(frozen=True)
class Kept:
    """A fold's counts, what they are of, seconds of its training, and seconds since the fold before it was done."""

    what: str
    seconds: float
    took: float
    counts: Counts


class Folds:
    """The folds of a corpus in a file, by keys that say what they are the result of."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lines = _lines(file)

    def get(self, key: str) -> Kept | None:
        line = self._lines.get(key)
        return _kept(line) if line else None

    def add(self, key: str, kept: Kept) -> None:
        """Write a fold at once, so that it outlives whatever comes."""
        times = {"seconds": round(kept.seconds, 1), "took": round(kept.took, 1)}
        self._lines[key] = {"key": key, "what": kept.what, **times, "counts": kept.counts}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as out:
                out.write(_line(self._lines[key]))
        except OSError as error:
            problem = f"{self._file}: the folds cannot be written ({error.strerror})"
            raise OutputError(f"{problem}; check the path, its permissions and the disk") from None


def _line(values: Mapping[str, Any]) -> str:
    return json.dumps(values, separators=(",", ":")) + "\n"


def _kept(line: Mapping[str, Any]) -> Kept:
    return Kept(str(line["what"]), float(line["seconds"]), float(line["took"]), dict(line["counts"]))


def _lines(file: Path) -> dict[str, dict[str, Any]]:
    """The lines of a file by their keys. A last line that was cut short is taken out of it."""
    try:
        content = file.read_bytes() if file.exists() else b""
    except OSError as error:
        raise ConfigError(f"{file}: the folds cannot be opened ({error.strerror}); check the path") from None
    whole = content[: content.rfind(b"\n") + 1]
    cut = content[len(whole) :]
    try:
        if cut[: len(_BEGINNING)] != _BEGINNING[: len(cut)]:  # none of ours, so that it isn't ours to take out
            raise ValueError
        lines = {line["key"]: line for line in map(json.loads, whole.splitlines())}
        for line in lines.values():
            _kept(line)
    except (ValueError, KeyError, TypeError):
        problem = f"{file}: these are no folds, or damaged ones"
        raise ConfigError(f"{problem}; remove the file, or give another --out") from None
    if cut:
        with file.open("r+b") as out:
            out.truncate(len(whole))
    return lines
