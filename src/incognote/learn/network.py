"""A network of winnows whose features and labels have names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, compress
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.learner import State
from incognote.learn.reasons import Reasons
from incognote.learn.winnow import Active, Winnow, activations, log_probabilities

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.learn.winnow import Floats


@dataclass(frozen=True, eq=False, repr=False)
class Network:
    """Linear units, one a label, and the number of each feature that they know; weights are features x labels."""

    features: Mapping[str, int]
    labels: Sequence[str]
    weights: Floats

    def __repr__(self) -> str:
        return f"Network({len(self.features)} features, {len(self.labels)} labels)"

    def log_probabilities(self, examples: Iterable[Iterable[str]]) -> Floats:
        """How probable each label is for each example. Features that were not learned don't count."""
        known = self.features
        active = _active([known[name] for name in names if name in known] for names in examples)
        return log_probabilities(activations(self.weights, active))

    def reasons(self, example: Iterable[str], label: str, other: str) -> Reasons:
        """How much each feature of an example speaks for a label rather than for another, the heaviest first."""
        if label not in self.labels:
            return []
        one, two = self.labels.index(label), self.labels.index(other)
        rows = [(name, self.weights[self.features[name]]) for name in example if name in self.features]
        found = [(name, float(row[one] - row[two])) for name, row in rows]
        return sorted((reason for reason in found if reason[1]), key=lambda reason: (-abs(reason[1]), reason[0]))

    def state(self) -> State:
        features, labels = self.weights.nonzero()
        links: dict[str, npt.NDArray[np.generic]] = {
            "features": features.astype(np.int32),
            "labels": labels.astype(np.int16),
            "weights": self.weights[features, labels],
        }
        return State(links, {"features": list(self.features), "labels": list(self.labels)})


def from_state(state: State) -> Network:
    texts, links = state.texts, state.arrays
    weights = np.zeros((len(texts["features"]), len(texts["labels"])))
    weights[links["features"].astype(np.int64), links["labels"].astype(np.int64)] = links["weights"]
    return Network(_numbered(texts["features"]), texts["labels"], weights)


def learn(winnow: Winnow, examples: Iterable[Iterable[str]], labels: Sequence[str], names: Sequence[str]) -> Network:
    """A network for labels of these names, from examples and the label of each; an example is its features' names."""
    ids: dict[str, int] = {}
    active = _active([ids.setdefault(feature, len(ids)) for feature in example] for example in examples)
    kept = np.bincount(active.features, minlength=len(ids)) >= winnow.seen
    features = _numbered(compress(ids, kept.tolist()))
    numbers = _numbered(names)
    units = np.array([numbers[label] for label in labels], dtype=np.int64)
    return Network(features, names, winnow.fit(_only(active, kept), units, len(features), len(names)))


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def _active(rows: Iterable[list[int]]) -> Active:
    lists = list(rows)
    starts = np.cumsum([0, *map(len, lists)])
    return Active(np.fromiter(chain.from_iterable(lists), dtype=np.int64, count=int(starts[-1])), starts)


def _only(active: Active, kept: npt.NDArray[np.bool_]) -> Active:
    """The features that are kept, numbered anew in their order."""
    stays = kept[active.features]
    starts = np.append(0, np.cumsum(stays))[active.starts]
    return Active((np.cumsum(kept) - 1)[active.features[stays]], starts)
