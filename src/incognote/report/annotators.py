"""Tables of several annotations of the same notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from incognote.config import EvaluateConfig
from incognote.evaluate.agreement import Annotation, agreement, together
from incognote.evaluate.confusion import confusion
from incognote.evaluate.entities import STRICT, note_scores, one_class, shared_classes
from incognote.evaluate.match import Comparison
from incognote.evaluate.safety import safety
from incognote.evaluate.scores import Score, total
from incognote.evaluate.significance import is_significant, z_statistic
from incognote.report.tables import PRF, TEXT, Column, Row, Significant, Table, columns, prf


def side_by_side_table(systems: Mapping[str, Sequence[Comparison]], settings: EvaluateConfig) -> Table:
    rows: list[Row] = []
    scores = {name: word_scores(comparisons) for name, comparisons in systems.items()}
    first_phi, first_other = next(iter(scores.values()))
    for name, comparisons in systems.items():
        phi, other = scores[name]
        strict = total(note_scores(comparisons, STRICT, class_of=shared_classes(comparisons))).f
        found = safety(comparisons)
        marks = [z_mark(*pair, settings.alpha) for pair in ((phi, first_phi), (other, first_other))]
        rows.append((name, *prf(phi), marks[0], other.f, marks[1], strict, found.clean_notes / found.notes))
    return Table(
        "systems",
        "Side by side: words of PHI, words of other text, strict entities, notes without a leak",
        (
            Column("annotation"),
            *PRF,
            Column("z", "+.2f"),
            Column("other F"),
            Column("other z", "+.2f"),
            Column("strict F"),
            Column("clean notes", ".1%"),
        ),
        tuple(rows),
        f"z of the F against the first, by the test of two proportions; * significant at {settings.alpha:g}."
        f"{without_labels(systems)}",
    )


def without_labels(systems: Mapping[str, Sequence[Comparison]]) -> str:
    """Says whose strict F goes by place alone."""
    names = [name for name, comparisons in systems.items() if shared_classes(comparisons) is one_class]
    if not names:
        return ""
    return f" {', '.join(names)}: strict F goes by place alone, for no label that was found is one of the gold's."


def word_scores(comparisons: Sequence[Comparison]) -> tuple[Score, Score]:
    """The scores of words of PHI and of other words."""
    words = confusion(comparisons)
    return words.phi(), words.not_phi()


def z_mark(score: Score, first: Score, alpha: float) -> float | None:
    """The z of an F against another, marked if they differ at this level."""
    if score is first or not score.gold:
        return None
    z = z_statistic(score.f, score.gold, first.f, first.gold)
    return Significant(z) if is_significant(z, alpha) else z


def agreement_table(annotators: Mapping[str, Annotation]) -> Table:
    rows: list[Row] = []
    for one, other in combinations(annotators, 2):
        found = agreement(annotators[one], annotators[other])
        rows.append((f"{one} / {other}", found.kappa_phi, found.kappa_labels, found.word_f, found.strict_f))
    return Table(
        "agreement",
        "Agreement of annotators, two by two",
        columns("annotators", "kappa, PHI or not", "kappa, labels", "F of PHI words", "strict F"),
        tuple(rows),
    )


def together_table(gold: Annotation, annotators: Sequence[Annotation]) -> Table:
    rows: list[Row] = []
    for row in together(gold, annotators):
        people = f"{row.people} {'person' if row.people == 1 else 'people'}"
        for name, values in (("sensitivity", row.sensitivity), ("PPV", row.ppv)):
            rows.append((people, name, min(values), max(values), sum(values) / len(values)))
    return Table(
        "together",
        "Annotators together against the gold standard (Neamatullah 2006, Table 2.1)",
        (Column("annotators"), Column("measure", TEXT), *columns("min", "max", "mean")),
        tuple(rows),
    )
