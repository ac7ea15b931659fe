"""What tables say of the claims of the thesis (Neamatullah 2006)."""

from __future__ import annotations

from collections.abc import Callable

from incognote.experiments.judged import Check, Tables
from incognote.experiments.verdicts.checks import bound, lowest, over
from incognote.experiments.verdicts.figures import Column, by_method, counted, shares, titled

ALGORITHM, ONE, TWO, THREE = "Algorithm", "1 person, mean", "2 people, mean", "3 people, mean"
MISSED = "false negatives"


def _sensitivity(tables: Tables, number: str) -> Column:
    return by_method(tables, number, measure="recall")._replace(place=titled(number, "sensitivity"))


def _ppv(tables: Tables, number: str) -> Column:
    return by_method(tables, number, measure="precision")._replace(place=titled(number, "PPV"))


def _between_one_and_two(tables: Tables) -> list[Check]:
    """By sensitivity; what is missed of all words goes by how many of them are PHI, which other notes have more of."""
    found = _sensitivity(tables, "4.1")
    return [*over(found, ALGORITHM, (ONE,)), *over(found, TWO, (ALGORITHM,))]


def _more_people(tables: Tables) -> list[Check]:
    """The means rise from one person to two and from two to three."""
    return [
        check
        for column in (_sensitivity(tables, "2.1"), _ppv(tables, "2.1"))
        for more, fewer in ((TWO, ONE), (THREE, TWO))
        for check in over(column, more, (fewer,))
    ]


def _three_people_miss(tables: Tables) -> list[Check]:
    return bound(_sensitivity(tables, "2.1"), "<", 100, "3 people, min", "3 people, max", THREE)


CHECKS: dict[str, Callable[[Tables], list[Check]]] = {
    "neamatullah2006.between-one-and-two": _between_one_and_two,
    "neamatullah2006.sensitivity-and-ppv": lambda tables: [
        *bound(_sensitivity(tables, "4.1"), "≥", 87, ALGORITHM),
        *bound(_ppv(tables, "4.1"), "≥", 63, ALGORITHM),
    ],
    "neamatullah2006.ppv-below-people": lambda tables: lowest(_ppv(tables, "4.1"), ALGORITHM),
    "neamatullah2006.more-people": _more_people,
    "neamatullah2006.three-people-miss": _three_people_miss,
    "neamatullah2006.medium-risk": lambda tables: bound(shares(counted(tables, "4.4", MISSED)), ">", 50, "Medium"),
    "neamatullah2006.no-patient-name": lambda tables: bound(
        counted(tables, "4.3", MISSED), "=", 0, "Patient's full or last name"
    ),
    "neamatullah2006.ppv-over-before": lambda tables: [],
}

WHY_NOT = {
    "neamatullah2006.more-people": "it is about people, and no people have de-identified our notes",
    "neamatullah2006.three-people-miss": "it is about people, and no people have de-identified our notes",
    "neamatullah2006.ppv-over-before": "the previous versions of the algorithm are not to be had",
}
"""Claims that no figures of ours can decide."""
