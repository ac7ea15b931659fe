"""`incognote detect`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from incognote.cli.engine import engine_for, engine_options
from incognote.cli.reading import PATH_TYPE, Reader, reading_options
from incognote.engine_choice import EngineChoice
from incognote.formats.fields import to_json
from incognote.types import Span


@click.command()
@click.argument("path", type=PATH_TYPE, metavar="IN")
@click.option("--all", "suspects", is_flag=True, help="All that was suspected, overlaps and all, before it is settled.")
@engine_options
@reading_options
def detect(path: Path, suspects: bool, choice: EngineChoice, reader: Reader) -> None:
    """Find PHI, and print where it is: JSON lines, a line a span, without a word of the notes.

    A line has the note's id, the first character and the one behind the last, the label, a score, and the source: the
    rule that found it. `incognote explain` shows more.

    \b
    incognote detect notes/ > spans.jsonl
    incognote detect notes.csv --columns id=NOTE_ID,text=TEXT --without professions
    """
    engine = engine_for(choice, path, reader)
    for doc in engine.suspects_in(path) if suspects else (doc for _, doc in engine.found_in(path)):
        for span in doc.spans:
            sys.stdout.write(to_json({"id": doc.id, **_values(span)}) + "\n")
    engine.finish()


def _values(span: Span) -> dict[str, object]:
    return {
        "start": span.start,
        "end": span.end,
        "label": span.label,
        "score": round(span.score, 4),
        "source": span.source,
    }
