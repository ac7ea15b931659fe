"""Figures printed in the thesis (Neamatullah 2006, "Automated de-identification of free-text medical records").

Sensitivity is recall, positive predictive value precision; printed as parts of one, they are per cent here. A
row "min" or "max" has the lowest or highest of each, not of one person. There is no F.
"""

from incognote.experiments.printed.tables import Counted, Printed, Row, grid

ESCAPED_BY_TYPE = {
    "Full name": (4, 1),
    "Last name": (14, 5),
    "First name": (31, 11),
    "Location": (7, 2),
    "Hospital": (26, 9),
    "Full date": (2, 1),
    "Partial date": (9, 3),
    "Year": (8, 3),
    "Age over 89": (3, 1),
}
"""Table 4.3: how many of each type escaped, and how many per 100,000 words."""
ESCAPED_BY_RISK = {"High": (18, 17), "Medium": (66, 63), "Low": (20, 19)}
"""Table 4.4: how many of each risk escaped, and how many per cent they are."""

_PEOPLE = (
    Row("1 person, min", "PHI", 95, 63, None),
    Row("1 person, max", "PHI", 100, 94, None),
    Row("1 person, mean", "PHI", 98, 81, None),
    Row("2 people, min", "PHI", 95, 89, None),
    Row("2 people, max", "PHI", 99, 98, None),
    Row("2 people, mean", "PHI", 97, 94, None),
    Row("3 people, min", "PHI", 95, 98, None),
    Row("3 people, max", "PHI", 99, 99, None),
    Row("3 people, mean", "PHI", 97, 98, None),
)
_PRINTED = (
    Printed("2.1", "Statistical analysis of clinician de-identification results", "gold standard", "all PHI", _PEOPLE),
    Printed(
        "4.1",
        "Sensitivity and positive predictive value of human and algorithm deidentification",
        "gold standard",
        "all PHI",
        (*_PEOPLE, Row("Algorithm", "PHI", 63, 87, None)),
    ),
)
RESULTS: dict[str, Printed] = {table.number: table for table in _PRINTED}

_COUNTED = (
    Counted(
        "4.2",
        "False negative rate for algorithm and human de-identification",
        grid(
            ("per cent", "per 10,000 words"),
            {
                "Algorithm": (0.05, 5),
                "1 person, min": (0.19, 29),
                "1 person, max": (0.03, 3),
                "1 person, mean": (0.1, 10),
                "2 people, min": (0.06, 6),
                "2 people, max": (0.01, 1),
                "2 people, mean": (0.03, 3),
                "3 people, min": (0.01, 1),
                "3 people, max": (0.005, 0.5),
                "3 people, mean": (0.01, 1),
            },
        ),
    ),
    Counted(
        "4.3",
        "Categorization of algorithm false negatives by PHI type",
        grid(
            ("false negatives", "per 100,000 words"),
            ESCAPED_BY_TYPE,
        ),
    ),
    Counted(
        "4.4",
        "Risk classification of algorithm false negatives",
        grid(("false negatives", "per cent"), ESCAPED_BY_RISK),
    ),
)
COUNTS: dict[str, Counted] = {table.number: table for table in _COUNTED}

_PROSE = (
    Counted(
        "2.2",
        "The gold standard",
        {"corpus": {"notes": 2_646, "patients": 148, "words": 350_000, "PHI": 1_747}},
    ),
    Counted("2.3", "The algorithm of Douglass, in per cent", {"Douglass": {"sensitivity": 98, "PPV": 44}}),
    Counted(
        "4.3.1",
        "The manual evaluation",
        {
            "evaluators": {"people": 11, "notes": 1_836},
            "each evaluator": {"notes": 130, "words": 22_000},
        },
    ),
    Counted(
        "5.2",
        "Records de-identified",
        {"MIMIC II": {"nursing notes": 412_509, "discharge summaries": 1_934}},
    ),
)
PROSE: dict[str, Counted] = {figures.number: figures for figures in _PROSE}
"""Figures of the running text, by section."""
