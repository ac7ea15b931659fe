"""`incognote adapt`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from incognote.cli.learning import warn_of_overlaps, warn_of_seen
from incognote.cli.progress import shown_progress
from incognote.cli.reading import PATH_TYPE, Reader, as_json, reading_options
from incognote.errors import ConfigError, hint
from incognote.formats.files import new_files, require_new
from incognote.wording import number

if TYPE_CHECKING:
    from incognote.adapt.engine import Adaptable
    from incognote.adapt.trials import Outcome
    from incognote.report.tables import Table
    from incognote.types import Document

EXIT_NOT_BETTER = 5
_LEAST_NOTES, _LEAST_PHI = 10, 20
_ENGINE_HELP = "What to start from: incognote, or a model that was adapted before.  [default: incognote]"
_ANYWAY_HELP = "Write the model even if cross-validation doesn't find it better."


@click.command()
@click.option("--notes", required=True, type=PATH_TYPE, help="Corrected notes, annotated whole: a file or folder.")
@click.option("--out", required=True, type=PATH_TYPE, help="New folder for the model. It holds words of the notes.")
@click.option("--engine", default="incognote", metavar="NAME", help=_ENGINE_HELP)
@click.option("--patient-of", metavar="WHERE", help="Whose note a note is, as for `incognote deidentify`.")
@click.option("--anyway", is_flag=True, help=_ANYWAY_HELP)
@click.option("--json", "json_file", type=PATH_TYPE, help="Write all figures to this new file.")
@reading_options
def adapt(
    notes: Path,
    out: Path,
    engine: str,
    patient_of: str | None,
    anyway: bool,
    json_file: Path | None,
    reader: Reader,
) -> None:
    """Adapt the default engine to your hospital by a few dozen corrected notes, and write a model for `--engine`.

    What finds PHI goes on learning from where it is: the tagger, the last layer of the encoder, the thresholds. Cross-
    validation over the notes, all notes of a patient in one fold, shows words, entities and clean notes before and
    after; what doesn't help is left as it is. If nothing helps, nothing is written, and the exit code is 5.

    \b
    incognote adapt --notes corrected/ --out models/ours
    incognote adapt --notes corrected.csv --columns id=NOTE_ID,text=TEXT --patient-of field:MRN --out models/ours
    incognote deidentify notes/ --engine models/ours --out clean/
    """
    from incognote.adapt.engine import Adaptable
    from incognote.adapt.trials import cross_validated, finished
    from incognote.report.terminal import print_tables

    for new in filter(None, (out, json_file)):
        require_new(new)
    began = time.monotonic()
    start = Adaptable(engine)
    docs = _corrected(reader, notes, patient_of)
    _require_enough(docs, start, notes)
    warn_of_overlaps(docs)
    warn_of_seen(engine, docs)
    with shown_progress() as progress, _naming_what_is_missing():
        lessons = start.lessons(docs, progress)
        outcome = cross_validated(start, docs, lessons, progress)
        table = _table(docs, outcome)
        if outcome.is_better or anyway:
            parts = finished(start, lessons, outcome.best.way)
            start.save(out, parts, outcome.best.points, docs, {"by cross-validation": table.as_json()["rows"]})
    if json_file:
        with new_files([json_file]) as (stand_in,):
            stand_in.write_text(as_json({table.key: table.as_json(), "points": outcome.best.points}), "utf-8")
    print_tables([table])
    _tell(outcome, docs, out, anyway, time.monotonic() - began)
    reader.finish()
    if not outcome.is_better and not anyway:
        raise click.exceptions.Exit(EXIT_NOT_BETTER)


def _corrected(reader: Reader, path: Path, patient_of: str | None) -> list[Document]:
    """The notes with their patients."""
    from incognote.known.patient_of import PatientOf

    whose = PatientOf.parse(patient_of) if patient_of else PatientOf()
    return [replace(doc, patient=whose(doc)) for doc in reader.read(path)]


def _require_enough(docs: Sequence[Document], engine: Adaptable, path: Path) -> None:
    """Refuse notes from which nothing can be learned or measured."""
    labels = {span.label for doc in docs for span in doc.spans}
    phi = sum(len(doc.spans) for doc in docs)
    if not phi:
        raise ConfigError(
            f"{path}: no note there has annotations; correct what `incognote detect` finds, and give that"
        )
    if unknown := sorted(labels - engine.labels):
        problem = f"{path}: labels that {engine.name} doesn't know: {', '.join(unknown)}"
        remedy = "(incognote convert --labels changes the label set)"
        raise ConfigError(f"{problem}; {hint(unknown[0], sorted(engine.labels))} {remedy}")
    if len(docs) < _LEAST_NOTES or phi < _LEAST_PHI:
        there = f"{number(len(docs), 'note')} with {phi:,} PHI"
        least = f"at least {_LEAST_NOTES} notes with {_LEAST_PHI} PHI; a few dozen notes are better"
        raise ConfigError(f"{path}: {there} are too few to learn from and to measure on; correct {least}")


def _table(docs: Sequence[Document], outcome: Outcome) -> Table:
    from incognote.evaluate.match import compare
    from incognote.report.adapting import adapting_table

    trials = {
        trial.way: (_first_threshold(trial.points), [*map(compare, docs, trial.found)])
        for trial in (outcome.before, *outcome.trials)
    }
    return adapting_table(trials, f"{outcome.folds} folds", outcome.best.way if outcome.is_better else None)


def _first_threshold(points: Mapping[str, Mapping[str, float]]) -> float:
    from incognote.points import ALL

    return next(iter(points.values()))[ALL]


def _tell(outcome: Outcome, docs: Sequence[Document], out: Path, anyway: bool, seconds: float) -> None:
    """Say what was written and how to use it, or why nothing was."""
    if not outcome.is_better:
        click.echo("adapting found no more PHI by cross-validation without spoiling more", err=True)
        if not anyway:
            remedy = "correct more notes, or write the model with --anyway"
            click.echo(f"nothing was written: the engine does as well as it is; {remedy}", err=True)
            return
    click.echo(f"{number(len(docs), 'note')} -> {out} in {seconds:,.0f} s: {outcome.best.way}", err=True)
    click.echo(f"it holds words of the notes; use it with --engine {out}", err=True)


@contextmanager
def _naming_what_is_missing() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise ConfigError(f"adapting needs {error.name}, which isn't installed; install incognote[train]") from None
