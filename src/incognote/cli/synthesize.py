"""`incognote synthesize`."""

from __future__ import annotations

from pathlib import Path

import click

from incognote import formats
from incognote.cli.progress import shown_progress
from incognote.cli.reading import PATH_TYPE, Reader, as_json, reading_options
from incognote.cli.writing import target
from incognote.errors import ConfigError
from incognote.formats.files import new_files, require_new
from incognote.label_maps import NAMES, OURS, label_map, relabel
from incognote.wording import number

_STYLES = ("random", "ambiguous", "oov", "challenge", "training")
_NOT_ANNOTATED = (
    "no note is annotated; give none that hold real PHI, for what isn't found of it stays in the text, outside the gold"
)
_WORDS_HELP = "Take notes with about so many words in all.  [default: the paper's size; all notes for training]"
_LABELS_HELP = f"Label set of the gold; there are {', '.join(NAMES)}.  [default: {OURS}]"


@click.command()
@click.argument("style", type=click.Choice(_STYLES), metavar="STYLE")
@click.option("--from", "source", required=True, type=PATH_TYPE, help="Notes: annotated, de-identified or transcribed.")
@click.option("--out", required=True, type=PATH_TYPE, help="New file or folder to write.")
@click.option("--seed", required=True, type=int, help="The same seed gives the same notes.")
@click.option("--words", type=click.IntRange(1), help=_WORDS_HELP)
@click.option("--to", metavar="NAME", help="Format of the output; told by its suffix if not given, or else inline.")
@click.option("--labels", metavar="SET", default=OURS, help=_LABELS_HELP)
@click.option("--json", "json_file", type=PATH_TYPE, help="Write the tables to this new file too.")
@reading_options
def synthesize(
    style: str,
    source: Path,
    out: Path,
    seed: int,
    words: int | None,
    to: str | None,
    labels: str,
    json_file: Path | None,
    reader: Reader,
) -> None:
    """Make notes with invented PHI and its gold annotations of notes with slots for it.

    A slot is each PHI of annotated notes. In notes without annotations it is what marks that PHI was taken out
    ([REMOVED], [**Hospital1 18**], <NAME>, Dr. X, MM/DD/YYYY) and what looks like PHI left over; a note whose slots
    can't be told is left out. STYLE says what goes into them:

    \b
    random     common names of dictionaries
    ambiguous  medical words of the notes become names, places and hospitals
    oov        random letters in the form of names, in no dictionary
    challenge  a mixture of all three
    training   names of all cultures, misspelled and word-like ones too
    \b
    incognote synthesize random --from corpus/ --out random/ --seed 1
    incognote synthesize challenge --from notes.jsonl --out made.jsonl --seed 1 --words 50000 --labels i2b2-2006
    """
    from incognote.experiments.corpora import synthesize as make
    from incognote.experiments.described import describe
    from incognote.report.synthesized import synthesized_table
    from incognote.report.terminal import print_tables
    from incognote.synth.templates import templates_of

    name = target(out, to, "inline")
    label_map(labels)
    for new in filter(None, (out, json_file)):
        require_new(new)
    docs = list(reader.read(source))
    with shown_progress() as progress:
        templates, left_out = templates_of(docs, seed, progress)
    if not any(doc.spans for doc in docs):
        click.echo(f"warning: {_NOT_ANNOTATED}", err=True)
    if left_out:
        click.echo(f"{number(left_out, 'note')} left out: a mark of unknown kind, or a word like a name", err=True)
    if not any(template.slots for template in templates):
        problem = (
            "no note there can be used" if left_out else "no note there has PHI, or a place from which it was taken"
        )
        raise ConfigError(f"{source}: {problem}; give notes that are annotated, or marks that tell their kind")
    made = make(style, templates, seed, words)
    table = synthesized_table(style, describe(made))
    formats.write((relabel(doc, OURS, labels) for doc in made), out, name, reader.options)
    if json_file:
        with new_files([json_file]) as (stand_in,):
            stand_in.write_text(as_json({table.key: table.as_json()}), "utf-8")
    print_tables([table])
    click.echo(f"{number(len(made), 'note')} -> {out} ({name})", err=True)
    reader.finish()
