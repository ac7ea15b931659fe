"""Fast scores: what a word adds at each offset of the window is a row that is computed once a word.

Gather the rows of a note's words, add them, add what depends on the place (by rows too, where a feature has few
values). The sums are those of all features.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.fast_joints import FastJoints
from incognote.learn.index import EDGE, FeatureIndex
from incognote.learn.kernels import compiled
from incognote.learn.linear import Weights
from incognote.learn.reading import Reading

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints
    from incognote.vocabulary import Vocabulary

    Floats = npt.NDArray[np.float64]

_LEAST_ROOM = 1024  # words
_FEW = 300  # values of a group
_MOST_BYTES = 1 << 27  # of rows; beyond, all are forgotten and computed anew


class FastScores:
    """The scores of a note's tokens, with rows of words cached. It holds words' rows and no words."""

    def __init__(self, index: FeatureIndex, weights: Weights) -> None:
        self._index = index
        self._weights = weights
        self._offsets = sorted({offset for group in index.word_groups for offset in group.offsets})
        self._most_words = max(_LEAST_ROOM, _MOST_BYTES // (8 * weights.width * max(1, len(self._offsets))))
        self._single = [group for group in index.place_groups if not group.sets_of_places]
        self._several = [group for group in index.place_groups if group.sets_of_places]
        self._tabulate()
        kernels, joints = compiled(), [group.joint for group in self._single if group.joint]
        self._joints = FastJoints(joints, kernels) if kernels and joints else None
        self._forget()

    def _tabulate(self) -> None:
        """Make a table of rows for groups of few values; those of many have weights for few labels each."""
        rows, dense, sparse, base = [np.zeros((0, self._weights.width))], [], [], 0
        tables = dict(zip(self._index.groups, self._index.tables(), strict=True))
        for number, group in enumerate(self._single):
            values = len(tables[group])
            for offset in group.offsets:
                first = self._index.bases[group.name, offset]
                if values > _FEW:
                    sparse.append((number, offset, first))
                    continue
                rows.append(self._weights.sums(np.arange(first, first + values), np.arange(values + 1)))
                dense.append((number, offset, base))
                base += values
        self._table = np.concatenate(rows)
        self._dense, self._sparse = (np.array(some, dtype=np.int64).reshape(-1, 3) for some in (dense, sparse))

    def _forget(self) -> None:
        self._vocabulary: Vocabulary | None = None
        self._row_of = np.zeros(0, dtype=np.int64)  # of each word of the vocabulary; 0 where it has none yet
        self._rows = np.empty((len(self._offsets), _LEAST_ROOM, self._weights.width))
        edges = np.full((1, len(self._index.word_groups)), EDGE, dtype=np.int64)
        self._fill(slice(0, 1), edges)
        self._filled = 1

    def __call__(self, reading: Reading) -> Floats:
        tokens = reading.layout.tokens
        row_of = self._rows_of(tokens.vocabulary, tokens.ids)
        scores = self._scores_of_several(reading)
        _add(scores, self._rows, row_of, self._offsets, reading)
        self._add_places(scores, reading)
        return scores

    def _add_places(self, scores: Floats, reading: Reading) -> None:
        """Add what depends on the place, where there is one value of a group."""
        if not self._single:
            return
        if not (kernels := compiled()):
            scores += self._weights.sums(*self._index.features(reading, self._single))
            return
        values = np.empty((len(self._single), len(reading)), dtype=np.int64)
        of_joints = iter(self._joints(reading)) if self._joints else iter(())
        for number, group in enumerate(self._single):
            values[number] = next(of_joints) if group.joint else self._index.value_numbers(group, reading)
        weights, bounds = self._weights, reading.window_bounds
        kernels.add_tables(scores, self._table, values, self._dense, *bounds)
        kernels.add_values(scores, weights.starts, weights.columns, weights.values, values, self._sparse, *bounds)

    def _scores_of_several(self, reading: Reading) -> Floats:
        if not self._several:
            return np.zeros((len(reading), self._weights.width))
        return self._weights.sums(*self._index.features(reading, self._several))

    def _rows_of(self, vocabulary: Vocabulary, ids: Ints) -> Ints:
        """The row of each word; row 0 is the edge's."""
        if vocabulary is not self._vocabulary or self._filled > self._most_words:
            self._forget()
            self._vocabulary = vocabulary
        if len(vocabulary) > len(self._row_of):
            grown = np.zeros(max(_LEAST_ROOM, 2 * len(vocabulary)), dtype=np.int64)
            grown[: len(self._row_of)] = self._row_of
            self._row_of = grown
        new = np.unique(ids[self._row_of[ids] == 0])
        if len(new):
            places = slice(self._filled, self._filled + len(new))
            self._make_room(places.stop)
            self._fill(places, self._index.values_of_words(vocabulary, new))
            self._row_of[new] = np.arange(places.start, places.stop)
            self._filled = places.stop
        return self._row_of[ids]

    def _make_room(self, rows: int) -> None:
        if rows > self._rows.shape[1]:
            grown = np.empty((len(self._offsets), 2 * rows, self._weights.width))
            grown[:, : self._filled] = self._rows[:, : self._filled]
            self._rows = grown

    def _fill(self, places: slice, values: Ints) -> None:
        for number, offset in enumerate(self._offsets):
            self._rows[number, places] = self._weights.sums(*self._index.features_of_words(values, offset))


def _add(scores: Floats, rows: Floats, row_of: Ints, offsets: Sequence[int], reading: Reading) -> None:
    """Add to each token's scores the row of its neighbour at each offset; row 0 is the edge's."""
    if kernels := compiled():
        kernels.add_rows(scores, rows, row_of, np.array(offsets, dtype=np.int64), *reading.window_bounds)
        return
    for number, offset in enumerate(offsets):
        scores += rows[number].take(reading.shifted(row_of, offset, 0), axis=0)
