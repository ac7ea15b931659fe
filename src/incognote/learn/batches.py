"""Training notes in batches of sentences, for products of sparse and dense matrices.

What a word brings at an offset of the window is the same wherever it stands. So there are bags of features, one for
each distinct word and offset and one for each token with what depends on its place, and each token has some of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from incognote.learn.chain import SideBySide, side_by_side
from incognote.learn.index import EDGE, FeatureIndex
from incognote.learn.reading import Reading

if TYPE_CHECKING:
    from incognote.types import Ints


@dataclass(frozen=True, repr=False)
class Batch:
    """Some sentences, with their tokens in the order of `places`."""

    places: SideBySide
    labels: Ints
    features: Ints
    """The numbers of those features that occur in it."""
    features_of_bags: Any
    """Sparse, of ones and zeros: which of these features each bag has."""
    bags_of_tokens: Any
    """Sparse, of ones and zeros: which bags each token has."""


def batches(
    index: FeatureIndex, readings: Sequence[Reading], labels: Ints, size: int, chance: np.random.Generator
) -> Iterator[Batch]:
    """All sentences, `size` of them in a batch, mixed by chance; `labels` are those of all tokens in a row."""
    features_of_bags, bags_of_tokens = _bags(index, readings)
    tokens_before = np.append(0, np.cumsum([len(reading) for reading in readings]))
    firsts = np.concatenate([reading.sentences + at for reading, at in zip(readings, tokens_before, strict=False)])
    lengths = np.diff(firsts, append=tokens_before[-1])
    mixed = chance.permutation(lengths.nonzero()[0])
    for begin in range(0, len(mixed), size):
        members = mixed[begin : begin + size]
        places = side_by_side(firsts[members], lengths[members])
        bags, bag_numbers = np.unique(bags_of_tokens[places.order], return_inverse=True)
        part = features_of_bags[bags]
        features, numbers = np.unique(part.indices, return_inverse=True)
        yield Batch(
            places,
            labels[places.order],
            features,
            _ones(numbers, part.indptr, len(features)),
            _ones(bag_numbers.ravel(), np.arange(len(places.order) + 1) * bags_of_tokens.shape[1], len(bags)),
        )


def _bags(index: FeatureIndex, readings: Sequence[Reading]) -> tuple[Any, Ints]:
    """The features of all bags, and the bags of each token."""
    from scipy.sparse import vstack

    words, edge, of_notes = _words(index, readings)
    ends = np.cumsum([len(reading) for reading in readings])
    features, columns = [], []
    offsets = sorted({offset for group in index.word_groups for offset in group.offsets})
    for place, offset in enumerate(offsets):
        features.append(_ones(*index.features_of_words(words, offset), index.size))
        pairs = zip(readings, of_notes, strict=True)
        moved = np.concatenate([reading.shifted(some, offset, edge) for reading, some in pairs])
        columns.append(moved + place * len(words))
    features += [_ones(*index.features(reading, index.place_groups), index.size) for reading in readings]
    columns.append(np.arange(ends[-1]) + len(offsets) * len(words))
    return vstack(features, format="csr"), np.column_stack(columns)


def _words(index: FeatureIndex, readings: Sequence[Reading]) -> tuple[Ints, int, list[Ints]]:
    """The values of all distinct words and of the edge, a row each; the edge's row, and those of each note's tokens."""
    tokens = [reading.layout.tokens for reading in readings]
    (vocabulary,) = {some.vocabulary for some in tokens}
    ids, places = np.unique(np.concatenate([some.ids for some in tokens]), return_inverse=True)
    edge = np.full((1, len(index.word_groups)), EDGE, dtype=np.int64)
    values = np.concatenate([edge, index.values_of_words(vocabulary, ids)])
    words, rows = np.unique(values, axis=0, return_inverse=True)
    ends = np.cumsum([len(some) for some in tokens])
    return words, int(rows[0]), np.split(rows[1:][places], ends[:-1])


def _ones(columns: Ints, starts: Ints, width: int) -> Any:
    """A sparse matrix of ones and zeros."""
    from scipy.sparse import csr_matrix

    ones = np.ones(len(columns), dtype=np.float32)
    return csr_matrix((ones, columns.astype(np.int32), starts.astype(np.int32)), shape=(len(starts) - 1, width))
