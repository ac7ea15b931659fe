"""Claims of the thesis (Neamatullah 2006)."""

from incognote.experiments.printed.tables import Basis, Claim

_ALGORITHM = ("Algorithm", "1 person, mean", "2 people, mean")

CLAIMS = (
    Claim(
        "neamatullah2006.between-one-and-two",
        "5.1",
        "significantly higher than one person but lower than a consensus of two people de-identifying",
        (Basis("4.1", _ALGORITHM), Basis("4.2")),
    ),
    Claim(
        "neamatullah2006.sensitivity-and-ppv",
        "4.2.3",
        "a sensitivity of 0.87 and a PPV of 0.63",
        (Basis("4.1", ("Algorithm",)),),
    ),
    Claim(
        "neamatullah2006.ppv-below-people",
        "Table 4.1",
        "Algorithm Sensitivity - - 0.87 PPV - - 0.63",
        (Basis("4.1"),),
    ),
    Claim(
        "neamatullah2006.more-people",
        "2.2",
        "Performance in both sensitivity and PPV rise greatly with more de-identifiers.",
        (Basis("2.1"),),
    ),
    Claim(
        "neamatullah2006.three-people-miss",
        "3.1",
        "even a consensus of 3 expert de-identifiers is unable to remove all PHI",
        (Basis("2.1", ("3 people, min", "3 people, max", "3 people, mean")),),
    ),
    Claim(
        "neamatullah2006.medium-risk",
        "4.3.3",
        "Most false negatives fall under the medium risk category.",
        (Basis("4.3"), Basis("4.4")),
    ),
    Claim(
        "neamatullah2006.no-patient-name",
        "4.3.3",
        "not a single patient last or full name escaped de-identification",
        (Basis("4.3"),),
    ),
    Claim(
        "neamatullah2006.ppv-over-before",
        "4.2.3",
        "Our PPV of 0.63 is significantly higher than previous versions of the algorithm.",
        (Basis("4.1", ("Algorithm",)),),
    ),
)
