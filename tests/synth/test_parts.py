"""The parts of names: what changes, what stays."""

from __future__ import annotations

import pytest

from incognote.synth.organizations import facility_parts
from incognote.synth.people import gender, person_parts
from incognote.synth.places import place_parts


@pytest.mark.parametrize(
    ("model", "before", "expected"),
    [
        ("John K. Smith", "", "male initial surname"),
        ("SMITH, JOHN", "", "surname male"),
        ("SMITH^JOHN^K", "", "surname male initial"),
        ("J.K. Smith", "", "initial initial surname"),
        ("Smith", "seen by Dr. ", "surname"),
        ("Smith", "seen by ", "name"),
        ("P. Van Der Hoof", "", "initial keep keep surname"),
        ("Ben Harris", "", "male surname"),
        ("de la Cruz", "Mrs. ", "keep keep surname"),
        ("Siobhan O'Brien", "", "female keep surname"),
        ("Marie Nguyen-O'Brien", "", "female surname keep surname"),
        ("McAdam, Mary", "", "keep surname female"),
        ("Whitney Poole III", "", "female surname keep"),
        ('Robert "Bob" Jones', "", "male male surname"),
        ('"Bob" Jones', "", "male surname"),
        ("Anthony (Tony)", "", "male male"),
        ("Doe, John 8819", "", "surname male digits"),
        ("Kavitha a/p Raman", "", "female keep keep surname"),
        ("Ó Briain", "Mr. ", "keep surname"),
        ("RTH", "", "letters"),
        ("LEE", "", "name"),
    ],
)
def test_people(model: str, before: str, expected: str) -> None:
    assert [part.kind for part in person_parts(model, before)] == expected.split()


@pytest.mark.parametrize(("name", "expected"), [("john", "male"), ("mary", "female"), ("xyzzy", "given")])
def test_gender(name: str, expected: str) -> None:
    assert gender(name) == expected


@pytest.mark.parametrize(
    ("label", "model", "expected"),
    [
        ("CITY", "Pawtucket", "city"),
        ("CITY", "Sioux Falls", "city generic"),
        ("CITY", "Grand Rapids", "city generic"),
        ("STATE", "Rhode Island", "state"),
        ("STATE", "Kayin State", "state"),
        ("STATE", "N.H.", "state-code"),
        ("STATE", "Calif.", "state-short"),
        ("COUNTRY", "New Zealand", "country"),
        ("COUNTRY", "U.S.", "country-code"),
        ("STREET", "14 Mill Lane", "digits street generic"),
        ("STREET", "2210 Tanner St, Apt B", "digits street generic generic letters"),
        ("STREET", "P.O. Box 12", "keep keep generic digits"),
        ("STREET", "125th St", "digits generic"),
        ("LOCATION-OTHER", "Lake Chabot", "generic place"),
        ("LOCATION-OTHER", "I-71", "keep digits"),
        ("LOCATION-OTHER", "SH35", "digits"),
    ],
)
def test_places(label: str, model: str, expected: str) -> None:
    assert [part.kind for part in place_parts(label, model)] == expected.split()


@pytest.mark.parametrize(
    ("label", "model", "expected"),
    [
        ("HOSPITAL", "Narragansett Heights Medical Center", "hospital generic generic generic"),
        ("HOSPITAL", "St. Brannoc's", "keep given keep"),
        ("HOSPITAL", "NHMC", "letters"),
        ("HOSPITAL", "CLAYTON", "hospital"),
        ("HOSPITAL", "The General Hospital", "generic hospital generic"),
        ("ORGANIZATION", "Kealakehe HS", "organization generic"),
        ("ORGANIZATION", "La Salle County SO", "generic organization generic letters"),
        ("ORGANIZATION", "Army", "organization"),
        ("DEPARTMENT", "Ward 14B", "generic digits"),
        ("DEPARTMENT", "Farr 7", "street digits"),
        ("DEPARTMENT", "pod c", "generic letters"),
    ],
)
def test_facilities(label: str, model: str, expected: str) -> None:
    assert [part.kind for part in facility_parts(label, model)] == expected.split()
