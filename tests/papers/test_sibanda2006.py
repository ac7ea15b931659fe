"""Sibanda and Uzuner 2006: the 26 features, and which of them tell most."""

from incognote import corpus, recipes
from incognote.experiments.printed import uzuner2008
from incognote.experiments.printed.sibanda2006 import COUNTS, PROSE, RESULTS
from incognote.learn.gain import information_gains
from incognote.learn.settings import settings_of
from incognote.learn.training import labels_for, readings_of

SETTINGS = settings_of(recipes.load("sibanda-2006"))
MOST_INFORMATIVE = {  # section 6.4, "the most informative features"
    ("lemma", 0),  # "the TW"
    ("left-bigram", 0),  # "the bigram before TW"
    ("right-bigram", 0),  # "the bigram after TW"
    ("lemma", -1),  # "the word before TW"
    ("lemma", 1),  # "the word after TW"
}


def features():
    for feature in SETTINGS["features"]:
        low, high = feature.get("window", (0, 0))
        yield from [feature] * (high - low + 1)


def test_there_are_26_features_of_which_12_ask_dictionaries():
    listed = list(features())
    asked = sum(feature["use"] == "dictionary" for feature in listed)
    assert PROSE["6.4"].cells["SVM"] == {"features": len(listed), "of dictionaries": asked}


def test_the_most_informative_features_are_the_papers():
    docs = list(corpus.read())[::4]
    readings = readings_of(docs, SETTINGS)
    gains = information_gains(SETTINGS, readings, labels_for(docs, readings, SETTINGS))
    assert len(gains) == 26
    assert {(gain.feature, gain.offset) for gain in gains[:5]} == MOST_INFORMATIVE


def test_words_are_phi_or_not():
    assert SETTINGS["one_class"] == "PHI"


def test_the_corpora_are_those_of_uzuner_2008_but_for_few_words():
    """Table 1, 6 and 10 count the same notes as Table 1 of Uzuner 2008."""
    columns = [
        ("1", "random", "random"),
        ("1", "authentic", "authentic"),
        ("6", "words", "ambiguous"),
        ("10", "words", "oov"),
    ]
    for number, column, later_name in columns:
        ours, later = (
            sum(COUNTS[number].column(column).values()),
            sum(uzuner2008.COUNTS["1"].column(later_name).values()),
        )
        assert abs(ours - later) / later < 0.002


def test_random_names_are_in_no_dictionary():
    for name, row in COUNTS["10"].cells.items():
        assert row["not in dictionaries"] == (row["words"] if name in uzuner2008.NAMED else 0)


def test_the_prose_and_table_7_disagree():
    assert PROSE["6.2"].cells["SVM"]["recall"] == 91.9
    assert RESULTS["7"].of("SVM", "PHI").recall == 92.1
