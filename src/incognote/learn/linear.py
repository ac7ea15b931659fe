"""Linear models: each feature adds to the score of each label, and the best labels win.

CRF, SVM, perceptron: all that they learn is weights of features and, where they look at whole sequences, of labels side
by side. Weights are sparse: most features say something about a few labels only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from incognote.errors import ConfigError
from incognote.learn import viterbi
from incognote.learn.bio import OUTSIDE, class_of
from incognote.learn.checks import all_within, are_names

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints

    Floats = npt.NDArray[np.float64]
    Values = npt.NDArray[np.floating[Any]]

_AT_ONCE = 2_000_000  # weights that are looked up at once


@dataclass(frozen=True, repr=False)
class Weights:
    """The weights of features, row by row: those of feature f lie from `starts[f]` to `starts[f + 1]`."""

    starts: Ints
    columns: Ints
    values: Values
    width: int
    """The number of columns: of labels, or of questions between two labels."""

    def sums(self, features: Ints, starts: Ints) -> Floats:
        """The sum of weights for each bag of features; bag b has the features from `starts[b]` to `starts[b + 1]`."""
        bags = len(starts) - 1
        total = np.empty((bags, self.width))
        lengths = self.starts[features + 1] - self.starts[features]
        weights_before = np.append(0, lengths.cumsum())[starts]
        first = 0
        while first < bags:
            last = int(weights_before.searchsorted(weights_before[first] + _AT_ONCE, side="right")) - 1
            last = min(max(last, first + 1), bags)
            some = slice(starts[first], starts[last])
            bag_of = np.repeat(np.arange(last - first), np.diff(starts[first : last + 1]))
            total[first:last] = self._sums(features[some], lengths[some], bag_of, last - first)
            first = last
        return total

    def part(self, features: Ints) -> Weights:
        """The weights of some features, as those of the features 0, 1, 2, …"""
        lengths = self.starts[features + 1] - self.starts[features]
        places = self._places(features, lengths)
        return Weights(np.append(0, lengths.cumsum()), self.columns[places], self.values[places], self.width)

    def _places(self, features: Ints, lengths: Ints) -> Ints:
        """Where the weights of these features lie."""
        ends = lengths.cumsum()
        every = np.arange(ends[-1] if len(ends) else 0)
        places: Ints = every + np.repeat(self.starts[features] - ends + lengths, lengths)
        return places

    def _sums(self, features: Ints, lengths: Ints, bag_of: Ints, bags: int) -> Floats:
        places = self._places(features, lengths)
        cells = np.repeat(bag_of * self.width, lengths) + self.columns[places]
        sums = np.bincount(cells, self.values[places], minlength=bags * self.width)
        return sums.astype(np.float64, copy=False).reshape(bags, self.width)


def from_triples(rows: Ints, columns: Ints, values: Values, shape: tuple[int, int]) -> Weights:
    """Weights from places and values, in any order; zeros are left out."""
    kept = values.nonzero()[0]
    order = kept[np.lexsort((columns[kept], rows[kept]))]
    starts = np.append(0, np.bincount(rows[order], minlength=shape[0]).cumsum())
    return Weights(starts, columns[order].astype(np.int64), values[order], shape[1])


@dataclass(frozen=True, repr=False)
class LinearModel:
    """Weights of features, a constant for each label and, for whole sequences, weights of a label behind another."""

    labels: Sequence[str]
    weights: Weights
    constants: Floats
    transitions: Floats | None = None
    pairs: Ints | None = None
    """Where columns are questions between two labels (one against one): the two labels of each."""

    @property
    def is_finite(self) -> bool:
        """Whether all weights are numbers, as those of a learner that diverged aren't."""
        tables = (self.weights.values, self.constants, self.transitions)
        return all(np.isfinite(table).all() for table in tables if table is not None)

    def fits(self, features: int) -> bool:
        """Whether all parts go together for so many features, as those of a damaged model don't."""
        starts, columns, values = self.weights.starts, self.weights.columns, self.weights.values
        labels, width = len(self.labels), len(self.constants)
        return (
            are_names(self.labels)
            and self.is_finite
            and self.constants.shape == (width,)
            and starts.shape == (features + 1,)
            and starts[0] == 0
            and starts[-1] == len(values)
            and bool((np.diff(starts) >= 0).all())
            and columns.shape == values.shape == (len(values),)
            and all_within(columns, width)
            and (self.transitions is None or self.transitions.shape == (labels, labels))
            and (width == labels if self.pairs is None else self._are_pairs(self.pairs))
        )

    def _are_pairs(self, pairs: Ints) -> bool:
        return pairs.shape == (len(self.constants), 2) and all_within(pairs, len(self.labels))

    def decode(self, scores: Floats, sequences: Ints) -> Ints:
        """The number of each token's label; `sequences` holds the first token of each sequence."""
        scores = scores + self.constants
        if self.transitions is not None:
            return viterbi.decode(scores, self.transitions, sequences, self._bonds)
        if self.pairs is not None:
            scores = _votes(scores, self.pairs, len(self.labels))
        best: Ints = scores.argmax(axis=1)
        return best

    @cached_property
    def _bonds(self) -> viterbi.Bonds:
        assert self.transitions is not None
        return viterbi.bonds_of(self.transitions)

    @cached_property
    def _factors(self) -> dict[float, viterbi.Factors]:
        """By temperature."""
        return {}

    def marginals(self, scores: Floats, sequences: Ints, temperature: float = 1.0) -> Floats:
        """How likely each label is at each token, [tokens, labels]; a higher temperature makes it less sure."""
        if self.transitions is None:
            raise ConfigError("only a learner over whole sequences tells how likely labels are; use crf")
        transitions = self.transitions / temperature
        if temperature not in self._factors:
            self._factors[temperature] = viterbi.factors_of(transitions)
        scores = (scores + self.constants) / temperature
        chances = viterbi.marginals(scores, transitions, sequences, self._factors[temperature])
        return chances.astype(np.float64, copy=False)

    def leaning(self, amounts: Mapping[str, float]) -> LinearModel:
        """This model with so much added to the scores of labels, by their classes; "O" is what is no PHI."""
        if not amounts:
            return self
        added = [amounts.get(class_of(label) or OUTSIDE, 0.0) for label in self.labels]
        return replace(self, constants=self.constants + np.array(added))

    def arrays(self) -> dict[str, npt.NDArray[np.generic]]:
        """All of it but the labels, as arrays."""
        arrays: dict[str, npt.NDArray[np.generic]] = {
            "starts": self.weights.starts,
            "columns": self.weights.columns.astype(np.int16),
            "values": self.weights.values,
            "constants": self.constants,
        }
        if self.transitions is not None:
            arrays["transitions"] = self.transitions
        if self.pairs is not None:
            arrays["pairs"] = self.pairs
        return arrays

    @classmethod
    def from_arrays(cls, labels: Sequence[str], arrays: Mapping[str, npt.NDArray[np.generic]]) -> LinearModel:
        constants = arrays["constants"].astype(np.float64, casting="safe")
        weights = Weights(
            arrays["starts"].astype(np.int64, casting="safe"),
            arrays["columns"].astype(np.int64, casting="safe"),
            np.asarray(arrays["values"], dtype=np.promote_types(arrays["values"].dtype, np.float32)),
            len(constants),
        )
        transitions, pairs = arrays.get("transitions"), arrays.get("pairs")
        return cls(
            labels,
            weights,
            constants,
            None if transitions is None else transitions.astype(np.float64, casting="safe"),
            None if pairs is None else pairs.astype(np.int64, casting="safe"),
        )


def _votes(scores: Floats, pairs: Ints, labels: int) -> Floats:
    """The votes for each label: each question between two gives one to its first if the score is positive."""
    winners = np.where(scores > 0, pairs[:, 0], pairs[:, 1])
    cells = np.arange(len(scores))[:, None] * labels + winners
    return np.bincount(cells.ravel(), minlength=len(scores) * labels).reshape(-1, labels).astype(np.float64)
