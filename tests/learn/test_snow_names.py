"""Features of phrases in words."""

import pytest

from incognote.learn.snow_features import Sentence, columns, phrase_features
from incognote.learn.snow_names import shown


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x|ood", "a word ends in 'ood'"),
        ("S|Aa Aa", "shape Aa Aa"),
        ("edges|,|<>", "between ',' and the edge"),
        ("edges|||a", "between '|' and 'a'"),
        ("w-1|<>", "before it the edge"),
        ("t-2-1|<>|NN", "before it tags the edge NN"),
        ("wt|ames|NNP", "has 'ames' with tag NNP"),
        ("in3|st|luke|'s", "has 'st' 'luke' ''s'"),
        ("W|{}", "is '{}'"),
        ("some|", "a word is in no dictionary"),
        ("all|people", "all words are in the dictionary people"),
        ("n|2", "number of words 2"),
        ("n|8", "8 words or more"),
        ("1", "being a phrase"),
    ],
)
def test_codes(code, words):
    assert shown(code) == words


def test_every_feature_of_a_phrase_has_words_of_its_own():
    words = ["with", "Dr", "St", "Luke", "|", "in", "Avon"]
    row = columns([Sentence(words, ["NN"] * 7, [frozenset(), frozenset(["people"])] * 3 + [frozenset()])])
    codes = phrase_features(*row, (1, 5))
    assert len({shown(code) for code in codes}) == len(codes)
