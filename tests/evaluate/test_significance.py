from math import isnan

import pytest

from incognote.evaluate.scores import Score
from incognote.evaluate.significance import bootstrap, exact_interval, is_significant, z_statistic


def test_z_of_two_proportions():
    """By hand: 45 of 100 against 60 of 100, pooled 0.525."""
    assert z_statistic(0.60, 100, 0.45, 100) == pytest.approx(0.15 / (0.525 * 0.475 * 0.02) ** 0.5)
    assert z_statistic(0.5, 10, 0.5, 20) == 0
    assert z_statistic(1, 10, 1, 10) == 0


@pytest.mark.parametrize(("alpha", "limit"), [(0.05, 1.95996), (0.01, 2.57583), (0.1, 1.64485)])
def test_limits_of_significance(alpha, limit):
    assert is_significant(limit + 1e-4, alpha)
    assert is_significant(-limit - 1e-4, alpha)
    assert not is_significant(limit - 1e-4, alpha)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.3084971),  # 1 - 0.025 ** (1 / 10)
        (10, 10, 0.6915029, 1.0),
        (1, 10, 0.0025286, 0.4450161),
        (5, 10, 0.1870860, 0.8129140),
        (3, 1000, 0.0006191, 0.0087420),
        (81, 263, 0.2527367, 0.3676219),
        (50_000, 1_000_000, 0.0495736, 0.0504290),
    ],
)
def test_exact_binomial_intervals(successes, trials, low, high):
    """Against the quantiles of the beta distribution as SciPy gives them."""
    assert exact_interval(successes, trials) == pytest.approx((low, high), abs=1e-7)


def test_bootstrap_is_reproducible_and_holds_the_figure():
    notes = [Score(tp=n % 5, fp=n % 3, fn=n % 2) for n in range(40)]
    figure = sum(notes, Score()).f
    low, high = bootstrap(notes, lambda score: score.f, seed=3)
    assert (low, high) == bootstrap(notes, lambda score: score.f, seed=3)
    assert low < figure < high
    narrow = bootstrap(notes, lambda score: score.f, alpha=0.5, seed=3)
    assert low < narrow[0] < narrow[1] < high


def test_bootstrap_of_nothing():
    assert all(map(isnan, bootstrap([], lambda score: score.f)))
