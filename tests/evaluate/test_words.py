"""Words as the papers cut them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.evaluate.words import joined_word_places, word_labels, word_places
from incognote.types import Span


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("on 12/02/99, seen", ["on", "12/02/99", "seen"]),
        ("J.K. Smith", ["J.K", "Smith"]),
        ("a beta-blocker.", ["a", "beta-blocker"]),
        ("Smith's mother", ["Smith", "s", "mother"]),
        ("SMITH’S", ["SMITH", "S"]),
        ("O'Brien and D’Angelo", ["O'Brien", "and", "D’Angelo"]),
        ("ada@osei.org at 10:30", ["ada@osei.org", "at", "10:30"]),
        ("1,200 B&W 98.6", ["1,200", "B&W", "98.6"]),
        ("x_y (617)555-0100", ["x", "y", "617", "555-0100"]),
        ("- / end-", ["end"]),
        ("no--yes", ["no", "yes"]),
        ("Müller-Lüdenscheidt", ["Müller-Lüdenscheidt"]),
    ],
)
def test_words_with_marks_inside_are_one(text, words):
    assert [text[start:end] for start, end in joined_word_places(text)] == words


@given(st.text(alphabet="ab1é .-/'’s_@\n", max_size=30))
def test_joined_words_are_made_of_whole_words(text):
    joined = joined_word_places(text)
    assert joined == sorted(joined)
    assert all(one[1] <= two[0] for one, two in pairwise(joined))
    for start, end in word_places(text):
        assert sum(first <= start and end <= last for first, last in joined) == 1
    assert all(text[start].isalnum() and text[end - 1].isalnum() for start, end in joined)


def test_a_joined_word_is_phi_if_a_part_of_it_is():
    text = "Smith-like 3/4/2031"
    spans = [Span(0, 5, "PATIENT"), Span(11, 14, "DATE")]
    assert word_labels(spans, joined_word_places(text)) == ["PATIENT", "DATE"]
