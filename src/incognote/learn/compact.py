"""A model without the values of features that got no weight, which are most of those that training notes have."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from incognote.learn.index import EDGE, FeatureIndex
from incognote.learn.linear import LinearModel


def compacted(index: FeatureIndex, model: LinearModel) -> tuple[FeatureIndex, LinearModel]:
    """The same scores by fewer features."""
    weighs = np.diff(model.weights.starts) > 0
    tables, rows = [], []
    for group, texts in zip(index.groups, index.tables(), strict=True):
        bases = [index.bases[group.name, offset] for offset in group.offsets]
        used = np.logical_or.reduce([weighs[base : base + len(texts)] for base in bases])
        used[EDGE] = True
        kept = used.nonzero()[0]
        tables.append([texts[number] for number in kept.tolist()])
        rows += [base + kept for base in bases]
    starts = np.append(model.weights.starts[np.concatenate(rows)], len(model.weights.values))
    return FeatureIndex(index.groups, tables), replace(model, weights=replace(model.weights, starts=starts))
