"""A linear tagger that goes on learning from a few more notes: what they say is added to the weights that it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from incognote.learn import sgd
from incognote.learn.compact import compacted
from incognote.learn.examples import learn_values
from incognote.learn.index import EDGE, FeatureIndex
from incognote.learn.learner import Labels, no_progress
from incognote.learn.sgd import Origin

if TYPE_CHECKING:
    from incognote.learn.chain import Singles
    from incognote.learn.features import Group
    from incognote.learn.linear import LinearModel
    from incognote.learn.reading import Reading


def extended(index: FeatureIndex, fresh: Sequence[Sequence[Group]], readings: Sequence[Reading]) -> FeatureIndex:
    """An index with the values of another, by the same numbers, and those of more notes behind them.

    `fresh` are the groups twice, since they learn values too.
    """
    more = FeatureIndex(fresh[0])
    learn_values(more, readings, no_progress)
    tables = []
    for old, new in zip(index.tables(), more.tables(), strict=True):
        known = set(old)
        tables.append([*old, *(text for text in new[EDGE + 1 :] if text not in known)])
    return FeatureIndex(fresh[1], tables)


def trained(
    known: tuple[FeatureIndex, LinearModel],
    index: FeatureIndex,
    readings: Sequence[Reading],
    labels: Sequence[Labels],
    settings: Mapping[str, Any],
) -> tuple[FeatureIndex, LinearModel]:
    """What a tagger knows and notes say beside it; `index` extends the one that is known."""
    before, model = known
    assert model.transitions is not None
    origin = Origin(model.labels, _moved(before, model, index), model.transitions.astype(np.float32))
    return compacted(index, sgd.train(index, readings, labels, settings, no_progress, origin))


def _moved(before: FeatureIndex, model: LinearModel, index: FeatureIndex) -> Singles:
    """The weights of a model by the numbers of features in an index that extends its own."""
    numbers = np.zeros(before.size, dtype=np.int64)
    sizes = dict(zip((group.name for group in before.groups), map(len, before.tables()), strict=True))
    for (name, offset), base in before.bases.items():
        numbers[base : base + sizes[name]] = np.arange(sizes[name]) + index.bases[name, offset]
    moved = np.zeros((index.size, model.weights.width), dtype=np.float32)
    rows = numbers.repeat(np.diff(model.weights.starts))
    moved[rows, model.weights.columns] = model.weights.values
    return moved
