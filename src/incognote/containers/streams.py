"""Files as streams of bytes, packed by gzip or not, and records cut from them into chunks."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from incognote.containers.base import Chunk, Cutting, Failure, Pieces
from incognote.errors import DamagedInputError
from incognote.formats.files import unreadable

_BLOCK = 1 << 20
_BLANK = (b"\n", b"\r\n")
GZIP = ".gz"
MOST_OF_A_FILE = 5
"""A file that is cut nowhere may be so many times as large as a record."""


@dataclass(frozen=True)
class Lost:
    """A record that isn't there, and why."""

    reason: str


Record: TypeAlias = bytes | Lost


def too_large(largest: int) -> Lost:
    return Lost(f"it is larger than {largest:,} bytes")


def is_packed(path: Path) -> bool:
    return path.suffix.lower() == GZIP


def suffix_of(path: Path) -> str:
    """The suffix that tells the format: that of what gzip packed."""
    return (path.with_suffix("") if is_packed(path) else path).suffix.lower()


def blocks(path: Path) -> Iterator[bytes]:
    """A file's bytes, unpacked, a block at a time; those that can be read come before an error."""
    held = bytearray()
    try:
        with path.open("rb") as file:
            unpacked = gzip.GzipFile(fileobj=file) if is_packed(path) else file
            while piece := unpacked.read1(_BLOCK):  # `read` would lose what it had when it fails
                held += piece
                if len(held) >= _BLOCK:
                    yield bytes(held)
                    held.clear()
    except (EOFError, zlib.error, OSError) as error:
        if held:
            yield bytes(held)
        raise _damaged(path, error) from None
    if held:
        yield bytes(held)


def _damaged(path: Path, error: Exception) -> DamagedInputError:
    if isinstance(error, OSError) and not isinstance(error, gzip.BadGzipFile):
        return unreadable(path, error)
    return DamagedInputError(path, "it was cut or isn't what gzip packed", "copy it again")


def whole(path: Path, largest: int, remedy: str = "") -> Iterator[Chunk]:
    """A file as one chunk; one that is too large is never held."""
    raw = bytearray()
    for block in blocks(path):
        raw += block
        if len(raw) > largest:
            yield Chunk(1, b"", (Failure(1, f"the file is larger than {largest:,} bytes{remedy}"),))
            return
    yield Chunk(1, bytes(raw))


def lines(source: Iterable[bytes], largest: int) -> Iterator[Record]:
    """Lines with their ends; one that is too large is never held."""
    held, skipping = b"", False
    for block in source:
        start = 0
        while end := block.find(b"\n", start) + 1:
            line = held + block[start:end] if held else block[start:end]
            yield too_large(largest) if skipping or len(line) > largest else line
            held, skipping, start = b"", False, end
        held += block[start:]
        if len(held) > largest:
            held, skipping = b"", True
    if held or skipping:
        yield too_large(largest) if skipping else held


def _counts(record: bytes) -> bool:
    return record not in _BLANK


def cut(
    records: Iterable[Record],
    cutting: Cutting,
    payload: Callable[[bytes], Any],
    counts: Callable[[bytes], bool] = _counts,
) -> Iterator[Chunk]:
    """Chunks of records, at least one; what counts for none, such as a blank line, goes along.

    Where the file can't be read any further, what was read of it is there, and the rest is told in place of a record.
    """
    number = first = 1
    held: list[bytes] = []
    size = 0
    refused: list[Failure] = []
    for record in readable(records):
        full = number - first >= cutting.chunk_records or size >= cutting.chunk_bytes
        if isinstance(record, Lost):
            refused.append(Failure(number, record.reason))
            number += 1
            continue
        if refused or full:
            yield Chunk(first, payload(b"".join(held)), tuple(refused))
            held, refused, size, first = [], [], 0, number
        held.append(record)
        size += len(record)
        number += counts(record)
    yield Chunk(first, payload(b"".join(held)), tuple(refused))


def readable(records: Iterable[Record]) -> Iterator[Record]:
    """Records, the last of which stands for all that can't be read; an error if that is the first."""
    is_first = True
    try:
        for record in records:
            yield record
            is_first = False
    except DamagedInputError as error:
        if is_first:
            raise
        yield Lost(f"{error.problem}; from here to the end of the file nothing could be read; {error.remedy}")


def companion_path(out: Path, ending: str) -> Path:
    """Where a companion of an output lies: beside it, its ending in the place of the output's suffix."""
    plain = out.with_suffix("") if is_packed(out) else out
    return out.with_name(plain.stem + ending)


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """A new file to write to, packed by gzip if its name says so; packing tells no time and no name."""
    with ExitStack() as open_files:
        file: BinaryIO = open_files.enter_context(path.open("xb"))
        if is_packed(path):
            yield open_files.enter_context(cast(Any, gzip.GzipFile("", "wb", 6, file, mtime=0)))
        else:
            yield file


def join_bytes(parts: Iterable[Pieces], out: Path, header: bytes = b"") -> None:
    """A header and parts, one after the other."""
    with new_file(out) as file:
        file.write(header)
        for pieces in parts:
            file.write(pieces[""])
