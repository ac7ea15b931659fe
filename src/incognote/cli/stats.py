"""`incognote stats`."""

from __future__ import annotations

from pathlib import Path

import click

from incognote.cli.reading import PATH_TYPE, Reader, as_json, reading_options
from incognote.formats.files import new_files, require_new


@click.command()
@click.argument("path", type=PATH_TYPE)
@click.option(
    "--dictionary",
    "dictionaries",
    multiple=True,
    type=PATH_TYPE,
    help="A word list: say how many words of each label it has. May be given again.",
)
@click.option("--json", "json_file", type=PATH_TYPE, help="Write the tables to this new file too.")
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

    if json_file:
        require_new(json_file)
    words = {str(file): reader.read_words(file) for file in dictionaries}
    tables = corpus_tables(count(reader.read(path)), words)
    if json_file:
        with new_files([json_file]) as (stand_in,):
            stand_in.write_text(as_json({table.key: table.as_json() for table in tables}), "utf-8")
    print_tables(tables)
    reader.finish()
