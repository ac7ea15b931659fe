"""Figures printed in Sibanda and Uzuner 2006 ("Role of local context in automatic deidentification").

The random corpus is the reidentified one of the paper. Its tables have no marks: "a performance difference of 1% or
more is statistically significant" (footnote 8). Table 13 is headed "Precision", but has the share of the PHI not in
dictionaries that was "accurately identified"; Uzuner 2008 calls it recall, and so it stands here.
"""

from incognote.experiments.printed.tables import Counted, Printed, Row, grid

_PRINTED = (
    Printed(
        "2",
        "Precision, Recall, and F-measure on reidentified discharge summaries",
        "random",
        "all PHI but IDs",
        (
            Row("SVM", "PHI", 96.8, 97.7, 97.2),
            Row("IFinder", "PHI", 60.2, 76.7, 67.4),
            Row("H+D", "PHI", 88.9, 67.6, 76.8),
            Row("SVM", "Non-PHI", 99.6, 99.5, 99.6),
            Row("IFinder", "Non-PHI", 95.8, 91.4, 93.6),
            Row("H+D", "Non-PHI", 95.2, 95.2, 95.2),
        ),
    ),
    Printed(
        "3",
        "Evaluation of SNoW and SVM on people, locations, and organizations found in reidentified discharge summaries",
        "random",
        "people, locations, organizations",
        (
            Row("SVM", "PHI", 97.7, 98.2, 98.0),
            Row("SNoW", "PHI", 96.1, 96.2, 96.2),
            Row("SVM", "Non-PHI", 99.8, 99.8, 99.8),
            Row("SNoW", "Non-PHI", 99.6, 99.6, 99.6),
        ),
    ),
    Printed(
        "4",
        "Evaluation on authentic discharge summaries",
        "authentic",
        "all PHI but IDs",
        (
            Row("SVM", "PHI", 97.5, 95.0, 96.2),
            Row("IFinder", "PHI", 25.2, 45.2, 32.3),
            Row("H+D", "PHI", 81.9, 87.6, 84.7),
            Row("SVM", "Non-PHI", 99.8, 99.9, 99.9),
            Row("IFinder", "Non-PHI", 97.1, 93.3, 95.2),
            Row("H+D", "Non-PHI", 99.6, 99.6, 99.6),
        ),
    ),
    Printed(
        "5",
        "Evaluation of SNoW and SVM on authentic discharge summaries",
        "authentic",
        "people, locations, organizations",
        (
            Row("SVM", "PHI", 97.4, 93.8, 95.6),
            Row("SNoW", "PHI", 93.7, 93.4, 93.6),
            Row("SVM", "Non-PHI", 99.9, 100, 100),
            Row("SNoW", "Non-PHI", 99.9, 99.9, 99.9),
        ),
    ),
    Printed(
        "7",
        "Evaluation on the corpus containing ambiguous data",
        "ambiguous",
        "all PHI but IDs",
        (
            Row("SVM", "PHI", 92.0, 92.1, 92.0),
            Row("IFinder", "PHI", 45.4, 71.4, 55.5),
            Row("H+D", "PHI", 70.1, 46.6, 56.0),
            Row("SVM", "Non-PHI", 98.9, 98.9, 98.9),
            Row("IFinder", "Non-PHI", 95.0, 86.5, 90.1),
            Row("H+D", "Non-PHI", 92.7, 92.7, 92.7),
        ),
    ),
    Printed(
        "8",
        "Evaluation of SNoW and SVM on ambiguous data",
        "ambiguous",
        "people, locations, organizations",
        (
            Row("SVM", "PHI", 92.1, 92.8, 92.5),
            Row("SNoW", "PHI", 91.6, 77, 83.7),
            Row("SVM", "Non-PHI", 99.3, 99.2, 99.3),
            Row("SNoW", "Non-PHI", 97.6, 99.3, 98.4),
        ),
    ),
    Printed(
        "9",
        "Evaluation only on ambiguous people, locations, and organizations found in ambiguous data",
        "ambiguous",
        "only ambiguous",
        (
            Row("SVM", "PHI", 90.2, 87.5, 88.8),
            Row("IFinder", "PHI", 55.8, 64.0, 59.6),
            Row("H+D", "PHI", 59.8, 24.3, 34.6),
            Row("SNoW", "PHI", 91.6, 82.9, 87.1),
            Row("SVM", "Non-PHI", 90.5, 92.7, 91.6),
            Row("IFinder", "Non-PHI", 69.0, 61.3, 64.9),
            Row("H+D", "Non-PHI", 59.9, 87.4, 71.1),
            Row("SNoW", "Non-PHI", 90.4, 95.5, 92.9),
        ),
    ),
    Printed(
        "11",
        "Evaluation on the corpus containing PHI not in dictionaries",
        "oov",
        "all PHI but IDs",
        (
            Row("SVM", "PHI", 94.0, 96.0, 95.0),
            Row("IFinder", "PHI", 55.1, 65.5, 59.8),
            Row("H+D", "PHI", 76.4, 27.8, 40.8),
            Row("SVM", "Non-PHI", 99.4, 99.1, 99.3),
            Row("IFinder", "Non-PHI", 94.4, 91.6, 92.9),
            Row("H+D", "Non-PHI", 90.7, 90.7, 90.7),
        ),
    ),
    Printed(
        "12",
        "Evaluation of SNoW and SVM on the people, locations, and organizations not found in dictionaries",
        "oov",
        "people, locations, organizations",
        (
            Row("SVM", "PHI", 93.9, 96.0, 95.0),
            Row("SNoW", "PHI", 93.7, 79.0, 85.7),
            Row("SVM", "Non-PHI", 99.6, 99.4, 99.5),
            Row("SNoW", "Non-PHI", 98.0, 99.5, 98.7),
        ),
    ),
    Printed(
        "13",
        "Precision on only the PHI not found in dictionaries",
        "oov",
        "only oov",
        (
            Row("SVM", "PHI", None, 95.5, None),
            Row("IFinder", "PHI", None, 76.7, None),
            Row("SNoW", "PHI", None, 79.0, None),
            Row("H+D", "PHI", None, 11.1, None),
        ),
    ),
)
RESULTS: dict[str, Printed] = {table.number: table for table in _PRINTED}

