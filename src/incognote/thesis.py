"""The thesis's categories (Neamatullah 2006) for our spans: its tags of Table 3.5 and its risks of Table 4.4."""

from __future__ import annotations

import re

from incognote.labels import MAIN_CATEGORIES, main_category
from incognote.layout.folding import usual_text
from incognote.types import Document, Span

FULL_NAME, LAST_NAME, FIRST_NAME = "Full name", "Last name", "First name"
FULL_DATE, PARTIAL_DATE, YEAR = "Full date", "Partial date", "Year"
DATE_TAGS = frozenset((FULL_DATE, PARTIAL_DATE, YEAR))
OVER_89 = "Age over 89"
UNIT_NUMBER = "Unit number"

_TAG_OF_LABEL = {
    "HOSPITAL": "Hospital",
    "DEPARTMENT": "Ward",
    **dict.fromkeys(("STREET", "CITY", "STATE", "COUNTRY", "ZIP", "ROOM", "LOCATION-OTHER", "LOCATION"), "Location"),
    **dict.fromkeys(("PHONE", "FAX"), "Telephone/Fax number"),
    "EMAIL": "Email address",
    **dict.fromkeys(("URL", "IPADDR"), "URL"),
    **dict.fromkeys((*MAIN_CATEGORIES["ID"], "ID", "USERNAME"), UNIT_NUMBER),
    "SSN": "Social Security Number",
}

OTHER_PHI = "Other PHI"

RISKS: dict[str, tuple[str, ...]] = {
    "High": (
        FULL_NAME,
        LAST_NAME,
        "Telephone/Fax number",
        "Social Security Number",
        UNIT_NUMBER,
        "Email address",
        "URL",
        OTHER_PHI,
    ),
    "Medium": (FIRST_NAME, "Hospital", "Ward", "Location", FULL_DATE),
    "Low": (PARTIAL_DATE, YEAR, OVER_89),
}
"""Table 4.4. It ranks names, places, dates and ages only. Telephone, fax and social security numbers are as high a risk
as names by section 3.5.1.5; we rank other numbers and addresses, and PHI of a kind we don't know, as those, and a ward
as a hospital."""

TAGS: tuple[str, ...] = tuple(tag for tags in RISKS.values() for tag in tags)

_RISK_OF = {tag: risk for risk, tags in RISKS.items() for tag in tags}

_OF_AGES = ("AGE", OVER_89)
_NO_TAG = ("PROFESSION", "ORGANIZATION")
_MONTH = re.compile(r"(?i)\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)")
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]{2,}")
_OVER_89 = re.compile(
    r"(?i)(?<![\d.])(?:9\d|1[01]\d|12[0-5])(?!\d|\W*(?:d|day|w|week|wk|m|month|mo|h|hour)s?\b)"
    r"|ninety|ninetie|hundred|centenarian|nonagenarian"
)


def thesis_tags(doc: Document) -> list[tuple[Span, str]]:
    """The spans of a note with the thesis's tags, or "" where it has none: professions, organisations, ages under 90.

    A name of one word counts as a last name, the higher risk, unless the same note has a fuller name that shows it to
    be a first one. Labels that are neither ours nor the thesis's count as other PHI.
    """
    first_names = _first_names(doc)
    return [(span, _tag(usual_text(doc[span]), span.label, first_names)) for span in doc.spans]


def is_over_89(age: str) -> bool:
    """Whether the text of an age tells one over 89."""
    return _OVER_89.search(age) is not None


def tells_over_89(doc: Document) -> bool:
    """Whether a span of a note has the thesis's tag for such an age."""
    ages = (span for span in doc.spans if span.label in _OF_AGES)
    return any(_tag(usual_text(doc[span]), span.label, set()) == OVER_89 for span in ages)


def has_kind(label: str) -> bool:
    """Whether a label says what kind of PHI it is, as one that is neither ours nor the thesis's doesn't."""
    return _tag("", label, set()) != OTHER_PHI


def risk_of(tag: str) -> str:
    return _RISK_OF[tag]


def _tag(text: str, label: str, first_names: set[str]) -> str:
    if label == "DATE":
        return _date_tag(text)
    if label == "AGE":
        return OVER_89 if is_over_89(text) else ""
    if label in _NO_TAG:
        return ""
    if label in _TAG_OF_LABEL:
        return _TAG_OF_LABEL[label]
    if main_category(label) == "NAME":
        return _name_tag(text, first_names)
    return label if label in TAGS else OTHER_PHI


def _date_tag(text: str) -> str:
    numbers = _NUMBER.findall(text)
    if len(numbers) >= 3 or any(len(number) == 8 for number in numbers):
        return FULL_DATE
    if _MONTH.search(text):
        return FULL_DATE if len(numbers) == 2 else PARTIAL_DATE
    only_year = len(numbers) == 1 and (len(numbers[0]) == 4 or text.startswith(("'", "’")))
    return YEAR if only_year and not _WORD.search(text) else PARTIAL_DATE


def _name_tag(text: str, first_names: set[str]) -> str:
    words = _WORD.findall(text)
    if len(words) > 1:
        return FULL_NAME
    return FIRST_NAME if words and words[0].casefold() in first_names else LAST_NAME


def _first_names(doc: Document) -> set[str]:
    """The first names in the full names of a note: `Ada Osei`, `Osei, Ada`."""
    found = set()
    for span in doc.spans:
        text = usual_text(doc[span])
        words = _WORD.findall(text) if main_category(span.label) == "NAME" else []
        if len(words) > 1:
            found.add(words[1 if "," in text else 0].casefold())
    return found
