"""The tables of Uzuner 2008 and of its forerunner, Sibanda 2006, with our figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from incognote.evaluate.scores import Score
from incognote.experiments.classes import CLASSES
from incognote.experiments.judged import Tables
from incognote.experiments.measured import (
    NON_PHI,
    PEOPLE_AND_PLACES,
    Results,
    measured,
    score_of_class,
    words_of,
)
from incognote.experiments.plans import CRFD, FEATURES, HEURISTIC, IDENTIFINDER, SIBANDA, SNOW, STAT
from incognote.experiments.printed import Counted, Printed, Row, sibanda2006, uzuner2008
from incognote.experiments.scores import confusion_of
from incognote.experiments.studies import AUTHENTIC

_ENGINES = {"Stat De-id": STAT, "SVM": SIBANDA, "IFinder": IDENTIFINDER, "H+D": HEURISTIC, "CRFD": CRFD, "SNoW": SNOW}
_MARKS = "The F (in Table 13 the recall) differs significantly from the SVM's; the paper has no marks."
_LOCAL = {"SNoW": "SVM with SNoW's local context", "IFinder": "SVM with IdentiFinder's local context"}


def uzuner2008_tables(results: Results, corpora: Mapping[str, Counted]) -> Tables:
    found = {number: measured(table, _score, results, "Stat De-id") for number, table in uzuner2008.RESULTS.items()}
    return Tables(found, {**corpora, "21": _confusion(results)})


def sibanda2006_tables(results: Results, corpora: Mapping[str, Counted], gain: Counted) -> Tables:
    found = {
        number: measured(replace(table, marks=_MARKS), _score, results, "SVM")
        for number, table in sibanda2006.RESULTS.items()
    }
    return Tables(found, {**corpora, "gain": gain})


def _score(results: Results, table: Printed, row: Row) -> Score | None:
    result = results.get(_study(table, row.method))
    return score_of_class(words_of(result, table.scored), row.kind) if result else None


def _study(table: Printed, method: str) -> str:
    """The key of the study that a row is about. SNoW learns people, locations and organisations alone."""
    if table.number.startswith("19") and method in _LOCAL:
        return f"{table.corpus}, {_LOCAL[method]}"
    if method in FEATURES:
        return f"{table.corpus}, {method}"
    names = method == "SNoW" or (method == "SVM" and table.scored == PEOPLE_AND_PLACES)
    return f"{table.corpus}, {_ENGINES[method]}{', names' if names else ''}"


def _confusion(results: Results) -> Counted:
    """Table 21: rows are actual, columns predicted."""
    printed = uzuner2008.COUNTS["21"]
    found = confusion_of(results[f"{AUTHENTIC}, {STAT}"].counts)
    names = {NON_PHI: "", **{name.capitalize() if name != "ID" else name: name for name in CLASSES}}
    cells = {
        row: {column: float(found.counts[names[row], names[column]]) for column in printed.cells[row]}
        for row in printed.cells
    }
    return Counted("21", printed.title, cells)
