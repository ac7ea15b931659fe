from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import Document, Vocabulary
from incognote.detect.tagger import Tagger
from incognote.errors import ConfigError
from incognote.layout import lay_out
from incognote.learn import viterbi
from incognote.learn.tagging import LinearTagger
from incognote.learn.training import read, train


def slowly(emissions, transitions):
    """The chances of labels in one sequence, by trying all labellings."""
    places, labels = emissions.shape
    chances = np.zeros_like(emissions)
    for path in product(range(labels), repeat=places):
        score = sum(emissions[at, label] for at, label in enumerate(path)) + sum(map(transitions.item, pairwise(path)))
        for at, label in enumerate(path):
            chances[at, label] += np.exp(score)
    return chances / chances.sum(axis=1, keepdims=True)


@st.composite
def problems(draw):
    labels = draw(st.integers(1, 3))
    lengths = draw(st.lists(st.integers(0, 4), max_size=5))
    numbers = st.floats(-9, 9, width=32)
    cells = draw(st.lists(numbers, min_size=sum(lengths) * labels, max_size=sum(lengths) * labels))
    square = draw(st.lists(numbers, min_size=labels**2, max_size=labels**2))
    emissions = np.array(cells, dtype=float).reshape(sum(lengths), labels)
    return emissions, np.array(square, dtype=float).reshape(labels, labels), lengths


@settings(deadline=None, max_examples=60)  # compiling takes its time
@given(problems(), st.booleans())
def test_chances_are_those_of_all_labellings(problem, with_numba):
    emissions, transitions, lengths = problem
    ends = np.cumsum(lengths, dtype=np.int64)
    starts = ends - np.array(lengths, dtype=np.int64)
    with pytest.MonkeyPatch.context() as patch:
        if not with_numba:
            patch.setattr(viterbi, "compiled", lambda: None)
        found = viterbi.marginals(emissions, transitions, starts)
    assert found.shape == emissions.shape
    for start, end in zip(starts, ends, strict=True):
        if end > start:  # what is less likely than another by e^-7 counts as impossible
            assert found[start:end] == pytest.approx(slowly(emissions[start:end], transitions), abs=0.005)


@settings(deadline=None, max_examples=60)
@given(problems())
def test_slack_leaves_out_no_label_of_a_best_path(problem):
    emissions, transitions, lengths = problem
    gains = viterbi.slack(transitions)
    starts = np.append(0, np.cumsum(lengths))[:-1] if lengths else np.zeros(0, dtype=np.int64)
    for at, label in enumerate(viterbi.decode(emissions, transitions, starts.astype(np.int64)).tolist()):
        top = emissions[at].argmax()
        assert emissions[at, label] + gains[top, label] >= emissions[at, top] - 1e-6


@pytest.fixture(scope="module")
def fine():
    return {
        "tokenizer": "fine",
        "within": "note",
        "scheme": "bio",
        "learner": {"use": "crf", "by": "sgd", "l1": 0.1, "l2": 0.0, "epochs": 3, "rate": 0.7},
        "features": [
            {"use": "folded", "window": [-1, 1]},
            {"use": "outline"},
            {"use": "gap", "window": [0, 1]},
            {"use": "joint", "name": "pair", "of": [["folded", -1], ["outline", 0]]},
        ],
    }


@pytest.fixture(scope="module")
def learner(few, fine):
    return train(few[:25], fine)


def test_probabilities_are_on_the_layouts_tokens_and_tell_more_phi_where_labels_do(few, fine, learner):
    tagger = Tagger("test", fine, learner)
    doc = few[30].with_spans(())
    layout = lay_out(doc.text, Vocabulary())
    labels, chances = tagger.probabilities(doc, layout)
    assert chances.shape == (len(layout.tokens), len(labels))
    assert chances.sum(axis=1) == pytest.approx(1)
    phi = 1 - chances[:, list(labels).index("O")]
    found = np.array([label != "O" for label in learner.predict(read(doc.text, Vocabulary(), "fine", "note"))])
    assert phi[found].mean() > 0.6 > 0.1 > phi[~found].mean()


def test_a_higher_temperature_is_less_sure_and_finds_the_same(few, fine, learner):
    doc = few[30].with_spans(())
    layout = lay_out(doc.text, Vocabulary())
    state = learner.state()
    cold, warm = (
        Tagger("test", settings, LinearTagger(settings).restore(state)).detect(doc, layout)
        for settings in ({**fine, "temperature": 1.0}, {**fine, "temperature": 3.0})
    )
    assert cold == warm
    assert all(0 < span.score <= 1 for span in (*cold, *warm))


@settings(deadline=None, max_examples=60)
@given(problems(), st.floats(1.5, 5))
def test_a_higher_temperature_is_less_sure_of_the_whole(problem, temperature):
    emissions, transitions, lengths = problem
    if not lengths or len(lengths) > 1 or lengths[0] != 1:
        emissions, lengths = emissions[:1], [1] * min(1, len(emissions))
    starts = np.zeros(len(lengths), dtype=np.int64)
    cold, warm = (viterbi.marginals(emissions / by, transitions / by, starts) for by in (1, temperature))
    assert (warm.max(axis=1) <= cold.max(axis=1) + 1e-3).all()


def test_leaning_away_from_no_phi_finds_more_and_loses_nothing(few, fine, learner):
    doc = few[31].with_spans(())
    layout = lay_out(doc.text, Vocabulary())
    found = []
    for lean in (0.0, -3.0):
        leaning = {**fine, "lean": {"O": lean}}
        spans = Tagger("test", leaning, LinearTagger(leaning).restore(learner.state())).detect(doc, layout)
        found.append({at for span in spans for at in range(span.start, span.end)})
    assert found[0] < found[1]


def test_who_cannot_tell_says_so(few, fine):
    settings = {**fine, "learner": {"use": "svm", "c": 1.0}, "features": [{"use": "lower"}]}
    tagger = Tagger("test", settings, train(few[:5], settings))
    with pytest.raises(ConfigError, match="use crf"):
        tagger.probabilities(Document("1", "Seen by Dr. Smith."), lay_out("Seen by Dr. Smith.", Vocabulary()))
