"""`incognote stats`."""

from __future__ import annotations

from pathlib import Path

import click

from incognote.cli.reading import Reader, read_words, reading_options, write_json


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--dictionary",
    "dictionaries",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A word list, a word a line: say how many words of each label it has. May be given again.",
)
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the tables to this file too.")
@reading_options
def stats(path: Path, dictionaries: tuple[Path, ...], json_file: Path | None, reader: Reader) -> None:
    """Say what a corpus holds: PHI and words by label, ambiguous words, overlap with dictionaries.

    \b
    incognote stats corpus/
    incognote stats corpus/ --dictionary names.txt --dictionary towns.txt --json stats.json
    """
    from incognote.evaluate.describe import count
    from incognote.report.corpus import corpus_tables
    from incognote.report.terminal import print_tables

    words = {file.stem: read_words(file) for file in dictionaries}
    tables = corpus_tables(count(reader.read(path)), words)
    print_tables(tables)
    if json_file:
        write_json(json_file, {table.key: table.as_json() for table in tables})
    reader.finish()
