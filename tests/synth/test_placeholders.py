"""Marks in the place of PHI: their kinds, models and whose they are, and what stays text."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.labels import LABELS
from incognote.synth.placeholders import find_marks, written_out
from incognote.types import Document


def made(text, seed=1):
    return written_out(Document("n", text), Random(seed))


TOLD = [
    # Uzuner 2008's [REMOVED]
    ("a walk-in to me at the [REMOVED] Health Center on [REMOVED]. since [REMOVED] to", "HOSPITAL DATE DATE"),
    ("sent to the [REMOVED] Unit, with the Cardiologist, Dr. [REMOVED] to follow", "DEPARTMENT DOCTOR"),
    ("one daughter living in [REMOVED]. By [REMOVED] the patient had better rate control", "CITY DATE"),
    ("Mr. [REMOVED] was admitted to [REMOVED] on [REMOVED].", "PATIENT HOSPITAL DATE"),
    ("Call [REMOVED] if worse. MRN: [REMOVED]", "PHONE MEDICALRECORD"),
    ("seen by [REMOVED], M.D.; fax [REMOVED]; SSN: [REMOVED]", "DOCTOR FAX SSN"),
    # PhysioNet's tags
    ("[**Known lastname 4567**] was seen on [**2015-03-04**] at [**Hospital1 18**]", "PATIENT DATE HOSPITAL"),
    ("Dr. [**First Name8 (NamePattern2) 12**] [**Last Name (NamePattern1) 34**] came", "DOCTOR"),
    ("[**Last Name (un) 5**], [**First Name 6**] is here. Name: [**Known lastname 7**]", "PATIENT PATIENT"),
    ("Name: [**Last Name (un) 5**], [**First Name 6**] [**Initial 7**]", "PATIENT"),
    ("page [**Telephone/Fax (1) 123**]; [**Age over 90 **] year old; in [**2011**]", "PHONE AGE DATE"),
    ("[**Numeric Identifier 5**] [**State/Province 4**] [**Doctor Last Name 9**]", "IDNUM STATE DOCTOR"),
    # our own tags
    ("Mrs. [**Last Name 5**] of [**Location 2**] lives in [**Location 3**]", None),
    ("Mrs. [**Last Name 5**] lives in [**Location 3**]; again [**Last Name 5**]", "PATIENT CITY PATIENT"),
    ("[**Occupation 3**], MRN [**Unit Number 4**], [**Age over 89**]", "PROFESSION MEDICALRECORD AGE"),
    ("Attending: [NAME] saw [NAME] today", None),
    ("[NAME] is a [AGE] year old. Attending: [NAME] on [DATE]", "PATIENT AGE DOCTOR DATE"),
    ("Dr. ***** saw Mr. **** today", "DOCTOR PATIENT"),
    # others' tags
    ("<DATE>: {{PATIENT}} seen by <<DOCTOR_1>> in [CITY], [STATE] [ZIP]", "DATE PATIENT DOCTOR CITY STATE ZIP"),
    # letters and samples
    ("Dr. X and Dr. Y. The patient saw Mr. ABC at ABCD General Hospital.", "DOCTOR DOCTOR PATIENT HOSPITAL"),
    ("XYZ, O.D. wrote: RE: ABC. Dear Dr. XYZ: He lives in DEF", "DOCTOR PATIENT DOCTOR CITY"),
    ("MM/DD/YYYY and Month DD, YYYY, (XXX) XXX-XXXX, 123-45-6789, Anytown", "DATE DATE PHONE SSN CITY"),
    ("Mr. Sample Patient saw Sample Doctor, M.D.; John Doe of 12 ABC Avenue", "PATIENT DOCTOR PATIENT STREET"),
    ("I have seen ABC today. She went to the emergency room at ABCD; lives in the DEF area.", "PATIENT HOSPITAL CITY"),
    # blanks
    ("Mr. ___ is a XX-year-old seen by Dr. ______ at ___ Medical Center", "PATIENT AGE DOCTOR HOSPITAL"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "labels"), TOLD)
def test_kinds_are_told_or_the_note_is_left_out(text, labels):
    template = made(text)
    assert (template and " ".join(slot.span.label for slot in template.slots)) == labels


@pytest.mark.parametrize(
    "text",
    [
        "The wound was closed with __________ suture and XXX mg was given; larynx was ***** short.",
        "[HALMAGYI TEST] was negative, [a low molecular weight heparin] for platelets <50 and >20",
        "a titanium ABC plate; airway ABC; wide QRS",
        "* * *\n*****\nsigned",
    ],
)
def test_gaps_and_words_of_medicine_stay_text(text):
    template = made(text)
    assert template.doc.text == text and not template.slots


@pytest.mark.parametrize(
    "text",
    [
        "He was given [REMOVED] with food",
        "it was [**Name 3**] again",
        "signed [ID] at noon",
        "[**Ethnicity 4**]",
        "We discussed XYZ today in brief",
        "given to XXX in Dr. XXX office",
    ],
)
def test_a_mark_of_no_known_kind_leaves_the_note_out(text):
    assert made(text) is None


def test_words_of_a_facility_belong_to_its_slot():
    (hospital,) = made("sent to [REMOVED] General\nHospital.").slots
    assert hospital.model.endswith(" General\nHospital")
    (hospital,) = made("seen in the ABCD General Emergency Room").slots
    assert hospital.model.endswith(" General")
    (city,) = made("in [CITY] Hospital number 3").slots
    assert "Hospital" not in city.model


def whose(text):
    return [slot.whose for slot in made(text).slots]


def test_the_same_letters_or_number_are_the_same_again():
    first, other, again = whose("Dr. X called Dr. Y. Then Dr. X left.")
    assert first == again != other
    first, other, again = whose(
        "Dr. [**Last Name (STitle) 5**], Dr. [**Last Name (STitle) 6**], Dr. [**Last Name (STitle) 5**]"
    )
    assert first == again != other


def test_removed_doctors_are_others_and_the_patient_is_one():
    first, doctor, again, other = whose("Mr. [REMOVED] saw Dr. [REMOVED]. Mr. [REMOVED] saw Dr. [REMOVED].")
    assert first == again and doctor != other


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("title", ["Mr.", "Mrs.", "Dr.", "DR."])
@pytest.mark.parametrize("mark", ["[REMOVED]", "[NAME]", "ABC", "___"])
def test_after_a_title_there_is_a_surname(title, mark, seed):
    (slot,) = made(f"{title} {mark} came", seed).slots
    assert slot.model.upper().endswith("SMITH")


def test_the_form_follows_the_note():
    template = made("SEEN BY DR. X IN CLINIC\nShe told Mrs. [REMOVED] that she, [PATIENT], may go.")
    assert template.slots[0].model.isupper()
    assert not any("John" in slot.model or "J." in slot.model for slot in template.slots[1:])


@pytest.mark.parametrize("seed", range(10))
def test_a_date_of_a_tag_stays_that_date(seed):
    (slot,) = made("on [**2015-03-04**] he", seed).slots
    assert slot.model in ("2015-03-04", "3/4/2015", "March 4, 2015")


MARKS = ["[REMOVED]", "[**Known lastname 7**]", "[**3-4**]", "<NAME>", "XXX", "___", "****", "ABC", "MM/DD/YY"]
WORDS = ["Dr.", "Mr.", "on", "at", "Hospital", "the", "seen", "MRN:", "lives in", "\n", ",", "mg", "[", "**]"]


@given(st.lists(st.sampled_from(MARKS + WORDS), max_size=12), st.integers(0, 5))
def test_slots_hold_their_models_and_no_tag_is_left(parts, seed):
    text = " ".join(parts)
    template = made(text, seed)
    if template is None:
        return
    ends = 0
    for slot in template.slots:
        assert template.doc[slot.span] == slot.model and slot.span.label in LABELS and slot.span.start >= ends
        ends = slot.span.end
    assert not any(mark.sort in ("tag", "word", "date") for mark in find_marks(template.doc.text, Random(0)))
    assert made(text, seed) == template


@given(st.text(alphabet="abc XD.[]*_<>{}\n/09", max_size=60))
def test_any_text_can_be_looked_through(text):
    template = made(text)
    assert template is None or not re.search(r"\[REMOVED\]", template.doc.text)
