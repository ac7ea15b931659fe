import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.layout import lay_out
from incognote.layout.tokens import token_bounds, words_of
from incognote.vocabulary import Vocabulary

from ..strategies import TEXTS


def tokens(text):
    starts, ends = token_bounds(text)
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t ", []),
        ("Seen 3/18.", ["Seen", "3", "/", "18", "."]),
        ("45-year-old", ["45", "-", "year", "-", "old"]),
        ("Smith's", ["Smith", "'", "s"]),
        ("JaffreyMarital", ["Jaffrey", "Marital"]),
        ("ALMarital", ["AL", "Marital"]),
        ("Since6/03/04", ["Since", "6", "/", "03", "/", "04"]),
        ("x76221", ["x", "76221"]),
        ("McDonald DeVita", ["Mc", "Donald", "De", "Vita"]),
        ("----- *** ...", ["-----", "***", "..."]),
        ("-*-", ["-", "*", "-"]),
        ("||||", ["||||"]),
        ("201704170802", ["20170417", "0802"]),
        ("20170417080233", ["20170417", "080233"]),
        ("301704170802", ["301704170802"]),
        ("2017041708023", ["2017041708023"]),
        ("201704170802331", ["201704170802331"]),
        ("x201704170802-20170418080233", ["x", "20170417", "0802", "-", "20170418", "080233"]),
        ("é201704170802", ["é", "20170417", "0802"]),
        ("a\r\nb\fc\0d", ["a", "b", "c", "\0", "d"]),
        ("Ménière Ōta Éloïse", ["Ménière", "Ōta", "Éloïse"]),
        ("Jose\u0301", ["Jose\u0301"]),
        ("Smi\u00adth", ["Smi\u00adth"]),
        ("\ufeffName", ["Name"]),
        ("東京12", ["東京", "12"]),
        ("٣/٤", ["٣", "/", "٤"]),
        ("ß😀😀x", ["ß", "😀😀", "x"]),
        ("half \ud800 pair", ["half", "\ud800", "pair"]),
    ],
)
def test_cases(text, expected):
    assert tokens(text) == expected


@given(TEXTS | st.text(st.characters(), max_size=200))
def test_tokens_hold_every_visible_character_once_and_in_order(text):
    starts, ends = (bounds.tolist() for bounds in token_bounds(text))
    assert all(start < end for start, end in zip(starts, ends, strict=True))
    assert all(end <= start for end, start in zip(ends, starts[1:], strict=False))
    inside = {at for start, end in zip(starts, ends, strict=True) for at in range(start, end)}
    outside = [text[at] for at in range(len(text)) if at not in inside]
    assert all(char.isspace() or char in "\u200b\u2060\ufeff" for char in outside)
    assert not any(text[at].isspace() for at in inside)


ODD = "aA1.-\x1c\x1f\x85\xa0\u00ad\u0301\u200b\u200d\u2028\u2060\u3000\ufeff\ud800\U0001f600 \n\0"


@given(TEXTS | st.text(st.characters(), max_size=200) | st.text(ODD, max_size=60))
def test_the_words_of_tokens_are_the_text_between_their_bounds(text):
    assert words_of(text, *token_bounds(text)) == tokens(text)


@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_other_characters_do_not_change_how_ascii_is_cut(text):
    assert tokens(f"{text} \u0141")[:-1] == tokens(text)


@given(TEXTS | st.text(st.characters(), max_size=200), st.sampled_from(["fine", "wi-deid"]))
def test_layouts_of_any_text(text, tokenizer):
    layout = lay_out(text, Vocabulary(), tokenizer)
    sentences = layout.sentences.tolist()
    assert sentences == sorted(set(sentences))
    assert bool(sentences) == bool(len(layout.tokens))
    assert not sentences or (sentences[0] == 0 and sentences[-1] < len(layout.tokens))
    assert layout.lines.tolist() == [0, *running_total(map(len, text.splitlines(True)))][: len(text.splitlines())]
    for section, following in zip(layout.sections, layout.sections[1:], strict=False):
        assert section.start <= section.body <= section.end == following.start
    assert all(0 <= section.start <= section.body <= section.end <= len(text) for section in layout.sections)


def running_total(numbers):
    at = 0
    for number in numbers:
        at += number
        yield at


@pytest.mark.parametrize("tokenizer", ["fine", "wi-deid"])
@pytest.mark.parametrize(
    "piece",
    ["a", ".", "(", " ", "7", "-", "aB", "Name: Ada  ", "Seen by Dr. Osei at 10:30. ", "x\n", "é😀"],
    ids=["letter", "stop", "bracket", "blank", "digit", "dash", "cases", "fields", "prose", "lines", "wide"],
)
def test_a_megabyte_of_anything(piece, tokenizer):
    """Offsets stay exact; and time stays linear, or this would not end."""
    require_exact(piece * (1_000_000 // len(piece)), tokenizer)


@pytest.mark.parametrize("piece", ["a", "Seen by Dr. Osei on 3/4. "])
def test_a_line_of_ten_megabytes(piece):
    require_exact(piece * (10_000_000 // len(piece)), "fine")


def require_exact(text, tokenizer):
    layout = lay_out(text, Vocabulary(), tokenizer)
    starts, ends = layout.tokens.starts, layout.tokens.ends
    assert (starts < ends).all()
    assert (ends[:-1] <= starts[1:]).all()
    word = layout.tokens.vocabulary.word
    last = list(zip(starts[-5:], ends[-5:], layout.tokens.ids[-5:], strict=True))
    assert [text[start:end] for start, end, _ in last] == [word(word_id) for _, _, word_id in last]
