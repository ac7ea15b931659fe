"""Figures printed in Uzuner 2008 ("A de-identifier for medical discharge summaries").

A row of results is method, class, precision, recall, F (in per cent), and whether the F bears a mark of significance.
"""

# Table 1: words by category in each corpus.
CLASSES = ("Non-PHI", "Patient", "Doctor", "Location", "Hospital", "Date", "ID", "Phone")
WORDS = {
    "random": dict(zip(CLASSES, (17_874, 1_048, 311, 24, 600, 735, 36, 39), strict=True)),
    "ambiguous": dict(zip(CLASSES, (19_275, 1_047, 311, 24, 600, 736, 36, 39), strict=True)),
    "oov": dict(zip(CLASSES, (17_875, 1_037, 302, 24, 404, 735, 36, 39), strict=True)),
    "authentic": dict(zip(CLASSES, (112_669, 294, 738, 88, 656, 1_953, 482, 32), strict=True)),
    "challenge": dict(zip(CLASSES, (444_127, 1_737, 7_697, 518, 5_204, 7_651, 5_110, 271), strict=True)),
}

# Table 2: words of the ambiguous corpus that are ambiguous between PHI and non-PHI.
AMBIGUOUS_WORDS = dict(zip(CLASSES, (3_787, 514, 247, 24, 86, 201, 0, 0), strict=True))

NAMED = ("Patient", "Doctor", "Location", "Hospital")
"""The people, locations and organisations that SNoW recognises."""

# Tables 4 to 12, 14 and 15.
RESULTS = {
    4: [
        ("Stat De-id", "PHI", 98.34, 96.92, 97.63, False),
        ("IFinder", "PHI", 62.21, 75.83, 68.35, True),
        ("H+D", "PHI", 93.67, 66.56, 77.82, True),
        ("CRFD", "PHI", 81.94, 81.17, 81.55, True),
        ("Stat De-id", "Non-PHI", 99.53, 99.75, 99.64, False),
        ("IFinder", "Non-PHI", 96.15, 92.92, 94.51, True),
        ("H+D", "Non-PHI", 95.07, 99.31, 97.14, True),
        ("CRFD", "Non-PHI", 98.91, 99.05, 98.98, True),
    ],
    5: [
        ("Stat De-id", "PHI", 98.31, 96.62, 97.46, False),
        ("SNoW", "PHI", 95.18, 97.63, 96.39, False),
        ("Stat De-id", "Non-PHI", 99.64, 99.82, 99.73, False),
        ("SNoW", "Non-PHI", 99.75, 99.48, 99.61, True),
    ],
    6: [
        ("Stat De-id", "PHI", 98.46, 95.24, 96.82, False),
        ("IFinder", "PHI", 26.17, 61.98, 36.80, True),
        ("H+D", "PHI", 82.67, 87.30, 84.92, True),
        ("CRFD", "PHI", 91.16, 84.75, 87.83, True),
        ("Stat De-id", "Non-PHI", 99.84, 99.95, 99.90, False),
        ("IFinder", "Non-PHI", 98.68, 94.19, 96.38, True),
        ("H+D", "Non-PHI", 99.58, 99.39, 99.48, True),
        ("CRFD", "Non-PHI", 99.62, 99.86, 99.74, True),
    ],
    7: [
        ("Stat De-id", "PHI", 98.40, 93.75, 96.02, False),
        ("SNoW", "PHI", 96.36, 91.03, 93.62, True),
        ("Stat De-id", "Non-PHI", 99.90, 99.98, 99.94, False),
        ("SNoW", "Non-PHI", 99.86, 99.95, 99.90, True),
    ],
    8: [
        ("Stat De-id", "PHI", 96.37, 94.27, 95.31, False),
        ("IFinder", "PHI", 45.52, 69.04, 54.87, True),
        ("H+D", "PHI", 79.69, 44.25, 56.90, True),
        ("CRFD", "PHI", 81.84, 78.08, 79.92, True),
        ("Stat De-id", "Non-PHI", 99.18, 99.49, 99.34, False),
        ("IFinder", "Non-PHI", 95.23, 88.22, 91.59, True),
        ("H+D", "Non-PHI", 92.52, 98.39, 95.36, True),
        ("CRFD", "Non-PHI", 98.12, 98.78, 98.45, True),
    ],
    9: [
        ("Stat De-id", "PHI", 95.75, 93.24, 94.48, False),
        ("SNoW", "PHI", 92.93, 91.57, 92.24, True),
        ("Stat De-id", "Non-PHI", 99.33, 99.59, 99.46, False),
        ("SNoW", "Non-PHI", 99.17, 99.31, 99.24, True),
    ],
    10: [
        ("Stat De-id", "PHI", 94.02, 92.08, 93.04, False),
        ("IFinder", "PHI", 50.26, 67.16, 57.49, True),
        ("H+D", "PHI", 58.35, 30.08, 39.70, True),
        ("SNoW", "PHI", 91.80, 87.83, 89.77, True),
        ("CRFD", "PHI", 74.15, 71.15, 72.62, True),
        ("Stat De-id", "Non-PHI", 98.28, 98.72, 98.50, False),
        ("IFinder", "Non-PHI", 92.26, 85.48, 88.74, True),
        ("H+D", "Non-PHI", 86.19, 95.31, 90.52, True),
        ("SNoW", "Non-PHI", 97.34, 98.27, 97.80, True),
        ("CRFD", "Non-PHI", 95.84, 96.89, 96.37, True),
    ],
    11: [
        ("Stat De-id", "PHI", 98.12, 96.77, 97.44, False),
        ("IFinder", "PHI", 52.44, 54.62, 53.51, True),
        ("H+D", "PHI", 88.24, 24.79, 38.71, True),
        ("CRFD", "PHI", 82.01, 78.71, 80.32, True),
        ("Stat De-id", "Non-PHI", 99.54, 99.74, 99.64, False),
        ("IFinder", "Non-PHI", 93.52, 92.97, 93.25, True),
        ("H+D", "Non-PHI", 90.32, 99.53, 94.70, True),
        ("CRFD", "Non-PHI", 98.43, 99.01, 98.72, True),
    ],
    12: [
        ("Stat De-id", "PHI", 98.04, 96.49, 97.26, False),
        ("SNoW", "PHI", 96.50, 95.08, 95.78, True),
        ("Stat De-id", "Non-PHI", 99.67, 99.82, 99.74, False),
        ("SNoW", "Non-PHI", 99.53, 99.67, 99.60, True),
    ],
    14: [
        ("Stat De-id", "PHI", 98.69, 97.37, 98.03, False),
        ("IFinder", "PHI", 25.10, 49.10, 33.20, True),
        ("H+D", "PHI", 36.24, 55.84, 43.95, True),
        ("CRFD", "PHI", 86.37, 84.79, 85.57, True),
        ("Stat De-id", "Non-PHI", 99.83, 99.92, 99.86, False),
        ("IFinder", "Non-PHI", 97.25, 92.47, 94.80, True),
        ("H+D", "Non-PHI", 97.67, 94.95, 96.29, True),
        ("CRFD", "Non-PHI", 99.55, 99.65, 99.60, True),
    ],
    15: [
        ("Stat De-id", "PHI", 98.98, 96.96, 97.96, False),
        ("SNoW", "PHI", 98.73, 93.81, 96.21, True),
        ("Stat De-id", "Non-PHI", 99.90, 99.97, 99.93, False),
        ("SNoW", "Non-PHI", 99.80, 99.96, 99.88, True),
    ],
}

