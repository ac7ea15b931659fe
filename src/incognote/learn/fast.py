"""Fast scores: what a word adds at each offset of the window is a row that is computed once a word.

Gather the rows of a note's words, add them, add what depends on the place (by rows too, where a feature has few
values). The sums are those of all features.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.features import Group
from incognote.learn.index import EDGE, UNKNOWN, FeatureIndex
from incognote.learn.kernels import compiled
from incognote.learn.linear import Weights
from incognote.learn.reading import Reading

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints
    from incognote.vocabulary import Vocabulary

    Floats = npt.NDArray[np.float64]

_LEAST_ROOM = 1024  # words
_SMALL = 1 << 25  # bytes of rows for a feature of places
_MOST_BYTES = 1 << 27  # of rows; beyond, all are forgotten and computed anew


class FastScores:
    """The scores of a note's tokens, with rows of words cached. It holds words' rows and no words."""

    def __init__(self, index: FeatureIndex, weights: Weights) -> None:
        self._index = index
        self._weights = weights
        self._offsets = sorted({offset for group in index.word_groups for offset in group.offsets})
        self._most_words = max(_LEAST_ROOM, _MOST_BYTES // (8 * weights.width * max(1, len(self._offsets))))
        tables = dict(zip(index.groups, index.tables(), strict=True))
        most = _SMALL // (8 * weights.width)
        small = [
            group
            for group in index.place_groups
            if not group.sets_of_places and len(tables[group]) * len(group.offsets) <= most
        ]
        self._small = [(group, self._table(group, len(tables[group]))) for group in small]
        self._large = [group for group in index.place_groups if group not in small]
        self._forget()

    def _table(self, group: Group, values: int) -> Floats:
        """What each value of a group adds at each offset; the last row, of zeros, is for values without features."""
        rows = np.zeros((len(group.offsets), values + 1, self._weights.width))
        for number, offset in enumerate(group.offsets):
            base = self._index.bases[group.name, offset]
            rows[number, :-1] = self._weights.sums(np.arange(base, base + values), np.arange(values + 1))
        return rows

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
        scores = self._scores_of_large(reading)
        _add(scores, self._rows, row_of, self._offsets, reading)
        for group, rows in self._small:
            values = self._index.value_numbers(group, reading)
            _add(scores, rows, np.where(values == UNKNOWN, rows.shape[1] - 1, values), group.offsets, reading)
        return scores

    def _scores_of_large(self, reading: Reading) -> Floats:
        if not self._large:
            return np.zeros((len(reading), self._weights.width))
        return self._weights.sums(*self._index.features(reading, self._large))

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
