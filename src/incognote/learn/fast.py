"""Fast scores: what a word adds at each offset of the window is a row that is computed once a word.

Gather the rows of a note's words, add them, add what depends on the place (by rows too, where a feature has few
values). The sums are those of all features.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.fast_joints import FastJoints
from incognote.learn.index import EDGE, FeatureIndex
from incognote.learn.kernels import STEP, compiled, pad
from incognote.learn.linear import Weights
from incognote.learn.reading import Reading

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints
    from incognote.vocabulary import Vocabulary

    Floats = npt.NDArray[np.float64]
    Small = npt.NDArray[np.int32]

_LEAST_ROOM = 1024  # words
_MANY = 6  # weights of a feature: so many are added faster one by one than as a row of all labels
_MOST_COMING = 10_000  # words that are computed before a note has them; a vocabulary of more was made for other notes
_AT_ONCE = 1024  # words
_MOST_BYTES = 1 << 26  # of rows; beyond, all are forgotten and computed anew


class FastScores:
    """The scores of a note's tokens, with rows of words cached. It holds words' rows and no words."""

    def __init__(self, index: FeatureIndex, weights: Weights) -> None:
        self._index = index
        self._weights = weights
        self._offsets = sorted({offset for group in index.word_groups for offset in group.offsets})
        self._window = np.array(self._offsets, dtype=np.int64)
        self._bases = index.bases_of_words(self._offsets)
        self._shape = len(self._offsets), weights.width + -weights.width % STEP
        row = weights.values.itemsize * self._shape[0] * self._shape[1]
        self._room = max(_LEAST_ROOM, _MOST_BYTES // max(1, row))
        single = [group for group in index.place_groups if not group.sets_of_places]
        self._joined = [group for group in single if group.joint]
        self._single = [*(group for group in single if not group.joint), *self._joined]
        self._several = [group for group in index.place_groups if group.sets_of_places]
        self._tabulate()
        kernels, joints = compiled(), [group.joint for group in self._joined if group.joint]
        self._joints = FastJoints(joints, kernels) if kernels and joints else None
        self._forget(self._room)

    def _tabulate(self) -> None:
        """Gather the weights of features of places, and make rows of those that have weights for many labels."""
        tables = dict(zip(self._index.groups, self._index.tables(), strict=True))
        blocks, features, base = [], [np.zeros(0, dtype=np.int64)], 0
        for number, group in enumerate(self._single):
            for offset in group.offsets:
                first = self._index.bases[group.name, offset]
                features.append(np.arange(first, first + len(tables[group])))
                blocks.append((number, offset, base))
                base += len(tables[group])
        self._blocks = np.array(blocks, dtype=np.int64).reshape(-1, 3)
        weights = self._weights.part(np.concatenate(features))
        (many,) = (np.diff(weights.starts) >= _MANY).nonzero()
        rows = pad(weights.sums(many, np.arange(len(many) + 1)).astype(weights.values.dtype))
        row_of = np.full(base, -1, dtype=np.int32)
        row_of[many] = np.arange(len(many))
        small = weights.starts.astype(np.int32), weights.columns.astype(np.int16), weights.values  # as caches like it
        self._of_places = rows, row_of, *small

    def _forget(self, room: int, vocabulary: Vocabulary | None = None) -> None:
        self._vocabulary = vocabulary
        self._offered = 0  # words of the vocabulary that were there at the last note
        words = len(vocabulary) if vocabulary else 0
        self._row_of = np.zeros(words, dtype=np.int64)  # of each word of the vocabulary; 0 where it has none yet
        self._rows = np.zeros((room, *self._shape), dtype=self._weights.values.dtype)  # memory comes as it is filled
        self._codes = np.zeros((room, self._joints.width if self._joints else 0), dtype=np.int32)  # for joints
        edges = np.full((1, len(self._index.word_groups)), EDGE, dtype=np.int64)
        self._fill(slice(0, 1), edges)
        self._filled = 1

    def __call__(self, reading: Reading) -> Floats:
        tokens = reading.layout.tokens
        row_of = self._rows_of(tokens.vocabulary, tokens.ids)
        scores = self._scores_of_several(reading)
        if kernels := compiled():
            values, bounds = self._values(reading, row_of), reading.window_bounds
            kernels.add(scores, self._rows, row_of, self._window, bounds, values, self._blocks, self._of_places)
            return scores
        for number, offset in enumerate(self._offsets):
            scores += self._rows[reading.shifted(row_of, offset, 0), number, : self._weights.width]
        if self._single:
            scores += self._weights.sums(*self._index.features(reading, self._single))
        return scores

    def _values(self, reading: Reading, row_of: Ints) -> Small:
        """[groups, tokens]: the value of each group that depends on the place, where there is one."""
        values = np.empty((len(self._single), len(reading)), dtype=np.int32)
        unjoined = len(self._single) - len(self._joined)
        for number, group in enumerate(self._single[:unjoined]):
            values[number] = self._index.value_numbers(group, reading)
        if self._joints:
            self._joints(reading, self._codes, row_of, values[unjoined:])
        return values

    def _scores_of_several(self, reading: Reading) -> Floats:
        if not self._several:
            return np.zeros((len(reading), self._weights.width))
        return self._weights.sums(*self._index.features(reading, self._several))

    def _rows_of(self, vocabulary: Vocabulary, ids: Ints) -> Ints:
        """The row of each word; row 0 is the edge's."""
        if vocabulary is not self._vocabulary:
            self._take_along(vocabulary)
        if len(vocabulary) > len(self._row_of):
            self._row_of = np.pad(self._row_of, (0, 2 * len(vocabulary) - len(self._row_of)))
        new = self._new(ids, len(vocabulary))
        if self._filled + len(new) > len(self._rows):
            new = np.unique(ids)
            self._forget(max(self._room, 1 + len(new)), vocabulary)
            self._offered = len(vocabulary)  # else all would come again at the next note, and be forgotten again
        for first in range(0, len(new), _AT_ONCE):  # so that memory for their values stays small
            some = new[first : first + _AT_ONCE]
            places = slice(self._filled, self._filled + len(some))
            self._fill(places, self._index.values_of_words(vocabulary, some))
            if self._joints:
                self._codes[places] = self._joints.codes([vocabulary.word(number) for number in some.tolist()])
            self._row_of[some] = np.arange(places.start, places.stop)
            self._filled = places.stop
        return self._row_of[ids]

    def _take_along(self, vocabulary: Vocabulary) -> None:
        """Forget all words but those that the new vocabulary has from the one before it."""
        old_ids = vocabulary.old_ids(self._vocabulary, len(self._row_of))
        rows = self._row_of[old_ids]
        known = rows.nonzero()[0]
        known = known[rows[known].argsort()]  # so that none is overwritten before it has moved
        for first in range(0, len(known), _AT_ONCE):
            some = rows[known[first : first + _AT_ONCE]]
            places = slice(1 + first, 1 + first + len(some))
            self._rows[places], self._codes[places] = self._rows[some], self._codes[some]
        self._vocabulary, self._offered, self._filled = vocabulary, len(old_ids), 1 + len(known)
        self._row_of = np.zeros(len(vocabulary), dtype=np.int64)
        self._row_of[known] = np.arange(1, self._filled)

    def _new(self, ids: Ints, words: int) -> Ints:
        """The words without a row: those of a note, and those that came into the vocabulary with notes behind it."""
        missing = ids[self._row_of[ids] == 0]
        coming, self._offered = np.arange(self._offered, words), words
        if not 0 < len(coming) <= _MOST_COMING:
            return np.unique(missing)
        return np.union1d(missing, coming[self._row_of[coming] == 0])

    def _fill(self, places: slice, values: Ints) -> None:
        if (kernels := compiled()) and self._offsets:
            weights = self._weights.starts, self._weights.columns, self._weights.values
            kernels.fill(self._rows[places], values, self._bases, weights)
            return
        for number, offset in enumerate(self._offsets):
            self._rows[places, number, : self._weights.width] = self._weights.sums(
                *self._index.features_of_words(values, offset)
            )
