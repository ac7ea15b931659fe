"""Figures printed in Aramaki 2006 ("Automatic deidentification by using sentence features and label consistency").

The corpus is 671 records of the i2b2 2006 challenge. SF are sentence features, EX extra resources, LC label
consistency. Bold type marks the best of a column, with slips: in Table 5 BASE+EX has better figures for LOCATION
(P 70.09, F 59.76) than those in bold (BASE+SF's P 68.24, PROPOSED's F 59.46), and the baseline has a better R for PHONE
(93.14) than PROPOSED (92.57).
"""

from incognote.experiments.printed.tables import Counted, Printed, Row, grid

_PRINTED = (
    Printed(
        "4",
        "2-Way (PHI or nonPHI) Results",
        "i2b2-2006",
        "all PHI",
        (
            Row("BASELINE", "PHI", 98.00, 95.21, 96.59),
            Row("BASE+SF", "PHI", 98.49, 95.28, 96.86),
            Row("BASE+EX", "PHI", 98.11, 96.00, 97.04),
            Row("BASE+LC", "PHI", 97.43, 95.77, 96.60),
            Row("PROPOSED", "PHI", 98.29, 96.66, 97.47),
        ),
    ),
    Printed(
        "5",
        "Detailed Results",
        "i2b2-2006",
        "each class",
        (
            Row("BASELINE", "all", 95.64, 92.95, 94.27),
            Row("BASELINE", "AGE", 33.33, 7.69, 12.50),
            Row("BASELINE", "DATE", 98.32, 94.57, 96.40),
            Row("BASELINE", "DOCTOR", 93.71, 90.86, 92.26),
            Row("BASELINE", "HOSPITAL", 94.06, 88.42, 91.15),
            Row("BASELINE", "ID", 96.86, 98.29, 97.57),
            Row("BASELINE", "LOCATION", 69.15, 45.14, 54.62),
            Row("BASELINE", "PATIENT", 84.89, 83.65, 84.26),
            Row("BASELINE", "PHONE", 97.02, 93.14, 95.04),
            Row("BASE+SF", "all", 98.12, 94.94, 96.50),
            Row("BASE+SF", "AGE", 75.00, 23.08, 35.29),
            Row("BASE+SF", "DATE", 98.51, 95.74, 97.11),
            Row("BASE+SF", "DOCTOR", 97.36, 94.76, 96.04),
            Row("BASE+SF", "HOSPITAL", 96.53, 89.86, 93.08),
            Row("BASE+SF", "ID", 99.53, 98.94, 99.24),
            Row("BASE+SF", "LOCATION", 68.24, 40.28, 50.66),
            Row("BASE+SF", "PATIENT", 98.19, 94.89, 96.51),
            Row("BASE+SF", "PHONE", 97.58, 92.00, 94.71),
            Row("BASE+EX", "all", 95.78, 93.77, 94.76),
            Row("BASE+EX", "AGE", 33.33, 7.69, 12.50),
            Row("BASE+EX", "DATE", 98.14, 95.47, 96.79),
            Row("BASE+EX", "DOCTOR", 94.31, 92.38, 93.33),
            Row("BASE+EX", "HOSPITAL", 93.89, 89.40, 91.59),
            Row("BASE+EX", "ID", 96.99, 98.31, 97.65),
            Row("BASE+EX", "LOCATION", 70.09, 52.08, 59.76),
            Row("BASE+EX", "PATIENT", 85.80, 83.80, 84.79),
            Row("BASE+EX", "PHONE", 97.02, 93.14, 95.04),
            Row("BASE+LC", "all", 95.13, 93.54, 94.33),
            Row("BASE+LC", "AGE", 33.33, 7.69, 12.50),
            Row("BASE+LC", "DATE", 98.02, 95.18, 96.58),
            Row("BASE+LC", "DOCTOR", 93.06, 91.19, 92.11),
            Row("BASE+LC", "HOSPITAL", 93.57, 90.50, 92.01),
            Row("BASE+LC", "ID", 96.89, 98.29, 97.58),
            Row("BASE+LC", "LOCATION", 54.62, 45.14, 49.43),
            Row("BASE+LC", "PATIENT", 84.08, 84.82, 84.45),
            Row("BASE+LC", "PHONE", 97.02, 93.14, 95.04),
            Row("PROPOSED", "all", 97.88, 96.23, 97.05),
            Row("PROPOSED", "AGE", 60.00, 23.08, 33.33),
            Row("PROPOSED", "DATE", 98.27, 97.21, 97.73),
            Row("PROPOSED", "DOCTOR", 97.51, 96.10, 96.80),
            Row("PROPOSED", "HOSPITAL", 96.29, 92.57, 94.39),
            Row("PROPOSED", "ID", 99.35, 99.08, 99.21),
            Row("PROPOSED", "LOCATION", 66.96, 53.47, 59.46),
            Row("PROPOSED", "PATIENT", 97.75, 95.04, 96.37),
            Row("PROPOSED", "PHONE", 98.18, 92.57, 95.29),
        ),
    ),
)
RESULTS: dict[str, Printed] = {table.number: table for table in _PRINTED}

COUNTS: dict[str, Counted] = {
    "3": Counted(
        "3",
        "PHI types and their Numbers",
        grid(
            ("PHI",),
            {
                "AGE": (13,),
                "DATE": (5_189,),
                "DOCTOR": (2_690,),
                "HOSPITAL": (1_736,),
                "ID": (3_677,),
                "LOCATION": (144,),
                "PATIENT": (685,),
                "PHONE": (175,),
            },
        ),
    )
}

PROSE: dict[str, Counted] = {
    "Experiments": Counted("Experiments", "Size of the corpus", {"corpus": {"records": 671, "PHI": 14_309}}),
    "Table 2": Counted("Table 2", "Entries of the lists", {"list": {"person names": 46_207, "locations": 22_380}}),
}
"""Figures of the running text, by section."""
