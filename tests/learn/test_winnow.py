"""Winnow: it learns from few mistakes among many features, and its sums are what they should be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.learn.winnow import Active, Winnow, activations, log_probabilities

RELEVANT = 3


class Counting(Winnow):
    """Counts the corrections of the unit of label 1."""

    corrections = 0

    def _correct(self, weights, moments, features, label, step):
        before = weights[features, 1].sum()
        super()._correct(weights, moments, features, label, step)
        Counting.corrections += weights[features, 1].sum() != before


def active(rows):
    starts = np.cumsum([0, *map(len, rows)])
    return Active(np.array([feature for row in rows for feature in row], dtype=np.int64), starts)


def disjunction(features, count, seed=0):
    """Examples with a third of all features at random; the label is 1 if one of the first three is among them."""
    rows = np.random.default_rng(seed).random((count, features)) < 1 / 3
    return active([row.nonzero()[0].tolist() for row in rows]), rows[:, :RELEVANT].any(axis=1).astype(np.int64)


def learned(features):
    """How often the unit of a disjunction is corrected, and what share of new examples it gets wrong then."""
    Counting.corrections = 0
    weights = Counting(rounds=5, seen=1).fit(*disjunction(features, 1_000), features, 2)
    unseen, truth = disjunction(features, 500, seed=1)
    fires = activations(weights, unseen)[:, 1] > Winnow().threshold
    return Counting.corrections, np.mean(fires != truth)


def test_a_disjunction_is_learned_among_many_irrelevant_features_with_few_corrections():
    (few, _), (many, wrong) = learned(100), learned(1_000)
    assert wrong < 0.02
    assert many < 3 * few
    assert many < 0.1 * 5 * 1_000


def test_the_first_weights_take_an_average_example_to_three_times_the_threshold():
    weights = Winnow(rounds=0, seen=1).fit(active([[0, 1], [2, 3]]), np.array([0, 1]), 5, 2)
    assert weights.tolist() == [[6, 0], [6, 0], [0, 6], [0, 6], [0, 0]]


def test_one_step_promotes_and_demotes():
    winnow = Winnow(promotion=2.0, demotion=0.5, threshold=4.0)
    weights = np.array([[1.0, 3.0, 1.0], [1.0, 3.0, 1.0]])
    winnow._correct(weights, np.zeros_like(weights), np.array([0, 1]), 0, 0)
    assert weights.tolist() == [[2.0, 1.5, 1.0], [2.0, 1.5, 1.0]]


def test_a_margin_corrects_what_is_right_but_close():
    weights = np.array([[5.0, 3.0]])
    Winnow()._correct(weights, np.zeros_like(weights), np.array([0]), 0, 0)
    assert weights.tolist() == [[5.0, 3.0]]
    Winnow(margin=2.0)._correct(weights, np.zeros_like(weights), np.array([0]), 0, 0)
    assert weights[0, 0] > 5 and weights[0, 1] < 3


def test_weights_are_the_average_of_those_after_each_step():
    examples, labels = active([[0, 1], [1, 2], [0, 2]]), np.array([0, 1, 0])
    seen = []

    class Watched(Winnow):
        def _correct(self, weights, *rest):
            super()._correct(weights, *rest)
            seen.append(weights.copy())

    weights = Watched(rounds=4, seen=1).fit(examples, labels, 3, 2)
    assert len(seen) == 12
    assert weights == pytest.approx(np.mean(seen, axis=0))


def test_a_unit_has_no_link_to_what_its_label_was_not_seen_with():
    weights = Winnow(seen=2).fit(active([[0, 1], [0], [1, 2]]), np.array([0, 0, 1]), 3, 2)
    assert (weights > 0).tolist() == [[True, False], [False, False], [False, False]]


def test_learning_twice_gives_the_same():
    examples, labels = disjunction(50, 200)
    one, other = (Winnow(seen=1).fit(examples, labels, 50, 2) for _ in range(2))
    assert (one == other).all()


def test_nothing_to_learn_from_gives_no_weights():
    assert not Winnow().fit(active([]), np.array([], dtype=np.int64), 0, 2).size


@given(st.lists(st.sets(st.integers(0, 6)), max_size=12))
def test_activations_are_sums_of_weights(rows):
    weights = np.random.default_rng(0).random((7, 3))
    found = activations(weights, active([sorted(row) for row in rows]))
    assert found.shape == (len(rows), 3)
    for row, sums in zip(rows, found, strict=True):
        assert sums == pytest.approx(sum((weights[feature] for feature in row), np.zeros(3)))


@given(st.lists(st.lists(st.floats(-500, 500), min_size=3, max_size=3), max_size=5))
def test_probabilities_add_up_and_keep_the_order(rows):
    sums = np.array(rows).reshape(-1, 3)
    logs = log_probabilities(sums)
    assert np.exp(logs).sum(axis=1) == pytest.approx(np.ones(len(rows)))
    assert np.allclose(np.diff(logs), np.diff(sums))