_COUNTED = (
    Counted(
        "1",
        "Distribution of different PHI (in terms of number of words) in the corpora",
        grid(
            ("random", "authentic"),
            {
                "Non-PHI": (17_872, 112_720),
                "Patient": (1_047, 287),
                "Doctor": (311, 730),
                "Location": (24, 84),
                "Hospital": (592, 651),
                "Date": (735, 1_933),
                "ID": (36, 477),
                "Phone": (39, 32),
            },
        ),
    ),
    Counted(
        "6",
        "Distribution of PHI when some words are ambiguous between PHI and non-PHI",
        grid(
            ("words", "ambiguous words"),
            {
                "Non-PHI": (19_296, 3_781),
                "Patient": (1_047, 514),
                "Doctor": (311, 247),
                "Location": (24, 24),
                "Hospital": (592, 82),
                "Date": (736, 201),
                "ID": (36, 0),
                "Phone": (39, 0),
            },
        ),
    ),
    Counted(
        "10",
        "Distribution of PHI in the corpus where all PHI associated with names are randomly generated",
        grid(
            ("words", "not in dictionaries"),
            {
                "Non-PHI": (17_872, 0),
                "Patient": (1_045, 1_045),
                "Doctor": (302, 302),
                "Location": (24, 24),
                "Hospital": (376, 376),
                "Date": (735, 0),
                "ID": (36, 0),
                "Phone": (39, 0),
            },
        ),
    ),
)
COUNTS: dict[str, Counted] = {table.number: table for table in _COUNTED}

_PROSE = (
    Counted("6.2", "Per cent of all PHI recognized in ambiguous data", {"SVM": {"recall": 91.9}}),  # Table 7 has 92.1
    Counted("6.4", "Features of the SVM", {"SVM": {"features": 26, "of dictionaries": 12}}),
)
PROSE: dict[str, Counted] = {figures.number: figures for figures in _PROSE}
"""Figures of the running text, by section."""
