"""`incognote evaluate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from incognote.cli.learning import warn_of_seen
from incognote.cli.progress import shown_progress
from incognote.cli.reading import PATH_TYPE, Reader, as_json, reading_options
from incognote.errors import ConfigError
from incognote.formats.files import new_files, require_new
from incognote.labels import LABELS

if TYPE_CHECKING:
    from incognote.report.evaluation import Evaluation
    from incognote.report.tables import Table
    from incognote.types import Document


@click.command()
@click.option("--gold", type=PATH_TYPE, help="The gold standard: a file or folder. Without one: agreement only.")
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="NAME",
    help="Measure an engine on the gold notes, in place of --pred or beside it: a name or a model. May be given again.",
)
@click.option(
    "--pred",
    "preds",
    multiple=True,
    type=PATH_TYPE,
    help="What to measure: the same notes, annotated by a system or a person. Give several to compare them.",
)
@click.option(
    "--alpha",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="Level of tests and intervals.  [default: 0.05]",
)
@click.option(
    "--dictionary",
    "dictionaries",
    multiple=True,
    type=PATH_TYPE,
    help="A word list: measure the words that are in none of them as well. May be given again.",
)
@click.option("--details", is_flag=True, help="Print all tables: each class, other metrics, confusion, extents.")
@click.option(
    "--json", "json_file", type=PATH_TYPE, help="Write all figures and mistakes to this new file, without text."
)
@click.option("--html", "html_file", type=PATH_TYPE, help="Write a new page with plots and mistakes: it holds PHI.")
@reading_options
def evaluate(
    gold: Path | None,
    engines: tuple[str, ...],
    preds: tuple[Path, ...],
    alpha: float | None,
    dictionaries: tuple[Path, ...],
    details: bool,
    json_file: Path | None,
    html_file: Path | None,
    reader: Reader,
) -> None:
    """Measure annotations against a gold standard, or annotators against each other.

    With one --pred or --engine: what leaks and what is spoilt, words, entities, mistakes, and the thesis's sensitivity.
    With several: each against the gold and against the first and, of several --pred, agreement two by two, and all of
    them put together. With several --pred and no --gold: agreement two by two.

    \b
    incognote evaluate --gold gold/ --pred system/
    incognote evaluate --gold gold/ --pred system/ --html report.html --json report.json
    incognote evaluate --gold gold/ --pred ann/ --pred ben/ --pred cleo/
    incognote evaluate --pred ann/ --pred ben/
    incognote evaluate --gold gold/ --engine deid --engine wi-deid
    """
    from incognote.cli.pairing import paired
    from incognote.report.annotators import agreement_table
    from incognote.report.evaluation import comparison_tables
    from incognote.report.evaluation import evaluate as evaluate_notes
    from incognote.report.terminal import print_tables

    names = [*engines, *_names(preds)]
    outputs = [file for file in (json_file, html_file) if file]
    _require_sensible(names, gold, engines, outputs, bool(html_file or dictionaries or details))
    settings = replace(reader.settings.evaluate, alpha=alpha or reader.settings.evaluate.alpha)
    dictionary = frozenset[str]().union(*(reader.read_words(file) for file in dictionaries))
    notes = _notes(gold, reader) if gold else {}
    if gold and not any(doc.spans for doc in notes.values()):
        click.echo(
            f"{gold}: no note there has annotations, so nothing can leak; only what is spoilt is shown", err=True
        )
    annotations = {name: _found(name, notes) for name in engines}
    annotations |= {name: _notes(pred, reader) for name, pred in zip(_names(preds), preds, strict=True)}
    notes = notes or dict(annotations[names[0]])
    systems = paired(notes, annotations, reader)
    evaluation = None
    if not gold:
        tables = [agreement_table({name: {pair.pred.id: pair.pred for pair in systems[name]} for name in names})]
    elif len(systems) > 1:
        tables = comparison_tables(notes, systems, engines, settings)
    else:
        evaluation = evaluate_notes(systems[names[0]])
        tables = evaluation.tables(settings, dictionary)
    _write(outputs, html_file, f"{names[0]} against {gold}", tables, evaluation, reader)
    print_tables(table for table in tables if details or not table.detail)
    reader.finish()


def _write(
    outputs: Sequence[Path],
    html_file: Path | None,
    title: str,
    tables: Sequence[Table],
    evaluation: Evaluation | None,
    reader: Reader,
) -> None:
    """Write the page and the JSON file that were asked for, both or none."""
    from incognote.report.page import write_page

    set_aside = [str(error) for error in reader.set_aside]
    with new_files(outputs) as stand_ins:
        for stand_in, file in zip(stand_ins, outputs, strict=True):
            if evaluation and file == html_file:
                write_page(stand_in, title, tables, evaluation, set_aside)
            else:
                figures = {table.key: table.as_json() for table in tables}
                lists = evaluation.lists() if evaluation else {}
                stand_in.write_text(as_json({**figures, **lists, "set_aside": set_aside}), "utf-8")


def _require_sensible(
    names: Sequence[str], gold: Path | None, engines: Sequence[str], outputs: Sequence[Path], for_one: bool
) -> None:
    """Refuse options that don't go together, and output that would overwrite something, before any work."""
    if not names:
        raise ConfigError("there is nothing to measure; give --pred, or --engine")
    if engines and not gold:
        raise ConfigError("--engine finds PHI in the notes of --gold; give --gold")
    if len(names) == 1 and not gold:
        raise ConfigError("there is one annotation and nothing to measure it against; give --gold, or another --pred")
    if len(names) > 1 and for_one:
        raise ConfigError("--html, --dictionary and --details are for one annotation; give one --pred or --engine")
    if len(set(names)) < len(names):
        raise ConfigError("an --engine or --pred is given twice; name each once")
    if len({file.resolve() for file in outputs}) < len(outputs):
        raise ConfigError("--json and --html name one file; give two")
    for file in outputs:
        require_new(file)


