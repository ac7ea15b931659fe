"""The global step finds the best of all consistent labellings."""

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from incognote.learn.consistent import most_probable


@st.composite
def sentences(draw):
    phrases, types, relations = draw(st.integers(1, 5)), draw(st.integers(1, 4)), draw(st.integers(1, 5))
    chance = np.random.default_rng(draw(st.integers(0, 10_000)))
    table = chance.integers(relations, size=(types, types))
    return -chance.exponential(size=(phrases, types)), -chance.exponential(size=(phrases - 1, relations)), table


def score(path, types, relations, table):
    own = sum(types[at, number] for at, number in enumerate(path))
    joined = sum(relations[at, table[path[at], path[at + 1]]] for at in range(len(path) - 1))
    return own + joined


@given(sentences())
def test_it_equals_trying_all_labellings(sentence):
    types = sentence[0]
    best = max(product(range(types.shape[1]), repeat=len(types)), key=lambda path: score(path, *sentence))
    assert most_probable(*sentence) == list(best)


def test_a_sure_relation_changes_an_unsure_type():
    types = np.log([[0.9, 0.1], [0.55, 0.45]])
    table = np.array([[0, 1], [0, 0]])
    assert most_probable(types, np.log([[0.5, 0.5]]), table) == [0, 0]
    assert most_probable(types, np.log([[0.1, 0.9]]), table) == [0, 1]


def test_a_relation_that_cannot_hold_forbids_its_types():
    types = np.log([[0.9, 0.1], [0.9, 0.1]])
    with np.errstate(divide="ignore"):
        relations = np.log([[0.0, 1.0]])
    path = most_probable(types, relations, np.array([[0, 1], [1, 1]]))
    assert path != [0, 0]
