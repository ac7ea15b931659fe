"""Figures printed in the thesis (Neamatullah 2006)."""

# Table 4.3: escaped PHI by type, and per 100,000 words.
ESCAPED = {
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

# Table 4.4: escaped PHI by risk, and per cent of all.
RISKS = {"High": (18, 17), "Medium": (66, 63), "Low": (20, 19)}

# Table 4.2: escaped PHI per cent of words, and per 10,000 words, where both are printed.
RATES = {
    "algorithm": (0.05, 5),
    "1 person, min": (0.19, 29),
    "1 person, max": (0.03, 3),
    "1 person, mean": (0.1, 10),
    "2 people, min": (0.06, 6),
    "2 people, max": (0.01, 1),
    "2 people, mean": (0.03, 3),
    "3 people, min": (0.01, 1),
    "3 people, max": (0.005, 0.5),
    "3 people, mean": (0.01, 1),
}
