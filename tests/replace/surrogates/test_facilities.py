"""Facilities: short and long forms agree, kind words stay, proper words, letters and numbers change."""

from __future__ import annotations

import re

import pytest

from incognote.replace.keys import Key
from incognote.replace.surrogates import gazetteer
from incognote.replace.surrogates.scope import Scope
from incognote.replace.surrogates.words import new_letter, new_name
from incognote.synth.forms import fold, pieces
from tests.replace.surrogates.notes import alone, note, replaced

KEY = Key(bytes(range(32)))
SCOPES = [Scope(KEY, f"p{i}") for i in range(30)]


def test_short_and_long_forms_agree() -> None:
    for scope in SCOPES:
        name = alone("HOSPITAL", "Maple Hollow", scope)
        assert name
        assert alone("HOSPITAL", "Maple Hollow Regional Hospital", scope) == f"{name} Regional Hospital"
        assert alone("HOSPITAL", "MAPLE HOLLOW ED", scope) == f"{name.upper()} ED"
        assert alone("STREET", "12 Maple Hollow Rd", scope).split(" ", 1)[1] == f"{name} Rd"


def test_a_clinic_agrees_with_the_doctor_it_is_named_after() -> None:
    for scope in SCOPES:
        assert fold(alone("HOSPITAL", "Grantchester Clinic", scope)) == f"{new_name('grantchester', scope)} clinic"


def test_letters_agree_with_words() -> None:
    for scope in SCOPES:
        letters = alone("HOSPITAL", "MGH", scope)
        assert letters == new_letter("m", scope).upper() + "GH"
        assert alone("HOSPITAL", "Grantchester", scope)[0].lower() == new_letter("g", scope)
        bidmc = alone("HOSPITAL", "BIDMC", scope)
        assert bidmc == "".join(new_letter(letter, scope) for letter in "bid").upper() + "MC"


def test_towns_and_states_in_names_follow_the_note() -> None:
    for scope in SCOPES:
        doc = note(("HOSPITAL", "Portland General"), " in ", ("CITY", "Portland"), ", ", ("STATE", "Maine"))
        hospital, city, state = replaced(doc, scope)
        assert hospital == f"{city} General"
        assert alone("ORGANIZATION", "University of Maine", scope) == f"University of {state}"
        assert alone("ORGANIZATION", "University of Maine", scope, keep_states=True) == f"University of {state}"


@pytest.mark.parametrize(
    ("label", "text", "form"),
    [
        ("HOSPITAL", "General Hospital", r"[A-Z][a-z]+ Hospital"),
        ("HOSPITAL", "The Old Surgery", r"The [A-Z][a-z]+ Surgery"),
        ("HOSPITAL", "St. Aldhelm's", r"St\. [A-Z][a-z]+'s"),
        ("HOSPITAL", "ST BRENDANS", r"ST [A-Z]+"),
        ("HOSPITAL", "Flint Hills Hematology", r"[A-Z][a-z]+ Hills Hematology"),
        ("HOSPITAL", "St. Hedwig's", r"St\. [A-Z][a-z]+'s"),
        ("HOSPITAL", "U of Corvantis", r"U of [A-Z][a-z]+"),
        ("HOSPITAL", "Ko'olau Medical Center", r"[A-Z][a-z]+'(?!olau)[a-z]+ Medical Center"),
        ("HOSPITAL", "McKee Clinic", r"[A-Z][a-z]+ Clinic"),
        ("HOSPITAL", "mgh", r"[a-z]gh"),
        ("ORGANIZATION", "Jurkowski Funeral Home", r"[A-Z][a-z]+ Funeral Home"),
        ("ORGANIZATION", "Charleston Symphony", r"[A-Z][\w. ]+ Symphony"),
        ("ORGANIZATION", "U.S. Geological Survey", r"U\.S\. [A-Z][a-z]+ Survey"),
        ("ORGANIZATION", "Brackenbury & Tolle LLP", r"[A-Z][a-z]+ & [A-Z][a-z]+ LLP"),
        ("ORGANIZATION", "U.S. Army", r"(?:US )?[A-Z][A-Za-z ]+"),
        ("DEPARTMENT", "Tower 5 West", r"Tower [1-9] West"),
        ("DEPARTMENT", "T5W", r"T[1-9]W"),
        ("DEPARTMENT", "Ellison 12B", r"[A-Z][a-z]+ \d\dB"),
        ("DEPARTMENT", "Pod C", r"Pod [A-D]"),
        ("DEPARTMENT", "L&D 3", r"L&D [1-9]"),
        ("DEPARTMENT", "Male Ward II", r"Male Ward [IV]+"),
        ("ROOM", "412-B", r"\d{3}-[ACD]"),
        ("ROOM", "7", r"[1-9]"),
        ("ROOM", "C", r"[ABD]"),
    ],
)
def test_forms_are_kept(label: str, text: str, form: str) -> None:
    for scope in SCOPES:
        new = alone(label, text, scope)
        assert new is not None
        assert new != text
        assert re.fullmatch(form, new), (text, new)


@pytest.mark.parametrize(
    "text", ["MICU", "Department of Neurology", "Male Surgical", "labor and delivery", "T-SICU West"]
)
def test_what_a_department_is_for_stays(text: str) -> None:
    assert alone("DEPARTMENT", text, SCOPES[0]) == text


def test_companies_become_companies_of_their_kind() -> None:
    kinds = gazetteer.table()["companies"]
    for scope in SCOPES:
        assert alone("ORGANIZATION", "Walgreens", scope) in kinds["pharmacies"]
        assert alone("ORGANIZATION", "Aetna", scope) in kinds["insurers"]
        assert alone("ORGANIZATION", "U.S. Army", scope) in kinds["forces"]
        assert alone("ORGANIZATION", "walmart", scope) in [store.lower() for store in kinds["stores"]]


def test_different_wards_and_beds_stay_different() -> None:
    for scope in SCOPES:
        assert len({alone("DEPARTMENT", f"Farr {number}", scope) for number in range(1, 10)}) == 9
        assert len({alone("ROOM", str(number), scope) for number in range(1, 41)}) == 40
        assert len({alone("ROOM", letter, scope) for letter in "ABCD"}) == 4


def test_words_of_the_notes_are_avoided() -> None:
    texts = [
        ("HOSPITAL", "Maple Clinic"),
        ("HOSPITAL", "MGH"),
        ("HOSPITAL", "St. Anne"),
        ("ORGANIZATION", "Quorvax Ltd"),
    ]
    for scope in SCOPES:
        avoid: set[str] = set()
        for _ in range(4):
            made = [alone(label, text, Scope(KEY, scope.name, "", frozenset(avoid))) for label, text in texts]
            new = {fold(text[start:end]) for text in made for start, end in pieces(text)} - {"clinic", "st", "ltd"}
            assert len(new) >= len(texts)
            assert not new & avoid
            avoid |= new


def test_another_scope_draws_anew() -> None:
    for text in ("Maple Hollow Hospital", "Farrukh Clinic"):
        assert len({alone("HOSPITAL", text, scope) for scope in SCOPES}) > len(SCOPES) / 2
