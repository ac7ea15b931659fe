"""Our tables in the shape of the papers': the same numbers, methods and classes, with our figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from incognote.evaluate.confusion import Confusion
from incognote.evaluate.scores import Score, total
from incognote.evaluate.significance import is_significant, z_statistic
from incognote.evaluate.words import NOT_PHI
from incognote.experiments.classes import ANY, NAMED
from incognote.experiments.printed import Printed, Row
from incognote.experiments.printed.uzuner2008_features import ALIKE
from incognote.experiments.scores import AMBIGUOUS, OOV, confusion_of
from incognote.experiments.studies import Result

Results = Mapping[str, Result]
"""Results of studies by their keys."""

NON_PHI = "Non-PHI"
OTHER_THAN_IDS, PEOPLE_AND_PLACES = "all PHI but IDs", "people, locations, organizations"
ONLY_AMBIGUOUS, ONLY_OOV = "only ambiguous", "only oov"


def measured(
    table: Printed,
    score_of: Callable[[Results, Printed, Row], Score | None],
    results: Results,
    reference: str = "",
) -> Printed:
    """A table with our figures. Rows that differ significantly from those of the reference method are marked."""
    scores = {(row.method, row.kind): found for row in table.rows if (found := score_of(results, table, row))}
    rows = []
    for row in table.rows:
        if score := scores.get((row.method, row.kind)):
            others = {method: other for (method, kind), other in scores.items() if kind == row.kind}
            rows.append(_row(row, score, _is_marked(table, row, score, others, reference)))
    return replace(table, rows=tuple(rows))


def _is_marked(table: Printed, row: Row, score: Score, others: Mapping[str, Score], reference: str) -> bool:
    """Whether a score differs from the reference or, in tables that mark features, is like that of another one."""
    if table.marks == ALIKE:
        return any(method != row.method and not _differ(score, other) for method, other in others.items())
    best = others.get(reference)
    return row.method != reference and best is not None and _differ(score, best, by_recall=row.f is None)


def view(found: Confusion, scored: str) -> Confusion:
    """What a table scores of a confusion matrix of words."""
    if scored == OTHER_THAN_IDS:
        return _changed(found, lambda gold, pred: None if gold == "ID" else (gold, pred))
    if scored in (PEOPLE_AND_PLACES, ONLY_AMBIGUOUS):
        return _changed(found, _names_alone if scored == PEOPLE_AND_PLACES else _names_or_nothing)
    return found


def words_of(result: Result, scored: str) -> Confusion:
    """The confusion matrix of words that a table is about."""
    which = {ONLY_AMBIGUOUS: AMBIGUOUS, ONLY_OOV: OOV}.get(scored)
    return view(confusion_of(result.counts, which) if which else confusion_of(result.counts), scored)


def score_of_class(found: Confusion, kind: str) -> Score:
    """PHI, no PHI, or one of the papers' classes."""
    if kind == "PHI":
        return found.phi()
    return found.not_phi() if kind == NON_PHI else found.score(kind.upper())


def per_cent(value: float) -> float | None:
    return None if value != value else 100 * value


def score_of_counts(counts: Mapping[str, int]) -> Score:
    return Score(counts.get("tp", 0), counts.get("fp", 0), counts.get("fn", 0))


def summed(scores: Iterable[Mapping[str, int]]) -> Score:
    """The sum of scores that are kept as counts."""
    return total(map(score_of_counts, scores))


def _names_alone(gold: str, pred: str) -> tuple[str, str]:
    """Whatever is no person, location or organisation is no PHI here."""
    counts = (*NAMED, ANY)
    return gold if gold in counts else NOT_PHI, pred if pred in counts else NOT_PHI


def _names_or_nothing(gold: str, pred: str) -> tuple[str, str] | None:
    """Words of people, locations and organisations, and words that are no PHI."""
    return (gold, pred) if gold in NAMED or gold == NOT_PHI else None


def _changed(found: Confusion, change: Callable[[str, str], tuple[str, str] | None]) -> Confusion:
    counts = Counter[tuple[str, str]]()
    for (gold, pred), number in found.counts.items():
        if (pair := change(gold, pred)) is not None:
            counts[pair] += number
    return Confusion(counts)


def _row(row: Row, score: Score, marked: bool) -> Row:
    """Our figures where the paper has some."""
    precision, recall, f = (
        per_cent(value) if printed is not None else None
        for printed, value in ((row.precision, score.precision), (row.recall, score.recall), (row.f, score.f))
    )
    return Row(row.method, row.kind, precision, recall, f, marked)


def _differ(one: Score, other: Score, by_recall: bool = False) -> bool:
    """Whether two F, or two recalls, differ by the test of two proportions (Uzuner 2008, section 8.2)."""
    if not one.gold or not other.gold:
        return False
    first, second = (one.recall, other.recall) if by_recall else (one.f, other.f)
    return is_significant(z_statistic(first, one.gold, second, other.gold))
