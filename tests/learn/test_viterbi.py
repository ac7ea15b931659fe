from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.learn import viterbi
from incognote.learn.viterbi import decode


def slowly(emissions, transitions):
    """The best path of one sequence by trying all of them; of equal ones the lowest from the last label back."""
    places, labels = emissions.shape
    paths = product(range(labels), repeat=places)
    scores = {
        path: sum(emissions[place, label] for place, label in enumerate(path))
        + sum(transitions[pair] for pair in pairwise(path))
        for path in paths
    }
    best = max(scores.values())
    return list(min((path for path, score in scores.items() if score == best), key=lambda path: path[::-1]))


@st.composite
def problems(draw):
    labels = draw(st.integers(1, 3))
    lengths = draw(st.lists(st.integers(0, 5), max_size=6))
    whole_numbers = st.integers(-2, 2)  # sums are exact, and many paths are equally good
    cells = draw(st.lists(whole_numbers, min_size=sum(lengths) * labels, max_size=sum(lengths) * labels))
    square = draw(st.lists(whole_numbers, min_size=labels**2, max_size=labels**2))
    emissions = np.array(cells, dtype=float).reshape(sum(lengths), labels)
    return emissions, np.array(square, dtype=float).reshape(labels, labels), lengths


@settings(deadline=None)  # compiling takes its time
@given(problems(), st.sampled_from([1, 16, 1 << 17]), st.booleans())
def test_the_path_is_the_best_one_however_sequences_are_batched(problem, cells, with_numba):
    emissions, transitions, lengths = problem
    ends = np.cumsum(lengths, dtype=np.int64)
    starts = ends - np.array(lengths, dtype=np.int64)
    expected = [
        label
        for start, end in zip(starts, ends, strict=True)
        if end > start
        for label in slowly(emissions[start:end], transitions)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(viterbi, "_CELLS", cells)
        if not with_numba:
            patch.setattr(viterbi, "compiled", lambda: None)
        assert decode(emissions, transitions, starts).tolist() == expected


def test_what_is_given_stays_as_it_was():
    emissions, transitions = np.arange(6.0).reshape(3, 2), np.ones((2, 2))
    decode(emissions, transitions, np.array([0]))
    assert emissions.ravel().tolist() == list(range(6))
    assert (transitions == 1).all()


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_single_floats_decode_too(seed):
    chance = np.random.default_rng(seed)
    emissions = chance.normal(size=(20, 4)).astype(np.float32)
    transitions = chance.normal(size=(4, 4)).astype(np.float32)
    starts = np.array([0, 7, 9])
    assert (decode(emissions, transitions, starts) == decode(emissions.astype(float), transitions, starts)).all()


def test_a_long_sequence():
    emissions = np.zeros((20_000, 3))
    emissions[-1, 2] = 1
    stay = np.eye(3)
    assert set(decode(emissions, stay, np.array([0])).tolist()) == {2}
