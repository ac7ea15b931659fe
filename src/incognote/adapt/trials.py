"""Cross-validation over the notes that an engine is adapted by, and what is kept of it.

Each note is labelled by parts that went on learning from the notes of other folds. What has learned from few notes is
surer of itself than it should be, or less sure, so each way gets the highest threshold at which it finds no less than
the engine did before; then the way with the best F is taken, if that is better than before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incognote.adapt.engine import Adaptable, Lesson, Parts, only
from incognote.evaluate.confusion import confusion
from incognote.evaluate.match import compare
from incognote.learn.folds import patient_folds

if TYPE_CHECKING:
    from incognote.evaluate.scores import Score
    from incognote.learn.learner import Progress
    from incognote.types import Document

BEFORE = "as it is"
WAYS: Mapping[str, tuple[bool, bool]] = {
    "tagger adapted": (True, False),
    "head adapted": (False, True),
    "both adapted": (True, True),
}
"""Which parts are adapted: the tagger, the encoder's last layer."""
FOLDS = 5
_FACTORS = (1.5, 1.2, 1.0, 0.7, 0.5, 0.3, 0.2)  # of thresholds
_HIGHEST = 0.9  # threshold
_BALANCED = "balanced"  # a point that stays: it is for neither side

Docs = Sequence["Document"]
Points = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, repr=False)
class Trial:
    """A way of adapting, the operating points for it, and what it found in the notes at the first of them."""

    way: str
    points: Points
    found: Docs
    score: Score
    """Of the words of PHI."""


@dataclass(frozen=True, repr=False)
class Outcome:
    """How the engine did as it is, and how adapted in each way; the best of those, and whether it is better."""

    before: Trial
    trials: Sequence[Trial]
    best: Trial
    is_better: bool
    folds: int


def cross_validated(engine: Adaptable, docs: Docs, lessons: Sequence[Lesson], progress: Progress) -> Outcome:
    """What adapting an engine to notes brings."""
    folds = patient_folds(docs, min(FOLDS, len(docs)))
    parts = []
    for number, fold in enumerate(folds):
        progress("adapting to the other folds", number, len(folds))
        parts.append(engine.adapted([lesson for at, lesson in enumerate(lessons) if at not in set(fold)]))

    def tried(way: str, factor: float) -> Trial:
        points = _moved(engine.points, factor)
        made: dict[int, Document] = {}
        for fold, adapted in zip(folds, parts, strict=True):
            pipeline = engine.pipeline(_chosen(adapted, way), next(iter(points.values())))
            for at in fold:
                progress(way, len(made), len(docs))
                made[at] = pipeline.find(docs[at].with_spans(()))
        found = [made[at] for at in range(len(docs))]
        return Trial(way, points, found, confusion(map(compare, docs, found)).phi())

    before = tried(BEFORE, 1.0)
    trials = []
    for way in WAYS:
        for factor in _FACTORS:
            trial = tried(way, factor)
            if trial.score.recall >= before.score.recall:
                break
        trials.append(trial)
    sound = [one for one in trials if one.score.recall >= before.score.recall and one.score.f > before.score.f]
    best = max(sound or trials, key=lambda trial: trial.score.f)
    return Outcome(before, trials, best, bool(sound), len(folds))


def finished(engine: Adaptable, lessons: Sequence[Lesson], way: str) -> Parts:
    """The parts of a way, gone on learning from all notes."""
    return _chosen(engine.adapted(lessons), way)


def _chosen(adapted: Parts, way: str) -> Parts:
    return only(adapted, *WAYS[way]) if way in WAYS else Parts()


def _moved(points: Points, factor: float) -> dict[str, dict[str, float]]:
    """Operating points whose thresholds are so much higher or lower, but for the balanced one."""
    return {
        name: {
            label: share if name == _BALANCED else min(round(factor * share, 4), _HIGHEST)
            for label, share in thresholds.items()
        }
        for name, thresholds in points.items()
    }
