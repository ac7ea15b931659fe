"""The features of words, a column at a time, are those that a look at each word gives."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from incognote.learn.snow_features import Sentence, columns
from incognote.learn.snow_words import examples_of_words

WORDS = st.sampled_from(["Dr", "dr", "Ames", "of", "I", ".", "|", "<>", "12/3", "İ", "a|b"])
TAGS = st.sampled_from(["NNP", "IN", ".", "<>"])
LISTS = st.sampled_from([frozenset(), frozenset(["people"]), frozenset(["people", "location"])])
SENTENCES = st.lists(
    st.lists(st.tuples(WORDS, TAGS, LISTS), max_size=6).map(
        lambda rows: Sentence(*([row[part] for row in rows] for part in range(3)))
    ),
    max_size=5,
)


def features_of_each(row):
    """Feature by feature, word by word."""

    def around(name, column, at):
        return [
            *(f"{name}{offset}|{column[at + offset]}" for offset in (-2, -1, 1, 2)),
            f"{name}-2-1|{column[at - 2]}|{column[at - 1]}",
            f"{name}12|{column[at + 1]}|{column[at + 2]}",
        ]

    words, tags = row.words, row.tags
    return [
        [
            "1",
            *(f"s{offset}|{row.shapes[at + offset]}" for offset in (-1, 0, 1)),
            *(f"d{offset}|{row.dictionaries[at + offset]}" for offset in (-1, 0, 1)),
            *around("w", words, at),
            *around("t", tags, at),
            f"w|{words[at]}",
            f"t|{tags[at]}",
            f"wt|{words[at]}|{tags[at]}",
            f"w-10|{words[at - 1]}|{words[at]}",
            f"w01|{words[at]}|{words[at + 1]}",
            f"t-10|{tags[at - 1]}|{tags[at]}",
            f"t01|{tags[at]}|{tags[at + 1]}",
            f"w-101|{words[at - 1]}|{words[at]}|{words[at + 1]}",
            f"t-101|{tags[at - 1]}|{tags[at]}|{tags[at + 1]}",
            *(
                affix
                for length in range(2, min(4, len(words[at])) + 1)
                for affix in (f"p|{words[at][:length]}", f"x|{words[at][-length:]}")
            ),
        ]
        for at in range(2, len(words) - 2)
    ]


@given(SENTENCES)
def test_columns_give_each_word_its_features_in_order(sentences):
    rows = columns(sentences)
    examples = examples_of_words(rows)
    starts = examples.active.starts.tolist()
    names = [examples.names[number] for number in examples.active.features.tolist()]
    found = [names[first:end] for first, end in pairwise(starts)]
    assert found == [features for row in rows for features in features_of_each(row)]
    assert all(len(features) == len(set(features)) for features in found)


def test_a_name_may_not_be_there_twice():
    """Where words have bars in them, different pairs of words may give the same text."""
    sentence = Sentence(["a|b", "c", "a", "b|c"], ["NN"] * 4, [frozenset()] * 4)
    names = examples_of_words(columns([sentence])).names
    assert len(names) == len(set(names))


def test_no_words_are_shown():
    given = columns([Sentence(["Ames"], ["NNP"], [frozenset()])])
    assert "ames" not in repr(examples_of_words(given))
