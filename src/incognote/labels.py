"""The labels: the 2014 i2b2/UTHealth set, its seven main categories, and what HIPAA has to do with them."""

from __future__ import annotations

from collections.abc import Collection

from incognote.errors import UnknownNameError

MAIN_CATEGORIES: dict[str, tuple[str, ...]] = {
    "NAME": ("PATIENT", "DOCTOR", "USERNAME"),
    "PROFESSION": ("PROFESSION",),
    "LOCATION": (
        "HOSPITAL",
        "ORGANIZATION",
        "STREET",
        "CITY",
        "STATE",
        "COUNTRY",
        "ZIP",
        "ROOM",
        "DEPARTMENT",
        "LOCATION-OTHER",
    ),
    "AGE": ("AGE",),
    "DATE": ("DATE",),
    "CONTACT": ("PHONE", "FAX", "EMAIL", "URL", "IPADDR"),
    "ID": (
        "SSN",
        "MEDICALRECORD",
        "HEALTHPLAN",
        "ACCOUNT",
        "LICENSE",
        "VEHICLE",
        "DEVICE",
        "BIOID",
        "IDNUM",
    ),
}

LABELS: tuple[str, ...] = tuple(label for labels in MAIN_CATEGORIES.values() for label in labels)

_MAIN_OF = {label: main for main, labels in MAIN_CATEGORIES.items() for label in labels}

OTHER = "OTHER"
"""The main category of labels that are not of this set."""

CONCEPT = "CONCEPT"
"""A term of medicine that is to be replaced by its MeSH id and a synonym; it is no PHI."""


def main_category(label: str) -> str:
    """The main category of a label; a main category's is itself."""
    return _MAIN_OF.get(label, label if label in MAIN_CATEGORIES else OTHER)


def left_out(chosen: Collection[str], others: Collection[str] = ()) -> frozenset[str]:
    """Of our labels, main categories and other labels, those that a choice of labels and main categories leaves out.

    A main category stays if one of its labels does.
    """
    known = {*LABELS, *MAIN_CATEGORIES, *others}
    for name in chosen:
        if name not in known:
            hint = "give labels of the notes, or main categories: "
            raise UnknownNameError(f"no label is called {name!r}; {hint}{', '.join(MAIN_CATEGORIES)}")
    stay = {label for label in known if label in chosen or main_category(label) in chosen}
    stay.update(main for main, labels in MAIN_CATEGORIES.items() if not stay.isdisjoint(labels))
    return frozenset(known - stay)


HIPAA_LABELS: frozenset[str] = frozenset(
    {"PATIENT", "ORGANIZATION", "STREET", "CITY", "ZIP", "AGE", "DATE"}
    | set(MAIN_CATEGORIES["CONTACT"])
    | set(MAIN_CATEGORIES["ID"]) - {"IDNUM"}
)
"""What He 2015 and the 2014 challenge score as HIPAA's. IDNUM is not among them: only without it do the counts of the
paper's Table 4 add up to the HIPAA scores of its Table 3."""

SAFE_HARBOR: dict[str, tuple[str, ...]] = {
    "names": ("PATIENT", "DOCTOR"),
    "geographic subdivisions smaller than a state": (
        "STREET",
        "CITY",
        "ZIP",
        "LOCATION-OTHER",
        "HOSPITAL",
        "ORGANIZATION",
        "DEPARTMENT",
        "ROOM",
    ),
    "dates and ages over 89": ("DATE", "AGE"),
    "telephone numbers": ("PHONE",),
    "fax numbers": ("FAX",),
    "electronic mail addresses": ("EMAIL",),
    "social security numbers": ("SSN",),
    "medical record numbers": ("MEDICALRECORD",),
    "health plan beneficiary numbers": ("HEALTHPLAN",),
    "account numbers": ("ACCOUNT",),
    "certificate and license numbers": ("LICENSE",),
    "vehicle identifiers and license plates": ("VEHICLE",),
    "device identifiers and serial numbers": ("DEVICE",),
    "web addresses": ("URL",),
    "IP addresses": ("IPADDR",),
    "biometric identifiers": ("BIOID",),
    "full-face photographs": (),
    "any other unique identifying number, characteristic or code": ("IDNUM", "USERNAME", "PROFESSION"),
}
"""The 18 identifiers of 45 CFR 164.514(b)(2)(i), in the law's order, and the labels that serve each. Pictures are not
text; STATE and COUNTRY serve none, since Safe Harbor lets them stay."""
