"""Reading and writing notes in the formats of the field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from incognote import registry
from incognote.errors import DamagedInputError
from incognote.formats.base import Damage, Format, Options
from incognote.formats.detect import detect
from incognote.formats.fields import ROLES
from incognote.types import Document

__all__ = ["ROLES", "Damage", "Format", "Options", "detect", "get", "read", "write"]


def get(name: str) -> Format:
    """A format by its name."""
    found: Format = registry.load("formats", name)
    return found


def _raise(error: DamagedInputError) -> None:
    raise error


def read(
    path: str | Path,
    format: str | None = None,
    options: Options | None = None,
    damage: Damage = _raise,
) -> Iterator[Document]:
    """The notes of a file or folder, one after another; the format is told by the content if it isn't named.

    Input that can't be read is an error, or is handed to `damage`, and reading goes on behind it.
    """
    path = Path(path)
    seen: set[str] = set()
    for doc in get(format or detect(path)).read(path, options or Options(), damage):
        if doc.id in seen:
            damage(DamagedInputError(path, f"two notes have the id {doc.id!r}", "give each an id of its own"))
            continue
        seen.add(doc.id)
        yield doc


def write(docs: Iterable[Document], path: str | Path, format: str, options: Options | None = None) -> None:
    """Write notes to a new file or folder: all of them, or, if one doesn't fit the format, nothing."""
    get(format).write(docs, Path(path), options or Options())
