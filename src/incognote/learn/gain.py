"""How much each feature tells by itself: its information gain (Sibanda and Uzuner 2006, section 6.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from incognote.learn.bio import OUTSIDE
from incognote.learn.features import dictionaries, make_groups
from incognote.learn.index import EDGE, FeatureIndex
from incognote.learn.learner import Labels
from incognote.learn.reading import Reading

if TYPE_CHECKING:
    from incognote.types import Ints


class Gain(NamedTuple):
    """A feature, the offset of the word that it is of, how many values it has, and how many bits it tells of PHI."""

    feature: str
    offset: int
    values: int
    bits: float


def information_gains(settings: Mapping[str, Any], readings: Sequence[Reading], labels: Sequence[Labels]) -> list[Gain]:
    """The gain of each feature of a recipe at each offset of its window, the most telling first."""
    listed = settings["features"]
    notes = list(zip((reading.words for reading in readings), labels, strict=True))
    groups = make_groups(listed, dictionaries.learn(listed, notes), settings.get("language", "en"))
    index = FeatureIndex(groups)
    is_phi = np.array([label != OUTSIDE for some in labels for label in some])
    found = []
    for group in groups:
        for offset in group.offsets:
            moved = [reading.shifted(index.value_numbers(group, reading), offset, EDGE) for reading in readings]
            values = np.unique(np.concatenate(moved), return_inverse=True)[1]
            found.append(Gain(group.name, offset, int(values.max()) + 1, _gain(values, is_phi)))
    return sorted(found, key=lambda gain: (-gain.bits, gain.feature, gain.offset))


def _gain(values: Ints, is_phi: Any) -> float:
    """How many bits of a yes or no the values tell: its entropy, less what is left of it when they are known."""
    both = np.bincount(2 * values + is_phi).astype(np.float64)
    table = np.append(both, np.zeros(len(both) % 2)).reshape(-1, 2)
    return _entropy(table.sum(axis=0)) - _entropy(table) + _entropy(table.sum(axis=1))


def _entropy(counts: Any) -> float:
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * np.log2(shares)).sum())
