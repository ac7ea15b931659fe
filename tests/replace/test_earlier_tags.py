"""Tags of an earlier run, which are no PHI."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.data import load_toml
from incognote.replace.earlier_tags import numbers_taken, outside_tags
from incognote.replace.edits import apply
from incognote.replace.sections import SECTION, tagging_sections
from incognote.replace.tags import thesis
from incognote.thesis import TAGS
from incognote.types import Document, Span
from tests.strategies import documents


def outside(text, *places, label="DOCTOR"):
    """What is left of spans over the pieces of a text."""
    spans = [Span(text.index(place), text.index(place) + len(place), label) for place in places]
    doc = outside_tags(Document("a", text, tuple(spans)))
    return [doc[span] for span in doc.spans]


@pytest.mark.parametrize(
    "tag",
    [
        "Last Name 5",
        "Telephone/Fax Number 12",
        "Age over 89",
        "Hospital1 18",
        "First Name8 (NamePattern2) ",
        "Known lastname 1829",
        "Telephone/Fax (1) 1832",
        "Location (un) 620",
        "Name6 (MD) 77",
        "Month/Day/Year",
        "Hospital Ward\nName 3",
    ],
)
def test_what_is_found_in_a_tag_is_left_out(tag):
    text = f"by [**{tag}**]."
    assert outside(text, tag) == outside(text, f"[**{tag}**]") == outside(text, tag[:3]) == []


@pytest.mark.parametrize(
    "inside",
    [
        "Osei",
        "Last Name Osei",
        "Osei 5",
        " Call Dr. Osei ",
        "Social Security Number 900-41-7733",
        "Social Security Number 900 41 7733",
        "Medical Record Number 4471920",
        "555-0143",
        "02139",
        "()",
        "Unit Number -12",
        "Name-5-1234",
    ],
)
def test_brackets_alone_hide_nothing(inside):
    assert outside(f"by [**{inside}**].", inside) == [inside]


@pytest.mark.parametrize(
    "text", ["[*Last Name 5*]", "[Last Name 5]", "**Last Name 5**", "[**Last Name 5", "[**[**Last Name 5"]
)
def test_what_is_no_tag(text):
    assert outside(text, "Name 5") == ["Name 5"]


def test_a_span_that_reaches_beyond_a_tag():
    assert outside("Ada [**Last Name 5**], Osei", "Ada [**Last Name 5**], Osei") == ["Ada", ", Osei"]
    assert outside("Ada [**Last Name 5**] .", "Ada [**Last") == ["Ada"]
    assert outside("(see [**Last Name 5**]).", "Name 5**]).") == []


def test_a_date_alone_in_brackets_was_shifted():
    assert outside("on [**Jan. 12th, 1999**].", "Jan. 12th, 1999", label="DATE") == []
    assert outside("on [**seen 3/4**].", "3/4", label="DATE") == ["3/4"]
    assert outside("on [**3/4**].", "3/4", label="IDNUM") == ["3/4"]


def test_every_tag_that_we_write_is_known_again():
    labels = [*TAGS, "PROFESSION", "ORGANIZATION", "AGE"]
    doc = Document("a", "x" * len(labels), tuple(Span(i, i + 1, label) for i, label in enumerate(labels)))
    sections = [name for group in load_toml("layout/sections.toml").values() for name in group]
    removed = Document(
        "a", "x" * 200, tuple(Span(i, i + 1, SECTION, source=f"section:{s}") for i, s in enumerate(sections))
    )
    for written in (apply(doc, thesis(doc)).doc, apply(removed, tagging_sections(thesis)(removed)).doc):
        assert written.text.count("[**") > 10
        assert outside_tags(written).spans == ()


def test_numbers():
    text = (
        "[**Last Name 1**] [**Hospital1 18 **] [**Smith 7**] [**2010/4/2**] [**Location**] Name 9 [**Other "
        + "1" * 30
        + "**]"
    )
    assert numbers_taken(text) == {1, 18, 7, 2}


PIECES = ["[**", "**]", "[**Last Name 5**]", " ", "Ada", "3/4", "7", "(", "[", "*"]


@given(documents(texts=st.lists(st.sampled_from(PIECES), max_size=12).map("".join), disjoint=True))
def test_what_lies_outside_of_tags_stays_covered(doc):
    after = outside_tags(doc)
    bare = doc.text.replace("[**Last Name 5**]", "#" * 17)
    covered = {at for span in doc.spans for at in range(span.start, span.end) if bare[at].isalnum()}
    left = {at for span in after.spans for at in range(span.start, span.end)}
    in_dates = {at for span in doc.spans if span.label == "DATE" for at in range(span.start, span.end)}
    assert covered - in_dates <= left
    assert not any(bare[at] == "#" for at in left)
