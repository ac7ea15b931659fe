"""Entity by entity, as the 2014 challenge and He 2015 score: strict, relaxed and token."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from incognote.evaluate.match import Comparison
from incognote.evaluate.scores import Score, total
from incognote.types import Document, Span

STRICT, RELAXED, TOKEN = "strict", "relaxed", "token"
METRICS = (STRICT, RELAXED, TOKEN)

_SLACK = 2  # characters that the end may be off by in the relaxed metric
_TOKEN = re.compile(r"[^\W_]+")

_Unit = tuple[int, int, str]


def entity_scores(
    comparison: Comparison,
    metric: str = STRICT,
    keep: Collection[str] | None = None,
    class_of: Callable[[str], str] = str,
) -> dict[str, Score]:
    """The score of each class in a note; `keep` restricts both sides to some labels.

    strict: same place and class. relaxed: the end may be off by two characters. token: the tokens of entities with
    their class, so that an entity found in pieces counts.
    """
    gold, pred = (_units(doc, metric, keep, class_of) for doc in (comparison.gold, comparison.pred))
    found = _agreed_relaxed(gold, pred) if metric == RELAXED else Counter(label for _, _, label in gold & pred)
    in_gold, in_pred = (Counter(label for _, _, label in units) for units in (gold, pred))
    return {
        label: Score(found[label], in_pred[label] - found[label], in_gold[label] - found[label])
        for label in {*in_gold, *in_pred}
    }


def note_scores(
    comparisons: Iterable[Comparison],
    metric: str = STRICT,
    keep: Collection[str] | None = None,
    class_of: Callable[[str], str] = str,
) -> list[Score]:
    """The score of each note over all its entities."""
    return [total(entity_scores(comparison, metric, keep, class_of).values()) for comparison in comparisons]


def one_class(label: str) -> str:
    """The same class for all labels: entities are compared by their places alone."""
    return "PHI"


def shared_classes(comparisons: Iterable[Comparison]) -> Callable[[str], str]:
    """Labels as they are or, where nothing that was found has a label of the gold, one class.

    So an engine that only tells PHI from the rest is compared by places.
    """
    in_gold, in_pred = set[str](), set[str]()
    for comparison in comparisons:
        in_gold.update(span.label for span in comparison.gold.spans)
        in_pred.update(span.label for span in comparison.pred.spans)
    return str if in_gold & in_pred else one_class


def class_scores(
    comparisons: Sequence[Comparison],
    metric: str = STRICT,
    keep: Collection[str] | None = None,
    class_of: Callable[[str], str] = str,
) -> dict[str, Score]:
    """The score of each class over all notes."""
    sums: dict[str, Score] = {}
    for comparison in comparisons:
        for label, score in entity_scores(comparison, metric, keep, class_of).items():
            sums[label] = sums.get(label, Score()) + score
    return sums


def _units(doc: Document, metric: str, keep: Collection[str] | None, class_of: Callable[[str], str]) -> set[_Unit]:
    spans: Iterable[Span] = doc.spans if keep is None else (span for span in doc.spans if span.label in keep)
    if metric != TOKEN:
        return {(span.start, span.end, class_of(span.label)) for span in spans}
    return {
        (span.start + token.start(), span.start + token.end(), class_of(span.label))
        for span in spans
        for token in _TOKEN.finditer(doc[span])
    }


def _agreed_relaxed(gold: set[_Unit], pred: set[_Unit]) -> Counter[str]:
    """As many pairs as there can be, one to one, with the same start and class and nearly the same end."""
    found = Counter[str]()
    waiting: dict[tuple[int, str], list[int]] = {}
    for start, end, label in sorted(pred, reverse=True):
        waiting.setdefault((start, label), []).append(end)
    for start, end, label in sorted(gold):
        ends = waiting.get((start, label), [])
        while ends and ends[-1] < end - _SLACK:
            ends.pop()
        if ends and ends[-1] <= end + _SLACK:
            ends.pop()
            found[label] += 1
    return found
