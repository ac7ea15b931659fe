"""The tables of Aramaki 2006 with our figures. Types are scored entity by entity, as its IOB2 labels are."""

from __future__ import annotations

from incognote.evaluate.scores import Score
from incognote.experiments.judged import Tables
from incognote.experiments.measured import Results, measured, score_of_counts, summed
from incognote.experiments.printed import Counted, Printed, Row, aramaki2006
from incognote.experiments.studies import CHALLENGE, OLD_AGES

ALL = "all"


def aramaki2006_tables(results: Results) -> Tables:
    found = {number: measured(table, _score, results) for number, table in aramaki2006.RESULTS.items()}
    types = results[_study("PROPOSED")].counts["entities"]["strict"]
    printed = aramaki2006.COUNTS["3"]
    cells = {name: {"PHI": float(score_of_counts(types.get(name, {})).gold)} for name in printed.cells}
    return Tables(found, {"3": Counted("3", printed.title, cells)})


def _study(method: str) -> str:
    return f"{CHALLENGE}, {method}, {OLD_AGES}"


def _score(results: Results, table: Printed, row: Row) -> Score | None:
    """Table 4 tells PHI from the rest; Table 5 is of each type."""
    result = results.get(_study(row.method))
    if not result:
        return None
    entities = result.counts["entities"]
    if table.number == "4":
        return summed(entities["place"].values())
    return summed(entities["strict"].values() if row.kind == ALL else [entities["strict"].get(row.kind, {})])
