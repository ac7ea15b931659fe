"""`incognote evaluate`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from incognote.cli.reading import Reader, read_words, reading_options, write_json
from incognote.errors import ConfigError

if TYPE_CHECKING:
    from incognote.evaluate.match import Comparison
    from incognote.types import Document


@click.command()
@click.option("--gold", required=True, type=click.Path(path_type=Path), help="The gold standard: a file or folder.")
@click.option(
    "--pred",
    "preds",
    required=True,
    multiple=True,
    type=click.Path(path_type=Path),
    help="What to measure: the same notes, annotated by a system or a person. Give several to compare them.",
)
@click.option(
    "--alpha", type=click.FloatRange(0, 1, min_open=True, max_open=True), help="Level of tests and intervals."
)
@click.option(
    "--dictionary",
    "dictionaries",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A word list, a word a line: measure the words that are in none of them as well. May be given again.",
)
@click.option("--details", is_flag=True, help="Print all tables: each class, confusion, extents.")
@click.option(
    "--json", "json_file", type=click.Path(path_type=Path), help="Write all figures and mistakes, without text."
)
@click.option(
    "--html", "html_file", type=click.Path(path_type=Path), help="Write a page with plots and mistakes: it holds PHI."
)
@reading_options
def evaluate(
    gold: Path,
    preds: tuple[Path, ...],
    alpha: float | None,
    dictionaries: tuple[Path, ...],
    details: bool,
    json_file: Path | None,
    html_file: Path | None,
    reader: Reader,
) -> None:
    """Measure annotations against a gold standard, or annotators against each other.

    With one --pred: what leaks and what is spoilt, words, entities, mistakes, and the thesis's sensitivity. With
    several: each against the gold and against the first, agreement two by two, and all of them put together.

    \b
    incognote evaluate --gold gold/ --pred system/
    incognote evaluate --gold gold/ --pred system/ --html report.html --json report.json
    incognote evaluate --gold gold/ --pred ann/ --pred ben/ --pred cleo/
    """
    from incognote.report.evaluation import comparison_tables, evaluation_tables
    from incognote.report.page import write_page
    from incognote.report.terminal import print_tables

    settings = replace(reader.settings.evaluate, alpha=alpha or reader.settings.evaluate.alpha)
    names = _names(preds)
    notes = {doc.id: doc for doc in reader.read(gold)}
    systems = _compared(notes, [{doc.id: doc for doc in reader.read(pred)} for pred in preds], names, reader)
    if len(systems) > 1:
        if html_file:
            raise ConfigError("--html shows one annotation; give one --pred")
        tables = comparison_tables(notes, systems, settings)
        mistakes = {}
    else:
        (comparisons,) = systems.values()
        dictionary = frozenset().union(*(read_words(file) for file in dictionaries))
        tables = evaluation_tables(comparisons, settings, dictionary)
        mistakes = _mistakes(comparisons)
        if html_file:
            write_page(html_file, f"{names[0]} against {gold}", tables, comparisons)
    print_tables(table for table in tables if details or not table.detail)
    if json_file:
        write_json(json_file, {**{table.key: table.as_json() for table in tables}, **mistakes})
    reader.finish()


def _compared(
    gold: dict[str, Document], preds: list[dict[str, Document]], names: Sequence[str], reader: Reader
) -> dict[str, list[Comparison]]:
    """Each annotation beside the gold; with --keep-going, over the notes that all of them have."""
    from incognote.evaluate.match import compare_all

    if reader.set_aside:
        common = set(gold).intersection(*preds)
        for notes in (gold, *preds):
            for doc_id in set(notes) - common:
                del notes[doc_id]
    if not gold:
        raise ConfigError("there are no notes to compare")
    return {name: compare_all(gold, pred) for name, pred in zip(names, preds, strict=True)}


def _names(preds: Sequence[Path]) -> list[str]:
    """Short names for paths: their last part, or all of it where two are alike."""
    short = [pred.name or str(pred) for pred in preds]
    names = short if len(set(short)) == len(short) else [str(pred) for pred in preds]
    if len(set(names)) < len(names):
        raise ConfigError("a --pred is given twice; name each once")
    return names


def _mistakes(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """The mistakes by place, without text."""
    from incognote.evaluate.mistakes import find_mistakes
    from incognote.evaluate.sensitivity import sensitivity

    listed = [
        {
            "id": pair.gold.id,
            "kind": mistake.kind,
            **({"extent": mistake.extent} if mistake.extent else {}),
            "gold": _span(mistake.gold),
            "found": _span(mistake.pred),
        }
        for pair in comparisons
        for mistake in find_mistakes(pair.gold, pair.pred)
    ]
    found = sensitivity((pair.gold, pair.pred) for pair in comparisons)
    return {
        "mistakes": listed,
        "false_negatives": [{"id": doc_id, **(_span(span) or {})} for doc_id, span in found.false_negatives],
        "false_positives": [{"id": doc_id, **(_span(span) or {})} for doc_id, span in found.false_positives],
    }


def _span(span: Any) -> dict[str, Any] | None:
    return {"start": span.start, "end": span.end, "label": span.label} if span else None
