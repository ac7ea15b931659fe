"""Networks: names of features and labels around winnows."""

import numpy as np
import pytest

from incognote.learn import network
from incognote.learn.network import Examples, Network, examples_of
from incognote.learn.winnow import Active, Winnow

ROWS = [["b", "a"], ["a"], [], ["c", "b", "a"]]


def test_features_have_numbers_in_the_order_of_their_first_sight():
    given = Examples(["unused", "a", "b", "c"], Active(np.array([2, 1, 1, 3, 2, 1]), np.array([0, 2, 3, 3, 6])))
    labels = ["X", "Y", "X", "Y"]
    learned = network.learn(Winnow(seen=1), given, labels, ["X", "Y"])
    again = network.learn(Winnow(seen=1), examples_of(ROWS), labels, ["X", "Y"])
    assert dict(learned.features) == dict(again.features) == {"b": 0, "a": 1, "c": 2}
    assert (learned.weights == again.weights).all()
    assert list(network.learn(Winnow(seen=2), given, labels, ["X", "Y"]).features) == ["b", "a"]


def test_features_that_were_not_learned_do_not_count():
    known = Network({"a": 0, "b": 1}, ["X", "Y"], np.array([[1.0, 2.0], [0.5, 0.0]]))
    assert known.sums(examples_of(ROWS)).tolist() == [[1.5, 2.0], [1.0, 2.0], [0.0, 0.0], [1.5, 2.0]]
    assert np.exp(known.log_probabilities(examples_of(ROWS))).sum(axis=1) == pytest.approx(np.ones(4))


def test_some_of_the_examples():
    some = examples_of(ROWS).only(np.array([True, False, True, True]))
    assert len(some) == 3
    assert some.active.starts.tolist() == [0, 2, 2, 5]
    assert [some.names[number] for number in some.active.features.tolist()] == ["b", "a", "c", "b", "a"]


def test_no_features_are_shown():
    assert "ames" not in repr(examples_of([["w|ames"]]))
