"""Reading and writing notes in the formats of the field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from incognote import registry
from incognote.errors import CannotHoldError, DamagedInputError, IncognoteError, shown
from incognote.formats.base import Damage, Format, Options, Refusal
from incognote.formats.detect import detect
from incognote.formats.files import visible_files
from incognote.types import Document

__all__ = ["Damage", "Format", "Options", "Refusal", "detect", "get", "passed_over", "read", "write"]


def get(name: str) -> Format:
    """A format by its name."""
    found: Format = registry.load("formats", name)
    return found


def _raise(error: IncognoteError) -> NoReturn:
    raise error


def read(
    path: str | Path, format: str | None = None, options: Options | None = None, damage: Damage = _raise
) -> Iterator[Document]:
    """The notes of a file or folder, one after another; the format is told by the content if it isn't named.

    Input that can't be read is an error, or is handed to `damage`, and reading goes on behind it.
    """
    path = Path(path)
    options = options or Options()
    source = get(format or detect(path, options.encoding))
    if not source.files(path) and any(visible_files(path)):
        problem = f"it holds no files of the format {source.name} ({', '.join(source.suffixes)})"
        raise DamagedInputError(path, problem, "name another with --format, or check the path")
    seen: set[str] = set()
    for doc in source.read(path, options, damage):
        if doc.id in seen:
            damage(DamagedInputError(path, f"two notes have the id {shown(doc.id)}", "give each an id of its own"))
            continue
        seen.add(doc.id)
        yield doc


def passed_over(path: str | Path, format: str) -> list[Path]:
    """The files below a folder that `read` leaves alone: neither of the format nor companions of such."""
    path, source = Path(path), get(format)
    ours = (*source.suffixes, *source.companions)
    return [file for file in visible_files(path) if not file.name.lower().endswith(ours)] if path.is_dir() else []


def write(
    docs: Iterable[Document],
    path: str | Path,
    format: str,
    options: Options | None = None,
    refuse: Refusal = _raise,
) -> None:
    """Write notes to a new file or folder, all or nothing.

    A note that doesn't fit the format is an error, or is handed to `refuse`, and the others are written.
    """
    get(format).write(_distinct(docs, format, refuse), Path(path), options or Options(), refuse)


def _distinct(docs: Iterable[Document], format: str, refuse: Refusal) -> Iterator[Document]:
    seen: set[str] = set()
    for doc in docs:
        if doc.id in seen or not doc.id:
            problem = "another note has the same id" if doc.id else "it has no id"
            refuse(CannotHoldError(doc.id, format, problem, "give each an id of its own"))
            continue
        seen.add(doc.id)
        yield doc
