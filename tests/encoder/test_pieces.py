import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.encoder.pieces import MARKS, PLACES, SPECIAL, WordPieces
from incognote.layout import lay_out
from incognote.vocabulary import Vocabulary

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
PIECES = [*SPECIAL, *LETTERS, *(f"##{one}" for one in LETTERS), *".,-'", "un", "##aff", "##able", "jos", "20", "##24"]
CUT = WordPieces(PIECES)


def cut(text):
    layout = lay_out(text, Vocabulary())
    return layout, CUT(layout)


@pytest.mark.parametrize(
    ("word", "goes_on", "pieces"),
    [
        ("unaffable", False, ["un", "##aff", "##able"]),
        ("UNAFFABLE", False, ["un", "##aff", "##able"]),
        ("José", False, ["jos", "##e"]),
        ("2024", False, ["20", "##24"]),
        ("24", True, ["##24"]),
        ("un", True, ["##u", "##n"]),
        ("-----", False, ["-", "-"]),
        (".", False, ["."]),
        ("李", False, ["[UNK]"]),
        ("→", False, ["[UNK]"]),
    ],
)
def test_words_are_cut_into_the_longest_known_pieces(word, goes_on, pieces):
    assert [PIECES[number] for number in CUT.pieces_of(word, goes_on)] == pieces


def test_a_word_that_touches_another_goes_on_with_continuations():
    _, pieces = cut("20un un.un")
    assert [PIECES[number] for number in pieces.ids] == ["20", "##u", "##n", "un", ".", "un"]


@given(st.text(max_size=200))
def test_every_token_has_pieces_in_order(text):
    layout, pieces = cut(text)
    assert len(pieces.firsts) == len(layout.tokens) + 1
    assert (np.diff(pieces.firsts) > 0).all()
    assert len(pieces) == len(pieces.marks) == len(pieces.places) == pieces.firsts[-1]
    assert not len(pieces) or (pieces.marks.min() >= 0 and pieces.marks.max() < MARKS)
    assert not len(pieces) or (pieces.places.min() >= 0 and pieces.places.max() < PLACES)


@given(st.text(alphabet="aBé1 .\n\t", max_size=60))
def test_pieces_do_not_depend_on_notes_read_before(text):
    vocabulary = Vocabulary()
    used = WordPieces(PIECES)
    used(lay_out("Some other note, 12.", vocabulary))
    _, alone = cut(text)
    after = used(lay_out(text, vocabulary))
    assert alone.ids.tolist() == after.ids.tolist()
    assert alone.marks.tolist() == after.marks.tolist()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("smith", "Smith"),
        ("Smith", "SMITH"),
        ("a b", "a  b"),
        ("a b", "a\nb"),
        ("a b", "ab"),
        ("a1", "a 1"),
        ("a\tb", "a b"),
    ],
)
def test_marks_tell_what_pieces_do_not(one, other):
    assert cut(one)[1].marks.tolist() != cut(other)[1].marks.tolist()


def test_capitals_change_marks_only():
    low, high = cut("mr smith, 20")[1], cut("MR SMITH, 20")[1]
    assert low.ids.tolist() == high.ids.tolist()
    assert low.marks.tolist() != high.marks.tolist()


def test_places_tell_the_top_and_the_bottom():
    lines = [cut("a\n" * 20)[1].places.tolist()][0]
    assert len(set(lines[5:15])) == 1
    assert len({lines[0], lines[1], lines[10], lines[-2], lines[-1]}) == 5


def test_a_long_cipher_is_cut_short():
    assert len(CUT.pieces_of("a" * 10_000)) < 30
