"""Resolved spans are disjoint and cover what was covered."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.labels import LABELS
from incognote.resolve import resolve
from incognote.types import Span

spans = st.builds(
    lambda start, length, label, score: Span(start, start + length, label, score),
    st.integers(0, 60),
    st.integers(1, 20),
    st.sampled_from(LABELS),
    st.sampled_from([0.3, 0.5, 0.9, 1.0]),
)


def characters(spans):
    return {at for span in spans for at in range(span.start, span.end)}


@given(st.lists(spans, max_size=12))
def test_spans_are_disjoint_and_cover_the_same(found):
    resolved = resolve(found)
    assert characters(resolved) == characters(found)
    assert all(first.end <= second.start for first, second in pairwise(resolved))


@given(st.lists(spans, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_detectors_does_not_matter(found, random):
    shuffled = random.sample(found, len(found))
    assert [(s, s.score) for s in resolve(shuffled)] == [(s, s.score) for s in resolve(found)]


@given(st.lists(spans, max_size=12))
def test_what_is_disjoint_stays(found):
    resolved = resolve(found)
    assert resolve(resolved) == resolved


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([Span(0, 4, "DATE", 0.9), Span(2, 8, "PHONE", 0.5)], [Span(0, 4, "DATE"), Span(4, 8, "PHONE")]),
        (
            [Span(0, 8, "PHONE", 0.5), Span(2, 4, "DATE", 0.9)],
            [Span(0, 2, "PHONE"), Span(2, 4, "DATE"), Span(4, 8, "PHONE")],
        ),
        ([Span(0, 4, "PATIENT", 0.5), Span(3, 9, "DOCTOR", 0.9)], [Span(0, 9, "DOCTOR")]),
        ([Span(0, 4, "PATIENT"), Span(4, 9, "PATIENT")], [Span(0, 4, "PATIENT"), Span(4, 9, "PATIENT")]),
        ([Span(0, 4, "DATE", 0.4), Span(0, 4, "AGE", 0.8)], [Span(0, 4, "AGE")]),
    ],
)
def test_who_wins(found, expected):
    assert resolve(found) == expected
