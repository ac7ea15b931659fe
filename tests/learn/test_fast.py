"""The fast way gives the labels that CRFsuite gives, on every note of the corpus, and the sums of all features."""

import numpy as np
import pytest

from incognote import Vocabulary
from incognote.learn import crf, fast, kernels, viterbi
from incognote.learn.examples import examples
from incognote.learn.fast import FastScores
from incognote.learn.tagging import LinearTagger
from incognote.learn.training import labels_for, read, readings_of, train


def test_tagging_is_compiled_where_nothing_can_be_kept_for_the_next_process(monkeypatch):
    numba = pytest.importorskip("numba")
    njit = numba.njit

    def without_a_folder(*functions, cache=False):
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return njit(*functions)

    monkeypatch.setattr(numba, "njit", without_a_folder)
    kernels.compiled.cache_clear()
    try:
        emissions = np.array([[0.0, 1.0], [2.0, 0.0]])
        assert viterbi.decode(emissions, np.zeros((2, 2)), np.array([0])).tolist() == [1, 0]
    finally:
        kernels.compiled.cache_clear()


@pytest.mark.parametrize("within", ["sentence", "note"])
def test_labels_are_those_of_crfsuite(notes, few, settings, tmp_path, monkeypatch, within):
    import pycrfsuite

    kept = tmp_path / "crfsuite"

    class Trainer(pycrfsuite.Trainer):
        def train(self, file):
            super().train(str(kept))
            super().train(file)

    monkeypatch.setattr(crf, "_trainer", lambda iterations, progress: Trainer("lbfgs", verbose=False))
    settings["within"] = within
    learner = train(few[:20], settings)
    tagger = pycrfsuite.Tagger()
    tagger.open(str(kept))
    for reading in readings_of(notes if within == "sentence" else notes[::9], settings):
        made = _examples(learner, reading)
        slow = [label for items, _ in made for label in tagger.tag(items)]
        assert list(learner.predict(reading)) == slow


def _examples(learner, reading):
    from incognote.learn.examples import Examples

    flat, starts = learner.index.features(reading)
    return crf.sequences(Examples(flat, starts, reading.sentences, [""] * len(reading)))


@pytest.mark.parametrize("against", ["rest", "one"])
def test_labels_of_a_support_vector_machine_are_those_of_the_sums_of_all_features(notes, few, settings, against):
    settings |= {"scheme": "one", "learner": {"use": "svm", "c": 0.1, "against": against}}
    learner = train(few[:10], settings)
    fast_scores = FastScores(learner.index, learner.model.weights)
    for reading in readings_of(notes, settings):
        slow = learner.model.weights.sums(*learner.index.features(reading))
        assert np.allclose(fast_scores(reading), slow, atol=1e-6)  # rows are as precise as weights
        best = learner.model.decode(slow, reading.sentences).tolist()
        assert list(learner.predict(reading)) == [learner.model.labels[number] for number in best]


@pytest.mark.parametrize("numba", [True, False])
@pytest.mark.parametrize("learner", [{"use": "svm", "c": 1.0}, {"use": "crf", "l1": 0.1, "l2": 0.1, "iterations": 40}])
def test_features_of_places_alone(few, settings, monkeypatch, learner, numba):
    if not numba:
        for module in (fast, viterbi):
            monkeypatch.setattr(module, "compiled", lambda: None)
    settings |= {"learner": learner, "features": [{"use": "left-bigram"}, {"use": "section", "window": [-1, 1]}]}
    learned = train(few[:10], settings)
    labels = [label for reading in readings_of(few[:10], settings) for label in learned.predict(reading)]
    assert {"O"} < set(labels)


def test_the_labels_are_the_same_without_numba(notes, few, settings, monkeypatch):
    settings["features"].append({"use": "position", "window": [-1, 1]})
    learner = train(few[:10], settings)
    readings = readings_of(notes[::9], settings)
    compiled = [learner.predict(reading) for reading in readings]
    for module in (fast, viterbi):
        monkeypatch.setattr(module, "compiled", lambda: None)
    assert [learner.predict(reading) for reading in readings] == compiled


def test_rows_forgotten_and_a_new_vocabulary_change_nothing(notes, few, settings, monkeypatch):
    learner = train(few[:10], settings)
    readings = readings_of(notes[:40], settings)
    before = [learner.predict(reading) for reading in readings]
    monkeypatch.setattr(fast, "_MOST_BYTES", 1)
    monkeypatch.setattr(fast, "_LEAST_ROOM", 8)
    forgetful = LinearTagger(settings).restore(learner.state())
    again = [forgetful.predict(read(doc.text, Vocabulary(), "wi-deid", "sentence")) for doc in notes[:40]]
    assert again == before


def test_an_empty_note_has_no_labels(few, settings):
    assert list(train(few[:10], settings).predict(read("", Vocabulary(), "wi-deid", "sentence"))) == []


def test_examples_hold_each_token_once(few, settings):
    learner = train(few[:10], settings)
    readings = readings_of(few, settings)
    made = examples(learner.index, readings, labels_for(few, readings, settings))
    assert len(made) == sum(map(len, readings)) == len(made.starts) - 1
    assert made.starts[-1] == len(made.features)
