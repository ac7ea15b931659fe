"""Fast scores: what a word adds at each offset of the window is a row that is computed once a word.

Gather the rows of a note's words, add them, add what depends on the place. The sums are those of all features.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.index import EDGE, FeatureIndex
from incognote.learn.linear import Weights
from incognote.learn.reading import Reading

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints
    from incognote.vocabulary import Vocabulary

    Floats = npt.NDArray[np.float64]

_LEAST_ROOM = 1024  # words
_MOST_BYTES = 1 << 27  # of rows; beyond, all are forgotten and computed anew


class FastScores:
    """The scores of a note's tokens, with rows of words cached. It holds words' rows and no words."""

    def __init__(self, index: FeatureIndex, weights: Weights) -> None:
        self._index = index
        self._weights = weights
        self._offsets = sorted({offset for group in index.word_groups for offset in group.offsets})
        self._most_words = max(_LEAST_ROOM, _MOST_BYTES // (8 * weights.width * max(1, len(self._offsets))))
        self._forget()

    def _forget(self) -> None:
        self._vocabulary: Vocabulary | None = None
        self._row_of = np.zeros(0, dtype=np.int64)  # of each word of the vocabulary; 0 where it has none yet
        self._rows = np.empty((len(self._offsets), _LEAST_ROOM, self._weights.width))
        edges = np.full((1, len(self._index.word_groups)), EDGE, dtype=np.int64)
        self._fill(slice(0, 1), edges)
        self._filled = 1

    def __call__(self, reading: Reading) -> Floats:
        tokens = reading.layout.tokens
        rows = self._rows_of(tokens.vocabulary, tokens.ids)
        scores = self._weights.sums(*self._index.features(reading, self._index.place_groups))
        for number, offset in enumerate(self._offsets):
            scores += self._rows[number].take(reading.shifted(rows, offset, 0), axis=0)
        return scores

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
