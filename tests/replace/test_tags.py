"""Tags as the thesis prints them, categories, masks and removal."""

import re

import pytest
from hypothesis import given

from incognote import corpus
from incognote.replace.edits import apply
from incognote.replace.tags import REPLACERS, mask, plain, remove, thesis
from incognote.types import Document, Span
from tests.strategies import documents


def note(*pieces):
    """A note of plain strings and (text, label) pairs."""
    text, spans = "", []
    for piece in pieces:
        words, label = (piece, "") if isinstance(piece, str) else piece
        if label:
            spans.append(Span(len(text), len(text) + len(words), label))
        text += words
    return Document("1", text, tuple(spans))


def test_appendix_a():
    doc = note(
        "Name: ",
        ("Brandt", "PATIENT"),
        ", ",
        ("Ilse", "First name"),
        " ",
        ("Moreau", "PATIENT"),
        " ",
        ("00-112", "MEDICALRECORD"),
        "\nsee Dr. ",
        ("Adeyemi", "DOCTOR"),
        "'s note, transferred to ",
        ("Northgate", "HOSPITAL"),
        ", aged ",
        ("93", "AGE"),
        ". ",
        ("ADEYEMI", "DOCTOR"),
    )
    assert apply(doc, thesis(doc)).doc.text == (
        "Name: [**Last Name 1**], [**First Name 2**] [**Last Name 3**] [**Unit Number 4**]\n"
        "see Dr. [**Last Name 5**]'s note, transferred to [**Hospital 6**], aged [**Age over 89**]. [**Last Name 5**]"
    )


@pytest.mark.parametrize(
    ("text", "label", "tag"),
    [
        ("John Doe", "PATIENT", "[**Full Name 1**]"),
        ("Cambridge", "CITY", "[**Location 1**]"),
        ("Ward E", "DEPARTMENT", "[**Ward 1**]"),
        ("2006/3/4", "DATE", "[**Full Date 1**]"),
        ("3/21", "DATE", "[**Partial Date 1**]"),
        ("617-225-6598", "PHONE", "[**Telephone/Fax Number 1**]"),
        ("900-41-7733", "SSN", "[**Social Security Number 1**]"),
        ("a@b.example", "EMAIL", "[**Email Address 1**]"),
        ("http://b.example", "URL", "[**URL 1**]"),
        ("baker", "PROFESSION", "[**Occupation 1**]"),
        ("Acme", "ORGANIZATION", "[**Organization 1**]"),
        ("45", "AGE", "[**Age 1**]"),
        ("Ada", "NOMBRE", "[**Other PHI 1**]"),
    ],
)
def test_thesis_tags(text, label, tag):
    assert thesis(note((text, label))) == [tag]


@pytest.mark.parametrize("other", ["OSEI", "osei's", "Osei’s", "Osei\n", " Osei"])
def test_the_same_text_has_the_same_number(other):
    assert thesis(note(("Osei", "PATIENT"), "; ", ("Leeds", "CITY"), "; ", (other, "DOCTOR"))) == [
        "[**Last Name 1**]",
        "[**Location 2**]",
        "[**Last Name 1**]",
    ]


def test_the_same_text_with_another_tag_has_its_own_number():
    assert thesis(note(("Leeds", "PATIENT"), " ", ("Leeds", "CITY"))) == ["[**Last Name 1**]", "[**Location 2**]"]


def test_numbers_that_the_note_has_already_are_left_out():
    doc = note(
        ("Osei", "DOCTOR"), ", [**Last Name 1**], [**Hospital1 3 **], ", ("Leeds", "CITY"), ", ", ("OSEI", "DOCTOR")
    )
    assert thesis(doc) == ["[**Last Name 2**]", "[**Location 4**]", "[**Last Name 2**]"]


def test_plain():
    labels = ["PATIENT", "USERNAME", "CITY", "DATE", "PHONE", "SSN", "AGE", "PROFESSION", "Full name"]
    assert plain(note(*(("x", label) for label in labels))) == [
        "[NAME]",
        "[NAME]",
        "[LOCATION]",
        "[DATE]",
        "[CONTACT]",
        "[ID]",
        "[AGE]",
        "[PROFESSION]",
        "[PHI]",
    ]


def test_mask_keeps_length_and_lines():
    doc = note("Seen by ", ("Ada\r\n Öz-3", "DOCTOR"), ".")
    assert mask(doc) == ["***\r\n ****"]


def test_remove():
    doc = note("Seen by ", ("Ada", "DOCTOR"), ".")
    assert apply(doc, remove(doc)).doc.text == "Seen by ."


@pytest.mark.parametrize("name", sorted(REPLACERS))
@given(doc=documents(disjoint=True))
def test_every_replacer_answers_for_every_span(name, doc):
    new = REPLACERS[name](doc)
    assert len(new) == len(doc.spans)
    if name in ("thesis", "plain"):
        assert not any("\n" in text or not text for text in new)


def test_no_phi_is_left_in_the_open_corpus():
    for doc in list(corpus.read())[:50]:
        for name in ("thesis", "plain", "mask"):
            edited = apply(doc, REPLACERS[name](doc)).doc
            left = re.sub(r"\[\*\*.*?\*\*\]|\[[A-Z]+\]", "", "".join(edited[span] for span in edited.spans))
            assert not re.search(r"\w", left)
