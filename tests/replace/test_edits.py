"""Text outside the spans stays, spans follow their replacements, and offsets lead back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.replace.edits import apply
from incognote.types import Document, Span
from tests.strategies import documents

REPLACEMENTS = st.sampled_from(["", "x", "[**Last Name 5**]", "a\nb", "é"]) | st.text(max_size=8)


def outside(doc):
    ends = [0, *(span.end for span in doc.spans)]
    starts = [*(span.start for span in doc.spans), len(doc.text)]
    return [doc.text[end:start] for end, start in zip(ends, starts, strict=True)]


@given(st.data(), documents(disjoint=True))
def test_only_the_spans_change(data, doc):
    new = data.draw(st.lists(REPLACEMENTS, min_size=len(doc.spans), max_size=len(doc.spans)))
    edited = apply(doc, new)
    pieces = outside(doc)
    assert edited.doc.text == pieces[0] + "".join(a + b for a, b in zip(new, pieces[1:], strict=True))
    assert [edited.doc[span] for span in edited.doc.spans] == [text for text in new if text]
    kept = [span for span, text in zip(doc.spans, new, strict=True) if text]
    assert [(s.label, s.score, s.source) for s in edited.doc.spans] == [(s.label, s.score, s.source) for s in kept]
    assert (edited.doc.id, edited.doc.patient, edited.doc.meta) == (doc.id, doc.patient, doc.meta)


@given(st.data(), documents(disjoint=True))
def test_offsets_outside_the_spans_go_there_and_back(data, doc):
    new = data.draw(st.lists(REPLACEMENTS.filter(bool), min_size=len(doc.spans), max_size=len(doc.spans)))
    edited = apply(doc, new)
    for offset in range(len(doc.text) + 1):
        there = edited.alignment.to_new(offset)
        inside = next((span for span in doc.spans if span.start < offset < span.end), None)
        assert edited.alignment.to_old(there) == (inside.start if inside else offset)
        if offset < len(doc.text) and not any(span.start <= offset < span.end for span in doc.spans):
            assert edited.doc.text[there] == doc.text[offset]


def test_spans_lead_to_their_replacements_and_back():
    doc = Document("1", "Ada Osei of Leeds", (Span(0, 8, "PATIENT"), Span(12, 17, "CITY")))
    edited = apply(doc, ["[NAME]", "[LOCATION]"])
    assert edited.doc.text == "[NAME] of [LOCATION]"
    for old, new in zip(doc.spans, edited.doc.spans, strict=True):
        assert (edited.alignment.to_new(old.start), edited.alignment.to_new(old.end)) == (new.start, new.end)
        assert (edited.alignment.to_old(new.start), edited.alignment.to_old(new.end)) == (old.start, old.end)


def test_the_place_of_what_was_taken_out():
    edited = apply(Document("1", "a Ada b", (Span(2, 5, "PATIENT"),)), [""])
    assert edited.doc.text == "a  b"
    assert not edited.doc.spans
    assert edited.alignment.to_new(3) == 2
    assert edited.alignment.to_old(2) == 5


def test_overlaps_and_wrong_counts_are_faults():
    doc = Document("1", "Ada Osei", (Span(0, 8, "PATIENT"), Span(4, 8, "DOCTOR")))
    with pytest.raises(ValueError, match="overlap at 4"):
        apply(doc, ["a", "b"])
    with pytest.raises(ValueError, match="1 replacements for 2 spans"):
        apply(doc, ["a"])
