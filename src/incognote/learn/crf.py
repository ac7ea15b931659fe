"""Conditional random fields over sentences, trained by CRFsuite."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from incognote.errors import IncognoteError
from incognote.learn.crfsuite_file import read_crfsuite
from incognote.learn.linear import LinearModel, from_triples

if TYPE_CHECKING:
    from incognote.learn.examples import Examples
    from incognote.learn.learner import Progress

_ITERATION = re.compile(r"Iteration #(\d+)")


def train(examples: Examples, size: int, settings: Mapping[str, Any], progress: Progress) -> LinearModel:
    """Weights by L-BFGS, with `l1` (then by OWL-QN) and `l2` as the penalties and at most so many `iterations`."""
    iterations = int(settings["iterations"])
    trainer = _trainer(iterations, progress)
    trainer.set_params({"c1": settings["l1"], "c2": settings["l2"], "max_iterations": iterations})
    for items, labels in sequences(examples):
        trainer.append(items, labels)
    return trained(trainer, size)


def trained(trainer: Any, size: int) -> LinearModel:
    """Train on what was appended, and read the exact weights of `size` features from the file that CRFsuite writes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model"
        trainer.train(str(file))
        if not file.exists():
            raise IncognoteError("CRFsuite wrote no model; check that there is room for temporary files")
        found = read_crfsuite(file)
    rows = np.array([*map(int, found.attributes)], dtype=np.int64)
    shape = size, len(found.labels)
    weights = from_triples(rows[found.state_attributes], found.state_labels, found.state_weights, shape)
    return LinearModel(found.labels, weights, np.zeros(len(found.labels)), found.transitions)


def sequences(examples: Examples) -> Iterator[tuple[list[list[str]], Sequence[str]]]:
    """Each sentence as CRFsuite takes it, lists of features, whose names are their numbers; and its labels."""
    starts = examples.starts.tolist()
    for first, last in pairwise([*examples.sequences.tolist(), len(examples)]):
        flat = examples.features[starts[first] : starts[last]].tolist()
        yield _items(flat, starts[first : last + 1]), examples.labels[first:last]


def _items(flat: Sequence[int], starts: Iterable[int]) -> list[list[str]]:
    cuts = [*starts]
    return [[*map(str, flat[one - cuts[0] : two - cuts[0]])] for one, two in pairwise(cuts)]


def _trainer(iterations: int, progress: Progress) -> Any:
    from pycrfsuite import Trainer

    class Told(Trainer):  # type: ignore[misc]  # the package has no types
        def message(self, message: str) -> None:
            if found := _ITERATION.search(message):
                progress("training", int(found[1]), iterations)

    return Told("lbfgs", verbose=True)
