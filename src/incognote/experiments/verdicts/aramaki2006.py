"""What tables say of the claims of Aramaki 2006."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from incognote.experiments.judged import Check, Tables
from incognote.experiments.verdicts.checks import bound, compared, highest, over
from incognote.experiments.verdicts.figures import Column, by_kind, by_method, only, rises, titled, without

BASELINE, SENTENCES, RESOURCES, CONSISTENCY = "BASELINE", "BASE+SF", "BASE+EX", "BASE+LC"
TWO_WAY, BY_TYPE = "PHI or not (Table 4)", "by type (Table 5)"


def _overall(tables: Tables) -> tuple[Column, Column]:
    return by_method(tables, "4"), by_method(tables, "5", "all")


def _rise(tables: Tables, method: str) -> Column:
    """How much the F of each type rises above the baseline."""
    place = f"{titled('5')}, rise of F from {BASELINE} to {method}"
    return without(rises(place, by_kind(tables, "5", BASELINE), by_kind(tables, "5", method)), "all")


def _sentences_types(tables: Tables) -> list[Check]:
    """Especially: F rises, and more than by the median of the other types."""
    special = ("ID", "DATE", "PATIENT")
    column = _rise(tables, SENTENCES)
    others = without(column, *special).figures
    if not others:
        return []
    usual = median(others.values())
    if usual <= 0:
        return bound(column, ">", 0, *special)
    return [
        compared(column.place, rise, ">", ("the median of the others", usual))
        for rise in only(column, special).figures.items()
    ]


def _resources_types(tables: Tables) -> list[Check]:
    found = [by_method(tables, "5", kind) for kind in ("DATE", "DOCTOR", "LOCATION", "PATIENT")]
    return [check for column in found for check in over(column, RESOURCES, (BASELINE,))]


def _consistency(tables: Tables) -> Column:
    """How much label consistency raises F, two-way and by type."""
    found: dict[str, float] = {}
    for name, column in zip((TWO_WAY, BY_TYPE), _overall(tables), strict=True):
        if {BASELINE, CONSISTENCY} <= set(column.figures):
            found[name] = column.figures[CONSISTENCY] - column.figures[BASELINE]
    return Column(f"Rise of F from {BASELINE} to {CONSISTENCY}", found)


def _slight(tables: Tables) -> list[Check]:
    """Slight is less than half a point, up or down."""
    column = only(_consistency(tables), (TWO_WAY,))
    return [
        Check(f"{column.place}: {name} {rise:+.2f}, less than 0.5 either way", abs(rise) < 0.5)
        for name, rise in column.figures.items()
    ]


def _non_local(tables: Tables) -> list[Check]:
    """Sentence features or label consistency, whichever is better, raise F."""
    found: list[Check] = []
    for column in _overall(tables):
        useful = only(column, (SENTENCES, CONSISTENCY)).figures
        if useful:
            found += over(column, max(useful, key=lambda name: useful[name]), (BASELINE,))
    return found


CHECKS: dict[str, Callable[[Tables], list[Check]]] = {
    "aramaki2006.proposed-best": lambda tables: [
        check for column in _overall(tables) for check in highest(column, "PROPOSED")
    ],
    "aramaki2006.sentences-most": lambda tables: [
        check for column in _overall(tables) for check in over(column, SENTENCES, (BASELINE, RESOURCES, CONSISTENCY))
    ],
    "aramaki2006.sentences-types": _sentences_types,
    "aramaki2006.resources-types": _resources_types,
    "aramaki2006.consistency-two-way": _slight,
    "aramaki2006.consistency-types": lambda tables: over(_consistency(tables), BY_TYPE, (TWO_WAY,)),
    "aramaki2006.non-local": _non_local,
}
