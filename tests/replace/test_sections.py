from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.errors import UnknownNameError
from incognote.replace.edits import apply
from incognote.replace.sections import SECTION, section_name, tagging_sections, without_sections
from incognote.replace.tags import thesis
from incognote.types import Document, Span

from ..strategies import documents

NOTE = """HPI: Fell on 3/4.

SOCIAL HISTORY: Lives with Ada. Phone: 555-0101.
Plays the tuba.

PLAN: Rehab.
FAMILY: niece in on 3/5.
DISPO: home
"""


def dropped(text, names=("social history",)):
    doc = without_sections(Document("a", text), names)
    return [text[span.start : span.end] for span in doc.spans]


def test_sections_go_whole_with_their_headings_and_inner_fields():
    assert dropped(NOTE) == [
        "SOCIAL HISTORY: Lives with Ada. Phone: 555-0101.\nPlays the tuba.",
        "FAMILY: niece in on 3/5.",
    ]


def test_a_field_of_a_later_section_stays():
    assert dropped("SOCIAL: tuba.\nPLAN: rest.\nPHONE: 555-0101\n") == ["SOCIAL: tuba."]


def test_other_notes_stay_as_they_are():
    doc = Document("a", "PLAN: rest until 3/4.", (Span(17, 20, "DATE"),))
    assert without_sections(doc, ["social history"]) == doc


def test_spans_across_an_edge_keep_what_is_outside():
    text = "Ada\nSOCIAL: tuba\nPLAN: rest"
    doc = without_sections(Document("a", text, (Span(0, 8, "PATIENT"), Span(12, 16, "PROFESSION"))), ["social history"])
    assert [(text[span.start : span.end], span.label) for span in doc.spans] == [
        ("Ada\n", "PATIENT"),
        ("SOCIAL: tuba", SECTION),
    ]


def test_tags_stand_in_the_place_of_sections_and_count_for_no_number():
    text = "FH: gout\nPLAN: see ADA"
    doc = without_sections(Document("a", text, (Span(19, 22, "PATIENT"),)), ["family history"])
    after = apply(doc, tagging_sections(thesis)(doc)).doc
    assert after.text == "[**Family history section removed**]\nPLAN: see [**Last Name 1**]"


@pytest.mark.parametrize(
    ("written", "name"), [("social", "social history"), ("Family  History", "family history"), ("plan", "plan")]
)
def test_ways_to_name_a_section(written, name):
    assert section_name(written) == name


def test_an_unknown_section():
    with pytest.raises(UnknownNameError, match="there are: name, date"):
        section_name("socail")


PIECES = ["SOCIAL: ", "PLAN: ", "PHONE: ", "\n", "\n\n", "Ada went. ", "x"]


@given(documents(texts=st.lists(st.sampled_from(PIECES)).map("".join), disjoint=True))
def test_every_covered_character_stays_covered_by_disjoint_spans(doc):
    left = without_sections(doc, ["social history", "plan"]).spans
    assert all(one.end <= other.start for one, other in pairwise(left))
    chars = {at for span in doc.spans for at in range(span.start, span.end)}
    assert chars <= {at for span in left for at in range(span.start, span.end)}
