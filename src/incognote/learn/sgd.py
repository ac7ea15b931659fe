"""Conditional random fields over sentences, trained by steps on batches of sentences (AdaGrad).

The aim is CRFsuite's: the log-likelihood of the labels, less `l2` times the squares and `l1` times the amounts of all
weights. CRFsuite leaves out pairs of feature and label that no training note has; here every pair may get a weight.
Some 20 passes over the notes do, where L-BFGS needs 100 to 200.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from incognote.learn.batches import Batch, batches
from incognote.learn.chain import expected
from incognote.learn.index import FeatureIndex
from incognote.learn.learner import Labels, Progress
from incognote.learn.linear import LinearModel, from_triples
from incognote.learn.reading import Reading

if TYPE_CHECKING:
    from incognote.learn.chain import Singles
    from incognote.types import Ints

_MOST_SENTENCES, _LEAST_SENTENCES = 100, 8  # a batch: fewer make a pass slow, more make it learn less
_BATCHES = 150  # a pass, so that few notes are learned from in many steps too
_FIRST_SQUARES = 5.0  # as if slopes had been seen before: the first steps of rare features aren't of full length
_LEAST_WEIGHT = 0.01  # smaller ones change no label
_ROWS_AT_ONCE = 1000  # with all that a step needs they stay in a core's cache
_SEED = 2006


@dataclass(frozen=True, repr=False)
class Slopes:
    """How fast the log-likelihood of a batch falls with each weight."""

    log_likelihood: float
    features: Singles
    transitions: Singles


@dataclass(frozen=True, repr=False)
class Penalties:
    """How much the aim loses by the amounts and by the squares of weights."""

    l1: float
    l2: float


@dataclass(frozen=True, repr=False)
class Origin:
    """Weights to start from, of the same features. What is learned is added to them, and penalties are for that."""

    labels: Sequence[str]
    features: Singles
    transitions: Singles


@dataclass(frozen=True, repr=False)
class _Table:
    """Weights, the sums of squared slopes that they have seen, and the share of a row's penalty that a batch carries.

    A row's penalty is shared out among the batches that have the row's feature. So only their rows change, and over a
    pass each weight bears the whole penalty once.
    """

    weights: Singles
    squares: Singles
    shares: Singles

    @classmethod
    def new(cls, columns: int, batches: Ints) -> _Table:
        """Zeros; `batches` counts those that have each row."""
        shape = len(batches), columns
        shares = (1 / np.maximum(batches, 1)).astype(np.float32)
        return cls(np.zeros(shape, dtype=np.float32), np.full(shape, _FIRST_SQUARES, dtype=np.float32), shares[:, None])

    def step(self, rows: Ints, slopes: Singles, rate: float, penalties: Penalties) -> None:
        """Go downhill; then the penalty of amounts moves each weight towards 0, where it stops."""
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            part = slice(first, first + _ROWS_AT_ONCE)
            self._step(rows[part], slopes[part], rate, penalties)

    def _step(self, rows: Ints, slopes: Singles, rate: float, penalties: Penalties) -> None:
        weights, squares, shares = (table.take(rows, axis=0) for table in (self.weights, self.squares, self.shares))
        slopes = slopes + weights * (2 * penalties.l2 * shares)
        squares += slopes * slopes
        self.squares[rows] = squares
        steps = rate / np.sqrt(squares, out=squares)
        weights -= steps * slopes
        steps *= penalties.l1 * shares
        weights -= np.clip(weights, -steps, steps)
        self.weights[rows] = weights


def train(
    index: FeatureIndex,
    readings: Sequence[Reading],
    labels: Sequence[Labels],
    settings: Mapping[str, Any],
    progress: Progress,
    origin: Origin | None = None,
) -> LinearModel:
    """Weights after so many `epochs` of steps by `rate`, with the penalties `l1` and `l2`."""
    from threadpoolctl import threadpool_limits

    names, numbers = _numbered([name for some in labels for name in some], origin)
    chance = np.random.default_rng(_SEED)
    sentences = sum(len(reading.sentences) for reading in readings)
    size = max(_LEAST_SENTENCES, min(_MOST_SENTENCES, sentences // _BATCHES))
    made = list(batches(index, readings, numbers, size, chance))
    counts = np.bincount(np.concatenate([batch.features for batch in made]), minlength=index.size)
    features = _Table.new(len(names), counts)
    transitions = _Table.new(len(names), np.full(len(names), len(made)))
    with threadpool_limits(1):  # the products are small: threads would wait for each other most of the time
        of_features, of_transitions = _means_of_passes(made, features, transitions, settings, chance, progress, origin)
    if origin:
        of_features += origin.features
        of_transitions += origin.transitions
    return _model(names, of_features, of_transitions)


def _numbered(labels: Sequence[str], origin: Origin | None) -> tuple[Sequence[str], Ints]:
    """All labels, and the number of each token's."""
    if origin is None:
        names, numbers = np.unique(labels, return_inverse=True)
        return names.tolist(), numbers
    places = {label: number for number, label in enumerate(origin.labels)}
    return origin.labels, np.array([places[label] for label in labels], dtype=np.int64)


