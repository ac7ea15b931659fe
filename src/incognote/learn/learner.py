"""What all learners have in common: they learn labels of tokens from readings, and give labels to a reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

from incognote.learn.reading import Reading

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from incognote.learn.reasons import Explain

Labels = Sequence[str]
Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, repr=False)
class State:
    """What a learner has learned, as arrays and lists of texts: nothing in it runs when it is loaded."""

    arrays: Mapping[str, npt.NDArray[np.generic]] = field(default_factory=dict)
    texts: Mapping[str, Any] = field(default_factory=dict)

    def part(self, name: str) -> State:
        """The state of a part of a learner, put in by `within`."""
        return State(_without_prefix(self.arrays, name), _without_prefix(self.texts, name))

    def within(self, name: str) -> State:
        """This state as that of a part."""
        return State(_with_prefix(self.arrays, name), _with_prefix(self.texts, name))

    def __or__(self, other: State) -> State:
        return State({**self.arrays, **other.arrays}, {**self.texts, **other.texts})


class Learner(Protocol):
    """`__init__` only stores settings: a recipe's words about a tagger."""

    def __init__(self, settings: Mapping[str, Any]) -> None: ...

    def fit(self, readings: Sequence[Reading], labels: Sequence[Labels], progress: Progress) -> Self: ...

    def predict(self, reading: Reading) -> Labels: ...

    def explained(self, reading: Reading) -> Explain: ...

    def state(self) -> State: ...

    def restore(self, state: State) -> Self: ...


@runtime_checkable
class Weighing(Protocol):
    """A learner that tells how likely labels are."""

    @property
    def labels(self) -> Labels: ...

    def marginals(self, reading: Reading) -> npt.NDArray[np.float64]:
        """[tokens, labels]"""
        ...

    def weighed(self, reading: Reading) -> tuple[Labels, npt.NDArray[np.float64]]:
        """The labels of a note's tokens, and how likely each token is PHI."""
        ...


def no_progress(what: str, done: int, of: int) -> None:
    """Tells nobody."""


def _with_prefix(table: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {f"{name}/{key}": value for key, value in table.items()}


def _without_prefix(table: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key.removeprefix(f"{name}/"): value for key, value in table.items() if key.startswith(f"{name}/")}
