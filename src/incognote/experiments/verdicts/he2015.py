"""What tables say of the claims of He 2015."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from incognote.experiments.judged import Check, Tables
from incognote.experiments.verdicts.checks import bound, compared, highest, lowest, over
from incognote.experiments.verdicts.figures import (
    Column,
    by_kind,
    by_method,
    counted,
    counted_row,
    filled,
    only,
    rises,
    shares,
    titled,
    without,
)

SYSTEM, COMPARISON = "WI-deId", "Comparison System"
RUNS = ("Best official run", "Unofficial run 1", "Unofficial run 2")
CATEGORIES, LEVELS = ("i2b2", "HIPAA"), ("token", "strict", "relaxed")
MAIN = ("NAME", "PROFESSION", "LOCATION", "AGE", "DATE", "CONTACT", "ID")
SUMS = ("NAME", "LOCATION", "CONTACT", "ID", "all")  # categories that have types
FEW = ("PROFESSION", "ORGANIZATION", "COUNTRY", "LOCATION-OTHER", "FAX", "EMAIL", "DEVICE")
MISSED = ("PROFESSION", "ORGANIZATION", "LOCATION-OTHER", "FAX", "EMAIL", "DEVICE")


def _runs(tables: Tables) -> list[Column]:
    return [by_kind(tables, "3", run) for run in RUNS]


def _hipaa_over_i2b2(tables: Tables) -> list[Check]:
    return [
        check for run in _runs(tables) for level in LEVELS for check in over(run, f"HIPAA {level}", (f"i2b2 {level}",))
    ]


def _token_over_entity(tables: Tables) -> list[Check]:
    return [
        check
        for run in _runs(tables)
        for name in CATEGORIES
        for check in over(run, f"{name} token", (f"{name} strict", f"{name} relaxed"))
    ]


def _relaxed_over_strict(tables: Tables) -> list[Check]:
    return [
        compared(run.place, (relaxed, run.figures[relaxed]), "≥", (strict, run.figures[strict]))
        for run in _runs(tables)
        for relaxed, strict in ((f"{name} relaxed", f"{name} strict") for name in CATEGORIES)
        if {relaxed, strict} <= set(run.figures)
    ]


def _few_instances(tables: Tables) -> list[Check]:
    """The types it names, if they have few instances here too, have lower F than the median of the others."""
    f = without(by_kind(tables, "4", SYSTEM), *SUMS)
    others = without(f, *FEW).figures
    train = counted(tables, "4", "train").figures
    if not others or not set(f.figures) <= set(train):
        return []
    few = [kind for kind in FEW if kind in train and train[kind] < median(train[other] for other in others)]
    return [
        compared(f.place, (f"{kind} ({train[kind]:g} instances)", figure), "<", ("the median of the others", usual))
        for usual in [median(others.values())]
        for kind, figure in only(f, few).figures.items()
    ]


def _preprocessing(tables: Tables) -> Column:
    """How much F falls without the preprocessing."""
    place = f"{titled('5')}, fall of F from {SYSTEM} to {COMPARISON}"
    return rises(place, by_kind(tables, "5", COMPARISON), by_kind(tables, "5", SYSTEM))


def _rise(tables: Tables, before: str, after: str) -> Column:
    place = f"{titled('fig-2')}, rise of F from {before} to {after}"
    return without(rises(place, counted(tables, "fig-2", before), counted(tables, "fig-2", after)), "all")


def _contribution(column: Column, *names: str) -> list[Check]:
    """These rise, and more than all the others."""
    return highest(filled(column, "no rise"), *names)


def _recall_below_precision(tables: Tables) -> list[Check]:
    """Of every run, and of the main categories."""
    rows = [("3", run) for run in RUNS] + [("4", SYSTEM)]
    found: list[Check] = []
    for number, method in rows:
        recall, precision = (by_kind(tables, number, method, measure).figures for measure in ("recall", "precision"))
        for kind in precision if number == "3" else MAIN:
            if kind in recall and kind in precision:
                place = titled(number, method, kind)
                found.append(compared(place, ("recall", recall[kind]), "<", ("precision", precision[kind])))
    return found


def _patients_and_doctors(tables: Tables) -> list[Check]:
    """No other two types are taken for each other as often."""
    table = tables.counts.get("7")
    pairs: dict[str, float] = {}
    for actual, cells in table.cells.items() if table else ():
        for found, number in cells.items():
            if found != actual and not {actual, found} & {"missing", "spurious", "total"}:
                pair = " and ".join(sorted((actual, found)))
                pairs[pair] = pairs.get(pair, 0) + number
    people = "DOCTOR and PATIENT"
    return highest(filled(Column(f"{titled('7')}, type errors", pairs), people), people)


def _missing_half(tables: Tables) -> list[Check]:
    """Of those types that the notes have."""
    kinds = [kind for kind, number in counted(tables, "7", "total").figures.items() if kind in MISSED and number]
    return bound(filled(counted_row(tables, "7-shares", "missing"), *kinds), ">", 50, *kinds)


def _spurious_few(tables: Tables) -> list[Check]:
    """Less than half as many as those missing, and a smaller share of each type."""
    errors = counted(tables, "6", "number")
    halved = {f"half of {name}": number / 2 for name, number in errors.figures.items()}
    missing, spurious = (counted_row(tables, "7-shares", row).figures for row in ("missing", "spurious"))
    both = {kind: (spurious.get(kind, 0), missing.get(kind, 0)) for kind in {**missing, **spurious}}
    return over(errors._replace(figures={**errors.figures, **halved}), "half of missing", ("spurious",)) + [
        compared(titled("7-shares", kind), ("spurious", few), "<", ("missing", many))
        for kind, (few, many) in both.items()
        if few or many
    ]


def _extent_dates(tables: Tables) -> list[Check]:
    """Almost a third: no other type has as many, and they are a quarter at least."""
    column = filled(without(counted(tables, "8", "total"), "total"), "DATE")
    return [*highest(column, "DATE"), *bound(shares(column), "≥", 25, "DATE")]


def _short_most(tables: Tables) -> list[Check]:
    column = without(counted_row(tables, "8", "total"), "total")
    return [*lowest(column, "short and long"), *bound(shares(column), ">", 50, "short")]


CHECKS: dict[str, Callable[[Tables], list[Check]]] = {
    "he2015.hipaa-over-i2b2": _hipaa_over_i2b2,
    "he2015.token-over-entity": _token_over_entity,
    "he2015.relaxed-over-strict": _relaxed_over_strict,
    "he2015.profession-lowest": lambda tables: lowest(only(by_kind(tables, "4", SYSTEM), MAIN), "PROFESSION"),
    "he2015.five-above-90": lambda tables: bound(
        by_kind(tables, "4", SYSTEM), ">", 90, "NAME", "DATE", "AGE", "CONTACT", "ID"
    ),
    "he2015.few-instances": _few_instances,
    "he2015.preprocessing-raises-all": lambda tables: [
        check for kind in (*MAIN, "all") for check in over(by_method(tables, "5", kind), SYSTEM, (COMPARISON,))
    ],
    "he2015.preprocessing-age": lambda tables: bound(_preprocessing(tables), ">", 20, "AGE"),
    "he2015.orthographic": lambda tables: _contribution(_rise(tables, "Lex", "Lex+Ort"), "LOCATION", "CONTACT", "ID"),
    "he2015.dictionaries": lambda tables: _contribution(_rise(tables, "Lex+Ort", "Lex+Ort+Dic"), "LOCATION"),
    "he2015.missing-most": lambda tables: highest(counted(tables, "6", "number"), "missing"),
    "he2015.recall-below-precision": _recall_below_precision,
    "he2015.patients-and-doctors": _patients_and_doctors,
    "he2015.missing-half": _missing_half,
    "he2015.spurious-few": _spurious_few,
    "he2015.spurious-profession": lambda tables: highest(
        filled(counted_row(tables, "7-shares", "spurious"), "PROFESSION"), "PROFESSION"
    ),
    "he2015.extent-dates": _extent_dates,
    "he2015.short-most": _short_most,
}
