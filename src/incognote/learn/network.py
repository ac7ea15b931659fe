"""A network of winnows whose features and labels have names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.checks import all_within, are_names, are_texts, require
from incognote.learn.learner import State
from incognote.learn.reasons import Reasons
from incognote.learn.winnow import Active, Winnow, activations, log_probabilities

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.learn.winnow import Floats
    from incognote.types import Ints

    Bools = npt.NDArray[np.bool_]

_UNKNOWN = -1


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Examples:
    """The active features of examples as places in a list of names. Each name is there once; not all need be active."""

    names: Sequence[str]
    active: Active

    def __len__(self) -> int:
        return len(self.active)

    def __repr__(self) -> str:
        return f"Examples({len(self)})"

    def only(self, which: Bools) -> Examples:
        """Those examples that are wanted."""
        counts = np.diff(self.active.starts)
        features = self.active.features[np.repeat(which, counts)]
        return Examples(self.names, Active(features, np.append(0, np.cumsum(counts[which]))))


def examples_of(rows: Iterable[Iterable[str]]) -> Examples:
    """Examples from the names of the features of each."""
    ids: dict[str, int] = {}
    lists = [[ids.setdefault(name, len(ids)) for name in names] for names in rows]
    starts = np.cumsum([0, *map(len, lists)])
    features = np.fromiter(chain.from_iterable(lists), dtype=np.int64, count=int(starts[-1]))
    return Examples(list(ids), Active(features, starts))


@dataclass(frozen=True, eq=False, repr=False)
class Network:
    """Linear units, one a label, and the number of each feature that they know; weights are features x labels."""

    features: Mapping[str, int]
    labels: Sequence[str]
    weights: Floats

    def __repr__(self) -> str:
        return f"Network({len(self.features)} features, {len(self.labels)} labels)"

    def sums(self, examples: Examples) -> Floats:
        """What the unit of each label sums up for each example. Features that were not learned don't count."""
        known = map(self.features.get, examples.names, repeat(_UNKNOWN))
        numbers = np.fromiter(known, dtype=np.int64, count=len(examples.names))
        return activations(self.weights, _renumbered(examples.active, numbers))

    def log_probabilities(self, examples: Examples) -> Floats:
        """How probable each label is for each example."""
        return log_probabilities(self.sums(examples))

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


def from_state(state: State, label: str) -> Network:
    """The network of which this is the state; `label` is one that it must have."""
    features, labels = state.texts["features"], state.texts["labels"]
    require(are_texts(features) and are_names(labels) and label in labels)
    rows, columns = (state.arrays[name].astype(np.int64, casting="safe") for name in ("features", "labels"))
    values = state.arrays["weights"].astype(np.float64, casting="safe")
    require(all_within(rows, len(features)) and all_within(columns, len(labels)))
    require(rows.shape == columns.shape == values.shape and bool(np.isfinite(values).all()))
    weights = np.zeros((len(features), len(labels)))
    weights[rows, columns] = values
    return Network(_numbered(features), labels, weights)


def learn(winnow: Winnow, examples: Examples, labels: Sequence[str], names: Sequence[str]) -> Network:
    """A network for labels of these names, from examples and the label of each."""
    active = examples.active
    seen = np.bincount(active.features, minlength=len(examples.names))
    first_sight = np.zeros(len(seen), dtype=np.int64)
    first_sight[active.features[::-1]] = np.arange(len(active.features))[::-1]  # of several, the last one stays
    (kept,) = (seen >= winnow.seen).nonzero()
    kept = kept[np.argsort(first_sight[kept])]
    numbers = np.full(len(seen), _UNKNOWN)
    numbers[kept] = np.arange(len(kept))
    features = _numbered(examples.names[number] for number in kept.tolist())
    label_of = _numbered(names)
    units = np.array([label_of[label] for label in labels], dtype=np.int64)
    return Network(features, names, winnow.fit(_renumbered(active, numbers), units, len(features), len(names)))


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def _renumbered(active: Active, numbers: Ints) -> Active:
    """The same examples with other numbers for their features; those that are unknown fall away."""
    features = numbers[active.features]
    known = features != _UNKNOWN
    return Active(features[known], np.append(0, np.cumsum(known))[active.starts])
