"""Rows: the classes of words, of phrases, and of the place where a token stands."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.detect.classes import Classes
from incognote.detect.patterns import POSITION_BITS
from incognote.detect.rows import RowTable
from incognote.errors import ConfigError
from incognote.layout import lay_out
from incognote.lexicons import normal
from incognote.vocabulary import Vocabulary

CLASSES = Classes(
    {
        "name": ["swan", "zoë", "josé"],
        "hospital": [
            "mercy",
            "walla walla",
            "new york",
            "new york general",
            "st. mary's",
            "the old house of the grey nuns of montreal",
        ],
        "place": ["york", "new york"],
    },
    ["of", "d/c"],
    {"digits": str.isdigit, "Cap": str.istitle},
    {"person": "name&Cap", "odd": "person|digits&!name"},
)


def note_of(text, classes=CLASSES, vocabulary=None):
    return RowTable(classes).note(lay_out(text, Vocabulary() if vocabulary is None else vocabulary))


def bits_of(note, at):
    width = note.rows.width
    return int.from_bytes(note.rows.data[at * width : (at + 1) * width], "little")


def where(note, name):
    """The words of the tokens that have a class."""
    bit = 1 << CLASSES.bit(name)
    return [note.text[note.starts[at] : note.ends[at]] for at in range(len(note.kinds)) if bits_of(note, at) & bit]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Swan swan SWAN swans", "name", ["Swan", "swan", "SWAN"]),
        ("Zoë Zoe ZOË", "name", ["Zoë", "ZOË"]),
        ("Jose\u0301 José", "name", ["Jose\u0301", "José"]),
        ("Swan swan", "person", ["Swan"]),
        ("Swan 12 of", "odd", ["Swan", "12"]),
        ("of OF off", "'of'", ["of", "OF"]),
        ("d/c D/C d / c d", "'d/c'", ["d", "D", "d"]),
        ("in New York General today", "hospital", ["New"]),
        ("in New York General today", "hospital-more", ["York", "General"]),
        ("in New York today", "hospital-more", ["York"]),
        ("in New York General today", "place", ["New", "York"]),
        ("in New York General today", "place-more", ["York"]),
        ("at St. Mary’s now", "hospital", ["St"]),
        ("at St. Mary’s now", "hospital-more", [".", "Mary", "’", "s"]),
        ("from New Jersey", "hospital", []),
        ("New", "hospital", []),
        ("the New York", "hospital", ["New"]),
        ("in Walla Walla", "hospital", ["Walla"]),
        ("said Walla", "hospital", []),
        ("The old house of the Grey Nuns of Montreal", "hospital", ["The"]),
    ],
)
def test_which_tokens_have_a_class(text, name, expected):
    assert where(note_of(text), name) == expected


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("a-b c  d\ne\n\nf", "adjacent", ["-", "b"]),
        ("a-b c  d\ne\n\nf", "wide", ["d"]),
        ("a-b c  d\ne\n\nf", "newline", ["a", "e", "f"]),
        ("a-b c  d\ne\n\nf", "paragraph", ["a", "f"]),
        ("a-b c  d\ne\n\nf", "ends-line", ["d", "e", "f"]),
        ("Plan\nrest at home", "ends-line", ["Plan", "home"]),
        ("He left. She came.", "sentence", ["He", "She"]),
        ("HE WENT HOME", "capitals", ["HE", "WENT", "HOME"]),
        ("WENT HOME\nand slept in the bed", "capitals", ["WENT", "HOME"]),
        ("CT showed nothing of Note", "capitals", []),
        ("pt is fine", "small", ["pt", "is", "fine"]),
        ("Pt is fine", "small", []),
        ("12 3", "small", []),
    ],
)
def test_what_a_token_says_of_its_place(text, name, expected):
    assert where(note_of(text), name) == expected


def test_a_class_comes_with_one_for_the_rest_of_its_phrases():
    assert CLASSES.bit("hospital-more") == CLASSES.bit("hospital") + 1
    with pytest.raises(ConfigError, match="name-more"):
        CLASSES.bit("name-more")


def test_two_classes_of_one_name_are_refused():
    with pytest.raises(ConfigError, match="two classes of words are called digits"):
        Classes({"digits": ["one"]}, [], {"digits": str.isdigit}, {})


def test_a_class_that_follows_from_an_unknown_one_is_refused():
    with pytest.raises(ConfigError, match="no class of words is called nothing"):
        Classes({}, [], {}, {"odd": "nothing"})


def test_classes_never_run_into_the_bits_of_places():
    for word in ("Swan", "New", "12", "of"):
        assert CLASSES.bits(word) % (1 << len(POSITION_BITS)) == 0


def test_another_vocabulary_starts_anew():
    table = RowTable(CLASSES)
    first = table.note(lay_out("Swan of Mercy", Vocabulary()))
    second = table.note(lay_out("12 swan in New York today and more of it", Vocabulary()))
    assert where(first, "name") == ["Swan"]
    assert where(second, "name") == ["swan"]
    assert where(second, "hospital") == ["New"]
    assert len(second.kinds) == 10
    assert second.kinds[1] not in first.kinds  # swan, but not Swan


def test_a_vocabulary_of_many_words():
    vocabulary = Vocabulary()
    table = RowTable(CLASSES)
    table.note(lay_out("Swan", vocabulary))
    letters = "abcdefghij"
    words = " ".join(f"{a}{b}{c}{d}" for a in letters for b in letters for c in letters for d in letters[:3])
    note = table.note(lay_out(words + " swan", vocabulary))
    assert where(note, "name") == ["swan"]


def test_the_token_from_an_offset_on():
    note = note_of("ab cd  ef")
    assert [note.token_from(0, offset) for offset in (0, 1, 3, 4, 7, 9)] == [0, 1, 1, 2, 2, 3]


def test_the_words_of_a_note_are_not_shown():
    note = note_of("Swan")
    assert "Swan" not in repr(note) + repr(note.rows)


@given(st.text(max_size=60) | st.text("New York.walSn \n'’sM", max_size=60))
def test_every_token_has_a_row(text):
    note = note_of(text)
    assert len(note.rows.data) == len(note.kinds) * CLASSES.width
    assert note.places == note.rows.data[:: CLASSES.width]
    assert all(0 <= start < end <= len(text) for start, end in zip(note.starts, note.ends, strict=True))


@given(st.text(max_size=40) | st.text("New York.walSn \n'’sM", max_size=60))
def test_rows_have_all_classes_of_words_and_more_only_of_phrases(text):
    table = RowTable(CLASSES)
    note = table.note(lay_out(text, Vocabulary()))
    more = sum(1 << CLASSES.bit(name) for name in ("hospital-more", "place-more", "'d/c'-more"))
    for at, kind in enumerate(note.kinds):
        bits = bits_of(note, at) & ~255
        assert bits & table.bits[kind] == table.bits[kind]
        assert bits & ~more & ~table.possible_bits[kind] == 0


ITEMS = st.lists(st.text("abc1'.-é _ß", min_size=1, max_size=12).filter(lambda item: normal(item)), max_size=3)


@given(ITEMS.filter(bool), st.text("xyz", min_size=1, max_size=3), st.booleans())
def test_an_item_is_found_as_it_is_written(items, other, last):
    """The whole of a listed item is of its class wherever it stands by itself."""
    classes = Classes({"own-x": [normal(item) for item in items]}, [], {}, {})
    first, more = 1 << classes.bit("own-x"), 1 << classes.bit("own-x-more")
    for item in items:
        text = f"{other} {item}" if last else f"{item} {other}"
        note = note_of(text, classes)
        begin = len(other) + 1 if last else 0
        inside = [at for at, start in enumerate(note.starts) if begin <= start < begin + len(item)]
        assert all(bits_of(note, at) & (more if at > inside[0] else first) for at in inside)


def test_rows_are_the_same_in_a_used_table():
    texts = ["Swan of New York", "New York General", "12 d/c St. Mary's"]
    vocabulary = Vocabulary()
    table = RowTable(CLASSES)
    used = [table.note(lay_out(text, vocabulary)).rows.data for text in texts * 2]
    assert used == [note_of(text).rows.data for text in texts * 2]
    assert np.frombuffer(used[0], dtype=np.uint8).any()


@given(st.text("New York.walSn \n'’sM", max_size=60))
def test_rows_do_not_depend_on_the_table_of_pairs(text):
    """It only spares looks at pairs of words; where it tells nothing, the rows are the same."""
    table, blind = RowTable(CLASSES), RowTable(CLASSES)
    blind._pairs[:] = True
    layout = lay_out(text, Vocabulary())
    assert table.note(layout).rows == blind.note(layout).rows


@given(st.text("aB. \n\r\t-", max_size=60))
def test_places_are_what_stands_between_the_tokens(text):
    note = note_of(text)
    between = [text[end:start] for end, start in zip(note.ends, note.starts[1:], strict=False)]
    breaks = [len((gap + "x").splitlines()) - 1 for gap in between]
    bits = {name: [bool(place >> bit & 1) for place in note.places] for bit, name in enumerate(POSITION_BITS)}
    assert bits["adjacent"][1:] == [not gap for gap in between]
    assert bits["wide"][1:] == [len(gap) > 1 and not lines for gap, lines in zip(between, breaks, strict=True)]
    assert bits["newline"][1:] == [lines > 0 for lines in breaks]
    assert bits["paragraph"][1:] == [lines > 1 for lines in breaks]
    assert bits["ends-line"][:-1] == bits["newline"][1:]
    assert all(bits[name][:1] in ([], [True]) for name in ("newline", "paragraph", "sentence"))
    assert bits["ends-line"][-1:] in ([], [True])
