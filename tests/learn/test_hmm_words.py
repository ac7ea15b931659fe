import pytest

from incognote.learn.hmm_words import FEATURES, word_feature


@pytest.mark.parametrize(
    ("word", "feature"),
    [  # the examples of the paper's table
        ("90", "twoDigitNum"),
        ("1990", "fourDigitNum"),
        ("A8956-67", "containsDigitAndAlpha"),
        ("09-96", "containsDigitAndDash"),
        ("11/9/89", "containsDigitAndSlash"),
        ("23,000.00", "containsDigitAndComma"),
        ("1.00", "containsDigitAndPeriod"),
        ("456789", "otherNum"),
        ("BBN", "allCaps"),
        ("M.", "capPeriod"),
        ("Sally", "initCap"),
        ("can", "lowerCase"),
        (",", "other"),
        # and others
        ("5%", "otherNum"),
        ("McAdam", "initCap"),
        ("Émile", "initCap"),
        ("mL", "other"),
        ("", "other"),
    ],
)
def test_examples(word, feature):
    assert word_feature(word) == feature


def test_the_first_word_of_a_sentence_keeps_only_what_numbers_and_all_capitals_say():
    assert {word_feature(word, first=True) for word in ("Sally", "can", ",", "iPad")} == {"firstWord"}
    assert [word_feature(word, first=True) for word in ("90", "BBN", "M.")] == ["twoDigitNum", "allCaps", "capPeriod"]


def test_there_are_fourteen():
    assert len(FEATURES) == len(set(FEATURES)) == 14
