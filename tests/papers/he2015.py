"""Figures printed in He 2015 ("CRFs based de-identification of medical records"), of its best unofficial run."""

# Table 4: gold, system and agreed entities, then precision, recall, F. "overall" rows count main categories.
ENTITIES = {
    ("NAME", "PATIENT"): (879, 761, 729, 0.9580, 0.8294, 0.8890),
    ("NAME", "DOCTOR"): (1912, 1789, 1676, 0.9368, 0.8766, 0.9057),
    ("NAME", "USERNAME"): (92, 89, 88, 0.9888, 0.9565, 0.9724),
    ("NAME", "overall"): (2883, 2639, 2552, 0.9670, 0.8852, 0.9243),
    ("PROFESSION", "PROFESSION"): (179, 101, 83, 0.8218, 0.4637, 0.5929),
    ("LOCATION", "HOSPITAL"): (875, 737, 673, 0.9132, 0.7691, 0.8350),
    ("LOCATION", "ORGANIZATION"): (82, 22, 21, 0.9545, 0.2561, 0.4038),
    ("LOCATION", "STREET"): (136, 125, 120, 0.9600, 0.8824, 0.9195),
    ("LOCATION", "CITY"): (260, 257, 218, 0.8482, 0.8385, 0.8433),
    ("LOCATION", "STATE"): (190, 171, 160, 0.9357, 0.8421, 0.8864),
    ("LOCATION", "COUNTRY"): (117, 75, 67, 0.8933, 0.5726, 0.6979),
    ("LOCATION", "ZIP"): (140, 133, 133, 1.0000, 0.9500, 0.9744),
    ("LOCATION", "LOCATION-OTHER"): (13, 0, 0, 0.0000, 0.0000, 0.0000),
    ("LOCATION", "overall"): (1813, 1520, 1448, 0.9526, 0.7987, 0.8689),
    ("AGE", "AGE"): (764, 696, 667, 0.9583, 0.8730, 0.9137),
    ("DATE", "DATE"): (4980, 4934, 4831, 0.9791, 0.9701, 0.9746),
    ("CONTACT", "PHONE"): (215, 213, 202, 0.9484, 0.9395, 0.9439),
    ("CONTACT", "FAX"): (2, 0, 0, 0.0000, 0.0000, 0.0000),
    ("CONTACT", "EMAIL"): (1, 0, 0, 0.0000, 0.0000, 0.0000),
    ("CONTACT", "overall"): (218, 213, 203, 0.9531, 0.9312, 0.9420),
    ("ID", "MEDICALRECORD"): (422, 422, 411, 0.9739, 0.9739, 0.9739),
    ("ID", "DEVICE"): (8, 0, 0, 0.0000, 0.0000, 0.0000),
    ("ID", "IDNUM"): (195, 175, 151, 0.8629, 0.7744, 0.8162),
    ("ID", "overall"): (625, 597, 568, 0.9514, 0.9088, 0.9296),
}

# Table 3, unofficial run 2: strict precision, recall, F.
I2B2_STRICT = (0.9561, 0.8925, 0.9232)
HIPAA_STRICT = (0.9695, 0.9294, 0.9490)

# Table 6: number and percentage of errors.
ERRORS = {"type": (159, 12.04), "extent": (202, 15.29), "missing": (851, 64.42), "spurious": (109, 8.25)}

# Table 7: gold type -> found type -> number; then missing and total. The last row is spurious.
FOUND = {
    "PATIENT": ({"PATIENT": 729, "DOCTOR": 44, "HOSPITAL": 1, "CITY": 2, "COUNTRY": 1}, 82, 859),
    "DOCTOR": ({"PATIENT": 14, "DOCTOR": 1676, "CITY": 1, "DATE": 1}, 173, 1865),
    "USERNAME": ({"DOCTOR": 1, "USERNAME": 88}, 3, 92),
    "PROFESSION": ({"PROFESSION": 83}, 88, 171),
    "HOSPITAL": ({"DOCTOR": 5, "HOSPITAL": 673, "CITY": 9}, 165, 852),
    "ORGANIZATION": ({"DOCTOR": 1, "PROFESSION": 1, "HOSPITAL": 9, "ORGANIZATION": 21, "CITY": 6}, 39, 77),
    "STREET": ({"STREET": 120}, 7, 127),
    "CITY": ({"PATIENT": 2, "DOCTOR": 4, "HOSPITAL": 6, "CITY": 218, "COUNTRY": 3}, 21, 254),
    "STATE": ({"HOSPITAL": 2, "CITY": 10, "STATE": 160}, 14, 186),
    "COUNTRY": ({"PATIENT": 1, "DOCTOR": 3, "CITY": 3, "STATE": 4, "COUNTRY": 67}, 37, 115),
    "ZIP": ({"ZIP": 133, "PHONE": 6, "IDNUM": 1}, 0, 140),
    "LOCATION-OTHER": ({"HOSPITAL": 2, "CITY": 2}, 9, 13),
    "AGE": ({"AGE": 667}, 85, 752),
    "DATE": ({"DOCTOR": 1, "PROFESSION": 1, "DATE": 4831, "MEDICALRECORD": 1}, 88, 4922),
    "PHONE": ({"DATE": 1, "PHONE": 202, "IDNUM": 2}, 5, 210),
    "FAX": ({"PHONE": 1}, 1, 2),
    "EMAIL": ({}, 1, 1),
    "MEDICALRECORD": ({"MEDICALRECORD": 411, "IDNUM": 4}, 1, 416),
    "DEVICE": ({}, 8, 8),
    "IDNUM": ({"DATE": 1, "MEDICALRECORD": 2, "IDNUM": 151}, 24, 178),
}
SPURIOUS = {
    "PATIENT": 1, "DOCTOR": 13, "USERNAME": 1, "PROFESSION": 9, "HOSPITAL": 19, "CITY": 4, "STATE": 2, "COUNTRY": 1,
    "AGE": 16, "DATE": 38, "PHONE": 2, "MEDICALRECORD": 2, "IDNUM": 1,
}  # fmt: skip
SYSTEM_TOTALS = {
    "PATIENT": 747, "DOCTOR": 1748, "USERNAME": 89, "PROFESSION": 94, "HOSPITAL": 712, "ORGANIZATION": 21,
    "STREET": 120, "CITY": 255, "STATE": 166, "COUNTRY": 72, "ZIP": 133, "LOCATION-OTHER": 0, "AGE": 683, "DATE": 4872,
    "PHONE": 211, "FAX": 0, "EMAIL": 0, "MEDICALRECORD": 416, "DEVICE": 0, "IDNUM": 159,
}  # fmt: skip

# Table 8: extent errors by gold type: short, long, short and long, total.
EXTENTS = {
    "PATIENT": (9, 5, 0, 14),
    "DOCTOR": (21, 18, 2, 41),
    "PROFESSION": (4, 3, 0, 7),
    "HOSPITAL": (7, 15, 3, 25),
    "ORGANIZATION": (0, 1, 0, 1),
    "STREET": (1, 0, 4, 5),
    "CITY": (2, 0, 0, 2),
    "STATE": (5, 0, 0, 5),
    "COUNTRY": (3, 0, 0, 3),
    "AGE": (9, 4, 0, 13),
    "DATE": (42, 20, 0, 62),
    "PHONE": (1, 1, 0, 2),
    "MEDICALRECORD": (3, 3, 0, 6),
    "IDNUM": (7, 8, 1, 16),
}
EXTENT_TOTALS = (114, 78, 10, 202)
