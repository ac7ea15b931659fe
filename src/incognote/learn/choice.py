"""Choosing a learner's settings: each combination of values is cross-validated, and the best strict F wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from incognote.evaluate.entities import note_scores, shared_classes
from incognote.evaluate.match import compare
from incognote.evaluate.scores import total
from incognote.learn.crossvalidation import Result, Trial, crossvalidate
from incognote.learn.folds import AUTHOR, RANDOM, folds_by, has_authors
from incognote.learn.learner import Progress, no_progress
from incognote.learn.settings import settings_of, with_learner

if TYPE_CHECKING:
    from incognote.types import Document


def choose(
    docs: Sequence[Document],
    recipe: Mapping[str, Any],
    grid: Mapping[str, Sequence[Any]],
    folds: int,
    journal: Path | None = None,
    progress: Progress = no_progress,
    workers: int | None = None,
    parses: Path | None = None,
) -> tuple[dict[str, Any], list[tuple[dict[str, Any], float]]]:
    """The recipe with the best settings of its learner, and each combination of the grid's values with its strict F.

    Folds go by author where ids name several. Of combinations with the same F the first wins. Choosing goes on where
    it was stopped if it has a journal, and parses no sentence again that `parses` has.
    """
    parts = folds_by(AUTHOR if has_authors(docs) else RANDOM, docs, folds)
    combinations = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    trials = [Trial(shown(values), with_learner(recipe, values), parts) for values in combinations]
    for trial in trials:
        settings_of(trial.recipe)  # refuses what can't be, before any is trained
    results = crossvalidate(docs, trials, workers, journal, lambda _, done, of: progress("choosing", done, of), parses)
    scores = [(values, _strict_f(docs, result)) for values, result in zip(combinations, results, strict=True)]
    best, _ = max(scores, key=lambda score: score[1])
    return with_learner(recipe, best), scores


def shown(values: Mapping[str, Any]) -> str:
    """A combination as a person reads it: `l1 = 0.1, epochs = 10`."""
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _strict_f(docs: Sequence[Document], result: Result) -> float:
    pairs = [compare(gold, found) for gold, found in zip(docs, result.found, strict=True)]
    return total(note_scores(pairs, class_of=shared_classes(pairs))).f
