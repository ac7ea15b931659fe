from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as checks
from hypothesis import strategies as st

from incognote import Vocabulary
from incognote.learn import sgd
from incognote.learn.batches import batches
from incognote.learn.examples import learn_values
from incognote.learn.features import make_groups
from incognote.learn.index import FeatureIndex
from incognote.learn.learner import no_progress
from incognote.learn.reading import read
from incognote.learn.tagging import LinearTagger
from incognote.learn.training import labels_for, readings_of

GROUPS = [{"use": "lower", "window": [-1, 1]}, {"use": "digit", "window": [0, 1]}, {"use": "left-bigram"}]
PENALTIES = {"use": "crf", "by": "sgd", "l1": 0, "l2": 0.5, "epochs": 30, "rate": 0.5}


def indexed(texts, groups=GROUPS, within="sentence"):
    vocabulary = Vocabulary()
    readings = [read(text, vocabulary, "wi-deid", within) for text in texts]
    index = FeatureIndex(make_groups(groups, {}))
    learn_values(index, readings, no_progress)
    return index, readings


def of_random(seed):
    """A batch with random labels, weights and transitions."""
    chance = np.random.default_rng(seed)
    words = ["a", "B", "7", "c d", "e.\n\nF", "g"]
    texts = [" ".join(chance.choice(words, size=chance.integers(1, 6))) for _ in range(4)]
    index, readings = indexed(texts)
    labels = chance.integers(0, 3, size=sum(map(len, readings)))
    (batch,) = batches(index, readings, labels, 100, chance)
    return batch, chance.normal(size=(len(batch.features), 3)), chance.normal(size=(3, 3))


@checks(deadline=None, max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_slopes_are_those_of_small_differences(seed):
    batch, weights, transitions = of_random(seed)
    chance = np.random.default_rng(seed)
    found = sgd.slopes_of(batch, weights, transitions)
    for table, slopes in ((weights, found.features), (transitions, found.transitions)):
        direction = chance.normal(size=table.shape)
        direction *= 1e-3 / np.abs(direction).max()
        table += direction
        above = sgd.slopes_of(batch, weights, transitions).log_likelihood
        table -= 2 * direction
        below = sgd.slopes_of(batch, weights, transitions).log_likelihood
        table += direction
        assert (below - above) / 2 == pytest.approx((slopes * direction).sum(), rel=1e-3, abs=1e-6)


@pytest.mark.parametrize("within", ["sentence", "note"])
def test_tokens_have_the_features_that_the_index_gives_them(few, within):
    groups = [*GROUPS, {"use": "section"}, {"use": "shape", "window": [-2, 0]}]
    index, readings = indexed([doc.text for doc in few[:5]], groups, within)
    numbers = np.arange(sum(map(len, readings)))  # each token is its own label, so we find it again
    features = [index.features(reading) for reading in readings]
    bags = [set(flat[one:two]) for flat, starts in features for one, two in pairwise(starts)]
    seen = []
    for batch in batches(index, readings, numbers, 7, np.random.default_rng(0)):
        rows = (batch.bags_of_tokens @ batch.features_of_bags).tocsr()
        for row, token in enumerate(batch.labels.tolist()):
            assert set(batch.features[rows[row].indices]) == bags[token]
        seen += batch.labels.tolist()
    assert sorted(seen) == numbers.tolist()


def test_a_recipe_with_no_feature_of_words():
    index, readings = indexed(["one two", "three"], [{"use": "left-bigram"}])
    model = sgd.train(index, readings, [["X", "O"], ["O"]], PENALTIES, no_progress)
    assert model.labels == ["O", "X"]


def objective(model, index, readings, labels, l2):
    numbers = np.array([model.labels.index(name) for some in labels for name in some])
    weights = np.zeros((index.size, len(model.labels)), dtype=np.float32)
    rows = np.repeat(np.arange(index.size), np.diff(model.weights.starts))
    weights[rows, model.weights.columns] = model.weights.values
    (batch,) = batches(index, readings, numbers, 10**6, np.random.default_rng(0))
    found = sgd.slopes_of(batch, weights[batch.features], model.transitions.astype(np.float32))
    return -found.log_likelihood + l2 * ((model.weights.values**2).sum() + (model.transitions**2).sum())


def test_it_comes_near_the_optimum_that_crfsuite_finds(few, settings):
    from pycrfsuite import Trainer

    from incognote.learn import crf
    from incognote.learn.examples import examples

    settings["features"] = GROUPS
    docs = few[:8]
    readings = readings_of(docs, settings)
    labels = labels_for(docs, readings, settings)
    index = FeatureIndex(make_groups(GROUPS, {}))
    learn_values(index, readings, no_progress)
    trainer = Trainer("lbfgs", verbose=False)
    every = {"feature.possible_states": 1, "feature.possible_transitions": 1}
    trainer.set_params({"c1": 0, "c2": PENALTIES["l2"], "max_iterations": 500, **every})
    for items, some in crf.sequences(examples(index, readings, labels)):
        trainer.append(items, some)
    best = objective(crf.trained(trainer, index.size), index, readings, labels, PENALTIES["l2"])
    found = objective(sgd.train(index, readings, labels, PENALTIES, no_progress), index, readings, labels, 0.5)
    assert best * 0.999 < found < best * 1.02


def test_the_penalty_of_amounts_leaves_fewer_weights(few, settings):
    settings["learner"] = PENALTIES
    readings = readings_of(few[:10], settings)
    labels = labels_for(few[:10], readings, settings)
    sizes = []
    for l1 in (0, 0.1, 1):
        settings["learner"] = {**PENALTIES, "epochs": 5, "l1": l1}
        sizes.append(len(LinearTagger(settings).fit(readings, labels, no_progress).model.weights.values))
    assert sizes[0] > 2 * sizes[1] > 4 * sizes[2] > 0


def test_the_same_notes_give_the_same_weights_and_progress_is_told(few, settings):
    settings["learner"] = {**PENALTIES, "epochs": 3}
    told = []
    learned = []
    for _ in range(2):
        readings = readings_of(few[:10], settings)
        tagger = LinearTagger(settings)
        tagger.fit(readings, labels_for(few[:10], readings, settings), lambda *words: told.append(words))
        learned.append({name: array.tobytes() for name, array in tagger.model.arrays().items()})
    assert learned[0] == learned[1]
    assert [words for words in told if words[0] == "training"] == [("training", done, 3) for done in (0, 1, 2)] * 2


def test_a_long_sentence_sentences_of_one_token_and_a_label_seen_once():
    texts = ["word " * 3000 + "Boston", "Boston", "word", ""]
    index, readings = indexed(texts)
    assert len(readings[0].sentences) == 1
    labels = [["O"] * 3000 + ["CITY"], ["CITY"], ["NAME"], []]
    model = sgd.train(index, readings, labels, PENALTIES, no_progress)
    assert model.labels == ["CITY", "NAME", "O"]
    assert np.isfinite(model.weights.values).all()
    scores = model.weights.sums(*index.features(readings[0]))
    assert [model.labels[number] for number in model.decode(scores, readings[0].sentences)] == labels[0]
