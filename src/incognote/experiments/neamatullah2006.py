"""The tables of the thesis (Neamatullah 2006) with our figures; the rows of people are its own."""

from __future__ import annotations

from dataclasses import replace

from incognote.evaluate.scores import Score
from incognote.experiments.judged import Tables
from incognote.experiments.measured import Results
from incognote.experiments.plans import DEID
from incognote.experiments.printed import Counted, Row, neamatullah2006
from incognote.experiments.studies import AUTHENTIC, LABELS
from incognote.thesis import RISKS

ALGORITHM = "Algorithm"
PATIENTS_NAME = "Patient's full or last name"


def neamatullah2006_tables(results: Results) -> Tables:
    counts = results[f"{AUTHENTIC}, {DEID}, {LABELS}"].counts["thesis"]
    escaped, words = counts["escaped"], counts["words"]
    missed = sum(escaped.values())
    score = Score(sum(counts["identified"].values()), counts["false positives"], missed)
    printed = neamatullah2006.RESULTS["4.1"]
    people = tuple(row for row in printed.rows if row.method != ALGORITHM)
    ours = Row(ALGORITHM, "PHI", 100 * score.precision, 100 * score.recall, None)
    rates = dict(neamatullah2006.COUNTS["4.2"].cells)
    rates[ALGORITHM] = {"per cent": 100 * missed / words, "per 10,000 words": 10_000 * missed / words}
    types = {**{name: escaped.get(name, 0) for name in neamatullah2006.COUNTS["4.3"].cells}, **escaped}
    types[PATIENTS_NAME] = counts["names of patients escaped"]
    by_type = {name: {"false negatives": n, "per 100,000 words": 100_000 * n / words} for name, n in types.items()}
    risks = {risk: sum(escaped.get(tag, 0) for tag in tags) for risk, tags in RISKS.items()}
    by_risk = {risk: {"false negatives": n, "per cent": 100 * n / (missed or 1)} for risk, n in risks.items()}
    titles = {number: table.title for number, table in neamatullah2006.COUNTS.items()}
    return Tables(
        {"4.1": replace(printed, rows=(*people, ours))},
        {
            "4.2": Counted("4.2", titles["4.2"], rates),
            "4.3": Counted("4.3", titles["4.3"], by_type),
            "4.4": Counted("4.4", titles["4.4"], by_risk),
        },
    )


def without_people(tables: Tables) -> Tables:
    """Our figures alone."""
    sensitivity, rates = tables.results["4.1"], tables.counts["4.2"]
    ours = replace(sensitivity, rows=tuple(row for row in sensitivity.rows if row.method == ALGORITHM))
    missed = replace(rates, cells={ALGORITHM: rates.cells[ALGORITHM]})
    return Tables({**tables.results, "4.1": ours}, {**tables.counts, "4.2": missed})