def _notes(path: Path, reader: Reader) -> dict[str, Document]:
    """The notes of a path by id; says so if their labels are not ours."""
    notes = {doc.id: doc for doc in reader.read(path)}
    foreign = sum(span.label not in LABELS for doc in notes.values() for span in doc.spans)
    if foreign:
        click.echo(
            f"{path}: {foreign:,} spans have labels that aren't of the i2b2 2014 set; tables by main category, of "
            "HIPAA and of the thesis don't know their kind (incognote convert --labels changes the set)",
            err=True,
        )
    return notes


def _found(engine: str, notes: Mapping[str, Document]) -> dict[str, Document]:
    """What an engine finds in notes, by id; it doesn't see their annotations."""
    from incognote import recipes
    from incognote.pipeline import groups, told

    pipeline = recipes.build(engine)
    warn_of_seen(engine, list(notes.values()))
    found: dict[str, Document] = {}
    with shown_progress() as progress:
        for docs in groups(doc.with_spans(()) for doc in notes.values()):
            progress(engine, len(found), len(notes))
            found |= {doc.id: doc for doc in map(told, pipeline.find_many(docs))}
    theirs, ours = ({span.label for doc in some.values() for span in doc.spans} for some in (notes, found))
    if theirs and ours and not theirs & ours:
        click.echo(
            f"{engine}: no label that it found is one of the gold's, so scores that ask for labels are 0", err=True
        )
    return found


def _names(preds: Sequence[Path]) -> list[str]:
    """Short names for paths: their last part, or all of it where two are alike."""
    short = [pred.name or str(pred) for pred in preds]
    names = short if len(set(short)) == len(short) else [str(pred) for pred in preds]
    if len(set(names)) < len(names):
        raise ConfigError("a --pred is given twice; name each once")
    return names
