"""Studies: an engine that is trained and measured on a corpus. What papers have in common is done once."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from incognote import recipes
from incognote.experiments.classes import in_classes, named_only, with_old_ages
from incognote.experiments.described import Described
from incognote.experiments.kept import Folds, Kept
from incognote.experiments.scores import Counts, Words, scores_of, total
from incognote.learn.crossvalidation import Fold, Trial, folds_of_trial, label_fold, parse_once
from incognote.learn.folds import author_split, random_folds
from incognote.learn.journal import Labelled
from incognote.learn.learner import Progress, no_progress
from incognote.learn.processes import in_processes
from incognote.learn.settings import in_language
from incognote.types import Document

RANDOM, AMBIGUOUS, OOV, AUTHENTIC, CHALLENGE = CORPORA = ("random", "ambiguous", "oov", "authentic", "challenge")

CLASSES, NAMES, OLD_AGES, LABELS = "classes", "names", "old ages", "labels"
_SCORING = "1"
"""To be changed with what is counted in a fold, so that earlier counts aren't taken for today's."""
_TASKS: dict[str, Callable[[Document], Document]] = {
    CLASSES: in_classes,
    NAMES: named_only,
    OLD_AGES: with_old_ages,
    LABELS: lambda doc: doc,
}
"""What is learned and scored: the eight classes, people and places alone, the types of 2006, or all labels."""


@dataclass(frozen=True)
class Study:
    """A recipe on a corpus; `split` trains on three fifths of the notes, by author, and measures on the others."""

    corpus: str
    name: str
    recipe: Mapping[str, Any] = field(compare=False)
    task: str = CLASSES
    split: bool = False

    @property
    def key(self) -> str:
        parts = (self.corpus, self.name, self.task if self.task != CLASSES else "", "split" if self.split else "")
        return ", ".join(filter(None, parts))


@dataclass(frozen=True, repr=False)
class Setup:
    """What studies work on: corpora, what is in them, the words that some tables are about, and how many folds."""

    corpora: Mapping[str, Sequence[Document]]
    described: Mapping[str, Described]
    words: Mapping[str, Words]
    folds: int


@dataclass(frozen=True)
class Result:
    """The counts of a study over all its folds, seconds of training a fold, and seconds that all of it took."""

    counts: Counts
    seconds: float
    took: float


@dataclass(frozen=True, repr=False)
class _Job:
    study: Study
    fold: Fold
    gold: Sequence[Document]
    words: Words

    @property
    def key(self) -> str:
        """What its counts are the result of."""
        parts = (_SCORING, self.fold.key, self.words.fingerprint(), self.study.task)
        return sha256(" ".join(parts).encode()).hexdigest()


def engine(corpus: str, name: str, task: str = CLASSES, split: bool = False) -> Study:
    """The study of an engine as its recipe is."""
    return Study(corpus, name, in_language(recipes.load(name), None), task, split)


def with_features(study: Study, name: str, features: Sequence[Mapping[str, Any]], **settings: Any) -> Study:
    """The study of a recipe whose tagger has these features and settings."""
    parts = [{**part, "features": list(features), **settings} for part in study.recipe["detectors"]]
    return replace(study, name=name, recipe={**study.recipe, "detectors": parts})


def run(
    studies: Sequence[Study], setup: Setup, folder: Path, workers: int = 1, progress: Progress = no_progress
) -> dict[str, Result]:
    """The results of studies by their keys. Folds that the folder has aren't done again."""
    names = dict.fromkeys(study.corpus for study in studies)
    kept = {name: Folds(folder / "folds" / f"{name}.jsonl") for name in names}
    folder.mkdir(parents=True, exist_ok=True)
    parses = folder / "parses"
    jobs_of = {study.key: _jobs(study, setup, parses) for study in studies}
    same = dict[str, list[_Job]]()  # corpora may have the same notes
    for job in (job for some in jobs_of.values() for job in some):
        same.setdefault(job.fold.key, []).append(job)
    left = [some[0] for some in same.values() if not all(kept[job.study.corpus].get(job.key) for job in some)]
    for name in names:
        recipes_left = [job.study.recipe for job in left if job.study.corpus == name]
        parse_once(setup.corpora[name], recipes_left, parses, progress)
    before, done = time.perf_counter(), len(same) - len(left)
    progress(left[0].study.key if left else "", done, len(same))
    with closing(in_processes(label_fold, [job.fold for job in left], workers)) as ending:
        for key, found in ending:
            now = time.perf_counter()
            for job in same[key]:
                kept[job.study.corpus].add(job.key, _scored(job, found, now - before))
            before, done = now, done + 1
            progress(same[key][0].study.key, done, len(same))
    return {
        key: _result([there for job in some if (there := kept[job.study.corpus].get(job.key))])
        for key, some in jobs_of.items()
    }


def _scored(job: _Job, found: Labelled, took: float) -> Kept:
    pred = [_TASKS[job.study.task](doc.with_spans(found.spans[doc.id])) for doc in job.gold]
    counts = scores_of(job.gold, pred, job.words, in_detail=job.study.task == LABELS)
    return Kept(f"{job.study.key}, fold {job.fold.number}", found.seconds, took, counts)


def _jobs(study: Study, setup: Setup, parses: Path) -> list[_Job]:
    docs, words = setup.corpora[study.corpus], setup.words.get(study.corpus, Words())
    gold = [_TASKS[study.task](doc) for doc in docs]
    numbers = [author_split(docs)] if study.split else random_folds(len(docs), setup.folds)
    by_id = {doc.id: doc for doc in gold}
    made = folds_of_trial(gold, Trial(study.key, study.recipe, numbers), parses)
    return [_Job(study, fold, [by_id[doc.id] for doc in fold.held_out], words) for fold in made]


def _result(folds: Sequence[Kept]) -> Result:
    seconds = sum(fold.seconds for fold in folds) / len(folds)
    return Result(total(fold.counts for fold in folds), seconds, sum(fold.took for fold in folds))