# Table 3: per cent of the OoV corpus's names that are in a dictionary.
OOV_IN_DICTIONARY = {"Patient": 2.51, "Doctor": 1.99, "Location": 0, "Hospital": 19.56}

# Table 13: recall on out-of-vocabulary PHI only.
OOV_RECALL = {"Stat De-id": 96.49, "IFinder": 57.33, "SNoW": 95.08, "H+D": 11.15, "CRFD": 84.75}

# Table 21: rows are actual, columns predicted, in the order of CLASSES.
CONFUSION = [
    [112_605, 2, 4, 0, 17, 33, 8, 0],
    [12, 280, 1, 0, 0, 0, 0, 1],
    [24, 1, 711, 0, 2, 0, 0, 0],
    [19, 0, 3, 51, 14, 0, 0, 1],
    [54, 0, 3, 4, 595, 0, 0, 0],
    [58, 0, 0, 0, 4, 1_891, 0, 0],
    [3, 0, 0, 0, 0, 0, 479, 0],
    [11, 0, 0, 0, 0, 1, 1, 19],
]

# Table 20, authentic corpus: precision, recall, F.
MULTI_CLASS = {
    "Non-PHI": (99.84, 99.94, 99.89),
    "Patient": (98.94, 95.24, 97.05),
    "Doctor": (98.48, 96.34, 97.40),
    "Location": (92.73, 57.95, 71.33),
    "Hospital": (94.15, 90.70, 92.39),
    "Date": (98.23, 96.83, 97.52),
    "ID": (98.16, 99.38, 98.76),
    "Phone": (90.48, 59.38, 71.70),
}
