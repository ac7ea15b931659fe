import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote import Vocabulary, lay_out
from incognote.learn.bio import BIO, ONE, OUTSIDE, class_of, entries, labels_of, spans_of
from incognote.types import Span

TEXT = "Seen by Ann Osei Ben Roux on 3/4."


def tokens_of(text):
    return lay_out(text, Vocabulary()).tokens


def test_neighbours_of_one_class_stay_two_in_bio_and_become_one_otherwise():
    spans = [Span(8, 16, "DOCTOR"), Span(17, 25, "DOCTOR")]
    tokens = tokens_of(TEXT)
    assert spans_of(labels_of(spans, tokens, BIO), tokens) == spans
    assert spans_of(labels_of(spans, tokens, ONE), tokens) == [Span(8, 25, "DOCTOR")]


def test_a_token_belongs_to_the_span_with_more_of_it():
    tokens = tokens_of("Masters")
    assert labels_of([Span(0, 2, "CITY"), Span(2, 7, "PATIENT")], tokens, ONE) == ["PATIENT"]


def test_an_i_that_follows_nothing_begins_a_run():
    assert list(entries(["O", "I-DATE", "I-DATE", "I-CITY", "B-CITY"])) == [
        (1, 3, "DATE"),
        (3, 4, "CITY"),
        (4, 5, "CITY"),
    ]


def test_spans_end_where_they_may_not_go_on():
    tokens = tokens_of("Ann Osei")
    found = spans_of(["PATIENT", "PATIENT"], tokens, {1})
    assert found == [Span(0, 3, "PATIENT"), Span(4, 8, "PATIENT")]


def test_no_spans_no_labels():
    assert labels_of([], tokens_of(""), BIO) == []
    assert list(entries([])) == []


@pytest.mark.parametrize(("label", "name"), [("B-ID", "ID"), ("I-ID", "ID"), ("ID", "ID"), (OUTSIDE, "")])
def test_the_class_of_a_label(label, name):
    assert class_of(label) == name


@given(st.data())
def test_spans_of_whole_tokens_survive_labels(data):
    tokens = tokens_of(TEXT)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(tokens)), max_size=8)))
    spans = [
        Span(int(tokens.starts[first]), int(tokens.ends[last - 1]), data.draw(st.sampled_from(["CITY", "DATE"])))
        for first, last in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    assert spans_of(labels_of(spans, tokens, BIO), tokens) == spans
