"""Sibanda and Uzuner 2006: the 26 features, and which of them tell most."""

from incognote import corpus, recipes
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
    assert len(listed) == 26
    assert sum(feature["use"] == "dictionary" for feature in listed) == 12


def test_the_most_informative_features_are_the_papers():
    docs = list(corpus.read())[::4]
    readings = readings_of(docs, SETTINGS)
    gains = information_gains(SETTINGS, readings, labels_for(docs, readings, SETTINGS))
    assert len(gains) == 26
    assert {(gain.feature, gain.offset) for gain in gains[:5]} == MOST_INFORMATIVE


def test_words_are_phi_or_not():
    assert SETTINGS["one_class"] == "PHI"
