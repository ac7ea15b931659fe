import pytest

from incognote.replace.keys import new_key, parse
from incognote.replace.names import Numbers, Pseudonyms, renamed
from incognote.types import Document

KEY = parse(new_key())


@pytest.mark.parametrize("names", [Numbers(), Pseudonyms(KEY)])
def test_names_are_stable_and_distinct(names):
    assert names.note("7041") == names.note("7041") != names.note("7042")
    assert names.patient("7041") == names.patient("7041") != names.note("7041")
    assert "704" not in names.note("7041") + names.patient("7041")


def test_pseudonyms_depend_on_the_key():
    assert Pseudonyms(KEY).note("a") == Pseudonyms(KEY).note("a") != Pseudonyms(parse(new_key())).note("a")


@pytest.mark.parametrize(
    ("doc_id", "patient", "new_id", "new_patient"),
    [
        ("ward/7", None, "note-00001", None),
        ("7", "p", "note-00001", "patient-00001"),
        ("p/7", "p", "patient-00001/note-00001", "patient-00001"),
        ("p", "p", "patient-00001", "patient-00001"),
    ],
)
def test_ids_that_hold_the_patient_go_on_doing_so(doc_id, patient, new_id, new_patient):
    doc = renamed(Document(doc_id, "", patient=patient), Numbers())
    assert (doc.id, doc.patient) == (new_id, new_patient)


def test_reprs_hold_no_names():
    names = Numbers()
    names.note("7041-thornquist")
    assert "thornquist" not in repr(names)
    assert "Key()" in repr(Pseudonyms(KEY))


@pytest.mark.parametrize("names", [Numbers(), Pseudonyms(KEY)])
def test_numbers_get_numbers(names):
    doc = renamed(Document("7041", "", patient="7041"), names, frozenset({"id", "patient"}))
    assert int(doc.id) >= 0 <= int(doc.patient)
    assert doc == renamed(Document("7041", "", patient="7041"), names, frozenset({"id", "patient"}))
    mixed = renamed(Document("7041", "", patient="p"), names, frozenset({"id"}))
    assert (mixed.id, mixed.patient) == (doc.id, names.patient("p"))


def test_the_numbers_of_notes_and_patients_are_other_ones():
    names = Pseudonyms(KEY)
    assert names.note_number("7041") != names.patient_number("7041")
    assert names.patient_number("007041") == names.patient_number("7041")
