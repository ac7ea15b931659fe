from collections import Counter

import pytest

from incognote.data import load_toml
from incognote.layout import lay_out
from incognote.vocabulary import Vocabulary

SUMMARY = """NAME: OSEI, ADA      UNIT NUMBER: 12-34
ADMISSION DATE: 3/4/31   DISCHARGE DATE: 3/9/31

HISTORY OF PRESENT ILLNESS: She fell. The time was 10:30.
PAST MEDICAL HISTORY:
1. Gout.

QUORUM OF THINGS: none
SUMMARY OF HOSPITAL COURSE:
Well.
CONDITION ON DISCHARGE: Stable.
DICTATED BY: B. Lee
"""
NURSING = "NEURO: a&o x3. CV: sr 70s. RESP: clear.\nGI/GU - soft\nSOCIAL/DISPO: niece in.\nPlan> rest\n"
LETTER = "Re: Ada Osei\n\nDear Dr. Lee,\n\nThank you.\n\nYours sincerely,\nB. Cho\ncc: file\n"
EXPORT = "## Chief Complaint\nfall\n*** Allergies ***\nnone\n[Medications]\naspirin\n== Assessment & Plan ==\nrest\n"


def headings(text):
    return [
        (section.name, text[section.start : section.body].strip()) for section in lay_out(text, Vocabulary()).sections
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            SUMMARY,
            [
                "name",
                "record number",
                "admission date",
                "discharge date",
                "history of present illness",
                "past medical history",
                "other",
                "hospital course",
                "condition at discharge",
                "dictation",
            ],
        ),
        (NURSING, ["neurological", "cardiovascular", "respiratory", "gastrointestinal", "social history", "plan"]),
        (LETTER, ["subject", "salutation", "closing", "copies"]),
        (EXPORT, ["chief complaint", "allergies", "medications", "assessment and plan"]),
        (EXPORT.replace("\n", "\r\n"), ["chief complaint", "allergies", "medications", "assessment and plan"]),
    ],
    ids=["discharge summary", "nursing note", "letter", "export", "export with CRLF"],
)
def test_kinds_of_notes(text, names):
    assert [name for name, _ in headings(text)] == names


def test_bodies_begin_behind_the_colon_and_end_at_the_next_heading():
    text = "ALLERGIES: sulfa\nPLAN: rest"
    allergies, plan = lay_out(text, Vocabulary()).sections
    assert text[allergies.body : allergies.end] == " sulfa\n"
    assert text[plan.body : plan.end] == " rest"


@pytest.mark.parametrize(
    "text",
    [
        "She was seen at 10:30.",
        "BP: 120/80 HR: 88",
        "the plan was discussed: she agreed",
        "JOHN SMITH, MD",
        "He asked about history",
        "http://example.org",
        "planning",
    ],
)
def test_what_is_no_heading(text):
    assert headings(text) == []


def test_unknown_headings_do_not_give_away_the_text():
    (section,) = lay_out("OSEI FAMILY MATTERS:\nnone\n", Vocabulary()).sections
    assert section.name == "other"
    assert "OSEI" not in repr(section)


def test_no_way_of_writing_stands_for_two_sections():
    groups = load_toml("layout/sections.toml").values()
    written = Counter(way for group in groups for ways in group.values() for way in ways)
    assert [way for way, number in written.items() if number > 1] == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("CC: chest pain\nHPI: since Monday\n", ["chief complaint", "history of present illness"]),
        ("Yours sincerely\nCC: Dr. Osei\n", ["closing", "copies"]),
        ("HPI\nsince Monday\n\nA/P\nrest\n", ["history of present illness", "assessment and plan"]),
        ("NKDA. Meds: aspirin\n", ["medications"]),
        ("Seen today. PMH: gout. Allergies: none\n", ["past medical history", "allergies"]),
        ("HEENT: clear\nGENERAL: well\n", ["head and neck", "general appearance"]),
    ],
)
def test_cc_is_a_complaint_and_headings_inside_lines(text, names):
    assert [name for name, _ in headings(text)] == names
