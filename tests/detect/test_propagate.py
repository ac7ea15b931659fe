"""Names found once are found everywhere in their note."""

import pytest

from incognote.detect.propagate import Propagate
from incognote.detect.word_classes import word_classes
from incognote.layout import lay_out
from incognote.types import Document, Span
from incognote.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def propagate():
    return Propagate(word_classes(), sure=0.75)


def found(propagate, marked, label="DOCTOR", score=0.9):
    """The places found in a text, given one span in square brackets."""
    start = marked.index("[")
    text = marked.replace("[", "").replace("]", "")
    end = marked.index("]") - 1
    doc = Document("x", text, (Span(start, end, label, score),))
    spans = propagate.detect(doc, lay_out(text, Vocabulary()))
    assert all(span.source.startswith("propagate") and span.score < score for span in spans)
    return [(doc[span], span.start != start, span.label) for span in spans if span.start >= end or span.end <= start]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. [Abernathy] came. abernathy left, ABERNATHY too", ["abernathy", "ABERNATHY"]),
        ("Abernathy was here. Dr. [Abernathy] signed", ["Abernathy"]),
        ("[Theodora Abernathy]; Theodora is well", ["Theodora"]),
        ("[Okonkwo-Hale] and Okonkwo", ["Okonkwo"]),
        ("[O'Malley] and Malley", ["Malley"]),
        ("[Abernathy] and Abernathyson", []),
        ("[MacCrimmon] and MacCrimmon again", ["MacCrimmon"]),
        ("[DeShawn] says DeShawn", ["DeShawn"]),
        ("Dr. [Li] ordered li", []),  # too short to tell
        ("[Will] will", []),  # an everyday word
        ("[Monday Okafor] on Monday", []),
    ],
)
def test_words_of_a_name(propagate, text, expected):
    assert [word for word, _, _ in found(propagate, text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Theodora Abernathy] wrote, tabernathy 12:30", ["tabernathy"]),
        ("[Theodora Q. Abernathy] wrote, TQABERNATHY", ["TQABERNATHY"]),
        ("[T. Abernathy] wrote (tabernathy)", ["tabernathy"]),
        ("[Theodora Abernathy] wrote, theodoraa", ["theodoraa"]),
        ("[Abernathy] wrote, tabernathy", []),  # no first name
        ("[D. Own] went Down, down", []),  # a word
        ("[Adam Stone] has Adams-Stokes attacks", []),  # a name by itself
        ("[A. Lee] and alee", []),  # too short
    ],
)
def test_log_in_names_made_of_a_name(propagate, text, expected):
    assert [(word, label) for word, _, label in found(propagate, text)] == [(word, "USERNAME") for word in expected]


def test_a_span_of_which_nobody_is_sure_tells_nothing(propagate):
    assert found(propagate, "[Abernathy] and Abernathy", score=0.7) == []


@pytest.mark.parametrize("label", ["DATE", "PHONE", "PROFESSION", "STATE"])
def test_other_labels_tell_nothing(propagate, label):
    assert found(propagate, "[Abernathy] and Abernathy", label) == []


def test_the_surest_label_wins(propagate):
    text = "Abernathy Abernathy Abernathy"
    doc = Document("x", text, (Span(0, 9, "PATIENT", 0.8), Span(10, 19, "DOCTOR", 0.95)))
    spans = propagate.detect(doc, lay_out(text, Vocabulary()))
    assert [(span.start, span.label) for span in spans] == [(0, "DOCTOR"), (20, "DOCTOR")]


def test_long_names_of_places_dont_fall_apart(propagate):
    text = "at [Granite Valley Orthopaedic Hospital] in the Abernathy valley of granite"
    assert found(propagate, text, "HOSPITAL") == []
    assert [word for word, _, _ in found(propagate, "at [Abernathy] and Abernathy", "HOSPITAL")] == ["Abernathy"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at [Granite Valley Hospital]. GRANITE VALLEY told us", ["GRANITE VALLEY"]),
        ("at [Granite Valley Hospital] in Granite", []),  # half of it, where the text ends
        ("[Granite Valley Hospital] and Granite Granite Valley", ["Granite Valley"]),
    ],
)
def test_the_first_words_of_a_place(propagate, text, expected):
    assert [words for words, _, _ in found(propagate, text, "HOSPITAL")] == expected


def test_what_is_as_sure_stays(propagate):
    text = "Abernathy Abernathy"
    for score, expected in [(0.5, [10]), (0.8, [10]), (0.9, [])]:
        doc = Document("x", text, (Span(0, 9, "PATIENT", 0.95), Span(10, 19, "CITY", score, "b")))
        spans = propagate.detect(doc, lay_out(text, Vocabulary()))
        assert [span.start for span in spans if span.label == "PATIENT"] == expected


def test_a_word_that_is_no_token_is_nowhere_else(propagate):
    text = "Abernathy"
    doc = Document("x", text, (Span(0, 7, "DOCTOR", 0.9),))
    assert propagate.detect(doc, lay_out(text, Vocabulary())) == []


def test_a_note_without_names(propagate):
    assert propagate.detect(Document("x", "nothing"), lay_out("nothing", Vocabulary())) == []
    assert propagate.detect(Document("x", ""), lay_out("", Vocabulary())) == []
