"""Winnow: a linear unit a label over the few active of very many features, learned by multiplying weights.

As in SNoW, the sparse network of winnows, a unit has links only to features that were active often enough in examples
of its label. When a unit stays silent that should fire, the weights of the active features are promoted; when one fires
that should be silent, they are demoted. So mistakes grow with the logarithm of the number of irrelevant features.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints

    Floats = npt.NDArray[np.float64]

_AT_ONCE = 4096  # examples whose weights are looked up at once


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Active:
    """The active features of examples: those of example n lie from `starts[n]` to `starts[n + 1]`, each once."""

    features: Ints
    starts: Ints

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __repr__(self) -> str:
        return f"Active({len(self)} examples)"


@dataclass(frozen=True, slots=True)
class Winnow:
    """How units learn. Promotion, demotion and threshold are SNoW's defaults.

    `margin` is its thick separator: a unit must clear the threshold by so much, on either side, not to be corrected.
    `seen` is how often a feature must be active with a label for a link.
    """

    promotion: float = 1.35
    demotion: float = 0.8
    threshold: float = 4.0
    margin: float = 0.0
    rounds: int = 5
    seen: int = 2
    seed: int = 0

    def fit(self, active: Active, labels: Ints, feature_count: int, label_count: int) -> Floats:
        """Weights, features x labels, averaged over all steps; 0 where there is no link.

        SNoW keeps the last weights and takes examples as they come. Notes come author by author, which would make the
        last one count most, so examples are shuffled anew in each round.
        """
        weights = self._first_weights(active, labels, feature_count, label_count)
        moments = np.zeros_like(weights)
        chance = np.random.default_rng(self.seed)
        step = 0
        for _ in range(self.rounds):
            for number in chance.permutation(len(active)).tolist():
                features = active.features[active.starts[number] : active.starts[number + 1]]
                self._correct(weights, moments, features, int(labels[number]), step)
                step += 1
        weights -= moments / max(1, step)
        return weights

    def _first_weights(self, active: Active, labels: Ints, feature_count: int, label_count: int) -> Floats:
        """Equal weights, such that an example of average size takes a unit to three times the threshold, as in SNoW."""
        links = active.features * label_count + np.repeat(labels, np.diff(active.starts))
        linked = np.bincount(links, minlength=feature_count * label_count) >= self.seen
        size = len(active.features) / max(1, len(active))
        return linked.reshape(feature_count, label_count).astype(np.float64) * (3 * self.threshold / max(1.0, size))

    def _correct(self, weights: Floats, moments: Floats, features: Ints, label: int, step: int) -> None:
        """Learn from one example. `moments` sums changes times their step: from it the average follows at the end."""
        sums = weights[features].sum(axis=0)
        wrong = sums > self.threshold - self.margin
        wrong[label] = sums[label] <= self.threshold + self.margin
        for unit in wrong.nonzero()[0].tolist():
            factor = self.promotion if unit == label else self.demotion
            change = weights[features, unit] * (factor - 1)
            weights[features, unit] += change
            moments[features, unit] += step * change


def activations(weights: Floats, active: Active) -> Floats:
    """What each unit sums up for each example: examples x labels."""
    counts = np.diff(active.starts)
    order = np.argsort(-counts, kind="stable")
    total = np.empty((len(active), weights.shape[1]))
    for first in range(0, len(active), _AT_ONCE):
        some = order[first : first + _AT_ONCE]
        total[some] = _sums(weights, active.features, active.starts[some], counts[some])
    return total


def _sums(weights: Floats, features: Ints, starts: Ints, counts: Ints) -> Floats:
    """The sums of examples with falling counts of features: their first features, then their second ones, and so on."""
    sums = np.zeros((len(starts), weights.shape[1]))
    for nth in range(int(counts[0])):
        more = int(np.searchsorted(-counts, -nth))  # how many examples have one more feature
        if more == 1:
            sums[0] += weights[features[starts[0] + nth : starts[0] + counts[0]]].sum(axis=0)
            break
        sums[:more] += weights.take(features[starts[:more] + nth], axis=0)
    return sums


def log_probabilities(activations: Floats) -> Floats:
    """Activations as a distribution over labels, by softmax as Roth and Yih have it; its logarithm."""
    shifted = activations - activations.max(axis=1, keepdims=True)
    logs: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return logs
