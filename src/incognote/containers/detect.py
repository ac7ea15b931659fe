"""Which container a path is, told by its suffix."""

from __future__ import annotations

from pathlib import Path

from incognote import registry
from incognote.containers.base import Container
from incognote.errors import DamagedInputError
from incognote.formats.files import visible_files

TEXTS = "texts"


def container_of(path: Path, name: str | None = None) -> Container:
    """The container of that name, or the one that a file or the files of a folder are."""
    if not path.exists():
        raise DamagedInputError(path, "there is no such file or folder", "check the path")
    if name is None:
        found = {kind for file in _files(path) if (kind := _kind(file))}
        if not found:
            remedy = f"name the format with --format: {', '.join(registry.names('containers'))}"
            raise DamagedInputError(path, "it holds nothing in a format that we know", remedy)
        if len(found) > 1:
            problem = f"it holds several formats ({', '.join(sorted(found))})"
            raise DamagedInputError(path, problem, "name one with --format, and the files of others are left alone")
        (name,) = found
    container: Container = registry.load("containers", name)
    return container


def files_of(path: Path, container: Container) -> list[Path]:
    """The files that are read one after another; a folder of texts is read as one."""
    if path.is_file() or container.name == TEXTS:
        return [path]
    return [file for file in visible_files(path) if file.name.lower().endswith(container.suffixes)]


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else visible_files(path)


def _kind(file: Path) -> str | None:
    """The name of a file's container."""
    names = registry.names("containers")
    return next(
        (name for name in names if file.name.lower().endswith(registry.load("containers", name).suffixes)), None
    )
