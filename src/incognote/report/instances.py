"""Tables of PHI instances, as the thesis (Neamatullah 2006) prints them."""

from __future__ import annotations

from incognote.evaluate.sensitivity import Sensitivity
from incognote.report.tables import TEXT, Column, Table, columns
from incognote.thesis import risk_of


def sensitivity_table(found: Sensitivity) -> Table:
    score = found.score()
    return Table(
        "sensitivity",
        "PHI instances (Neamatullah 2006, Tables 4.1 and 4.2)",
        columns("measure", "figure"),
        (
            ("identified", score.tp),
            ("escaped", score.fn),
            ("false positives", score.fp),
            ("sensitivity", found.sensitivity),
            ("PPV", found.ppv),
            ("escaped per 10,000 words", found.per_10_000_words()),
            ("escaped per note", found.per_note()),
        ),
        "Without professions, organisations and ages under 90, which the thesis doesn't identify.",
    )


def type_table(found: Sensitivity) -> Table:
    rows = [
        (tag, risk_of(tag), found.identified[tag], found.escaped[tag], _per_100_000(found, tag))
        for tag in found.types()
    ]
    return Table(
        "escaped",
        "Escaped PHI by type (Neamatullah 2006, Table 4.3)",
        (Column("type"), Column("risk", TEXT), *columns("identified", "escaped"), Column("per 100,000 words", ".1f")),
        tuple(rows),
        detail=True,
    )


def _per_100_000(found: Sensitivity, tag: str) -> float | None:
    return 100_000 * found.escaped[tag] / found.words if found.words else None


def risk_table(found: Sensitivity) -> Table:
    by_risk = found.by_risk()
    whole = sum(by_risk.values())
    return Table(
        "risks",
        "Escaped PHI by risk (Neamatullah 2006, Table 4.4)",
        (Column("risk"), Column("escaped"), Column("share", ".0%")),
        tuple((risk, number, number / whole if whole else None) for risk, number in by_risk.items()),
    )
