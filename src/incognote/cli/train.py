"""`incognote train`."""

from __future__ import annotations

import resource
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from incognote.cli.progress import PARSES_HELP, shown_progress
from incognote.cli.reading import PATH_TYPE, Reader, reading_options
from incognote.cli.writing import number
from incognote.errors import ConfigError
from incognote.formats.files import require_new

if TYPE_CHECKING:
    from incognote.learn.learner import Learner, Progress
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
    reader: Reader,
) -> None:
    """Train an engine on annotated notes of any format, and write a model: a folder that `--engine` takes.

    RECIPE is the name of an engine that learns (`incognote engines` lists them) or a recipe file of your own. With
    --choose, each combination of values is cross-validated first; what is done is kept in OUT.choice.jsonl, so that the
    command goes on where it was stopped.

    \b
    incognote train wi-deid --corpus notes/ --out models/ours
    incognote train crfd --corpus notes/ --test others/ --choose l1=0.05,0.2 --out models/crfd
    incognote train wi-deid --corpus meddocan/train --language es --out models/meddocan
    incognote detect more-notes/ --engine models/ours
    """
    from incognote import recipes
    from incognote.learn import models
    from incognote.learn.settings import settings_of
    from incognote.learn.training import train

    require_new(out)
    written = recipes.load(recipe)
    settings = settings_of(written, language)
    docs = _annotated(reader, corpus)
    others = _annotated(reader, test) if test else []
    began = time.monotonic()
    with shown_progress() as progress:
        if choices:
            settings = _chosen(docs, settings, choices, folds, out, progress, parses)
        learner = train(docs, settings, progress, parses)
    seconds = time.monotonic() - began
    scores = _scores(learner, settings, others) if others else {}
    labels = sorted({span.label for doc in docs for span in doc.spans})
    detectors = [settings if part["use"] == "tagger" else part for part in written["detectors"]]
    manifest = models.Manifest(
        Path(recipe).stem, {**written, "detectors": detectors}, labels, models.fingerprint(docs), scores
    )
    models.save(out, manifest, learner)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    click.echo(f"{number(len(docs), 'note')} -> {out} in {seconds:,.0f} s, {memory:,.0f} MB of memory", err=True)
    for name, value in scores.items():
        click.echo(f"{name} {value:.4f}", err=True)
    reader.finish()


def _annotated(reader: Reader, path: Path) -> list[Document]:
    docs = list(reader.read(path))
    if not any(doc.spans for doc in docs):
        raise ConfigError(f"{path}: no note there has annotations, so there is nothing to learn or to measure")
    return docs


def _chosen(
    docs: list[Document],
    settings: dict[str, Any],
    choices: tuple[str, ...],
    folds: int,
    out: Path,
    progress: Progress,
    parses: Path | None,
) -> dict[str, Any]:
    from incognote.learn.choice import choose

    grid = dict(_values(choice, settings["learner"]) for choice in choices)
    journal = out.with_name(f"{out.name}.choice.jsonl")
    best, results = choose(docs, settings, grid, folds, journal, progress, parses=parses)
    for values, f in results:
        click.echo(f"{values}: strict F {f:.4f}", err=True)
    return {**settings, "learner": best}


def _values(choice: str, learner: dict[str, Any]) -> tuple[str, list[Any]]:
    name, _, listed = choice.partition("=")
    if name not in learner:
        there = ", ".join(key for key in learner if key != "use")
        raise ConfigError(f"--choose {choice}: the learner has no setting {name!r}; it has: {there}")
    try:
        return name, [type(learner[name])(value) for value in listed.split(",")]
    except ValueError:
        raise ConfigError(f"--choose {choice}: give values like {learner[name]}, with commas") from None


def _scores(learner: Learner, settings: dict[str, Any], docs: list[Document]) -> dict[str, float]:
    from incognote.detect.tagger import Tagger
    from incognote.evaluate.confusion import confusion
    from incognote.evaluate.entities import note_scores, shared_classes
    from incognote.evaluate.match import compare
    from incognote.evaluate.scores import total
    from incognote.pipeline import Pipeline

    engine = Pipeline("test", [Tagger("test", settings, learner)])
    pairs = [compare(doc, engine.find(doc.with_spans(()))) for doc in docs]
    words = confusion(pairs).phi()
    strict = total(note_scores(pairs, class_of=shared_classes(pairs)))
    return {"word precision": words.precision, "word recall": words.recall, "word F": words.f, "strict F": strict.f}
