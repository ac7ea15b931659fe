"""NOTE_NLP of the OMOP CDM 5.4: a row for each span of a note, as it stands in the new text."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from itertools import count, islice
from pathlib import Path
from typing import Any

from incognote import __version__
from incognote.containers import arrow, parquet
from incognote.containers.base import NewNote
from incognote.containers.streams import new_file

NAMES = (
    "note_nlp_id",
    "note_id",
    "section_concept_id",
    "snippet",
    "offset",
    "lexical_variant",
    "note_nlp_concept_id",
    "note_nlp_source_concept_id",
    "nlp_system",
    "nlp_date",
    "nlp_datetime",
    "term_exists",
    "term_temporal",
    "term_modifiers",
)
_LONGEST = 250  # characters of a lexical variant
NUMBERS = frozenset(
    {"note_nlp_id", "note_id", "section_concept_id", "note_nlp_concept_id", "note_nlp_source_concept_id"}
)

Row = dict[str, Any]


def rows(new: Sequence[NewNote | None], day: date | None) -> list[Row]:
    """Rows without their ids, which are given when all are there. They hold what replaced PHI, never PHI."""
    return [
        {
            **dict.fromkeys(NAMES),
            "note_id": int(note.doc.id),
            "section_concept_id": 0,
            "offset": str(span.start),
            "lexical_variant": note.doc[span][:_LONGEST],
            "note_nlp_concept_id": 0,
            "note_nlp_source_concept_id": 0,
            "nlp_system": f"incognote {__version__}",
            "nlp_date": day,
            "nlp_datetime": datetime.combine(day, time()) if day else None,
            "term_modifiers": f"label={span.label}",
        }
        for note in new
        if note is not None
        for span in note.doc.spans
    ]


def to_csv(found: Iterable[Row]) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows([row[name] for name in NAMES[1:]] for row in found)
    return out.getvalue().encode("utf-8", "replace")


def to_arrow(found: list[Row]) -> bytes:
    pa, _ = arrow.modules()
    return arrow.to_bytes(pa.RecordBatch.from_pylist(found, schema=_schema()))


@contextmanager
def joining_csv(out: Path) -> Iterator[Callable[[bytes], None]]:
    """A new table: what is given takes pieces, and numbers their rows."""
    numbers = count(1)
    with new_file(out) as file:
        file.write(",".join(NAMES).encode() + b"\n")

        def add(piece: bytes) -> None:
            numbered = io.StringIO(newline="")
            found = csv.reader(io.StringIO(piece.decode(), newline=""))
            csv.writer(numbered, lineterminator="\n").writerows([next(numbers), *row] for row in found)
            file.write(numbered.getvalue().encode())

        yield add


@contextmanager
def joining_parquet(out: Path) -> Iterator[Callable[[bytes], None]]:
    pa, _ = arrow.modules()
    numbers = count(1)
    with parquet.writing(out, _schema()) as add_batch:

        def add(piece: bytes) -> None:
            batch = arrow.from_bytes(piece)
            add_batch(arrow.replaced(batch, NAMES[0], pa.array(islice(numbers, len(batch)), pa.int64())))

        yield add


def _schema() -> Any:
    pa, _ = arrow.modules()
    types = {"nlp_date": pa.date32(), "nlp_datetime": pa.timestamp("us")} | dict.fromkeys(NUMBERS, pa.int64())
    return pa.schema([pa.field(name, types.get(name, pa.string())) for name in NAMES])
