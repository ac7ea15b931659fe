"""The thesis's tags for our spans: the examples of its Table 3.5, and those of real notes."""

import pytest

from incognote.thesis import RISKS, risk_of, thesis_tags
from incognote.types import Document, Span


@pytest.mark.parametrize(
    ("text", "label", "tag"),
    [
        ("John Doe", "PATIENT", "Full name"),
        ("Doe, John", "DOCTOR", "Full name"),
        ("Doe", "PATIENT", "Last name"),
        ("J. Doe", "DOCTOR", "Last name"),
        ("Cambridge", "CITY", "Location"),
        ("Memorial Drive", "STREET", "Location"),
        ("Mount Sinai", "HOSPITAL", "Hospital"),
        ("Ward E", "DEPARTMENT", "Ward"),
        ("2006/3/4", "DATE", "Full date"),
        ("3/21", "DATE", "Partial date"),
        ("2006", "DATE", "Year"),
        ("'97", "DATE", "Year"),
        ("5 August 2060", "DATE", "Full date"),
        ("Jan. 2, 96", "DATE", "Full date"),
        ("20410917", "DATE", "Full date"),
        ("March 2061", "DATE", "Partial date"),
        ("July 5", "DATE", "Partial date"),
        ("Tuesday", "DATE", "Partial date"),
        ("Christmas", "DATE", "Partial date"),
        ("93", "AGE", "Age over 89"),
        ("ninety-two", "AGE", "Age over 89"),
        ("90s", "AGE", "Age over 89"),
        ("104", "AGE", "Age over 89"),
        ("ninety", "AGE", "Age over 89"),
        ("a hundred", "AGE", "Age over 89"),
        ("89", "AGE", ""),
        ("nineteen", "AGE", ""),
        ("aged 93", "AGE", "Age over 89"),
        ("95 days", "AGE", ""),
        ("1.93", "AGE", ""),
        ("190", "AGE", ""),
        ("9", "AGE", ""),
        ("617-225-6598", "PHONE", "Telephone/Fax number"),
        ("900-41-7733", "SSN", "Social Security Number"),
        ("0047731", "MEDICALRECORD", "Unit number"),
        ("baker", "PROFESSION", ""),
        ("Acme Corp", "ORGANIZATION", ""),
        ("Ada", "PTName", "Other PHI"),
        ("Ada", "PHI", "Other PHI"),
        ("Ada", "First name", "First name"),
    ],
)
def test_tags(text, label, tag):
    doc = Document("1", text, (Span(0, len(text), label),))
    assert thesis_tags(doc) == [(doc.spans[0], tag)]
    assert not tag or risk_of(tag) in RISKS


@pytest.mark.parametrize("full", ["Ada Osei", "Osei, Ada"])
def test_a_first_name_shows_in_a_fuller_one(full):
    text = f"{full}. Ada is well. Osei agrees."
    places = [(0, len(full)), (text.index("Ada is"), text.index(" is")), (text.rindex("Osei"), text.index(" agrees"))]
    doc = Document("1", text, tuple(Span(*place, "PATIENT") for place in places))
    assert [tag for _, tag in thesis_tags(doc)] == ["Full name", "First name", "Last name"]
