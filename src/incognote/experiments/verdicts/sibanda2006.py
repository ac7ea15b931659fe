"""What tables say of the claims of Sibanda and Uzuner 2006."""

from __future__ import annotations

from collections.abc import Callable

from incognote.experiments.judged import Check, Tables
from incognote.experiments.verdicts.checks import bound, columns, highest, over, over_in, significantly_over
from incognote.experiments.verdicts.figures import by_method, by_table, counted, titled, without

SVM, SNOW, IFINDER, HEURISTIC = "SVM", "SNoW", "IFinder", "H+D"
ALL_PHI = ("2", "4", "7", "11")  # the four corpora
NAMED = ("3", "5", "8", "12")  # the same, people, locations, organizations
EVERYWHERE = (*ALL_PHI, *NAMED, "9", "13")
NEAREST = ("target word", "bigram before", "bigram after", "word before", "word after")
SIGNIFICANT = 1  # "a performance difference of 1% or more is statistically significant"


def _ambiguity_and_oov(tables: Tables) -> list[Check]:
    """Heuristics do worse where words are ambiguous, or in no dictionary, than on the random corpus."""
    f = by_table(tables, ("2", "7", "9", "11"), HEURISTIC)
    recall = by_table(tables, ("2", "13"), HEURISTIC, "recall")
    return [*over(f, titled("2")), *over(recall, titled("2"))]


def _ambiguous_words(tables: Tables) -> list[Check]:
    """Significant is what is marked, or by the paper's rule where a table has no marks."""
    return [
        check
        for column in columns(tables, ("7", "8", "9"))
        for check in (
            over(column, SVM, by=SIGNIFICANT) if column.marked is None else significantly_over(column, SVM)
        )
    ]  # fmt: skip


def _one_per_cent(tables: Tables) -> list[Check]:
    """Whether what differs by a point is marked; the paper's own tables have no marks."""
    return [
        Check(f"{column.place}: {SVM} {column.figures[SVM]:.1f} and {name} {figure:.1f} differ significantly", marked)
        for column in columns(tables, EVERYWHERE)
        if column.marked is not None and SVM in column.figures
        for name, figure in without(column, SVM).figures.items()
        if round(abs(column.figures[SVM] - figure), 6) >= SIGNIFICANT
        for marked in [name in column.marked]
    ]


CHECKS: dict[str, Callable[[Tables], list[Check]]] = {
    "sibanda2006.svm-best": lambda tables: over_in(tables, EVERYWHERE, SVM),
    "sibanda2006.ambiguity-and-oov": _ambiguity_and_oov,
    "sibanda2006.ambiguous-words": _ambiguous_words,
    "sibanda2006.local-over-dictionaries": lambda tables: over_in(tables, ALL_PHI, SVM, HEURISTIC),
    "sibanda2006.local-over-global": lambda tables: [
        *over_in(tables, ALL_PHI, SVM, IFINDER),
        *over_in(tables, NAMED, SVM, SNOW),
    ],
    "sibanda2006.heuristics-over-identifinder": lambda tables: over_in(tables, ("2",), HEURISTIC, IFINDER),
    "sibanda2006.oov-share": lambda tables: bound(by_method(tables, "13"), "≥", 95.5, SVM),
    "sibanda2006.one-per-cent": _one_per_cent,
    "sibanda2006.information-gain": lambda tables: highest(
        counted(tables, "gain", "bits")._replace(place="Information gain, bits"), *NEAREST
    ),
}
