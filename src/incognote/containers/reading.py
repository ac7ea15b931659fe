"""Notes out of any files that we read: those of formats of notes, with spans, and those of containers, without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from incognote import formats, registry
from incognote.containers import detect
from incognote.containers.base import Container, Cutting
from incognote.errors import DamagedInputError, UnknownNameError, hint, shown
from incognote.formats.files import visible_files
from incognote.types import Document

_PACKED = (".zip", ".txt.gz")
_BINARY = (".parquet", ".zip")  # never text, whatever stands in them


def names() -> list[str]:
    """The formats that there are of either kind."""
    return sorted({*registry.names("formats"), *registry.names("containers")})


def container_for(path: Path, name: str | None = None, encoding: str = "utf-8") -> Container | None:
    """The container that a path is to be read by; None if a format of notes can hold its notes, and spans too."""
    of_notes = registry.names("formats")
    if name in of_notes:
        return None
    if name and name not in registry.names("containers"):
        raise UnknownNameError(f"no format is called {name!r}; {hint(name, names())}")
    try:
        container = detect.container_of(path, name)
    except DamagedInputError as error:
        if not _is_of_notes(path, encoding):
            raise error from None
        return None
    return None if container.name in of_notes or _is_plain(container, path) else container


def notes_in(path: Path, container: Container, cutting: Cutting, damage: formats.Damage) -> Iterator[Document]:
    """All texts of a container; what can't be read is handed to `damage`, and reading goes on behind it."""
    for file in detect.files_of(path, container):
        for chunk in container.chunks(file, cutting):
            opened = container.open(chunk, cutting)
            for one in (*chunk.refused, *opened.failures):
                damage(DamagedInputError(file, f"record {one.record} can't be read", one.reason))
            yield from (note.doc for note in opened.notes)


def read(path: Path, name: str | None, options: formats.Options, damage: formats.Damage) -> Iterator[Document]:
    """The notes of a path, each with an id of its own. Records of archives that say nothing aren't notes."""
    container = container_for(path, name, options.encoding)
    if container is None:
        yield from formats.read(path, name, options, damage)
        return
    seen: set[str] = set()
    for doc in notes_in(path, container, Cutting(columns=options.columns, encoding=options.encoding), damage):
        if not doc.text.strip():
            continue
        if doc.id in seen:
            damage(DamagedInputError(path, f"two notes have the id {shown(doc.id)}", "give each an id of its own"))
            continue
        seen.add(doc.id)
        yield doc


def passed_over(path: Path, name: str | None = None, encoding: str = "utf-8") -> list[str]:
    """The names of files in a folder or an archive that `read` leaves alone."""
    container = container_for(path, name, encoding)
    if container is not None:
        return detect.passed_over(path, container)
    return [str(file) for file in formats.passed_over(path, name or formats.detect(path, encoding))]


def _is_of_notes(path: Path, encoding: str) -> bool:
    try:
        return path.suffix.lower() not in _BINARY and bool(formats.detect(path, encoding))
    except DamagedInputError:
        return False


def _is_plain(container: Container, path: Path) -> bool:
    """Whether it is text files that aren't packed."""
    files = visible_files(path) if path.is_dir() else [path]
    return container.name == "texts" and not any(file.name.lower().endswith(_PACKED) for file in files)
