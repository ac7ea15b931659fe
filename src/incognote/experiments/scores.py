"""What is kept of a fold: counts, from which every table is made. They hold no text of a note."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from incognote.evaluate.confusion import Confusion
from incognote.evaluate.entities import METRICS, STRICT, entity_scores, one_class
from incognote.evaluate.match import Comparison, compare
from incognote.evaluate.mistakes import MISSING, SPURIOUS, TYPE, find_mistakes
from incognote.evaluate.scores import Score
from incognote.evaluate.sensitivity import sensitivity
from incognote.evaluate.words import joined_word_places
from incognote.experiments.classes import NAMED, class_of
from incognote.labels import main_category
from incognote.thesis import FULL_NAME, LAST_NAME
from incognote.types import Document

ALL, AMBIGUOUS, OOV = "all", "ambiguous", "oov"
_TO = ">"

Counts = dict[str, Any]
"""Numbers by names, which may hold numbers by names again."""


@dataclass(frozen=True, repr=False)
class Words:
    """Words of a corpus that some tables are about: those that are PHI and not PHI, and names in no dictionary."""

    ambiguous: frozenset[str] = frozenset()
    oov: frozenset[str] = frozenset()

    def fingerprint(self) -> str:
        return sha256(json.dumps([sorted(self.ambiguous), sorted(self.oov)]).encode()).hexdigest()


def scores_of(gold: Sequence[Document], pred: Sequence[Document], words: Words, in_detail: bool = False) -> Counts:
    """The counts of a fold; `in_detail` those of mistakes and of the thesis too."""
    pairs = [compare(one, other, joined_word_places) for one, other in zip(gold, pred, strict=True)]
    counts: Counts = {"words": _words(pairs, words), "entities": _entities(pairs)}
    return {**counts, "mistakes": _mistakes(pairs), "thesis": _thesis(gold, pred)} if in_detail else counts


def total(folds: Iterable[Mapping[str, Any]]) -> Counts:
    """The sum of counts, name by name."""
    summed: Counts = {}
    for fold in folds:
        for name, value in fold.items():
            if isinstance(value, Mapping):
                summed[name] = total((summed.get(name, {}), value))
            else:
                summed[name] = summed.get(name, 0) + value
    return summed


def confusion_of(counts: Counts, which: str = ALL) -> Confusion:
    """The confusion matrix of words: of all, of those that are ambiguous, or of those in no dictionary."""
    return Confusion(Counter({(*name.split(_TO),): number for name, number in counts["words"].get(which, {}).items()}))


def pairs_of(counts: Mapping[str, int]) -> dict[tuple[str, str], int]:
    """Counts by pairs of names."""
    return {(first, second): number for name, number in counts.items() for first, second in [name.split(_TO)]}


def _words(pairs: Sequence[Comparison], words: Words) -> Counts:
    found: dict[str, Counter[str]] = {ALL: Counter(), AMBIGUOUS: Counter(), OOV: Counter()}
    for pair in pairs:
        for number, labels in enumerate(zip(pair.gold_labels, pair.pred_labels, strict=True)):
            name = _TO.join(labels)
            found[ALL][name] += 1
            word = pair.word(number)
            if word in words.ambiguous:
                found[AMBIGUOUS][name] += 1
            if class_of(labels[0]) in NAMED and word in words.oov:
                found[OOV][name] += 1
    return {which: dict(sorted(counts.items())) for which, counts in found.items() if counts}


def _entities(pairs: Sequence[Comparison]) -> Counts:
    """By label in each metric; by place alone and by main category in the strict one."""
    views: dict[str, tuple[str, Callable[[str], str]]] = {metric: (metric, str) for metric in METRICS}
    views |= {"place": (STRICT, one_class), "main": (STRICT, main_category)}
    found: dict[str, dict[str, Score]] = {name: {} for name in views}
    for pair in pairs:
        for name, (metric, name_of) in views.items():
            for label, score in entity_scores(pair, metric, class_of=name_of).items():
                found[name][label] = found[name].get(label, Score()) + score
    return {
        name: {label: {"tp": score.tp, "fp": score.fp, "fn": score.fn} for label, score in sorted(scores.items())}
        for name, scores in found.items()
    }


def _mistakes(pairs: Sequence[Comparison]) -> Counts:
    """Kinds of mistakes; types by gold and found label, with what is missing and spurious; extents by gold label."""
    kinds, types, extents = Counter[str](), Counter[str](), Counter[str]()
    for pair in pairs:
        for span in set(pair.gold.spans) & set(pair.pred.spans):
            types[f"{span.label}{_TO}{span.label}"] += 1
        for mistake in find_mistakes(pair.gold, pair.pred):
            kinds[mistake.kind] += 1
            labels = [span.label if span else "" for span in (mistake.gold, mistake.pred)]
            if mistake.kind in (TYPE, MISSING, SPURIOUS):
                types[_TO.join(labels)] += 1
            else:
                extents[f"{labels[0]}{_TO}{mistake.extent}"] += 1
    return {
        name: dict(sorted(counts.items()))
        for name, counts in (("kinds", kinds), ("types", types), ("extents", extents))
    }


def _thesis(gold: Sequence[Document], pred: Sequence[Document]) -> Counts:
    found = sensitivity(zip(gold, pred, strict=True))
    return {
        "notes": found.notes,
        "words": found.words,
        "identified": dict(sorted(found.identified.items())),
        "escaped": dict(sorted(found.escaped.items())),
        "false positives": found.score().fp,
        "names of patients escaped": sum(
            escaped.span.label == "PATIENT" and escaped.tag in (FULL_NAME, LAST_NAME)
            for escaped in found.false_negatives
        ),
    }
