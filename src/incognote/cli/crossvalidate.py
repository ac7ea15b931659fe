"""`incognote crossvalidate`."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from incognote import formats
from incognote.cli.learning import going_on_from, recipe_of, warn_of_labels, warn_of_overlaps, warn_of_seen
from incognote.cli.progress import PARSES_HELP, shown_progress
from incognote.cli.reading import PATH_TYPE, Reader, as_json, reading_options
from incognote.errors import ConfigError
from incognote.formats.files import new_files, new_folder, require_new
from incognote.labels import left_out
from incognote.types import Document

if TYPE_CHECKING:
    from incognote.learn.crossvalidation import Result
    from incognote.report.tables import Table

_RANDOM = "random"
_KINDS = ("author", _RANDOM)
_FOLDS_HELP = "Folds; by author at most one an author."
_BY_HELP = (
    "What makes a fold: whole authors (the part of a note's id before the hyphen) or random notes. May be given twice."
    "  [default: both, where ids name several authors]"
)
_ONLY_HELP = "Labels or main categories (NAME, LOCATION, DATE, …) to train on and to score, with commas."
_LANGUAGE_HELP = "Language of the notes, such as es: leaves out what is made for English."
_WORKERS_HELP = "Folds at a time, each in a process of its own.  [default: the number of cores]"
_OUT_HELP = "New folder for what was found, RECIPE.FOLDS.jsonl: it holds the notes."
_JOURNAL_HELP = "Keep finished folds in this file, without text, and go on from there when started again."


@click.command()
@click.argument("recipes", nargs=-1, required=True, metavar="RECIPE…")
@click.option("--corpus", required=True, type=PATH_TYPE, help="Annotated notes: a file or folder.")
@click.option("--folds", type=click.IntRange(2), default=10, show_default=True, help=_FOLDS_HELP)
@click.option("--by", "kinds", multiple=True, type=click.Choice(_KINDS), help=_BY_HELP)
@click.option("--only", default="", metavar="LABEL,…", help=_ONLY_HELP)
@click.option("--language", metavar="CODE", help=_LANGUAGE_HELP)
@click.option("--workers", type=click.IntRange(1), help=_WORKERS_HELP)
@click.option("--json", "json_file", type=PATH_TYPE, help="Write all figures to this new file.")
@click.option("--out", type=PATH_TYPE, help=_OUT_HELP)
@click.option("--journal", type=PATH_TYPE, help=_JOURNAL_HELP)
@click.option("--parses", type=PATH_TYPE, help=PARSES_HELP)
@reading_options
def crossvalidate(
    recipes: tuple[str, ...],
    corpus: Path,
    folds: int,
    kinds: tuple[str, ...],
    only: str,
    language: str | None,
    workers: int | None,
    json_file: Path | None,
    out: Path | None,
    journal: Path | None,
    parses: Path | None,
    reader: Reader,
) -> None:
    """Train and measure engines on the same notes: each note is labelled by an engine trained on the other folds.

    RECIPE is the name of an engine, a recipe file of your own, or a model, whose recipe is trained again. Engines that
    learn nothing, such as deid, are measured beside them. A table for each kind of folds has words of PHI, entities,
    notes without a leak, with intervals; a second one tests each two recipes for a difference.

    \b
    incognote crossvalidate wi-deid crfd deid --corpus corpus/
    incognote crossvalidate wi-deid mine.toml --corpus notes/ --folds 5 --by author --json figures.json
    incognote crossvalidate snow stat-deid --corpus corpus/ --only NAME,LOCATION
    incognote crossvalidate aramaki --corpus corpus/ --journal aramaki.folds --out found/
    incognote evaluate --gold corpus/ --pred found/aramaki.author.jsonl --html report.html
    """
    from incognote.learn import crossvalidation
    from incognote.learn.crossvalidation import Trial, learns
    from incognote.learn.folds import folds_by, has_authors
    from incognote.learn.models import fingerprint
    from incognote.report.terminal import print_tables

    for new in filter(None, (json_file, out)):
        require_new(new)
    chosen = _chosen(recipes, language)
    labels = [label.strip() for label in only.split(",") if label.strip()]
    docs, excluded = _gold(corpus, labels, reader)
    warn_of_overlaps(docs)
    for name, recipe in chosen.items():
        for part in recipe["detectors"]:
            warn_of_labels(name, part, docs)
        if not learns(recipe):
            warn_of_seen(name, docs)
    ways = tuple(dict.fromkeys(kinds)) or (_KINDS if has_authors(docs) else (_RANDOM,))
    folds_of = {kind: folds_by(kind, docs, folds) for kind in ways}
    trials = [Trial(name, recipe, folds_of[kind]) for kind in ways for name, recipe in chosen.items()]
    with going_on_from(journal) if journal else nullcontext(), shown_progress() as progress:
        results = iter(crossvalidation.crossvalidate(docs, trials, workers, journal, progress, parses))
    found = {kind: [_without(next(results), excluded) for _ in chosen] for kind in ways}
    tables = {kind: _tables(docs, found[kind], kind, len(folds_of[kind]), reader) for kind in ways}
    about = {"corpus": fingerprint(docs), "only": labels, "language": language}
    _write(json_file, out, tables, found, {**about, "set_aside": [str(error) for error in reader.set_aside]})
    print_tables(table for some in tables.values() for table in some)
    if out:
        click.echo(f"{out} holds the notes with what was found; keep it where the notes may be kept", err=True)
    reader.finish()


def _chosen(recipes: Sequence[str], language: str | None) -> dict[str, dict[str, Any]]:
    """Recipes by short names: a file's or a folder's without where it is."""
    from incognote.learn.crossvalidation import learns

    chosen = {Path(name).name.removesuffix(".toml"): recipe_of(name, language) for name in recipes}
    for name, recipe in zip(recipes, chosen.values(), strict=False):
        if Path(name).is_dir() and not learns(recipe):
            problem = f"{name} was adapted, and it can't be trained again from nothing"
            raise ConfigError(f"{problem}; measure it with incognote evaluate --engine, or adapt to these notes")
    if len(chosen) < len(recipes):
        raise ConfigError("two recipes have one name; give each once, and files names of their own")
    return chosen


def _gold(corpus: Path, only: Sequence[str], reader: Reader) -> tuple[list[Document], frozenset[str]]:
    """The notes with the labels that --only leaves, and the labels that it leaves out."""
    docs = list(reader.read(corpus))
    excluded = left_out(only, {span.label for doc in docs for span in doc.spans}) if only else frozenset[str]()
    docs = [_stripped(doc, excluded) for doc in docs]
    if not any(doc.spans for doc in docs):
        wanted = f" of {', '.join(only)}" if only else ""
        raise ConfigError(f"{corpus}: no note there has annotations{wanted}; give notes that have")
    return docs, excluded


def _stripped(doc: Document, labels: Container[str]) -> Document:
    return doc.with_spans(span for span in doc.spans if span.label not in labels)


def _without(result: Result, labels: Container[str]) -> Result:
    """What engines that don't learn find of other labels is no mistake."""
    return replace(result, found=[_stripped(doc, labels) for doc in result.found])


