import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.layout import lay_out
from incognote.layout.syntax import (
    LONGEST,
    NONE,
    WALL,
    Link,
    Sentence,
    links_of,
    parser_text,
    sentences_of,
    syntactic_bigrams,
)
from incognote.vocabulary import Vocabulary

WORDS = ("a", "b", "c", "d", "e")


def as_sets(bigrams):
    return bigrams.left1, bigrams.left2, bigrams.right1, bigrams.right2


def test_bigrams_follow_all_links_for_two_steps():
    links = [Link(WALL, 1, "W"), Link(0, 1, "D"), Link(1, 2, "S"), Link(2, 3, "O"), Link(2, 4, "MV"), Link(3, 4, "X")]
    of_a, of_b, of_c, of_d, of_e = map(as_sets, syntactic_bigrams(WORDS, links))
    assert of_b == ({("LEFT-WALL", "W"), ("a", "D")}, set(), {("c", "S")}, {("d", "O"), ("e", "MV")})
    assert of_c == ({("b", "S")}, {("LEFT-WALL", "W"), ("a", "D")}, {("d", "O"), ("e", "MV")}, {("e", "X")})
    assert of_e[:2] == ({("c", "MV"), ("d", "X")}, {("b", "S"), ("c", "O")})
    assert of_a == (set(), set(), {("b", "D")}, {("c", "S")})  # nothing stands before it
    assert of_d[0] == {("c", "O")}


def test_neighbours_stand_in_where_a_side_has_no_links():
    of_a, _, of_c, _, of_e = map(as_sets, syntactic_bigrams(WORDS, [Link(1, 2, "S")]))
    assert of_c == ({("b", "S")}, set(), {("d", NONE)}, {("e", NONE)})
    assert of_a == (set(), set(), {("b", NONE)}, {("c", NONE)})
    assert of_e == ({("d", NONE)}, {("c", NONE)}, set(), set())


@given(st.lists(st.text(min_size=1, max_size=3), max_size=8))
def test_without_links_bigrams_are_lexical(words):
    for place, bigrams in enumerate(syntactic_bigrams(words, [])):
        assert bigrams.left1 == {(word, NONE) for word in words[:place][-1:]}
        assert bigrams.left2 == {(word, NONE) for word in words[:place][-2:-1]}
        assert bigrams.right1 == {(word, NONE) for word in words[place + 1 : place + 2]}
        assert bigrams.right2 == {(word, NONE) for word in words[place + 2 : place + 3]}


@given(st.sets(st.tuples(st.integers(-1, 4), st.integers(0, 4)).filter(lambda link: link[0] < link[1])))
def test_a_link_is_seen_from_both_its_ends(pairs):
    words = [*WORDS, "LEFT-WALL"]
    bigrams = syntactic_bigrams(WORDS, [Link(*pair, "L") for pair in pairs])
    for left, right in pairs:
        assert (words[left], "L") in bigrams[right].left1
        assert left == WALL or (words[right], "L") in bigrams[left].right1


def test_sentences_know_which_words_touch():
    layout = lay_out("Seen at Beth-Israel.\n\nDr. Wu agreed.", Vocabulary())
    first, second = sentences_of(layout)
    assert first == Sentence(("Seen", "at", "Beth", "-", "Israel", "."), frozenset({3, 4, 5}))
    assert second == Sentence(("Dr", ".", "Wu", "agreed", "."), frozenset({1, 4}))
    assert parser_text(first)[0] == "Seen at Beth-Israel."
    assert "Israel" not in repr(first)


@given(st.text(max_size=200))
def test_sentences_hold_each_token_once(text):
    layout = lay_out(text, Vocabulary())
    words = [word for sentence in sentences_of(layout) for word in sentence.words]
    bounds = zip(layout.tokens.starts, layout.tokens.ends, strict=True)
    assert words == [text[start:end] for start, end in bounds]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((), ""),
        (("", " "), ""),
        (("\0", "\ud800", "\x1b"), ""),
        (("a\0b", "\u00a0"), "a b  "),
        (("x" * 10_000,), "x" * 40),
        (("-" * 91, "ADM"), "--- ADM"),
        (("a",) * (LONGEST + 1), ""),
    ],
)
def test_the_parser_gets_harmless_text(words, text):
    assert parser_text(Sentence(words))[0] == text


@given(st.lists(st.text(max_size=50), max_size=70), st.frozensets(st.integers(0, 70)))
def test_each_character_for_the_parser_has_its_word(words, touching):
    text, owners = parser_text(Sentence(tuple(words), touching))
    assert len(text) == len(owners)
    assert all(char.isprintable() for char in text)
    assert all(len(stretch) <= 60 for stretch in text.split(" "))
    assert [owner for owner in owners if owner >= 0] == sorted(owner for owner in owners if owner >= 0)
    assert all(char == " " or char in words[owner] for char, owner in zip(text, owners, strict=True))


def test_words_of_the_parser_become_ours():
    """Its words: the wall, John's in two, Beth-Israel in one, the right wall."""
    words = ("John's", "Beth", "-", "Israel")
    owners = [0] * 6 + [-1] + [1] * 4 + [2] + [3] * 6
    spans = [(0, 0), (0, 4), (4, 6), (7, 18), (18, 18)]
    links = [(0, 3, "Wd"), (1, 2, "YS"), (2, 3, "Ds**c"), (0, 4, "RW"), (0, 1, "WV")]
    parsed = links_of((0, spans, links), owners, words)
    assert parsed.kind == "full"
    assert parsed.links == ((WALL, 1, "Wd"), (WALL, 3, "Wd"), (0, 1, "Ds"), (0, 3, "Ds"))


def test_links_have_the_names_and_the_tree_of_the_paper():
    words = ("taken", "by", "car", "to")
    owners = [0, 0, -1, 1, 1, -1, 2, 2, -1, 3, 3]
    spans = [(0, 0), (0, 2), (3, 5), (6, 8), (9, 11)]
    links = [(2, 3, "_ICJC"), (1, 4, "MVp"), (3, 4, "Mp"), (1, 2, "IV"), (1, 3, "I*t")]
    assert links_of((1, spans, links), owners, words).links == ((0, 2, "I"), (0, 3, "MVp"), (1, 2, "ID"))
    assert (2, 3, "Mp") in links_of((1, spans, [(3, 4, "Mp")]), owners, words).links
