"""Which notes a corpus is made of."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.synth.selection import select, words_by_label
from incognote.types import Document, Span


def note(number: int, names: int, others: int) -> Document:
    text = "Osei " * names + "well " * others
    return Document(f"n{number}", text, tuple(Span(5 * at, 5 * at + 4, "PATIENT") for at in range(names)))


NOTES = [note(number, number % 7, 10 + number % 13) for number in range(200)]


def test_words_of_a_note_by_label() -> None:
    assert words_by_label(note(1, 2, 3)) == {"PATIENT": 2, "": 3}
    assert words_by_label(Document("empty", "- .")) == {}


def share_of_names(docs: list[Document]) -> float:
    words = sum((words_by_label(doc) for doc in docs), Counter[str]())
    return words["PATIENT"] / words.total()


@pytest.mark.parametrize("wanted", [0.0, 0.05, 0.1, 0.25, 0.4])
def test_shares_come_nearer_to_those_wanted(wanted: float) -> None:
    taken = select(NOTES, 1500, {"PATIENT": wanted, "": 1 - wanted}, Random(1))
    assert abs(share_of_names(taken) - wanted) < 0.8 * abs(share_of_names(NOTES) - wanted)


@given(st.integers(0, 4000), st.integers(0, 5))
def test_notes_stay_in_order_and_are_taken_once(words: int, seed: int) -> None:
    taken = select(NOTES, words, {"": 1.0}, Random(seed))
    places = [NOTES.index(doc) for doc in taken]
    assert places == sorted(set(places))
    sizes = [words_by_label(doc).total() for doc in taken]
    assert sum(sizes) >= words or len(taken) == len(NOTES)
    assert not taken or sum(sizes) - max(sizes) < words  # none too many


def test_chance_is_the_callers() -> None:
    one, again, other = (select(NOTES, 500, {"PATIENT": 0.1, "": 0.9}, Random(seed)) for seed in (1, 1, 2))
    assert one == again != other
