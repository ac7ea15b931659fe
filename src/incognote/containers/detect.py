"""Which container a file or folder is, told by suffix and content."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from incognote import registry
from incognote.containers import omop, texts
from incognote.containers.base import Container, Cutting
from incognote.containers.streams import blocks, suffix_of
from incognote.errors import ConfigError, DamagedInputError
from incognote.formats.files import visible_files

_SUFFIXES = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".txt": "texts",
    ".zip": "texts",
    ".json": "fhir",
    ".hl7": "hl7",
    ".xml": "ccda",
}
_TABLES = ("csv", "tsv", "parquet")
_OF_SEVERAL = ("omop", "texts")
"""Containers whose suffixes are of several formats of files."""

_LOOK = 20_000
_RESOURCE = re.compile(rb'"resourceType"\s*:')
_CLINICAL = re.compile(rb"<(?:[\w.-]+:)?ClinicalDocument[\s/>]")
_REMEDY = "name the format with --format"
_DATABASES = (".db", ".sqlite", ".sqlite3")


def container_of(path: Path, name: str | None = None) -> Container:
    """The container of that name, or the one that the file, or all files of the folder, tell."""
    container: Container = registry.load("containers", name or _name_of(path))
    return container


def files_of(path: Path, container: Container) -> list[Path]:
    """The files to be cut one by one: those of a folder that fit the container; a folder of texts is cut as a whole."""
    if path.is_file() or container.name == "texts":
        return [path]
    return [file for file in visible_files(path) if file.name.lower().endswith(container.suffixes)]


def passed_over(path: Path, container: Container) -> list[str]:
    """The names of files in a folder or an archive that aren't read."""
    if container.name == "texts":
        return texts.others(path) if path.is_dir() or path.suffix.lower() == ".zip" else []
    files = visible_files(path) if path.is_dir() else []
    return [file.name for file in files if not file.name.lower().endswith(container.suffixes)]


def require_fitting_name(out: Path, path: Path, container: Container) -> None:
    """An error if the new name of a file says that it is of another format than the old one."""
    ending = suffix_of(out)
    others = () if container.name in _OF_SEVERAL else container.suffixes
    if path.is_file() and ending in _SUFFIXES and ending not in (suffix_of(path), *others):
        raise ConfigError(
            f"--out {out}: what is written has the input's format, {container.name}, so it can't end in {ending}; "
            f"let it end in {suffix_of(path) or container.suffixes[0]}"
        )


def _name_of(path: Path) -> str:
    if not path.exists():
        raise DamagedInputError(path, "there is no such file or folder", "check the path")
    if path.is_file():
        if suffix_of(path) in _DATABASES:
            raise DamagedInputError(path, "it looks like a database of SQLite", f"give its URL: sqlite:///{path}")
        if suffix_of(path) not in _SUFFIXES:
            raise DamagedInputError(path, "its suffix is none of a format that we know", _REMEDY)
        return _of_file(path)
    files = [file for file in visible_files(path) if suffix_of(file) in _SUFFIXES]
    if not files:
        raise DamagedInputError(path, "it holds no files of a format that we know", _REMEDY)
    found = sorted(_of_files(files))
    if len(found) > 1:
        remedy = "name the one to read with --format, or give a folder for each"
        raise DamagedInputError(path, f"it holds several formats ({', '.join(found)})", remedy)
    if found == ["texts"] and any(file.suffix.lower() == ".zip" for file in files):
        raise DamagedInputError(path, "it holds zip archives", "give them one by one")
    return found[0]


def _of_files(files: Sequence[Path]) -> set[str]:
    """Of what can be read of them; a table that can't be is told when its turn comes, unless there is nothing else."""
    found: set[str] = set()
    damage: DamagedInputError | None = None
    for file in files:
        try:
            found.add(_of_file(file))
        except DamagedInputError as error:
            if _SUFFIXES[suffix_of(file)] not in _TABLES:
                raise
            damage = error
    if damage and not found:
        raise damage
    return found


def _of_file(file: Path) -> str:
    name = _SUFFIXES[suffix_of(file)]
    if name in _TABLES:
        return "omop" if _is_omop(file, name) else name
    if name == "jsonl":
        return "fhir-ndjson" if _RESOURCE.search(_start(file).lstrip().split(b"\n", 1)[0]) else name
    if name == "fhir" and not _RESOURCE.search(_start(file)):
        remedy = f"write one object a line, as .jsonl; to have it passed over, {_REMEDY}"
        raise DamagedInputError(file, "it is JSON, but no resource of FHIR", remedy)
    if name == "ccda" and not _CLINICAL.search(_start(file).replace(b"\0", b"")):  # UTF-16 too
        raise DamagedInputError(file, "it is XML, but no ClinicalDocument", _REMEDY)
    return name


def _is_omop(file: Path, name: str) -> bool:
    names = registry.load("containers", name).names(file, Cutting(encoding="latin-1"))
    return set(omop.COLUMNS.values()) <= {column.lower() for column in names}


def _start(file: Path) -> bytes:
    return next(blocks(file), b"")[:_LOOK]
