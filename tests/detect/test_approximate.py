import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.detect.approximate import OneDeletion

WORDS = st.text("abc", min_size=3, max_size=8)


def edits(word):
    """Every text that is one edit away, the plain way."""
    parts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    deleted = {head + tail[1:] for head, tail in parts if tail}
    swapped = {head + tail[1] + tail[0] + tail[2:] for head, tail in parts if len(tail) > 1}
    other = {head + letter + tail[1:] for head, tail in parts if tail for letter in "abc"}
    inserted = {head + letter + tail for head, tail in parts for letter in "abc"}
    return (deleted | swapped | other | inserted) - {word}


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("chicage", "chicago"),  # the thesis's own example
        ("chicgo", "chicago"),
        ("chicaago", "chicago"),
        ("chciago", "chicago"),
        ("chicago", None),
        ("chicagoan", None),
        ("chigaco", None),
        ("hciacgo", None),
        ("rome", None),
        ("romme", None),  # words of four letters aren't in the index
        ("bosto", "boston"),
        ("", None),
        ("chicago" * 1_000_000, None),
    ],
    ids=lambda word: None if word is None else word[:20],
)
def test_words(word, meant):
    assert OneDeletion(["chicago", "boston", "rome"]).match(word) == meant


def test_the_first_in_the_alphabet_is_given():
    assert OneDeletion(["marvin", "martin"]).match("marin") == "martin"
    assert OneDeletion(["marvin", "martin"]).match("martin") == "marvin"


def test_an_empty_list_matches_nothing():
    assert OneDeletion([]).match("chicago") is None


@given(st.lists(WORDS, max_size=30), WORDS)
def test_it_finds_what_is_one_edit_away_and_nothing_else(words, word):
    near = sorted(known for known in words if len(known) >= 5 and known in edits(word))
    assert OneDeletion(words).match(word) == (near[0] if near and len(word) >= 5 else None)


def test_it_shows_no_words():
    assert repr(OneDeletion(["boston"])) == "OneDeletion(1 words)"
