"""Why a token got its label: the features that spoke for it and against it, and how much."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.bio import OUTSIDE
from incognote.learn.index import FeatureIndex
from incognote.learn.linear import LinearModel
from incognote.learn.reading import Reading

if TYPE_CHECKING:
    from incognote.types import Ints

Reasons = list[tuple[str, float]]
"""Names of features with their weights, the heaviest first."""


Explain = Callable[[int, str], Reasons]
"""The reasons why the token at a place of a note got a label."""


def explained(index: FeatureIndex, model: LinearModel, reading: Reading) -> Explain:
    """How much each feature of a token speaks for a label rather than for no PHI."""
    flat, starts = index.features(reading)
    return lambda at, label: _reasons(index, model, flat[starts[at] : starts[at + 1]], label)


def _reasons(index: FeatureIndex, model: LinearModel, features: Ints, label: str) -> Reasons:
    sums = model.weights.sums(features, np.arange(len(features) + 1))
    names = list(model.labels)
    this, other = names.index(label), names.index(OUTSIDE) if OUTSIDE in names else names.index(label)
    if model.pairs is None:
        weights = sums[:, this] - (sums[:, other] if other != this else 0)
    else:
        weights = _between(model.pairs, this, other) @ sums.T
    found = [
        (_shown(index, feature), weight) for feature, weight in zip(features.tolist(), weights.tolist(), strict=True)
    ]
    return sorted((reason for reason in found if reason[1]), key=lambda reason: (-abs(reason[1]), reason[0]))


def _between(pairs: Ints, this: int, other: int) -> Ints:
    """Which question is between two labels: 1, or -1 where it is asked the other way round."""
    asked, turned = ((pairs == pair).all(axis=1) for pair in ([this, other], [other, this]))
    signs: Ints = asked.astype(np.int64) - turned.astype(np.int64)
    return signs


def _shown(index: FeatureIndex, feature: int) -> str:
    group, offset, value = index.name(feature)
    place = f"[{offset:+d}]" if offset else ""
    return f"{group}{place}={value}"
