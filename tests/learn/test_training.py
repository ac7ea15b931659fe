import numpy as np
import pytest

from incognote import Vocabulary
from incognote.detect.tagger import Tagger
from incognote.errors import ConfigError
from incognote.evaluate.confusion import confusion
from incognote.evaluate.match import compare
from incognote.learn.folds import author_folds, random_folds
from incognote.learn.learner import State
from incognote.learn.reading import read
from incognote.learn.training import new_learner, train
from incognote.types import Document, Span

SECOND = {
    "folds": 2,
    "features": [
        {"use": "token-majority-in-record"},
        {"use": "token-majority-in-corpus"},
        {"use": "entry-majority-in-record"},
        {"use": "entry-majority-in-corpus"},
    ],
}


def f_of(learner, settings, docs):
    tagger = Tagger("test", settings, learner)
    return confusion([compare(doc, doc.with_spans(tagger.detect(doc, None))) for doc in docs]).phi().f


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"learner": {"use": "svm", "c": 0.1, "against": "rest"}, "scheme": "one"},
        {"learner": {"use": "svm", "c": 0.1, "against": "one"}, "scheme": "one"},
        {"second": SECOND},
    ],
    ids=["crf", "svm", "svm one against one", "two stages"],
)
def test_a_learner_learns_and_comes_back_as_it_was(few, settings, changes):
    settings |= changes
    learner = train(few[:40], settings)
    assert f_of(learner, settings, few[40:]) > 0.6
    again = new_learner(settings).restore(learner.state())
    for doc in few[40:]:
        reading = read(doc.text, Vocabulary(), "wi-deid", "sentence")
        assert list(again.predict(reading)) == list(learner.predict(reading))


def test_training_twice_gives_the_same_weights(few, settings):
    one, other = (train(few[:20], settings).state() for _ in range(2))
    assert one.texts == other.texts
    assert all(np.array_equal(one.arrays[name], other.arrays[name]) for name in one.arrays)


def test_progress_is_told(few, settings):
    told = []
    train(few[:5], settings, lambda what, done, of: told.append((what, done, of)))
    assert ("training", 25, 25) in told


def test_a_note_is_labelled_once_to_explain_all_its_spans(few, settings, monkeypatch):
    tagger = Tagger("test", settings, train(few[:20], settings))
    spans = tagger.detect(few[0], None)
    predict, calls = tagger.learner.predict, []
    monkeypatch.setattr(tagger.learner, "predict", lambda reading: calls.append(reading) or predict(reading))
    explained = tagger.explained(few[0])
    decisions = [decision for span in spans for decision in explained(span)]
    assert len(calls) == 1
    assert len(decisions) >= len(spans) > 1
    assert all(decision.label != "O" and decision.reasons for decision in decisions)


@pytest.mark.parametrize(
    "learner",
    [
        {"use": "crf", "by": "crfsuite", "l1": 0.1, "l2": 0.1, "iterations": 25},
        {"use": "svm", "c": 1.0},
    ],
)
def test_reasons_sum_up_to_a_label_that_beats_no_phi(few, settings, learner):
    settings["learner"] = learner
    tagger = Tagger("test", settings, train(few[:20], settings))
    sums = []
    for doc in few[20:30]:
        explained = tagger.explained(doc)
        for span in tagger.detect(doc, None):
            sums += [sum(weight for _, weight in decision.reasons) for decision in explained(span)]
    assert len(sums) > 100
    assert min(sums) > -1e-9


@pytest.mark.parametrize(("label", "learner"), [("O", "hmm"), ("I-X", "hmm"), ("B-", "hmm"), ("none", "snow")])
def test_labels_that_mean_something_else_to_a_learner_are_refused(settings, label, learner):
    settings |= {"learner": {"use": learner}, "features": []}
    with pytest.raises(ConfigError, match="has a meaning of its own here; rename it"):
        train([Document("a", "Seen by Osei.", [Span(8, 12, label)])], settings)


def test_weights_that_grow_without_bound_are_refused(few, settings):
    settings["learner"] = {"use": "crf", "by": "sgd", "l1": 0.0, "l2": 0.0, "epochs": 3, "rate": 1e300}
    with np.errstate(all="ignore"), pytest.raises(ConfigError, match="grew without bound"):
        train(few[:4], settings)


def test_snow_needs_no_features_of_a_recipe(few, settings):
    settings |= {"learner": {"use": "snow"}}
    del settings["features"]
    assert Tagger("test", settings, train(few[:10], settings)).detect(few[0], None)


def test_one_class_covers_all_phi(few, settings):
    settings["one_class"] = "PHI"
    learner = train(few[:20], settings)
    labels = {span.label for doc in few for span in Tagger("test", settings, learner).detect(doc, None)}
    assert labels == {"PHI"}


@pytest.mark.parametrize("against", ["rest", "one"])
@pytest.mark.parametrize("phi", [[], [Span(0, 13, "PATIENT")]])
def test_a_support_vector_machine_says_what_all_words_of_its_notes_are(settings, against, phi):
    settings |= {"scheme": "one", "learner": {"use": "svm", "c": 1.0, "against": against}}
    learner = train([Document("a", "Nothing here.", phi)], settings)
    assert len(Tagger("test", settings, learner).detect(Document("b", "Nor there."), None)) == len(phi)


def test_parts_of_a_state_part_again():
    one, other = State({"w": np.ones(1)}, {"t": ["a"]}), State({"w": np.zeros(1)}, {"t": ["b"]})
    both = one.within("one") | other.within("other")
    assert both.part("one").texts == {"t": ["a"]}
    assert both.part("other").arrays["w"] == 0


def test_folds_keep_authors_together():
    docs = [Document(f"t{number % 4}-{number}", "") for number in range(21)]
    folds = author_folds(docs, 3)
    assert sorted(number for fold in folds for number in fold) == list(range(21))
    authors = [{docs[number].id[:2] for number in fold} for fold in folds]
    assert sum(map(len, authors)) == 4
    with pytest.raises(ConfigError, match="one author"):
        author_folds(docs[::4], 3)


def test_random_folds_are_even_and_the_same_again():
    folds = random_folds(23, 5)
    assert sorted(number for fold in folds for number in fold) == list(range(23))
    assert {len(fold) for fold in folds} == {4, 5}
    assert folds == random_folds(23, 5)
    with pytest.raises(ConfigError, match="folds"):
        random_folds(3, 4)


@pytest.mark.parametrize("change", [{"epochs": 0}, {"rate": 0}, {"l2": -1}])
def test_settings_by_which_nothing_is_learned_are_refused(few, settings, change):
    settings["learner"] = {"use": "crf", "by": "sgd", "l1": 0.1, "l2": 0.0, "epochs": 1, "rate": 0.5} | change
    with pytest.raises(ConfigError, match=f"{next(iter(change))} of the learner 'crf' must be"):
        train(few[:2], settings)


def test_a_second_stage_needs_a_note_a_fold(few, settings):
    settings["second"] = {**SECOND, "folds": 3}
    with pytest.raises(ConfigError, match="a second stage needs at least 3 notes, there are 2"):
        train(few[:2], settings)
