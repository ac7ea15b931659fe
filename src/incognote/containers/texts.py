"""Text files, a note a file: a folder of them, a zip archive, or one alone. Each may be packed by gzip."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from gzip import BadGzipFile, GzipFile, compress
from pathlib import Path, PurePosixPath
from typing import IO, TypeAlias

from incognote.containers.base import Chunk, Cutting, Failure, NewNote, Note, Pieces
from incognote.errors import DamagedInputError, shown
from incognote.formats.files import note_path, visible_files
from incognote.types import Document

_ZIP = ".zip"
_SUFFIXES = (".txt", ".txt.gz")
_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can tell
_SIZES = 8  # bytes of a size in what is written of a chunk

File: TypeAlias = tuple[str, bytes]


@dataclass(frozen=True, repr=False)
class OpenedTexts:
    """The notes of files, the endings of their names, and the encoding."""

    suffixes: Sequence[str]
    encoding: str
    notes: Sequence[Note]
    failures: Sequence[Failure]

    def written(self, new: Sequence[NewNote | None]) -> Pieces:
        out = []
        for suffix, note in zip(self.suffixes, new, strict=True):
            if note is not None:
                # What was put in place of PHI may hold letters that the encoding hasn't; the rest came from it.
                name, text = (note.doc.id + suffix).encode(), note.doc.text.encode(self.encoding, "replace")
                out += [part for value in (name, text) for part in (len(value).to_bytes(_SIZES), value)]
        return {"": b"".join(out)}


@dataclass(frozen=True)
class Texts:
    """A folder, an archive or a file; written to a file if it was one, to an archive if its name says so."""

    name = "texts"
    suffixes = (*_SUFFIXES, _ZIP)

    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]:
        files = _found(path, cutting.largest)
        first, size = 1, 0
        held: list[File] = []
        refused: list[Failure] = []
        for number, (name, content) in enumerate(files, 1):
            if isinstance(content, str):
                refused.append(Failure(number, f"{shown(name)}: {content}"))
                continue
            if refused or len(held) >= cutting.chunk_records or size >= cutting.chunk_bytes:
                yield Chunk(first, tuple(held), tuple(refused))
                first, size, held, refused = number, 0, [], []
            held.append((name, content))
            size += len(content)
        if held or refused:
            yield Chunk(first, tuple(held), tuple(refused))

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedTexts:
        suffixes: list[str] = []
        notes: list[Note] = []
        failures: list[Failure] = []
        for number, (name, raw) in enumerate(chunk.payload, chunk.first):
            suffix = _suffix(name)
            problem, content = _unpacked(raw, suffix, cutting.largest)
            try:
                text = content.decode(cutting.encoding)
            except UnicodeError:
                problem = f"it is not {cutting.encoding} text; name its encoding with --encoding"
            if problem:
                failures.append(Failure(number, f"{shown(name)}: {problem}"))
                continue
            notes.append(Note(Document(name[: -len(suffix)], text), number))
            suffixes.append(suffix)
        return OpenedTexts(suffixes, cutting.encoding, notes, failures)

    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None:
        files = (file for pieces in parts for file in _framed(pieces[""]))
        if like.is_file() and like.suffix.lower() != _ZIP:
            for _, content in files:
                _write(out, content)
        elif out.suffix.lower() == _ZIP:
            _write_zip(files, out)
        else:
            out.mkdir()
            for name, content in files:
                suffix = _suffix(name)
                file = note_path(out, name[: -len(suffix)], suffix, self.name)
                file.parent.mkdir(parents=True, exist_ok=True)
                _write(file, content)


def is_text(name: str) -> bool:
    return name.lower().endswith(_SUFFIXES)


def others(path: Path) -> list[str]:
    """The names of files in a folder or archive that are no notes."""
    if path.suffix.lower() != _ZIP:
        return [file.name for file in visible_files(path) if not is_text(file.name)]
    with _archive(path) as archive:
        return [member.filename for member in filter(_is_visible, archive.infolist()) if not is_text(member.filename)]


def has_notes(path: Path) -> bool:
    """Whether there is a file for a note."""
    return any(True for _ in _found(path, 0))


def require_names(path: Path) -> None:
    """An error if a file has a name that can't be kept, such as one that leads out of its archive."""
    for name, _ in _found(path, 0):
        note_path(Path(), name[: -len(_suffix(name))], _suffix(name), "texts")


