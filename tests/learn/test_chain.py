"""What a chain expects, against all labellings one by one."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.learn.chain import expected, side_by_side


def slowly(scores, transitions):
    """The same for one sentence, by the score of each labelling."""
    paths = list(product(range(scores.shape[1]), repeat=len(scores)))
    totals = np.array(
        [
            sum(scores[place, label] for place, label in enumerate(path))
            + sum(transitions[two] for two in pairwise(path))
            for path in paths
        ]
    )
    log_total = totals.max() + np.log(np.exp(totals - totals.max()).sum())
    labels, pairs = np.zeros(scores.shape), np.zeros(transitions.shape)
    for path, chance in zip(paths, np.exp(totals - log_total), strict=True):
        labels[np.arange(len(path)), path] += chance
        for two in pairwise(path):
            pairs[two] += chance
    return log_total, labels, pairs


@st.composite
def problems(draw):
    labels = draw(st.integers(1, 3))
    lengths = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    large = draw(st.sampled_from([0.1, 1, 5]))  # all chances are above e^-40
    chance = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    scores = chance.normal(scale=large, size=(sum(lengths), labels)).astype(np.float32)
    return scores, chance.normal(scale=large / 3, size=(labels, labels)).astype(np.float32), np.array(lengths)


@settings(deadline=None)
@given(problems())
def test_sums_over_all_labellings(problem):
    scores, transitions, lengths = problem
    firsts = np.cumsum(lengths) - lengths
    places = side_by_side(firsts, lengths)
    found = expected(scores[places.order], transitions, places)
    one_by_one = [
        slowly(scores[first : first + length].astype(float), transitions.astype(float))
        for first, length in zip(firsts, lengths, strict=True)
    ]
    log_totals, labels, pairs = zip(*one_by_one, strict=True)
    assert found.log_total == pytest.approx(sum(log_totals), rel=1e-4, abs=1e-4)
    assert np.allclose(found.labels, np.concatenate(labels)[places.order], atol=1e-4)
    assert np.allclose(found.pairs, sum(pairs), atol=1e-4)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8))
def test_each_token_lies_behind_the_one_before_it(lengths):
    lengths = np.array(lengths)
    firsts = np.cumsum(lengths) - lengths
    places = side_by_side(firsts, lengths)
    assert sorted(places.order.tolist()) == list(range(lengths.sum()))
    assert places.firsts == len(lengths)
    assert set(places.order[: places.firsts].tolist()) == set(firsts.tolist())
    assert (places.order[places.before] + 1 == places.order[places.firsts :]).all()
    assert [places.order[part].tolist() for part in places.slices] == [
        [first + place for length, first in sorted(zip(-lengths, firsts, strict=True)) if -length > place]
        for place in range(lengths.max())
    ]


@pytest.mark.parametrize("large", [1, 1e3, 1e6])
def test_long_sentences_and_large_scores_stay_within_range(large):
    chance = np.random.default_rng(7)
    scores = chance.normal(scale=large, size=(3001, 5)).astype(np.float32)
    transitions = chance.normal(scale=large, size=(5, 5)).astype(np.float32)
    places = side_by_side(np.array([0, 3000]), np.array([3000, 1]))
    found = expected(scores[places.order], transitions, places)
    assert np.isfinite(found.log_total)
    assert np.allclose(found.labels.sum(axis=1), 1, atol=1e-3)
    assert found.pairs.sum() == pytest.approx(2999, rel=1e-3)
