import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.learn import linear
from incognote.learn.linear import LinearModel, from_triples


@st.composite
def weights_and_bags(draw):
    features, width, bags = draw(st.integers(1, 6)), draw(st.integers(1, 4)), draw(st.integers(0, 5))
    dense = np.array(
        draw(
            st.lists(
                st.lists(st.sampled_from([0, 1, 2, -3]), min_size=width, max_size=width),
                min_size=features,
                max_size=features,
            )
        ),
        dtype=float,
    )
    lists = [draw(st.lists(st.integers(0, features - 1), max_size=6)) for _ in range(bags)]
    return dense, lists


@given(weights_and_bags(), st.sampled_from([1, 3, 2_000_000]))
def test_sums_are_those_of_a_dense_table(made, at_once):
    dense, bags = made
    rows, columns = dense.nonzero()
    weights = from_triples(rows, columns, dense[rows, columns], dense.shape)
    flat = np.array([feature for bag in bags for feature in bag], dtype=np.int64)
    starts = np.cumsum([0, *map(len, bags)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linear, "_AT_ONCE", at_once)
        found = weights.sums(flat, starts)
    expected = np.array([dense[bag].sum(axis=0) for bag in bags]).reshape(len(bags), dense.shape[1])
    assert np.array_equal(found, expected)


def test_each_two_labels_vote():
    pairs = np.array([[0, 1], [0, 2], [1, 2]])
    model = LinearModel(
        ["a", "b", "c"], from_triples(*map(np.array, ([0], [0], [1.0])), (1, 3)), np.zeros(3), pairs=pairs
    )
    scores = np.array([[-1.0, -1.0, 1.0], [2.0, 0.5, 9.0], [-1.0, -1.0, -1.0]])
    assert model.decode(scores, np.array([0])).tolist() == [1, 0, 2]


def test_arrays_restore_a_model():
    model = LinearModel(
        ["a", "b"], from_triples(*map(np.array, ([1, 0], [0, 1], [0.5, -2.0])), (2, 2)), np.array([0.1, 0]), np.eye(2)
    )
    again = LinearModel.from_arrays(model.labels, model.arrays())
    assert np.array_equal(again.weights.sums(np.array([0, 1]), np.array([0, 1, 2])), [[0, -2], [0.5, 0]])
    assert np.array_equal(again.constants, model.constants)
    assert np.array_equal(again.transitions, model.transitions)
