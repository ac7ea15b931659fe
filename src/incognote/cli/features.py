"""`incognote features`."""

from __future__ import annotations

from pathlib import Path

import click

from incognote.cli.learning import recipe_of
from incognote.cli.progress import PARSES_HELP, shown_progress
from incognote.cli.reading import PATH_TYPE, Reader, reading_options
from incognote.errors import ConfigError


@click.command()
@click.argument("recipe")
@click.option("--corpus", required=True, type=PATH_TYPE, help="Annotated notes: a file or folder.")
@click.option("--parses", type=PATH_TYPE, help=PARSES_HELP)
@reading_options
def features(recipe: str, corpus: Path, parses: Path | None, reader: Reader) -> None:
    """Rank the features of an engine that learns by their information gain on annotated notes.

    The gain is how many bits a feature tells, by itself, of whether a word is PHI. The offset says of which word the
    feature is: -1 is the word before. A recipe file with some of the features is a feature study.

    \b
    incognote features sibanda-2006 --corpus notes/
    incognote features mine.toml --corpus notes/
    """
    from incognote.layout.folding import usual
    from incognote.learn.gain import information_gains
    from incognote.learn.settings import settings_of
    from incognote.learn.training import labels_for, readings_of
    from incognote.report.tables import Column, Table
    from incognote.report.terminal import print_tables

    settings = settings_of(recipe_of(recipe, None))
    if not settings.get("features"):
        raise ConfigError(f"{recipe} has no features to rank; `incognote engines` lists other engines")
    docs = [usual(doc) for doc in reader.read(corpus)]
    if not any(doc.spans for doc in docs):
        raise ConfigError(f"{corpus}: no note there has annotations, so nothing can be told of features")
    with shown_progress() as progress:
        readings = readings_of(docs, settings, progress, parses)
        gains = information_gains(settings, readings, labels_for(docs, readings, settings))
    columns = (Column("feature"), Column("offset", "+d"), Column("values"), Column("bits", ".4f"))
    print_tables([Table("gains", f"Information gain of the features of {recipe}", columns, tuple(gains))])
    reader.finish()
