"""The side file of an output: where what was replaced lies in each note, old and new, without a word of the notes.

JSON lines: first what made the output, then a line a note, in the order of the input. It has the lengths of names, so
it stays where the notes came from.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TextIO

from incognote.errors import DamagedInputError
from incognote.formats.files import ALIGNMENT, lines_of, new_files
from incognote.replace.edits import Alignment
from incognote.types import Document

_KIND, _VERSION = "incognote alignment", 1
_REMEDY = "give the file that `incognote deidentify` wrote beside its output"


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
    """A note: its number in the order of the input, its new id, how many characters it had and has, what changed."""

    number: int
    id: str
    old_length: int
    new_length: int
    stretches: tuple[Stretch, ...]


def aligned(number: int, replaced: Document, new: Document, alignment: Alignment) -> Aligned:
    """The line of a note, from the note with the spans that were replaced and the note that is written."""
    old, new_places = (alignment.old_starts, alignment.old_ends), (alignment.new_starts, alignment.new_ends)
    rows = zip(*old, *new_places, replaced.spans, strict=True)
    stretches = tuple(Stretch(a, b, c, d, span.label) for a, b, c, d, span in rows)
    return Aligned(number, new.id, len(replaced.text), len(new.text), stretches)


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
            self._file.write(json.dumps(asdict(self._last), separators=(",", ":")) + "\n")
            self._last = None


@contextmanager
def new_alignment(path: Path, about: About) -> Iterator[Writer]:
    """A new side file, which is there once it is finished, unless what follows in the block fails."""
    with ExitStack() as place:
        (stand_in,) = place.enter_context(new_files([path]))
        file = place.enter_context(stand_in.open("x", encoding="utf-8"))
        stand_in.chmod(0o600)  # it tells how long names were
        file.write(json.dumps({"kind": _KIND, "version": _VERSION, **asdict(about)}) + "\n")
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
    sound = all(type(number) is int and number >= 0 for number in numbers) and isinstance(note.id, str)
    if not sound or not _fit(note, stretches):
        raise ValueError
    return Aligned(note.number, note.id, note.old_length, note.new_length, stretches)


def _fit(note: Aligned, stretches: Sequence[Stretch]) -> bool:
    """Whether stretches lie in order inside the note, with as much text between them before as after."""
    old, new = note.old_length, note.new_length
    all_of = Stretch(0, 0, 0, 0, ""), *stretches, Stretch(old, old, new, new, "")
    gaps = ((b.old_start - a.old_end, b.new_start - a.new_end) for a, b in pairwise(all_of))
    backwards = any(s.old_end < s.old_start or s.new_end < s.new_start for s in stretches)
    return not backwards and all(old == new >= 0 for old, new in gaps)
