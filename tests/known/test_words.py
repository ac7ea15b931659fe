import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from incognote.data import load_toml
from incognote.known.words import SlipIndex, fold, key_of, nicknames, one_edit_apart, spellings

LETTERS = st.text("abcde", min_size=5, max_size=9)


@pytest.mark.parametrize(
    "one, other",
    [("Müller", "MULLER"), ("Łukasz", "lukasz"), ("Nguyễn", "nguyen"), ("Strauß", "STRAUSS"), ("Søren", "soren")],
)
def test_case_and_accents_do_not_count(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    "table, note", [("Müller", "Mueller"), ("Mueller", "Müller"), ("Åse", "Aase"), ("Jörg", "Joerg")]
)
def test_umlauts_may_be_written_out(table, note):
    assert fold(note) in spellings(table)


def test_numbers_lose_leading_zeros():
    assert key_of("007") == key_of("7") == key_of("٧") == "7"


@st.composite
def slips(draw):
    """A word, and the word with one slip."""
    word = draw(LETTERS)
    at = draw(st.integers(0, len(word) - 1))
    letter = draw(st.sampled_from("abcdefxyz"))
    made = {
        "left out": word[:at] + word[at + 1 :],
        "added": word[:at] + letter + word[at:],
        "replaced": word[:at] + letter + word[at + 1 :],
        "swapped": word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
    }
    return word, made[draw(st.sampled_from(sorted(made)))]


@given(slips(), st.lists(LETTERS, max_size=5))
def test_every_slip_is_found(pair, others):
    word, slip = pair
    assume(slip != word)
    assert one_edit_apart(word, slip)
    assert one_edit_apart(slip, word)
    found = SlipIndex([*others, word]).find(slip)
    assert found is not None
    assert one_edit_apart(found, slip) or found == slip


@given(st.text("ab", max_size=6), st.text("ab", max_size=6))
def test_one_edit_is_what_trying_all_edits_says(one, other):
    edits = {one[:at] + one[at + 1 :] for at in range(len(one))}
    edits |= {one[:at] + letter + one[at:] for at in range(len(one) + 1) for letter in "ab"}
    edits |= {one[:at] + letter + one[at + 1 :] for at in range(len(one)) for letter in "ab"}
    edits |= {one[:at] + one[at + 1] + one[at] + one[at + 2 :] for at in range(len(one) - 1)}
    if one != other:
        assert one_edit_apart(one, other) == (other in edits)


def test_short_words_have_no_slips():
    assert SlipIndex(["anna"]).find("anne") is None


def test_nicknames_lead_both_ways():
    assert {"bob", "rob"} <= nicknames()["robert"]
    assert "robert" in nicknames()["bob"]
    assert {"paco", "pancho"} <= nicknames()["francisco"]
    assert "vladimir" in nicknames()["vova"]


def test_the_lists_are_folded():
    names = " ".join(line for lines in load_toml("nicknames.toml").values() for line in lines).split()
    lists = [text for text in load_toml("known.toml").values() if isinstance(text, str)]
    assert len(names) > 1000
    assert all(word == fold(word) for word in [*names, *" ".join(lists).split()])
