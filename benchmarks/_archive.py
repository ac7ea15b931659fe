"""Archives for measuring batches: notes of the open corpus, filled with other PHI again and again, or your own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, cycle, islice
from pathlib import Path
from random import Random

from _texts import ORDINARY_NOTE
from incognote import corpus, formats
from incognote.synth.fill import fill
from incognote.synth.slots import annotated
from incognote.synth.styles import make_style
from incognote.types import Document

NOTES_A_PATIENT = 3
KEY_FILE = "site.key"
_ROWS = 1_000


def filled() -> Iterator[Document]:
    """Notes without end, each with PHI of its own."""
    templates = [annotated(doc) for doc in corpus.read()]
    rng = Random(0)
    style = make_style("random", rng)
    return (fill(template, style, rng) for _ in count() for template in templates)


def texts(own: Path | None = None, ordinary: bool = True) -> Iterator[str]:
    """Texts without end: those of a file over and over, or of the corpus, put together to notes of 3 kB or not."""
    if own:
        yield from cycle([doc.text for doc in formats.read(own)])
    together = ""
    for doc in filled():
        together += doc.text + "\n"
        if not ordinary or len(together) >= ORDINARY_NOTE:
            yield together
            together = ""


def numbered(texts: Iterable[str], number: int) -> Iterator[Document]:
    for i, text in enumerate(islice(texts, number)):
        yield replace(Document(f"note-{i}", text), patient=f"{i // NOTES_A_PATIENT}")


def write_parquet(docs: Iterable[Document], path: Path) -> int:
    """A table with the columns id, patient, text and a date; gives the bytes of the texts."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("id", pa.string()), ("patient", pa.string()), ("text", pa.string()), ("ward", pa.string())])
    size = 0
    with pq.ParquetWriter(path, schema) as writer:
        notes = iter(docs)
        while some := list(islice(notes, _ROWS)):
            columns = [[doc.id for doc in some], [doc.patient for doc in some], [doc.text for doc in some]]
            writer.write_table(pa.table([*columns, ["7B"] * len(some)], schema=schema))
            size += sum(len(doc.text.encode()) for doc in some)
    return size
