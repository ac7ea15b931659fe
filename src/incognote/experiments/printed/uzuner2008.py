"""Figures printed in Uzuner 2008 ("A de-identifier for medical discharge summaries")."""

from incognote.experiments.printed.tables import Counted, Printed, grid
from incognote.experiments.printed.uzuner2008_features import FEATURES
from incognote.experiments.printed.uzuner2008_systems import SYSTEMS

RESULTS: dict[str, Printed] = {table.number: table for table in (*SYSTEMS, *FEATURES)}

CLASSES = ("Non-PHI", "Patient", "Doctor", "Location", "Hospital", "Date", "ID", "Phone")
NAMED = ("Patient", "Doctor", "Location", "Hospital")
"""The people, locations and organisations that SNoW recognises."""

CORPORA = ("random", "ambiguous", "oov", "authentic", "challenge")
DICTIONARIES = (
    "Patients in names",
    "Doctors in names",
    "Locations in locations",
    "Hospitals in hospitals",
    "Dates in months",
    "Non-PHI in names",
    "Non-PHI in locations",
    "Non-PHI in hospitals",
    "Non-PHI in months",
)

_COUNTED = (
    Counted(
        "1",
        "Number of words in each PHI category in the corpora",
        grid(
            CORPORA,
            {
                "Non-PHI": (17_874, 19_275, 17_875, 112_669, 444_127),
                "Patient": (1_048, 1_047, 1_037, 294, 1_737),
                "Doctor": (311, 311, 302, 738, 7_697),
                "Location": (24, 24, 24, 88, 518),
                "Hospital": (600, 600, 404, 656, 5_204),
                "Date": (735, 736, 735, 1_953, 7_651),
                "ID": (36, 36, 36, 482, 5_110),
                "Phone": (39, 39, 39, 32, 271),
            },
        ),
    ),
    Counted(
        "2",
        "Distribution of words that are ambiguous between PHI and non-PHI",
        grid(
            ("ambiguous", "challenge"),
            {
                "Non-PHI": (3_787, 39_374),
                "Patient": (514, 158),
                "Doctor": (247, 1_083),
                "Location": (24, 44),
                "Hospital": (86, 1_910),
                "Date": (201, 81),
                "ID": (0, 4),
                "Phone": (0, 1),
            },
        ),
    ),
    Counted(
        "3",
        "Percentage of words that appear in name, location, hospital, and month dictionaries",
        grid(
            DICTIONARIES,
            {
                "random": (86.45, 86.50, 87.5, 87.5, 12.65, 15.87, 9.19, 14.10, 0.07),
                "authentic": (78.57, 70.33, 54.55, 80.18, 21.97, 16.12, 10.19, 12.74, 0.02),
                "ambiguous": (86.53, 86.50, 100, 87.5, 12.64, 19.53, 10.50, 14.03, 0.08),
                "oov": (2.51, 1.99, 0, 19.56, 12.65, 15.87, 9.19, 14.10, 0.07),
                "challenge": (14.10, 17.20, 11.40, 26.59, 5.15, 15.36, 11.32, 8.61, 0.06),
            },
        ),
    ),
    Counted(
        "21",
        "Multi-class confusion matrix for Stat De-id on authentic corpus",  # rows are actual, columns predicted
        grid(
            CLASSES,
            {
                "Non-PHI": (112_605, 2, 4, 0, 17, 33, 8, 0),
                "Patient": (12, 280, 1, 0, 0, 0, 0, 1),
                "Doctor": (24, 1, 711, 0, 2, 0, 0, 0),
                "Location": (19, 0, 3, 51, 14, 0, 0, 1),
                "Hospital": (54, 0, 3, 4, 595, 0, 0, 0),
                "Date": (58, 0, 0, 0, 4, 1_891, 0, 0),
                "ID": (3, 0, 0, 0, 0, 0, 479, 0),
                "Phone": (11, 0, 0, 0, 0, 1, 1, 19),
            },
        ),
    ),
)
COUNTS: dict[str, Counted] = {table.number: table for table in _COUNTED}

_PROSE = (
    Counted(
        "1",
        "Per cent of sentences that only partially parse (more than)",
        {"all corpora": {"per cent": 40}},
    ),
    Counted(
        "5",
        "Discharge summaries in the corpora",
        grid(CORPORA, {"notes": (48, 48, 48, 90, 889)}),
    ),
    Counted(
        "5.2",
        "Per cent of the ambiguous corpus's words that are ambiguous",
        {
            "ambiguous": {"Patient": 49, "Doctor": 79, "Location": 100, "Hospital": 14, "Date": 14, "Non-PHI": 20},
        },
    ),
    Counted(
        "5.5",
        "Per cent of the challenge corpus's surrogates that are out of vocabulary, or ambiguous with non-PHI",
        grid(NAMED, {"out of vocabulary": (73, 67, 56, 49), "ambiguous": (10, 15, 10, 37)}),
    ),
    Counted(
        "6.5.2",
        "Entries of the dictionaries",
        {
            "dictionary": {
                "male first names": 1_353,
                "female first names": 4_401,
                "last names": 90_000,
                "locations": 3_606,
                "hospitals": 369,
            }
        },
    ),
    Counted(
        "10",
        "Per cent of the authentic corpus's words of a class that were taken for another",
        {
            "Location": {"Non-PHI": 22, "Hospital": 16},
            "Phone": {"Non-PHI": 34},
            "Patient": {"Non-PHI": 4},
            "Doctor": {"Non-PHI": 3},
        },
    ),
)
PROSE: dict[str, Counted] = {figures.number: figures for figures in _PROSE}
"""Figures of the running text, by section."""
