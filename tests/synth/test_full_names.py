"""Full names by their words alone, wherever they stand, and pairs of words that are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.synth.full_names import full_names, is_full_name, is_given


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("John Smith has pain", ["John Smith"]),
        ('("James R. Brown")', ["James R. Brown"]),
        ("John Smith's wife", ["John Smith"]),
        ("Smith, John\nMRN", ["Smith, John"]),
        ("KOWALCZYK, WOJCIECH", ["KOWALCZYK, WOJCIECH"]),
        ("seen by Mary\nWhite today", ["Mary\nWhite"]),
        ("JOHN Q SMITH: SEEN", ["JOHN Q SMITH"]),
        ("Mary Ann Smith", ["Mary Ann", "Ann Smith"]),
        ("SMITH, JOHN\nDATE OF INJURY", ["SMITH, JOHN"]),
        ("Virginia Jones; Will Brown", ["Virginia Jones", "Will Brown"]),
        ("ED COURSE: RAY AMPUTATION. ANA POSITIVE", []),
        ("Austin Moore and Jackson Pratt and Marcus Gunn", []),
        ("Occupational Health, Steven", []),
        ("California Verbal; Brian Scan, john smith", []),
        ("May Need It. Will Follow. April Visit", []),
    ],
)
def test_full_names_are_found(text, names):
    assert [text[start:end] for start, end in full_names(text)] == names


@given(st.text(alphabet="JohnSmiteMaryKING ,.\n'-é1", max_size=60))
def test_what_is_found_is_a_full_name_itself(text):
    assert all(is_full_name(text[start:end]) for start, end in full_names(text))


def test_first_names_that_are_hardly_anything_else():
    words = ["John", "KAREN", "Debra", "Will", "April", "Virginia", "ANA", "ED", "Smith", "Skin"]
    assert [word for word in words if is_given(word)] == ["John", "KAREN", "Debra"]
