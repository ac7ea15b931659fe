"""`incognote train`."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from incognote.cli.learning import chosen, going_on_from, grid_of, recipe_of, warn_of_labels, warn_of_overlaps
from incognote.cli.progress import PARSES_HELP, shown_progress
from incognote.cli.reading import PATH_TYPE, Reader, reading_options
from incognote.errors import ConfigError
from incognote.formats.files import require_new
from incognote.wording import number

if TYPE_CHECKING:
    from incognote.pipeline import Pipeline
    from incognote.types import Document

_LANGUAGE_HELP = "Language of the notes, such as es: leaves out what is made for English.  [default: en]"
_CHOOSE_HELP = "Learner's settings to choose among by cross-validation: l2=0.01,0.1,1. May be given again."


@click.command()
@click.argument("recipe")
@click.option("--corpus", required=True, type=PATH_TYPE, help="Annotated notes to learn from: a file or folder.")
@click.option("--out", required=True, type=PATH_TYPE, help="New folder for the model. It holds words of the notes.")
@click.option("--test", "test", type=PATH_TYPE, help="Other annotated notes: the model's scores there go into it.")
@click.option("--parses", type=PATH_TYPE, help=PARSES_HELP)
@click.option("--language", metavar="CODE", help=_LANGUAGE_HELP)
@click.option("--choose", "choices", multiple=True, metavar="NAME=VALUE,…", help=_CHOOSE_HELP)
@click.option("--folds", type=click.IntRange(2), default=5, show_default=True, help="Folds for --choose.")
@click.option("--workers", type=click.IntRange(1), help="Folds done at a time by --choose.  [default: cores]")
@reading_options
def train(
    recipe: str,
    corpus: Path,
    out: Path,
    test: Path | None,
    parses: Path | None,
    language: str | None,
    choices: tuple[str, ...],
    folds: int,
    workers: int | None,
    reader: Reader,
) -> None:
    """Train an engine on annotated notes of any format, and write a model: a folder that `--engine` takes.

    RECIPE is the name of an engine that learns (`incognote engines` lists them) or a recipe file of your own. With
    --choose, each combination of values is cross-validated first; what is done is kept in OUT.choice.jsonl until the
    model is written, so that the command goes on where it was stopped.

    \b
    incognote train wi-deid --corpus notes/ --out models/ours
    incognote train crfd --corpus notes/ --test others/ --choose l1=0.05,0.2 --out models/crfd
    incognote train wi-deid --corpus meddocan/train --language es --out models/meddocan
    incognote detect more-notes/ --engine models/ours
    """
    from incognote import recipes
    from incognote.detect.tagger import Tagger
    from incognote.learn import models
    from incognote.learn.settings import labels_learned, settings_of
    from incognote.learn.training import train

    require_new(out)
    written = recipe_of(recipe, language)
    settings = settings_of(written)
    engine_of = recipes.around(written, recipe)
    grid = grid_of(choices, settings["learner"])
    docs = _annotated(reader, corpus)
    others = _annotated(reader, test) if test else []
    warn_of_overlaps(docs)
    warn_of_labels(recipe, settings, docs)
    _warn_of_test(docs, others, settings.get("one_class"))
    began = time.monotonic()
    journal = out.with_name(f"{out.name}.choice.jsonl")
    why: dict[str, Any] = {}
    with going_on_from(journal) if grid else nullcontext():
        if grid:
            written, why = chosen(docs, written, grid, folds, journal, workers, parses)
            settings = settings_of(written)
        with shown_progress() as progress:
            learner = train(docs, settings, progress, parses)
    seconds = time.monotonic() - began
    scores = _scores(engine_of(Tagger(recipe, settings, learner, parses)), others) if others else {}
    manifest = models.Manifest(Path(recipe).stem, written, labels_learned(settings, docs), {**scores, **why})
    models.save(out, manifest, learner, docs)
    if grid:
        journal.unlink(missing_ok=True)
    click.echo(f"{number(len(docs), 'note')} -> {out} in {seconds:,.0f} s{_memory()}", err=True)
    for name, value in scores.items():
        click.echo(f"{name} {value:.4f}", err=True)
    reader.finish()


def _annotated(reader: Reader, path: Path) -> list[Document]:
    docs = list(reader.read(path))
    if not any(doc.spans for doc in docs):
        raise ConfigError(f"{path}: no note there has annotations, so there is nothing to learn or to measure")
    return docs


def _warn_of_test(docs: Sequence[Document], others: Sequence[Document], one_class: str | None) -> None:
    """Say where scores on test notes will not mean what they seem to."""
    texts = {doc.text for doc in docs}
    if seen := sum(doc.text in texts for doc in others):
        problem = f"notes to test on are notes that it is trained on ({seen:,} of {len(others):,})"
        click.echo(f"warning: {problem}, so the scores say little of others", err=True)
    learned, there = ({span.label for doc in some for span in doc.spans} for some in (docs, others))
    if others and not there & ({one_class} if one_class else learned):
        remedy = "" if one_class else " (incognote convert --labels changes the label set)"
        click.echo(f"no label that is learned is in the test notes, so strict F goes by place alone{remedy}", err=True)


def _memory() -> str:
    """The most memory that was taken, where the system tells it."""
    try:
        import resource
    except ImportError:  # Windows
        return ""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    megabytes = most / 2**20 if sys.platform == "darwin" else most / 2**10  # in bytes there, in KB elsewhere
    return f", {megabytes:,.0f} MB of memory"


def _scores(engine: Pipeline, docs: list[Document]) -> dict[str, float]:
    from incognote.evaluate.confusion import confusion
    from incognote.evaluate.entities import note_scores, shared_classes
    from incognote.evaluate.match import compare
    from incognote.evaluate.scores import total

    pairs = [compare(doc, engine.find(doc.with_spans(()))) for doc in docs]
    words = confusion(pairs).phi()
    strict = total(note_scores(pairs, class_of=shared_classes(pairs)))
    return {"word precision": words.precision, "word recall": words.recall, "word F": words.f, "strict F": strict.f}
