"""Linear support vector machines, a token at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from incognote.learn.linear import LinearModel, from_triples

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.learn.examples import Examples
    from incognote.learn.learner import Progress
    from incognote.types import Ints

    Plane = tuple[npt.NDArray[np.float64], float]

AGAINST_REST, AGAINST_ONE = "rest", "one"
_TOLERANCE = 0.1
_LEAST_WEIGHT = 1e-4  # smaller ones change no label and are most of them


def train(examples: Examples, size: int, settings: Mapping[str, Any], progress: Progress) -> LinearModel:
    """A plane between each label and the rest or, as LIBSVM does it, between each two labels, which then vote."""
    labels, numbers = np.unique(np.array(examples.labels), return_inverse=True)
    if len(labels) == 1:  # nothing to tell apart
        none = np.zeros(0, dtype=np.int64)
        return LinearModel(labels.tolist(), from_triples(none, none, np.zeros(0), (size, 1)), np.zeros(1))
    against = settings.get("against", AGAINST_REST)
    pairs = (
        np.array(list(combinations(range(len(labels)), 2)), dtype=np.int64).reshape(-1, 2)
        if against == AGAINST_ONE
        else None
    )
    problems = _of_pairs(numbers, pairs) if pairs is not None else _of_labels(numbers, len(labels))
    count = len(labels) if pairs is None else len(pairs)
    rows, columns, values, constants = [], [], [], []
    for number, (tokens, is_first) in enumerate(problems):
        progress("training", number, count)
        weights, constant = _plane(examples, size, tokens, is_first, float(settings["c"]))
        kept = (np.abs(weights) > _LEAST_WEIGHT).nonzero()[0]
        rows.append(kept)
        columns.append(np.full(len(kept), number))
        values.append(weights[kept].astype(np.float32))  # as exact as the machine's tolerance, and half as large
        constants.append(constant)
    triples = np.concatenate(rows), np.concatenate(columns), np.concatenate(values)
    return LinearModel(labels.tolist(), from_triples(*triples, (size, count)), np.array(constants), pairs=pairs)


def _of_labels(numbers: Ints, labels: int) -> Iterator[tuple[Ints | None, npt.NDArray[np.bool_]]]:
    """For each label, all tokens, and which of them have it."""
    return ((None, numbers == label) for label in range(labels))


def _of_pairs(numbers: Ints, pairs: Ints) -> Iterator[tuple[Ints | None, npt.NDArray[np.bool_]]]:
    """For each two labels, the tokens that have either, and which of them have the first."""
    for one, other in pairs.tolist():
        tokens = ((numbers == one) | (numbers == other)).nonzero()[0]
        yield tokens, numbers[tokens] == one


def _plane(examples: Examples, width: int, tokens: Ints | None, is_first: npt.NDArray[np.bool_], c: float) -> Plane:
    from scipy.sparse import csr_matrix
    from sklearn.svm import LinearSVC

    ones = np.ones(len(examples.features))
    table = csr_matrix((ones, examples.features, examples.starts), shape=(len(examples), width))
    machine = LinearSVC(loss="hinge", dual=True, C=c, tol=_TOLERANCE, random_state=0)
    machine.fit(table if tokens is None else table[tokens], is_first)
    return machine.coef_[0], float(machine.intercept_[0])
