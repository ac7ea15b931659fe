"""Cross-validation: each note is labelled by an engine that was trained on the notes of the other folds.

"At each round of cross-validation, we re-create the feature vector based on the training corpus used for that round"
(Uzuner 2008, section 6.2): values of features, dictionaries and weights come from the other folds alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
import traceback
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from incognote import recipes
from incognote.detect.tagger import Tagger
from incognote.errors import ConfigError, FaultError, IncognoteError
from incognote.learn.journal import Journal, Labelled
from incognote.learn.learner import Progress, no_progress
from incognote.learn.models import fingerprint, versions
from incognote.learn.processes import in_processes
from incognote.learn.settings import require_enough, settings_of
from incognote.learn.training import looks_at_syntax, readings_of, train
from incognote.recipes import TAGGER
from incognote.types import Document


@dataclass(frozen=True)
class Trial:
    """A recipe that is cross-validated: its name, its content, and the numbers of the notes in each fold."""

    name: str
    recipe: Mapping[str, Any]
    folds: Sequence[Sequence[int]]


@dataclass(frozen=True, repr=False)
class Result:
    """All notes, in their order, with what a trial found in each; training took so many seconds a fold."""

    name: str
    found: Sequence[Document]
    seconds: float = field(compare=False)


@dataclass(frozen=True, repr=False)
class Fold:
    """A part of a trial that is done at once. The notes to label come without their gold."""

    key: str
    name: str
    number: int
    recipe: Mapping[str, Any]
    training: Sequence[Document]
    held_out: Sequence[Document]
    parses: Path | None

    def __str__(self) -> str:
        return f"{self.name}, fold {self.number}"


def learns(recipe: Mapping[str, Any]) -> bool:
    """Whether there is anything to train in a recipe."""
    return any(part.get("use") == TAGGER for part in recipe["detectors"])


def crossvalidate(
    docs: Sequence[Document],
    trials: Sequence[Trial],
    workers: int | None = None,
    journal: Path | None = None,
    progress: Progress = no_progress,
    parses: Path | None = None,
) -> list[Result]:
    """The result of each trial, the same for any number of workers (if none is given, as many as there are cores).

    What the journal has isn't done again, and neither is what two trials have in common; nor are sentences parsed
    again that `parses` has.
    """
    if len({doc.id for doc in docs}) < len(docs):
        raise ConfigError("two notes have one id; give each its own")
    kept = Journal(journal)
    folds_of = [folds_of_trial(docs, trial, parses) for trial in trials]
    folds = {fold.key: fold for some in folds_of for fold in some}
    done = {key: labelled for key in folds if (labelled := kept.get(key))}
    left = [fold for key, fold in folds.items() if key not in done]
    workers = min(workers or os.cpu_count() or 1, max(len(left), 1))
    if parses:
        parse_once(docs, [fold.recipe for fold in left], parses, progress)
    progress(left[0].name if left else "", len(done), len(folds))
    with closing(in_processes(label_fold, left, workers)) as ending:
        for key, labelled in ending:
            kept.add(key, str(folds[key]), labelled)
            done[key] = labelled
            progress(folds[key].name, len(done), len(folds))
    return [
        _result(docs, trial, [done[fold.key] for fold in some]) for trial, some in zip(trials, folds_of, strict=True)
    ]


def _require_enough(fold: Fold) -> None:
    for part in fold.recipe["detectors"]:
        if part.get("use") == TAGGER:
            require_enough(part, len(fold.training))


def parse_once(
    docs: Sequence[Document], tried: Iterable[Mapping[str, Any]], parses: Path, progress: Progress = no_progress
) -> None:
    """Parse all sentences before the folds need them, which would each parse the same ones."""
    cut = {settings["tokenizer"]: settings for recipe in tried if (settings := _syntactic(recipe))}
    for settings in cut.values():
        readings_of(docs, settings, progress, parses)


def _syntactic(recipe: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return next((part for part in recipe["detectors"] if part.get("use") == TAGGER and looks_at_syntax(part)), None)


def folds_of_trial(docs: Sequence[Document], trial: Trial, parses: Path | None = None) -> list[Fold]:
    """The folds of a trial; where there is nothing to train, all notes are one."""
    numbers = trial.folds if learns(trial.recipe) else [range(len(docs))]
    ids = [[docs[number].id for number in fold] for fold in numbers]
    made_of = [fingerprint(docs)["sha256"], versions(trial.recipe)]
    folds = []
    for at, fold in enumerate(numbers):
        key = json.dumps([trial.recipe, *made_of, ids, at], sort_keys=True, default=str)
        held_out = set(fold)
        folds.append(
            Fold(
                hashlib.sha256(key.encode()).hexdigest(),
                trial.name,
                at + 1,
                trial.recipe,
                [doc for number, doc in enumerate(docs) if number not in held_out],
                [docs[number].with_spans(()) for number in fold],
                parses,
            )
        )
        _require_enough(folds[-1])
    return folds


def label_fold(fold: Fold) -> tuple[str, Labelled]:
    """Train on the other folds, and label this one."""
    try:
        began = time.perf_counter()
        engine_of = recipes.around(fold.recipe, fold.name)
        tagger = _trained(settings_of(fold.recipe), fold) if learns(fold.recipe) else None
        seconds = time.perf_counter() - began
        engine = engine_of(tagger)
        return fold.key, Labelled({doc.id: engine.find(doc).spans for doc in fold.held_out}, seconds)
    except IncognoteError:
        raise
    except Exception as error:  # its message might quote a note
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}"
        raise FaultError(f"{fold} failed ({where}); please report it") from None


def _trained(settings: Mapping[str, Any], fold: Fold) -> Tagger:
    return Tagger(fold.name, settings, train(fold.training, settings, parses=fold.parses), fold.parses)


def _result(docs: Sequence[Document], trial: Trial, folds: Sequence[Labelled]) -> Result:
    spans = {doc_id: spans for fold in folds for doc_id, spans in fold.spans.items()}
    seconds = sum(fold.seconds for fold in folds) / len(folds) if learns(trial.recipe) else 0.0
    return Result(trial.name, [doc.with_spans(spans[doc.id]) for doc in docs], seconds)
