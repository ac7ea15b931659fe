"""Words of models, and the form that new words take."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.synth.forms import cased, fold, pieces, shaped


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("SARKISSIAN, Aram\nJ.", ["SARKISSIAN", "Aram", "J"]),
        ("Nguyen-O'Brien", ["Nguyen", "O", "Brien"]),
        ("SmithJohn", ["Smith", "John"]),
        ("McAdam MCADAM mcadam", ["Mc", "Adam", "MC", "ADAM", "mc", "adam"]),
        ("Pat-\nrick", ["Pat-\nrick"]),
        ("Abernathy-\nCho", ["Abernathy", "Cho"]),
        ("Kar?n", ["Kar?n"]),
        ("G-H-I-S", ["G-H-I-S"]),
        ("J. K. L. M.", ["J", "K", "L", "M"]),
        ("&quot;Goldie&quot; Ray", ["Goldie", "Ray"]),
        ("OKONKWO^CHIDI^A", ["OKONKWO", "CHIDI", "A"]),
    ],
)
def test_pieces(model: str, words: list[str]) -> None:
    assert [model[start:end] for start, end in pieces(model)] == words


@pytest.mark.parametrize(
    ("model", "new", "made"),
    [
        ("SMITH", "kowalczyk", "KOWALCZYK"),
        ("smith", "Kowalczyk", "kowalczyk"),
        ("sMITH", "kowalczyk", "kOWALCZYK"),
        ("J", "tomas", "Tomas"),
        ("J", "t", "T"),
        ("Pat-\nrick", "tomasz", "Tom-\nasz"),
        ("Pat-\nrick", "bo", "B-\no"),
        ("G-H-I-S", "bo", "B-O"),
        ("Corne1ius", "tomas", "T0mas"),
        ("Kar?n", "tomas", "Tom?s"),
        ("New\nHampshire", "south dakota", "South\nDakota"),
        ("N.H.", "r i", "R.I."),
    ],
)
def test_shaped(model: str, new: str, made: str) -> None:
    assert shaped(model, new) == made


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Josée", "JOSEE"),
        ("Corne1ius", "cornelius"),
        ("Pat-\nrick", "Patrick"),
        ("Łukasz", "lukasz"),
        ("d a g n y", "Dagny"),
    ],
)
def test_fold_finds_the_same_word(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_fold_leaves_numbers() -> None:
    assert fold("4th") == "4th"
    assert fold("105B") == "105b"


@given(st.text(max_size=30))
def test_pieces_are_in_order_and_not_empty(model: str) -> None:
    ends = [0]
    for start, end in pieces(model):
        assert ends[-1] <= start < end
        ends.append(end)


@given(st.sampled_from(["AB", "ab", "Ab", "aB"]), st.from_regex(r"[a-z]{2,9}", fullmatch=True))
def test_cased(model: str, new: str) -> None:
    made = cased(model, new)
    assert made.casefold() == new
    assert (made[0].isupper(), made[1].isupper()) == (model[0].isupper(), model[1].isupper())
