"""The papers' classes of our labels."""

import pytest

from incognote.experiments.classes import ANY, CLASSES, NAMED, class_of, in_classes, named_only, with_old_ages
from incognote.labels import LABELS
from incognote.types import Document, Span

from .notes import note

CASES = {
    "PATIENT": "PATIENT",
    "DOCTOR": "DOCTOR",
    "HOSPITAL": "HOSPITAL",
    "CITY": "LOCATION",
    "ROOM": "LOCATION",
    "LOCATION": "LOCATION",  # of the 2006 challenge
    "ID": "ID",
    "MEDICALRECORD": "ID",
    "USERNAME": "ID",
    "FAX": "PHONE",
    "DATE": "DATE",
    "AGE": "",
    "PROFESSION": "",
    "NAME": ANY,  # whose, heuristics don't say
    "PHI": ANY,
    "something else": "",
}


@pytest.mark.parametrize(("label", "name"), CASES.items())
def test_the_class_of_a_label(label, name):
    assert class_of(label) == name


def test_all_labels_but_ages_and_jobs_have_a_class_and_all_classes_a_label():
    assert {label for label in LABELS if not class_of(label)} == {"AGE", "PROFESSION"}
    assert {class_of(label) for label in LABELS} - {""} == set(CLASSES)
    assert all(class_of(name) == name for name in CLASSES)
    assert set(NAMED) < set(CLASSES)


DOC = Document("a", "x" * 60, tuple(Span(2 * at, 2 * at + 1, label) for at, label in enumerate(CASES)))


def test_notes_with_the_seven_classes():
    assert [span.label for span in in_classes(DOC).spans] == [name for name in CASES.values() if name]
    assert [(span.start, span.end) for span in in_classes(DOC).spans] == [
        (2 * at, 2 * at + 1) for at, name in enumerate(CASES.values()) if name
    ]


def test_notes_with_people_and_places_alone():
    assert [span.label for span in named_only(DOC).spans] == [n for n in CASES.values() if n in (*NAMED, ANY)]
    assert named_only(in_classes(DOC)) == named_only(DOC)


@pytest.mark.parametrize(
    ("age", "stays"), [("93", True), ("89", False), ("ninety-one", True), ("101 y", True), ("90s", True), ("9", False)]
)
def test_ages_over_89_alone(age, stays):
    doc = note("a", f"Aged {age} in Harlow, a baker.", (age, "AGE"), ("Harlow", "CITY"), ("baker", "PROFESSION"))
    assert [span.label for span in with_old_ages(doc).spans] == [*["AGE"] * stays, "LOCATION"]
    assert [span.label for span in in_classes(doc).spans] == ["LOCATION"]
