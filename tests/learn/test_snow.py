"""SNoW: bounds, types and relations of made-up sentences."""

import json

import numpy as np
import pytest

from incognote.learn import snow
from incognote.learn.learner import State
from incognote.learn.network import Network
from incognote.learn.snow import NONE, RARE, Settings, Snow
from incognote.learn.snow_features import Sentence, columns, phrase_features, relation_features

SURNAMES = ["Ames", "Boyle", "Crane", "Dunn", "Ellis", "Frost", "Gates", "Hale", "Irwin", "Joyce", "Kerr", "Lowe"]
PLACES = [
    "Avon",
    "Barre",
    "Derby",
    "Essex",
    "Grafton",
    "Hudson",
    "Kingston",
    "Lowell",
    "Milton",
    "Norton",
    "Salem",
    "Troy",
]
TAGS = {"dr": "NNP", "seen": "VBN", "by": "IN", "in": "IN", "at": "IN", "lives": "VBZ", "pain": "NN", ".": "."}


def sentence(text):
    words = text.split()
    tags = [TAGS.get(word.lower(), "NNP") for word in words]
    return Sentence(words, tags, [frozenset(["people"] if word in SURNAMES else []) for word in words])


def notes():
    sentences, labels = [], []
    for number, (name, place) in enumerate(zip(SURNAMES * 4, PLACES[5:] * 8, strict=False)):
        given = "AB"[number % 2]
        for text, bio in (
            (f"seen by Dr {given} {name} in {place} .", "O O O B-DOCTOR I-DOCTOR O B-CITY O"),
            (f"lives in {place} .", "O O B-CITY O"),
            ("no pain at rest .", "O O O O O"),
        ):
            sentences.append(sentence(text))
            labels.append(bio.split())
    return sentences, labels


@pytest.fixture(scope="module")
def model():
    return snow.fit(*notes())


def test_it_finds_entities_with_names_it_never_saw(model):
    assert model.predict([sentence("seen by Dr A Zorn in Quincy .")]) == [
        ["O", "O", "O", "B-DOCTOR", "I-DOCTOR", "O", "B-CITY", "O"]
    ]
    assert model.predict([sentence("no pain at night .")]) == [["O"] * 5]


def test_relations_are_pairs_of_neighbouring_types(model):
    assert model.relations.labels == ["DOCTOR CITY", RARE]
    assert model.phrases.labels == ["CITY", "DOCTOR", NONE]


def test_pairs_that_are_seen_too_rarely_share_a_relation():
    assert snow.fit(*notes(), settings=Settings(rare=1_000)).relations.labels == [RARE]


def test_learning_twice_gives_the_same(model):
    again = snow.fit(*notes())
    for one, other in ((model.words, again.words), (model.phrases, again.phrases), (model.relations, again.relations)):
        assert dict(one.features) == dict(other.features)
        assert (one.weights == other.weights).all()


def test_a_model_that_was_stored_says_the_same(model, tmp_path):
    state = model.state()
    np.savez(tmp_path / "a.npz", **state.arrays)
    with np.load(tmp_path / "a.npz", allow_pickle=False) as arrays:
        stored = State(dict(arrays), json.loads(json.dumps(state.texts)))
    back = snow.from_state(stored)
    sentences, _ = notes()
    assert back.predict(sentences) == model.predict(sentences)
    assert (back.words.weights == model.words.weights).all()


def test_nothing_in_nothing_out(model):
    assert model.predict([]) == []
    assert model.predict([sentence("")]) == [[]]
    empty = snow.fit([], [])
    assert empty.predict([sentence("seen by Dr Ames")]) == [["O"] * 4]


def test_notes_without_entities_teach_that_there_are_none():
    assert snow.fit([sentence("no pain .")] * 3, [["O"] * 3] * 3).predict([sentence("in Avon")]) == [["O", "O"]]


def test_words_of_which_nothing_is_known_are_no_error(model):
    strange = Sentence(["\u4e2d", "|", "ſ"], ["X", "X", "X"], [frozenset()] * 3)
    assert len(model.predict([strange])[0]) == 3


def of(labels, features, weights):
    names = {name: number for number, name in enumerate(features)}
    return Network(names, labels, np.array(weights, dtype=float))


def test_the_second_step_lets_a_relation_decide():
    """Two phrases, of which the second is undecided by itself, and a word between them that tells their relation."""
    words = of(["B-X", "O"], ["w|ames", "w|avon", "1"], [[9, 0], [9, 0], [0, 2]])
    phrases = of(["CITY", "DOCTOR", NONE], ["W|ames", "W|avon"], [[0, 5, 0], [2.9, 3, 0]])
    relations = of(["DOCTOR CITY", RARE], ["in|in"], [[4, 0]])
    model = Snow(words, phrases, relations, lean=0.0)
    given = [sentence("Ames in Avon")]
    assert model.predict(given, second_step=False) == [["B-DOCTOR", "O", "B-DOCTOR"]]
    assert model.predict(given) == [["B-DOCTOR", "O", "B-CITY"]]


def test_features_are_each_there_once():
    (row,) = columns([sentence("a . a . Dr Ames Ames in in Avon")])
    for features in (phrase_features(row, (0, 9)), relation_features(row, (0, 1), (8, 9))):
        assert len(features) == len(set(features))


def test_features_of_a_phrase_are_those_of_the_papers():
    features = set(phrase_features(*columns([sentence("by Dr Ames Boyle in Avon")]), (2, 4)))
    assert {"n|2", "in|ames", "wt|ames|NNP", "in2|ames|boyle", "p|ame", "x|yle", "w-2-1|by|dr"} <= features
    assert {"w12|in|avon", "t1|IN", "tag2|NNP|NNP", "some|people", "all|people"} <= features


def test_features_of_a_relation_are_what_stands_between_and_around():
    features = set(relation_features(*columns([sentence("by Dr Ames lives in Avon .")]), (2, 3), (5, 6)))
    assert {"n|2", "W|lives in", "in2|lives|in", "before|dr", "after|.", "tag|VBZ"} <= features


def test_no_words_are_shown():
    given = sentence("Ames in Avon")
    assert "Ames" not in repr(given) + repr(columns([given])) + repr(snow.fit([given], [["O"] * 3]))


def test_a_word_that_looks_like_the_edge_is_another_feature():
    edge, word = (phrase_features(*columns([sentence(text)]), (0, 1)) for text in ("Ames", "Ames <>"))
    assert "w1|<>" in edge and "edges|<>|<>" in edge
    assert not {"w1|<>", "edges|<>|<>"} & set(word)


def test_reasons_are_told_in_words(model):
    reasons = [name for name, _ in model.explained([sentence("lives in Avon .")])(0, 2, "CITY")]
    assert "shape Aa" in reasons
    assert not [name for name in reasons if "|" in name]
