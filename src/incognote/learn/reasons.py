"""Why a token got its label: the features that spoke for it and against it, and how much."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.bio import OUTSIDE
from incognote.learn.index import FeatureIndex
from incognote.learn.linear import LinearModel
from incognote.learn.reading import Reading

if TYPE_CHECKING:
    from incognote.learn.linear import Floats
    from incognote.types import Ints

Reasons = list[tuple[str, float]]
"""Names of features with their weights, the heaviest first."""


Explain = Callable[[int, str], Reasons]
"""The reasons why the token at a place of a note got a label."""


def explained(index: FeatureIndex, model: LinearModel, reading: Reading, numbers: Ints) -> Explain:
    """How much each feature of a token, and the label on either side, speak for a label rather than for no PHI.

    `numbers` are those of the labels that the tokens have. The constant of a label is what speaks for it at any word.
    """
    flat, starts = index.features(reading)
    names = list(model.labels)
    outside = names.index(OUTSIDE) if OUTSIDE in names else None

    def reasons(at: int, label: str) -> Reasons:
        this = names.index(label)
        features = flat[starts[at] : starts[at + 1]]
        sums = np.vstack([model.weights.sums(features, np.arange(len(features) + 1)), model.constants])
        shown = [*(_shown(index, feature) for feature in features.tolist()), "any word"]
        found = [*zip(shown, _rather(model, sums, this, outside).tolist(), strict=True)]
        found += _beside(model, reading, numbers, at, this, outside)
        return sorted((reason for reason in found if reason[1]), key=lambda reason: (-abs(reason[1]), reason[0]))

    return reasons


def _rather(model: LinearModel, sums: Floats, this: int, outside: int | None) -> Floats:
    """How much of the sums, a row a feature, speaks for a label rather than for no PHI."""
    if model.pairs is not None:
        return sums @ _between(model.pairs, this, this if outside is None else outside)
    return sums[:, this] - (0 if outside is None else sums[:, outside])


def _beside(
    model: LinearModel, reading: Reading, numbers: Ints, at: int, this: int, outside: int | None
) -> Iterator[tuple[str, float]]:
    """How much the labels before and behind a token speak for its own, where the model looks at them."""
    if model.transitions is None:
        return
    for side, there, weights in (("before", at - 1, model.transitions.T), ("behind", at + 1, model.transitions)):
        if 0 <= there < len(reading) and reading.sentence_of[there] == reading.sentence_of[at]:
            beside = numbers[there]
            weight = weights[this, beside] - (0 if outside is None else weights[outside, beside])
            yield f"label {side}={model.labels[beside]}", float(weight)


def _between(pairs: Ints, this: int, other: int) -> Ints:
    """Which question is between two labels: 1, or -1 where it is asked the other way round."""
    asked, turned = ((pairs == pair).all(axis=1) for pair in ([this, other], [other, this]))
    signs: Ints = asked.astype(np.int64) - turned.astype(np.int64)
    return signs


def _shown(index: FeatureIndex, feature: int) -> str:
    group, offset, value = index.name(feature)
    place = f"[{offset:+d}]" if offset else ""
    return f"{group}{place}={value}"
