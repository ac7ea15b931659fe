"""Records of which only texts are rewritten: their notes, and the records with new texts in the old places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from incognote.containers.base import Edit, Failure, NewNote, Note, Pieces, UnfitError
from incognote.containers.readings import Text, apply
from incognote.known.people import Person
from incognote.types import Document

_PLAIN_ID = re.compile(r"[\w.\-]{1,64}")


def plain_id(own: str, number: int) -> str:
    """A record's own id, where it can stand in that of a note; otherwise its number."""
    return own if _PLAIN_ID.fullmatch(own) else f"@{number}"


@dataclass(frozen=True, repr=False)
class Found:
    """A text of a record, the id of its note, and whose it is."""

    text: Text
    id: str
    patient: str | None = None
    known: Person | None = None


@dataclass(frozen=True, repr=False)
class Record:
    """A record as it is written, and its texts; `number` is None for what stays as it is and counts for none."""

    number: int | None
    raw: str
    found: Sequence[Found] = ()
    encoding: str = "utf-8"

    def with_edits(self, new: Sequence[NewNote]) -> str:
        edits: list[Edit] = []
        for found, note in zip(self.found, new, strict=True):
            edits += found.text.raw_edits(note.edits)
        return apply(self.raw, edits)


@dataclass(frozen=True, repr=False)
class OpenedRecords:
    """A chunk of records, put together again by `join`, which gets None for those that are left out."""

    records: Sequence[Record]
    failures: Sequence[Failure]
    join: Callable[[Sequence[bytes | None]], bytes]

    @property
    def notes(self) -> Sequence[Note]:
        """A note for each text; no two have one id."""
        notes: list[Note] = []
        seen: set[str] = set()
        for record in self.records:
            for found in record.found:
                note_id = found.id if found.id not in seen else f"{found.id}@{record.number}.{len(seen)}"
                seen.add(note_id)
                doc = Document(note_id, found.text.text, patient=found.patient)
                notes.append(Note(doc, record.number or 0, found.known))
        return notes

    def written(self, new: Sequence[NewNote | None]) -> Pieces:
        rest = iter(new)
        written: list[bytes | None] = []
        for record in self.records:
            own = list(islice(rest, len(record.found)))
            kept = [note for note in own if note is not None]
            whole = len(kept) == len(own)
            written.append(record.with_edits(kept).encode(record.encoding) if whole else None)
        return {"": self.join(written)}


def concatenated(written: Sequence[bytes | None]) -> bytes:
    return b"".join(filter(None, written))


def opened(raws: Iterable[tuple[int | None, bytes]], read: Callable[[int, bytes], Record]) -> OpenedRecords:
    """Records, each of which can be read or not; those without a number stay as they are."""
    records, failures = [], []
    for number, raw in raws:
        if number is None:
            records.append(Record(None, raw.decode("latin-1"), encoding="latin-1"))
            continue
        try:
            records.append(read(number, raw))
        except UnfitError as error:
            failures.append(Failure(number, error.reason))
    return OpenedRecords(records, failures, concatenated)
