"""The tables of He 2015 with our figures, on two authors in five after training on the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from incognote.evaluate.mistakes import EXTENTS, KINDS
from incognote.evaluate.scores import Score
from incognote.experiments.judged import Tables
from incognote.experiments.measured import Results, measured, per_cent, score_of_counts, summed
from incognote.experiments.plans import COMPARISON, LEX, LEX_ORT, RUNS, WI_DEID
from incognote.experiments.printed import Counted, Printed, Row, he2015
from incognote.experiments.scores import pairs_of
from incognote.experiments.studies import AUTHENTIC, LABELS
from incognote.labels import HIPAA_LABELS, MAIN_CATEGORIES
from incognote.labels import LABELS as ALL_LABELS

_ALL = "all"
_MAINS = ("NAME", "PROFESSION", "LOCATION", "AGE", "DATE", "CONTACT", "ID")
FEATURE_SETS = {"Lex": LEX, "Lex+Ort": LEX_ORT, "Lex+Ort+Dic": WI_DEID}


def he2015_tables(results: Results, in_training: Mapping[str, int]) -> Tables:
    """`in_training` is how many entities of each label there are to learn from."""
    found = {number: measured(table, _score, results) for number, table in he2015.RESULTS.items()}
    best = results[_study(WI_DEID)].counts
    return Tables(
        found,
        {
            "4": _types(best, in_training),
            "6": _kinds(best["mistakes"]["kinds"]),
            **_type_errors(best["mistakes"]["types"]),
            "8": _extents(best["mistakes"]["extents"]),
            "fig-2": _feature_sets(results),
        },
    )


def _study(name: str) -> str:
    return f"{AUTHENTIC}, {name}, {LABELS}, split"


def _score(results: Results, table: Printed, row: Row) -> Score | None:
    name = RUNS.get(row.method) or (COMPARISON if row.method == COMPARISON else WI_DEID)
    result = results.get(_study(name))
    if not result:
        return None
    entities = result.counts["entities"]
    if table.number == "3":
        categories, metric = row.kind.split()
        kept = HIPAA_LABELS if categories == "HIPAA" else ALL_LABELS
        return summed(counts for label, counts in entities[metric].items() if label in kept)
    if row.kind == _ALL:
        return summed(entities["strict"].values())
    is_main = row.kind in MAIN_CATEGORIES
    return score_of_counts(entities["main" if is_main else "strict"].get(row.kind, {}))


def _types(best: Mapping[str, Any], in_training: Mapping[str, int]) -> Counted:
    cells = {}
    for kind in he2015.COUNTS["4"].cells:
        is_main = kind in MAIN_CATEGORIES
        score = score_of_counts(best["entities"]["main" if is_main else "strict"].get(kind, {}))
        learned = sum(in_training.get(label, 0) for label in MAIN_CATEGORIES.get(kind, (kind,)))
        cells[kind] = {"train": learned, "gold": score.gold, "system": score.system, "agree": score.tp}
    return Counted("4", he2015.COUNTS["4"].title, cells)


def _kinds(kinds: Mapping[str, int]) -> Counted:
    whole = sum(kinds.values()) or 1
    cells = {kind: {"number": kinds.get(kind, 0), "per cent": 100 * kinds.get(kind, 0) / whole} for kind in KINDS}
    return Counted("6", he2015.COUNTS["6"].title, cells)


def _type_errors(types: Mapping[str, int]) -> dict[str, Counted]:
    """Table 7, and its shares in brackets."""
    cells: dict[str, Counter[str]] = {}
    for (gold, pred), number in pairs_of(types).items():
        cells.setdefault(gold or "spurious", Counter())[pred or "missing"] += number
    columns = Counter[str]()
    for row in cells.values():
        columns.update(row)
    shares = {
        "missing": {gold: 100 * row["missing"] / row.total() for gold, row in cells.items() if gold != "spurious"},
        "spurious": {pred: 100 * number / columns[pred] for pred, number in cells.get("spurious", Counter()).items()},
    }
    whole = {gold: {**row, "total": row.total()} for gold, row in cells.items()}
    return {
        "7": Counted("7", he2015.COUNTS["7"].title, {**whole, "total": dict(columns)}),
        "7-shares": Counted("7-shares", he2015.COUNTS["7-shares"].title, shares),
    }


def _extents(extents: Mapping[str, int]) -> Counted:
    rows: dict[str, Counter[str]] = {}
    for (gold, extent), number in pairs_of(extents).items():
        rows.setdefault(gold, Counter())[extent] += number
        rows.setdefault("total", Counter())[extent] += number
    cells = {name: {**{extent: row[extent] for extent in EXTENTS}, "total": row.total()} for name, row in rows.items()}
    return Counted("8", he2015.COUNTS["8"].title, cells)


def _feature_sets(results: Results) -> Counted:
    """Figures 2 and 3: the F of main categories, and of all, as feature sets are added."""
    cells: dict[str, dict[str, float]] = {}
    for shown, name in FEATURE_SETS.items():
        if result := results.get(_study(name)):
            entities = result.counts["entities"]
            for main in _MAINS:
                cells.setdefault(main, {})[shown] = per_cent(score_of_counts(entities["main"].get(main, {})).f) or 0.0
            cells.setdefault(_ALL, {})[shown] = per_cent(summed(entities["strict"].values()).f) or 0.0
    return Counted("fig-2", "F of the main categories using different feature sets", cells)
