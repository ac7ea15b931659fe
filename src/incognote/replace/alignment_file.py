"""The side file of an output: where what was replaced lies in each note, old and new, without a word of the notes.

JSON lines: first what made the output, then a line a note, in the order of the input. It has the lengths of names, so
it stays where the notes came from. Digests are of new texts, so that a note is known wherever it lies.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TextIO

from incognote.errors import DamagedInputError
from incognote.formats.files import ALIGNMENT, lines_of, new_files
from incognote.replace.edits import Alignment
from incognote.types import Document

_KIND, _VERSION = "incognote alignment", 1
_REMEDY = "give the file that `incognote deidentify` or `incognote batch` wrote beside its output"
_DIGEST = 16  # bytes


class Stretch(NamedTuple):
    """A replaced stretch: where it was and where its replacement is. The ends are exclusive."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int
    label: str


@dataclass(frozen=True)
class About:
    """What made the output, and its format."""

    incognote: str
    style: str
    engine: str
    point: str | None
    format: str


@dataclass(frozen=True)
class Aligned:
    """A note: its number in the order of the input, its new id, how many characters it had and has, what changed.

    `digest` is that of its new text.
    """

    number: int
    id: str
    old_length: int
    new_length: int
    stretches: tuple[Stretch, ...]
    digest: str


def aligned(number: int, replaced: Document, new: Document, alignment: Alignment) -> Aligned:
    """The line of a note, from the note with the spans that were replaced and the note that is written."""
    stretches = stretches_of(replaced, alignment)
    return Aligned(number, new.id, len(replaced.text), len(new.text), stretches, digest_of(new.text))


def stretches_of(replaced: Document, alignment: Alignment) -> tuple[Stretch, ...]:
    """What was replaced in a note, whose spans are just that."""
    old, new = (alignment.old_starts, alignment.old_ends), (alignment.new_starts, alignment.new_ends)
    rows = zip(*old, *new, replaced.spans, strict=True)
    return tuple(Stretch(a, b, c, d, span.label) for a, b, c, d, span in rows)


def digest_of(text: str) -> str:
    """By which a new text is known again, in encodings too that lack letters of what was put into it."""
    return hashlib.blake2b(text.encode("ascii", "replace"), digest_size=_DIGEST).hexdigest()


def head(about: About) -> str:
    """The first line."""
    return json.dumps({"kind": _KIND, "version": _VERSION, **vars(about)}) + "\n"


def line_of(note: Aligned) -> str:
    """The line of a note; its number is the first thing in it."""
    return json.dumps(vars(note), separators=(",", ":")) + "\n"


def path_beside(out: Path) -> Path:
    """Where the side file of an output lies: `clean.csv.alignment.jsonl`."""
    return out.with_name(out.name + ALIGNMENT)


class Writer:
    """Writes notes, each when the next one comes, so that the last can be taken back."""

    def __init__(self, file: TextIO, place: ExitStack) -> None:
        self._file = file
        self._place = place
        self._last: Aligned | None = None
        self.is_placed = False

    def add(self, note: Aligned) -> None:
        self._write_last()
        self._last = note

    def forget_last(self) -> None:
        """Take back the note that was added last: it wasn't written."""
        self._last = None

    def finish(self) -> None:
        """Put the file in its place. The output follows, so that there is never one without its side file."""
        self._write_last()
        self._place.close()
        self.is_placed = True

    def _write_last(self) -> None:
        if self._last:
            self._file.write(line_of(self._last))
            self._last = None


@contextmanager
def new_alignment(path: Path, about: About) -> Iterator[Writer]:
    """A new side file, which is there once it is finished, unless what follows in the block fails."""
    with ExitStack() as place:
        (stand_in,) = place.enter_context(new_files([path]))
        file = place.enter_context(stand_in.open("x", encoding="utf-8"))
        stand_in.chmod(0o600)  # it tells how long names were
        file.write(head(about))
        writer = Writer(file, place)
        try:
            yield writer
        except BaseException:
            if writer.is_placed:
                path.unlink(missing_ok=True)
            raise


def read_about(path: Path) -> About:
    """What the first line says."""
    for number, line in lines_of(path, "utf-8"):
        try:
            fields = dict(json.loads(line))
            if (fields.pop("kind"), fields.pop("version")) == (_KIND, _VERSION):
                return About(**fields)
        except (ValueError, TypeError, KeyError, RecursionError):
            pass
        raise DamagedInputError(path, "it doesn't begin as a side file of this version does", _REMEDY, number)
    raise DamagedInputError(path, "it is empty", _REMEDY)


def read_notes(path: Path) -> Iterator[Aligned]:
    """The notes, one at a time."""
    before = 0
    for number, line in lines_of(path, "utf-8"):
        if number == 1:
            continue
        try:
            note = _note(json.loads(line))
        except (ValueError, TypeError, KeyError, RecursionError):
            raise DamagedInputError(path, "the line is no note of a side file", _REMEDY, number) from None
        if note.number <= before:
            raise DamagedInputError(path, "its notes are not in the order of the input", _REMEDY, number)
        before = note.number
        yield note


def _note(fields: dict[str, object]) -> Aligned:
    note = Aligned(**fields)  # type: ignore[arg-type]  # checked below
    stretches = tuple(Stretch(*stretch) for stretch in note.stretches)
    numbers = [note.number, note.old_length, note.new_length, *(number for s in stretches for number in s[:4])]
    sound = all(type(number) is int and number >= 0 for number in numbers)
    sound = sound and isinstance(note.id, str) and isinstance(note.digest, str)
    if not sound or not _fit(note, stretches):
        raise ValueError
    return replace(note, stretches=stretches)


def _fit(note: Aligned, stretches: Sequence[Stretch]) -> bool:
    """Whether stretches lie in order inside the note, with as much text between them before as after."""
    old, new = note.old_length, note.new_length
    all_of = Stretch(0, 0, 0, 0, ""), *stretches, Stretch(old, old, new, new, "")
    gaps = ((b.old_start - a.old_end, b.new_start - a.new_end) for a, b in pairwise(all_of))
    backwards = any(s.old_end < s.old_start or s.new_end < s.new_start for s in stretches)
    return not backwards and all(old == new >= 0 for old, new in gaps)