def _tables(docs: Sequence[Document], results: Sequence[Result], kind: str, folds: int, reader: Reader) -> list[Table]:
    from incognote.evaluate.match import compare
    from incognote.report.crossvalidation import crossvalidation_tables

    systems = {result.name: [compare(*pair) for pair in zip(docs, result.found, strict=True)] for result in results}
    seconds = {result.name: result.seconds for result in results}
    which = f"{folds} random folds" if kind == _RANDOM else f"{folds} folds by author"
    return crossvalidation_tables(which, systems, seconds, reader.settings.evaluate)


def _write(
    json_file: Path | None,
    out: Path | None,
    tables: Mapping[str, Sequence[Table]],
    found: Mapping[str, Sequence[Result]],
    about: Mapping[str, Any],
) -> None:
    """Write the figures and the notes that were asked for, both or none."""
    with ExitStack() as all_written:
        if out:
            folder = all_written.enter_context(new_folder(out))
            folder.chmod(0o700)
            for kind, results in found.items():
                for result in results:
                    bare = (Document(doc.id, doc.text, doc.spans) for doc in result.found)
                    formats.write(bare, folder / f"{result.name}.{kind}.jsonl", "jsonl")
        if json_file:
            (stand_in,) = all_written.enter_context(new_files([json_file]))
            figures = {kind: {table.key: table.as_json() for table in some} for kind, some in tables.items()}
            stand_in.write_text(as_json({**figures, **about}), "utf-8")
