"""Precision, recall and F from what was found, missed and found in vain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import nan


@dataclass(frozen=True)
class Score:
    """Counts of true positives, false positives and false negatives.

    Where there was something to find and nothing was found, precision is 0; where there was nothing on either side,
    precision, recall and F are not numbers.
    """

    tp: int = 0
    fp: int = 0
    fn: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def gold(self) -> int:
        return self.tp + self.fn

    @property
    def system(self) -> int:
        return self.tp + self.fp

    @property
    def precision(self) -> float:
        return self._share(self.system)

    @property
    def recall(self) -> float:
        return self._share(self.gold)

    @property
    def f(self) -> float:
        return self._share((self.gold + self.system) / 2)

    def _share(self, of: float) -> float:
        if not self.gold + self.system:
            return nan
        return self.tp / of if of else 0.0


def total(scores: Iterable[Score]) -> Score:
    return sum(scores, Score())


def f_measure(precision: float, recall: float) -> float:
    """The harmonic mean of precision and recall."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@dataclass(frozen=True)
class Macro:
    """Precision and recall averaged over notes, and the F of the two averages.

    Notes with nothing to find in which nothing was found don't count.
    """

    precision: float
    recall: float

    @property
    def f(self) -> float:
        return f_measure(self.precision, self.recall)


def macro(scores: Iterable[Score]) -> Macro:
    counting = [score for score in scores if score.gold + score.system]
    if not counting:
        return Macro(nan, nan)
    return Macro(
        sum(score.precision for score in counting) / len(counting),
        sum(score.recall for score in counting) / len(counting),
    )
