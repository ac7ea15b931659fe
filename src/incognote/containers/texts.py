"""Folders and zips of text files, packed by gzip or not: a note a file, under a new name."""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from incognote.containers.base import Chunk, Cutting, Failure, NewNote, Note, Pieces
from incognote.containers.streams import GZIP, Lost, Record, too_large
from incognote.errors import DamagedInputError, shown
from incognote.formats.files import note_path, unreadable, visible_files
from incognote.types import Document

_ZIP = ".zip"
_SUFFIXES = (".txt", ".txt.gz")
_BEGINNING_OF_TIME = (1980, 1, 1, 0, 0, 0)  # of zips: the output tells no time


@dataclass(frozen=True, repr=False)
class OpenedTexts:
    """Notes and the names of their files, and files that can't be read."""

    names: Sequence[str]
    notes: Sequence[Note]
    failures: Sequence[Failure]
    encoding: str

    def written(self, new: Sequence[NewNote | None]) -> Pieces:
        """The new files, each by its name."""
        return {
            note.doc.id + _suffix(name): _packed(name, note.doc.text.encode(self.encoding, "replace"))
            for name, note in zip(self.names, new, strict=True)
            if note
        }


@dataclass(frozen=True)
class Texts:
    """The files of a folder or zip, by path; of one file, the file."""

    name: str = "texts"
    suffixes: tuple[str, ...] = (*_SUFFIXES, _ZIP)

    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]:
        files = _of_zip(path, cutting) if path.suffix.lower() == _ZIP else _of_folder(path, cutting)
        held: list[tuple[str, bytes]] = []
        refused: list[Failure] = []
        first, size, number = 1, 0, 0
        for number, (name, content) in enumerate(files, 1):
            if isinstance(content, Lost):
                refused.append(Failure(number, f"{shown(name)}: {content.reason}"))
                continue
            if refused or size >= cutting.chunk_bytes or len(held) >= cutting.chunk_records:
                yield Chunk(first, held, tuple(refused))
                held, refused, size, first = [], [], 0, number
            held.append((name, content))
            size += len(content)
        yield Chunk(first, held, tuple(refused))

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedTexts:
        names, notes, failures = [], [], []
        for number, (name, content) in enumerate(chunk.payload, chunk.first):
            try:
                doc = Document(_id(name), content.decode(cutting.encoding))
            except UnicodeError:
                problem = f"{shown(name)}: it is not {cutting.encoding} text; name its encoding with --encoding"
                failures.append(Failure(number, problem))
                continue
            names.append(name)
            notes.append(Note(doc, number))
        return OpenedTexts(names, notes, failures, cutting.encoding)

    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None:
        if like.is_file() and like.suffix.lower() != _ZIP:
            out.write_bytes(b"".join(content for pieces in parts for content in pieces.values()))
        elif out.suffix.lower() == _ZIP:
            with zipfile.ZipFile(out, "x", zipfile.ZIP_DEFLATED) as archive:
                for pieces in parts:
                    for name, content in pieces.items():
                        archive.writestr(zipfile.ZipInfo(name, _BEGINNING_OF_TIME), content, zipfile.ZIP_DEFLATED)
        else:
            out.mkdir()
            for pieces in parts:
                for name, content in pieces.items():
                    file = note_path(out, _id(name), _suffix(name), self.name)
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(content)


def _of_folder(path: Path, cutting: Cutting) -> Iterator[tuple[str, Record]]:
    files = [path] if path.is_file() else [file for file in visible_files(path) if _is_text(file.name)]
    for file in files:
        name = file.name if file == path else file.relative_to(path).as_posix()
        try:
            with file.open("rb") as source:
                yield name, _read(source, name, cutting.largest)
        except OSError as error:
            yield name, Lost(unreadable(file, error).problem)


def _of_zip(path: Path, cutting: Cutting) -> Iterator[tuple[str, Record]]:
    try:
        with zipfile.ZipFile(path) as archive:
            for entry in sorted(archive.infolist(), key=lambda entry: entry.filename):
                if not _is_text(entry.filename) or entry.is_dir():
                    continue
                try:
                    with archive.open(entry) as source:
                        yield entry.filename, _read(source, entry.filename, cutting.largest)
                except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError):
                    yield entry.filename, Lost("it is damaged, or has a password")
    except zipfile.BadZipFile:
        raise DamagedInputError(path, "it is no zip, or was cut", "copy it again") from None
    except OSError as error:
        raise unreadable(path, error) from None


def _read(source: BinaryIO | object, name: str, largest: int) -> Record:
    """The bytes of a file, unpacked, but never more than are allowed."""
    stream: BinaryIO = gzip.GzipFile(fileobj=source) if name.lower().endswith(GZIP) else source  # type: ignore[assignment,arg-type]
    try:
        content = stream.read(largest + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return Lost("it was cut or isn't what gzip packed")
    return too_large(largest) if len(content) > largest else content


def _is_text(name: str) -> bool:
    return name.lower().endswith(_SUFFIXES) and not PurePosixPath(name).name.startswith(".")


def _suffix(name: str) -> str:
    return next(suffix for suffix in reversed(_SUFFIXES) if name.lower().endswith(suffix))


def _id(name: str) -> str:
    return name[: -len(_suffix(name))]


def _packed(name: str, content: bytes) -> bytes:
    return gzip.compress(content, mtime=0) if name.lower().endswith(GZIP) else content


CONTAINER = Texts()
