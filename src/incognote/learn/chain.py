"""What a chain of labels expects: how likely each label is at each place of a sentence, and each label behind another.

The sentences of a batch lie side by side, place by place: first the first tokens of all, the longest sentence's first,
then the second tokens of those that have one, and so on. So each place is one product of matrices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints

    Singles = npt.NDArray[np.float32]

_FLOOR = np.float32(-40)  # two such factors and a chance of 1 in 1000 are still above the least single float


@dataclass(frozen=True)
class SideBySide:
    """Where the tokens of sentences lie when they are put side by side."""

    order: Ints
    """The token at each place, by its number when the sentences lie one behind the other."""
    slices: tuple[slice, ...]
    """The tokens at each place of the sentences."""
    before: Ints
    """Where the token before lies, for all tokens but the first ones of sentences."""

    @property
    def firsts(self) -> int:
        """How many sentences there are: their first tokens come first."""
        return len(self.order) - len(self.before)


def side_by_side(firsts: Ints, lengths: Ints) -> SideBySide:
    """Put sentences side by side that begin at `firsts`; none is empty."""
    longest_first = np.argsort(-lengths, kind="stable")
    firsts, lengths = firsts[longest_first], lengths[longest_first]
    running = np.searchsorted(-lengths, -np.arange(lengths[0])).tolist()  # how many sentences reach each place
    ends = np.cumsum(running).tolist()
    slices = tuple(slice(end - count, end) for end, count in zip(ends, running, strict=True))
    order = np.concatenate([firsts[:count] + place for place, count in enumerate(running)])
    befores = [
        np.arange(slices[place - 1].start, slices[place - 1].start + running[place]) for place in range(1, len(running))
    ]
    return SideBySide(order, slices, np.concatenate([np.zeros(0, dtype=np.int64), *befores]))


@dataclass(frozen=True)
class Expected:
    """What a model expects of the labels of sentences: `log_total` sums the scores of all labellings of each."""

    log_total: float
    labels: Singles
    pairs: Singles


def expected(scores: Singles, transitions: Singles, places: SideBySide) -> Expected:
    """The chances of labels at places, and the expected number of each label behind another.

    Everything is scaled to sum to 1 at each place, so that long sentences and large scores stay within range; a label
    whose chance is e^-40 of the best one's counts as that.
    """
    tops = scores.max(axis=1, keepdims=True)
    top = transitions.max()
    factors = np.exp(np.maximum(scores - tops, _FLOOR))
    onward = np.exp(np.maximum(transitions - top, _FLOOR))
    forward, scales = _forward(factors, onward, places)
    backward = np.ones_like(scores)
    factors /= scales  # from here on times what follows
    for here, before in zip(places.slices[:0:-1], places.slices[-2::-1], strict=True):
        factors[here] *= backward[here]
        np.matmul(factors[here], onward.T, out=backward[_part(before, here)])
    pairs = (forward[places.before].T @ factors[places.firsts :]) * onward
    log_total = np.log(scales.astype(np.float64)).sum() + tops.sum(dtype=np.float64) + float(top) * len(places.before)
    return Expected(float(log_total), forward * backward, pairs)


def _forward(factors: Singles, onward: Singles, places: SideBySide) -> tuple[Singles, Singles]:
    """The chance of each label given what comes before it, and what each place was divided by."""
    forward = factors.copy()
    scales = np.empty((len(factors), 1), dtype=factors.dtype)
    for number, here in enumerate(places.slices):
        if number:
            forward[here] *= forward[_part(places.slices[number - 1], here)] @ onward
        forward[here].sum(axis=1, keepdims=True, out=scales[here])
        forward[here] /= scales[here]
    return forward, scales


def _part(before: slice, here: slice) -> slice:
    """Of the tokens at the place before, those whose sentences go on."""
    return slice(before.start, before.start + here.stop - here.start)
