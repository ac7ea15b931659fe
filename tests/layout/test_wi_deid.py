"""The tokeniser of He 2015."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.layout import lay_out
from incognote.layout.wi_deid import EXPRESSIONS, PUNCTUATION
from incognote.vocabulary import Vocabulary


def tokens(text):
    layout = lay_out(text, Vocabulary(), "wi-deid")
    return [text[start:end] for start, end in zip(layout.tokens.starts, layout.tokens.ends, strict=True)]


# Table 1 as printed: expression, whole token, token after the cut. The fifth lost its hyphen in print: it must have one
# to match its own example.
TABLE_1 = [
    (r"\d{2}/\d{2}/\d{4}", "PEND01/26/2098", "PEND 01/26/2098"),
    (r"\d{2}-year-old", "45-year-old", "45 -year-old"),
    (r"[A-Za-z]+\d/\d{2}", "CABG6/95", "CABG 6/95"),
    (r"[a-z]\d{5}", "x76221", "x 76221"),
    (r"[A-Z]\d-\d{4}", "X1-1335", "X 1-1335"),
    (r"\d{3}[\-,]\d{3}[\-,]\d{4}", "47798497-045-1949", "47798 497-045-1949"),
    (r"[A-Z]{2}[a-z][a-z]+", "ALMarital", "AL Marital"),
    (r"\d[A-Za-z][A-Za-z]+", "34712RadiologyExam", "34712 RadiologyExam"),
    (r"[a-z][a-z]+[A-Z]", "JaffreyMarital", "Jaffrey Marital"),
]


@pytest.mark.parametrize(("number", "row"), list(enumerate(TABLE_1)))
def test_table_1(number, row):
    _, before, after = row
    cut = re.search(EXPRESSIONS[number], before).start(1)
    assert f"{before[:cut]} {before[cut:]}" == after
    assert before[:cut] in tokens(before)


CONTEXT = st.text("Aab12-/ ,", max_size=6)


@pytest.mark.parametrize("number", range(9))
@given(st.data())
def test_our_expressions_cut_where_the_printed_ones_match(number, data):
    """Each match of a printed expression is cut once, inside or at its start, and nothing else is."""
    printed = re.compile(TABLE_1[number][0], re.ASCII)
    match = st.from_regex(printed, fullmatch=True).filter(lambda text: len(text) < 40)
    text = data.draw(CONTEXT) + data.draw(match) + data.draw(CONTEXT)
    matches = [found.span() for found in printed.finditer(text)]
    cuts = [found.start(1) for found in re.finditer(EXPRESSIONS[number], text)]
    assert len(cuts) >= len(matches) >= 1
    assert all(any(start <= cut < end for cut in cuts) for start, end in matches)
    assert all(any(start <= cut < end for start, end in overlapping(printed, text)) for cut in cuts)


def overlapping(pattern, text):
    """Where a pattern matches when the search starts at each place."""
    starts = (pattern.match(text, at) for at in range(len(text)))
    return [found.span() for found in starts if found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2106-02-12", ["2106", "-", "02", "-", "12"]),
        ("Sergio-Steven", ["Sergio", "-", "Steven"]),
        ("(784) 032-8966", ["(", "784", ")", "032", "-", "8966"]),
        ("Mr. Valdez describes pain.", ["Mr.", "Valdez", "describes", "pain", "."]),
        ("Valdez's wife won't.", ["Valdez", "'s", "wife", "wo", "n't", "."]),
        ("took 20 mg p.o. today", ["took", "20", "mg", "p.o.", "today"]),
        ("Since6/03/04", ["Since", "6", "/", "03", "/", "04"]),
        ('"fine," he said', ['"', "fine", ",", '"', "he", "said"]),
        ("(Smith). Next", ["(", "Smith", ")", ".", "Next"]),
        ("(by Smith.) Next", ["(", "by", "Smith", ".", ")", "Next"]),
        ('He said "no."', ["He", "said", '"', "no", ".", '"']),
        ("Waiting... then", ["Waiting", ".", ".", ".", "then"]),
        ("He takes it p.o.", ["He", "takes", "it", "p.o."]),
    ],
)
def test_cases(text, expected):
    assert tokens(text) == expected


@given(st.text("ab12" + PUNCTUATION, max_size=30))
def test_punctuation_stands_alone(text):
    assert all(len(token) == 1 for token in tokens(text) if set(token) & set(PUNCTUATION))


def test_sentences_keep_their_places():
    text = "He fell. She came, too."
    layout = lay_out(text, Vocabulary(), "wi-deid")
    assert [text[start:] for start in layout.tokens.starts[layout.sentences]] == [text, "She came, too."]
