"""How far to trust a figure: tests and intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, lgamma, log, nan, sqrt
from statistics import NormalDist

import numpy as np

from incognote.evaluate.scores import Score

Interval = tuple[float, float]

_DRAWN_AT_ONCE = 100  # draws of all notes held in memory


def z_statistic(p1: float, n1: float, p2: float, n2: float) -> float:
    """The z of two proportions of samples of size n1 and n2 (Uzuner 2008, equations 6 and 7)."""
    pooled = (n1 * p1 + n2 * p2) / (n1 + n2)
    spread = sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2))
    return (p1 - p2) / spread if spread else 0.0


def is_significant(z: float, alpha: float = 0.05) -> bool:
    """Whether two proportions differ at this level, two-sided."""
    return abs(z) >= NormalDist().inv_cdf(1 - alpha / 2)


def exact_interval(successes: int, trials: int, alpha: float = 0.05) -> Interval:
    """The exact binomial interval of Clopper and Pearson."""
    low = _beta_quantile(alpha / 2, successes, trials - successes + 1) if successes else 0.0
    high = _beta_quantile(1 - alpha / 2, successes + 1, trials - successes) if successes < trials else 1.0
    return low, high


def bootstrap(
    notes: Sequence[Score], measure: Callable[[Score], float], alpha: float = 0.05, resamples: int = 1000, seed: int = 0
) -> Interval:
    """The percentile interval of a measure when whole notes are drawn again, with replacement."""
    counts = np.array([(note.tp, note.fp, note.fn) for note in notes], dtype=np.float64)
    values: list[float] = []
    random = np.random.default_rng(seed)
    while len(counts) and len(values) < resamples:
        size = min(_DRAWN_AT_ONCE, resamples - len(values))
        draws = random.multinomial(len(counts), np.full(len(counts), 1 / len(counts)), size=size)
        values += (measure(Score(*map(int, sums))) for sums in (draws @ counts).tolist())
    defined = [value for value in values if value == value]
    if not defined:
        return nan, nan
    low, high = np.quantile(defined, [alpha / 2, 1 - alpha / 2])
    return float(low), float(high)


def _beta_quantile(probability: float, a: float, b: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _beta_cdf(middle, a, b) < probability else (low, middle)
    return (low + high) / 2


def _beta_cdf(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_cdf(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    return front * _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), tiny)
    value = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        step = 1.0
        for term in (even, odd):
            d = 1 / (1 + term * d or tiny)
            c = 1 + term / c or tiny
            step = c * d
            value *= step
        if abs(step - 1) < 1e-14:
            break
    return value
