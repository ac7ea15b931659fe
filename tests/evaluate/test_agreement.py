"""Annotators against each other and together, by hand."""

import pytest

from incognote.evaluate.agreement import agreement, together
from incognote.evaluate.confusion import confusion
from incognote.evaluate.match import compare
from incognote.types import Document, Span

TEXT = "Ada saw Ben and Cleo in Troy"
ADA, BEN, CLEO, TROY = Span(0, 3, "PATIENT"), Span(8, 11, "DOCTOR"), Span(16, 20, "PATIENT"), Span(24, 28, "CITY")


def marks(*spans):
    return {"note": Document("note", TEXT, spans)}


def test_kappa_by_hand():
    """Seven words. One marks 3, the other 2 of those: agreement 6/7, by chance (3*2 + 4*5)/49."""
    one, other = marks(ADA, BEN, CLEO)["note"], marks(ADA, BEN)["note"]
    chance = 26 / 49
    assert confusion([compare(one, other)], class_of=lambda _: "PHI").kappa() == pytest.approx(
        (6 / 7 - chance) / (1 - chance)
    )


def test_agreement_tells_places_from_labels():
    found = agreement(marks(ADA, BEN), marks(ADA, Span(8, 11, "PATIENT")))
    assert (found.kappa_phi, found.word_f, found.strict_f) == (1, 1, 0.5)
    assert found.kappa_labels < 1


def test_one_two_and_three_people_against_the_gold():
    gold = marks(ADA, BEN, CLEO, TROY)
    saw = Span(4, 7, "DOCTOR")
    one, two, three = together(gold, [marks(ADA, BEN), marks(BEN, CLEO), marks(TROY, saw)])
    assert one.sensitivity == (2 / 4, 2 / 4, 1 / 4)
    assert one.ppv == (1, 1, 1 / 2)
    assert two.sensitivity == (3 / 4, 3 / 4, 3 / 4)
    assert two.ppv == (1, 3 / 4, 3 / 4)
    assert (three.people, three.sensitivity, three.ppv) == (3, (1,), (4 / 5,))


def test_marks_that_overlap_become_one():
    gold = marks(Span(0, 7, "PATIENT"))
    _, both = together(gold, [marks(ADA), marks(Span(1, 7, "DOCTOR"))])
    assert (both.sensitivity, both.ppv) == ((1,), (1,))


def test_a_mark_that_counts_is_not_hidden_by_one_that_does_not():
    saw = (4, 7)
    one, both = together(marks(ADA), [marks(ADA, Span(*saw, "AGE")), marks(ADA, Span(*saw, "PATIENT"))])
    assert (one.ppv, both.ppv) == ((1, 1 / 2), (1 / 2,))
