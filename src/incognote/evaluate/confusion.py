"""Word by word: PHI against the rest, each class, the confusion matrix (Uzuner 2008, Sibanda 2006, Aramaki 2006)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from incognote.evaluate.match import Comparison
from incognote.evaluate.scores import Score
from incognote.evaluate.words import NOT_PHI


@dataclass(frozen=True)
class Confusion:
    """How many words of each gold class got each class."""

    counts: Counter[tuple[str, str]]

    def classes(self) -> list[str]:
        """All classes but "not PHI"."""
        return sorted({name for pair in self.counts for name in pair} - {NOT_PHI})

    def scores(self) -> dict[str, Score]:
        """Each class against all others."""
        by_gold, by_pred = self._by_side()
        agreed = {name: self.counts[name, name] for name in {*by_gold, *by_pred}}
        return {name: Score(tp, by_pred[name] - tp, by_gold[name] - tp) for name, tp in agreed.items()}

    def score(self, name: str) -> Score:
        """A class against all others."""
        return self._against(lambda found: found == name)

    def phi(self) -> Score:
        """PHI of any class against the rest."""
        return self._against(lambda found: found != NOT_PHI)

    def not_phi(self) -> Score:
        return self.score(NOT_PHI)

    def _against(self, counts_as: Callable[[str], bool]) -> Score:
        tp = fp = fn = 0
        for (gold, pred), number in self.counts.items():
            tp += number * (counts_as(gold) and counts_as(pred))
            fp += number * (counts_as(pred) and not counts_as(gold))
            fn += number * (counts_as(gold) and not counts_as(pred))
        return Score(tp, fp, fn)

    def kappa(self) -> float:
        """Cohen's kappa: agreement beyond chance. Where both use one and the same class only, it is 1."""
        total = sum(self.counts.values())
        agreed = sum(number for (gold, pred), number in self.counts.items() if gold == pred)
        by_gold, by_pred = self._by_side()
        chance = sum(by_gold[name] * by_pred[name] for name in by_gold) / total**2 if total else 1.0
        return (agreed / total - chance) / (1 - chance) if chance < 1 else 1.0

    def _by_side(self) -> tuple[Counter[str], Counter[str]]:
        """How many words have each class in the gold, and how many got it."""
        by_gold, by_pred = Counter[str](), Counter[str]()
        for (gold, pred), number in self.counts.items():
            by_gold[gold] += number
            by_pred[pred] += number
        return by_gold, by_pred


def confusion(
    comparisons: Iterable[Comparison],
    class_of: Callable[[str], str] = str,
    words: Callable[[str], bool] | None = None,
) -> Confusion:
    """The confusion matrix of notes, over the classes of labels; `words` picks the words that count."""
    counts: Counter[tuple[str, str]] = Counter()
    for comparison in comparisons:
        pairs = zip(comparison.gold_labels, comparison.pred_labels, strict=True)
        counts.update(pair for number, pair in enumerate(pairs) if words is None or words(comparison.word(number)))
    by_class: Counter[tuple[str, str]] = Counter()
    for (gold, pred), number in counts.items():
        by_class[gold and class_of(gold), pred and class_of(pred)] += number
    return Confusion(by_class)


def ambiguous_words(comparisons: Iterable[Comparison]) -> set[str]:
    """Words that the gold annotation has both as PHI and as something else."""
    as_phi, as_other = set[str](), set[str]()
    for comparison in comparisons:
        for number, label in enumerate(comparison.gold_labels):
            (as_phi if label != NOT_PHI else as_other).add(comparison.word(number))
    return as_phi & as_other
