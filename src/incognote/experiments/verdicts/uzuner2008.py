"""What tables say of the claims of Uzuner 2008."""

from __future__ import annotations

from collections.abc import Callable

from incognote.experiments.judged import Check, Tables
from incognote.experiments.verdicts.checks import (
    bound,
    columns,
    highest,
    lowest,
    over,
    over_in,
    significantly_over_in,
)
from incognote.experiments.verdicts.figures import (
    Column,
    by_kind,
    by_method,
    by_table,
    counted_row,
    only,
    shares,
    titled,
    without,
)

STAT, SNOW, IFINDER, HEURISTIC, CRFD = "Stat De-id", "SNoW", "IFinder", "H+D", "CRFD"
TARGET, LEXICAL, SYNTACTIC, DICTIONARY = "Target words", "Lexical bigrams", "Syntactic bigrams", "Dictionary"
RANDOM, AUTHENTIC, CHALLENGE = FEATURES = ("16", "17", "18")
ALL_PHI = ("4", "6", "8", "11", "14")  # the five corpora
NAMED = ("5", "7", "9", "12", "15")  # the same, people, locations, organizations
LOCAL = tuple(f"19-{corpus}" for corpus in ("random", "authentic", "ambiguous", "oov", "challenge"))


def _recall(tables: Tables, numbers: tuple[str, ...], sign: str, limit: float) -> list[Check]:
    found = [by_method(tables, number, measure="recall") for number in numbers]
    return [check for column in found for check in bound(column, sign, limit, STAT)]


def _random_named(tables: Tables) -> list[Check]:
    """Comparable is what doesn't differ significantly."""
    column = only(by_method(tables, "5"), (STAT, SNOW))
    if column.marked is None or len(column.figures) < 2:
        return []
    both = " and ".join(f"{name} {figure:.1f}" for name, figure in column.figures.items())
    return [Check(f"{column.place}: {both} don't differ significantly", SNOW not in column.marked)]


def _all_over_target(tables: Tables) -> list[Check]:
    """Stat De-id with all its features beside target words alone, which stand in tables of their own."""
    found: list[Check] = []
    for whole, alone in zip(("4", "6", "14"), FEATURES, strict=True):
        figures = {**only(by_method(tables, whole), (STAT,)).figures, **by_method(tables, alone).figures}
        found += over(Column(f"{titled(whole)} and {titled(alone)}, PHI", figures), STAT, (TARGET,))
    return found


def _weakest_classes(tables: Tables) -> list[Check]:
    found = [by_kind(tables, number, STAT) for number in ("20-authentic", "20-challenge")]
    return [check for column in found for check in lowest(column, "Phone", "Location")]


def _taken(tables: Tables, actual: str) -> Column:
    return counted_row(tables, "21", actual)._replace(place=f"{titled('21')}, {actual} taken for")


def _people_rarely_confused(tables: Tables) -> list[Check]:
    """Rarely is less than two of a hundred words."""
    patients, doctors = (shares(_taken(tables, actual)) for actual in ("Patient", "Doctor"))
    return [*bound(patients, "<", 2, "Doctor"), *bound(doctors, "<", 2, "Patient")]


def _locations_as_hospitals(tables: Tables) -> list[Check]:
    """Of all classes of PHI, locations are taken for hospitals most often."""
    return highest(without(_taken(tables, "Location"), "Location", "Non-PHI"), "Hospital")


CHECKS: dict[str, Callable[[Tables], list[Check]]] = {
    "uzuner2008.context-over-dictionaries": lambda tables: over_in(tables, ALL_PHI, STAT, HEURISTIC),
    "uzuner2008.oov-context": lambda tables: over_in(tables, ("11", "13"), STAT, HEURISTIC),
    "uzuner2008.significantly-best": lambda tables: significantly_over_in(tables, (*ALL_PHI, *NAMED, "10", "13"), STAT),
    "uzuner2008.random-named": _random_named,
    "uzuner2008.ambiguous-best": lambda tables: significantly_over_in(tables, ("8", "9", "10"), STAT),
    "uzuner2008.oov-heuristics-lowest": lambda tables: lowest(by_method(tables, "11"), HEURISTIC),
    "uzuner2008.challenge-order": lambda tables: lowest(by_method(tables, "14"), IFINDER),
    "uzuner2008.recall-90": lambda tables: _recall(tables, ("8", "10", "11", "13", "14"), ">", 90),
    "uzuner2008.recall-94": lambda tables: _recall(tables, ALL_PHI, "≥", 94),  # more than 97 would be as well
    "uzuner2008.all-over-target": _all_over_target,
    "uzuner2008.target-authentic": lambda tables: over(  # much more useful is ten points of F
        by_table(tables, FEATURES, TARGET), titled(AUTHENTIC), by=10
    ),
    "uzuner2008.best-features-random": lambda tables: highest(by_method(tables, RANDOM), LEXICAL, SYNTACTIC),
    "uzuner2008.best-features-challenge": lambda tables: highest(by_method(tables, CHALLENGE), LEXICAL, SYNTACTIC),
    "uzuner2008.best-features-authentic": lambda tables: highest(by_method(tables, AUTHENTIC), TARGET, SYNTACTIC),
    "uzuner2008.context-over-dictionary-features": lambda tables: [
        *over_in(tables, FEATURES, LEXICAL, DICTIONARY),
        *over_in(tables, FEATURES, SYNTACTIC, DICTIONARY),
    ],
    "uzuner2008.syntactic-over-lexical": lambda tables: over_in(tables, FEATURES, SYNTACTIC, LEXICAL),
    "uzuner2008.nothing-alone": lambda tables: bound(by_method(tables, RANDOM), "=", 0, "MeSH", "Orthographic"),
    "uzuner2008.local-context": lambda tables: over_in(tables, LOCAL, STAT, SNOW, IFINDER),
    "uzuner2008.local-context-86": lambda tables: [
        check for column in columns(tables, LOCAL) for check in bound(column, ">", 86, SNOW, IFINDER)
    ],
    "uzuner2008.crf-worse": lambda tables: significantly_over_in(
        tables, ("4", "6", "8", "10", "11", "13", "14"), STAT, CRFD
    ),
    "uzuner2008.weakest-classes": _weakest_classes,
    "uzuner2008.people-rarely-confused": _people_rarely_confused,
    "uzuner2008.locations-as-hospitals": _locations_as_hospitals,
}