def _suffix(name: str) -> str:
    return next(suffix for suffix in reversed(_SUFFIXES) if name.lower().endswith(suffix))


def _found(path: Path, largest: int) -> Iterator[tuple[str, bytes | str]]:
    return _members(path, largest) if path.suffix.lower() == _ZIP else _files(path, largest)


def _files(path: Path, largest: int) -> Iterator[tuple[str, bytes | str]]:
    """The names and contents of files below a folder, or why one can't be read."""
    seen: set[str] = set()
    for file in [path] if path.is_file() else visible_files(path):
        if not is_text(file.name):
            continue
        name = file.name if file == path else file.relative_to(path).as_posix()
        try:
            with file.open("rb") as source:
                yield name, _first_of_name(name, seen) or _limited(source, largest)
        except OSError as error:
            yield name, f"it cannot be opened ({error.strerror})"


def _members(path: Path, largest: int) -> Iterator[tuple[str, bytes | str]]:
    seen: set[str] = set()
    with _archive(path) as archive:
        for member in filter(_is_visible, archive.infolist()):
            if is_text(member.filename):
                yield member.filename, _first_of_name(member.filename, seen) or _member(archive, member, largest)


@contextmanager
def _archive(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except (zipfile.BadZipFile, OSError):
        raise DamagedInputError(path, "it cannot be opened, or is no zip archive", "copy it again") from None


def _is_visible(member: zipfile.ZipInfo) -> bool:
    hidden = any(part.startswith(".") and part != ".." for part in PurePosixPath(member.filename).parts)
    return not member.is_dir() and not hidden


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, largest: int) -> bytes | str:
    try:
        with archive.open(member) as source:
            return _limited(source, largest)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError):
        return "it is damaged; copy the archive again"
    except (RuntimeError, NotImplementedError):
        return "it is encrypted, or packed in a way that we don't know; pack it anew"


def _first_of_name(name: str, seen: set[str]) -> str:
    """Why a file has to stay out whose note would get the name of another's."""
    lowered = name[: -len(_suffix(name))] + _suffix(name)
    if lowered in seen:
        return "there are two files of that name; rename one"
    seen.add(lowered)
    return ""


def _limited(source: IO[bytes], largest: int) -> bytes | str:
    content = source.read(largest + 1)
    return content if len(content) <= largest else f"it is larger than {largest:,} bytes"


def _unpacked(raw: bytes, suffix: str, largest: int) -> tuple[str, bytes]:
    if suffix == ".txt":
        return "", raw
    try:
        with GzipFile(fileobj=io.BytesIO(raw)) as source:
            content = source.read(largest + 1)
    except (EOFError, zlib.error, BadGzipFile):
        return "it was cut or isn't what gzip packed; copy it again", b""
    return ("", content) if len(content) <= largest else (f"it is larger than {largest:,} bytes", b"")


def _framed(raw: bytes) -> Iterator[tuple[str, bytes]]:
    values, at = [], 0
    while at < len(raw):
        size = int.from_bytes(raw[at : at + _SIZES])
        at += _SIZES + size
        values.append(raw[at - size : at])
    for name, content in zip(values[::2], values[1::2], strict=True):
        yield name.decode(), content


def _packed(name: str, content: bytes) -> bytes:
    return compress(content, mtime=0) if name.endswith(".gz") else content


def _write(file: Path, content: bytes) -> None:
    with file.open("xb") as out:
        out.write(_packed(file.name, content))


def _write_zip(files: Iterable[tuple[str, bytes]], out: Path) -> None:
    with zipfile.ZipFile(out, "x", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            suffix = _suffix(name)
            path = note_path(Path(), name[: -len(suffix)], suffix, "texts").as_posix()
            member = zipfile.ZipInfo(path, _TIME)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, _packed(name, content))


CONTAINER = Texts()
