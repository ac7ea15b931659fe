from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import corpus
from incognote.synth.perturb import KINDS, perturb
from incognote.synth.perturb.edits import edited
from tests.synth.perturb.marked import note

NOTE = note(
    "DISCHARGE SUMMARY\nName: [PATIENT Smith, John]   DOB [DATE 3/4/1951]\n\nThis [AGE 70]-year-old man was seen by "
    "Dr. [DOCTOR Ana Díaz] at [HOSPITAL St. Mary's Medical Center], [STATE Ohio], tel. [PHONE 617-555-0123], on "
    '[DEPARTMENT Farr 7]. He said "call my wife [PATIENT Bea]", mail [EMAIL bea@home.example].\n[USERNAME jxs]\n'
)
SEEDS = st.integers(0, 10_000)


@pytest.fixture(scope="module")
def docs():
    return list(corpus.read())[::25]


@given(SEEDS)
@settings(deadline=None)
def test_the_same_chance_gives_the_same_note(seed):
    assert perturb(NOTE, Random(seed)) == perturb(NOTE, Random(seed))


@given(SEEDS)
@settings(deadline=None)
def test_no_span_is_lost_or_takes_in_blanks(seed):
    new = perturb(NOTE, Random(seed))
    assert [span.label for span in new.spans] == [span.label for span in NOTE.spans]
    assert all(new[span] == new[span].strip() for span in new.spans)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_changes_notes_and_keeps_spans(kind, docs):
    changed = 0
    for seed, doc in enumerate(docs):
        new = edited(doc, kind(doc, Random(seed)))
        changed += new.text != doc.text
        assert [span.label for span in new.spans] == [span.label for span in doc.spans]
        assert kind(doc, Random(seed)) == kind(doc, Random(seed))
    assert changed


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_note_without_text_is_left_alone(kind):
    empty = note("")
    assert edited(empty, kind(empty, Random(1))) == empty


def test_about_as_many_notes_keep_their_letters_as_not(docs):
    letters = [letters_of(doc.text) == letters_of(perturb(doc, Random(doc.id)).text) for doc in docs]
    assert 0.05 < sum(letters) / len(letters) < 0.95


def letters_of(text):
    return "".join(filter(str.isalpha, text))
