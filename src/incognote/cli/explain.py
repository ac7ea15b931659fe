"""`incognote explain`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from incognote.cli.engine import engine_for, engine_options
from incognote.cli.reading import PATH_TYPE, Reader, reading_options
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError


@click.command()
@click.argument("path", type=PATH_TYPE, metavar="IN")
@click.option("--at", type=click.IntRange(0), metavar="OFFSET", help="Only the span at this character, counted from 0.")
@click.option("--note", "doc_id", metavar="ID", help="Only the note with this id.")
@engine_options
@reading_options
def explain(path: Path, at: int | None, doc_id: str | None, choice: EngineChoice, reader: Reader) -> None:
    """Show why PHI was found: each span in its context, and the rules behind it. This prints words of the record.

    `found by` is what decided; `also by` are suspicions that were joined to it or lost against it. ⏎ stands for the
    end of a line. Of an engine that learned it shows, for each word, the features that decided, and the labels beside
    it where they count, with their weights: how much each speaks for the label rather than for no PHI. Of incognote it
    shows too how likely a word is PHI by its tagger, by its encoder where that was asked, and by both.

    \b
    incognote explain note.txt
    incognote explain note.txt --at 120
    incognote explain notes.jsonl --note 17 --without professions
    incognote explain note.txt --engine wi-deid
    """
    from incognote.report.explained import print_reasons

    engine = engine_for(choice, path, reader)
    notes = shown = 0
    for doc in engine.notes(path):
        if doc_id in (None, doc.id) and (suspects := engine.suspects(doc)):
            notes += 1
            shown += print_reasons(engine.settled(suspects), suspects, at, sys.stdout, engine.taggers())
    if doc_id and not notes:
        raise ConfigError("no note has the id of --note; `incognote detect` shows ids")
    if not shown:
        click.echo("no PHI was found there", err=True)
    engine.finish()