def _means_of_passes(
    made: Sequence[Batch],
    features: _Table,
    transitions: _Table,
    settings: Mapping[str, Any],
    chance: np.random.Generator,
    progress: Progress,
    origin: Origin | None,
) -> tuple[Singles, Singles]:
    """The means of the weights at the end of each pass of the second half: single steps wander about the best ones."""
    epochs, rate = int(settings["epochs"]), float(settings["rate"])
    penalties = Penalties(float(settings["l1"]), float(settings["l2"]))
    of_features, of_transitions = np.zeros_like(features.weights), np.zeros_like(transitions.weights)
    averaged = range(epochs // 2, epochs)
    for epoch in range(epochs):
        progress("training", epoch, epochs)
        for at in chance.permutation(len(made)).tolist():
            _learn(made[at], features, transitions, rate, penalties, origin)
        if epoch in averaged:
            of_features += features.weights
            of_transitions += transitions.weights
    of_features /= np.float32(len(averaged))
    of_transitions /= np.float32(len(averaged))
    return of_features, of_transitions


def _learn(
    batch: Batch, features: _Table, transitions: _Table, rate: float, penalties: Penalties, origin: Origin | None
) -> None:
    of_features, of_transitions = features.weights.take(batch.features, axis=0), transitions.weights
    if origin:
        of_features += origin.features.take(batch.features, axis=0)
        of_transitions = of_transitions + origin.transitions
    slopes = slopes_of(batch, of_features, of_transitions)
    features.step(batch.features, slopes.features, rate, penalties)
    transitions.step(np.arange(len(transitions.weights)), slopes.transitions, rate, penalties)


def slopes_of(batch: Batch, weights: Singles, transitions: Singles) -> Slopes:
    """By the weights of the batch's features: the log-likelihood of its labels, and how fast it falls with each."""
    scores = batch.bags_of_tokens @ (batch.features_of_bags @ weights)
    found = expected(scores, transitions, batch.places)
    every = np.arange(len(batch.labels))
    pairs = batch.labels[batch.places.before], batch.labels[batch.places.firsts :]
    score = scores[every, batch.labels].sum(dtype=np.float64) + transitions[pairs].sum(dtype=np.float64)
    too_many = found.labels.copy()
    too_many[every, batch.labels] -= 1
    counts = np.zeros_like(found.pairs)
    np.add.at(counts, pairs, 1)
    of_features = batch.features_of_bags.T @ (batch.bags_of_tokens.T @ too_many)
    return Slopes(float(score) - found.log_total, of_features, found.pairs - counts)


def _model(labels: Sequence[str], weights: Singles, transitions: Singles) -> LinearModel:
    rows, columns = (np.abs(weights) > _LEAST_WEIGHT).nonzero()
    kept = from_triples(rows, columns, weights[rows, columns], weights.shape)
    return LinearModel(labels, kept, np.zeros(len(labels)), transitions.astype(np.float64))
