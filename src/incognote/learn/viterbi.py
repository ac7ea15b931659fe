"""The best labels of many sequences at once, given scores of labels at places and of label after label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from incognote.learn.chain import expected, side_by_side
from incognote.learn.kernels import compiled, pad

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints

    Scores: TypeAlias = npt.NDArray[np.floating[Any]]

_FLOOR = -40.0  # a transition that is less likely by this counts as that
_UNLIKELY = 7.0  # a label that is less likely than another by this power of e counts as impossible
_CELLS = 1 << 17  # labels x sequences side by side x labels: about what a core's cache holds


def gains_behind(transitions: Scores) -> Scores:
    """[top label, label]: how much a path may gain by the label in place of the top one, through the label behind it.

    A label is on no best path if the best path to it is worse than that to the top one by more than this.
    """
    gains: Scores = (transitions[None, :, :] - transitions[:, None, :]).max(axis=2)
    return gains.clip(min=0)  # the last of a sequence has none behind it


def slack(transitions: Scores) -> Scores:
    """[top label, label]: how much a path may gain by the label in place of the top one, through both neighbours."""
    return gains_behind(transitions) + gains_behind(transitions.T)


class Bonds(NamedTuple):
    """What compiled loops decode with: transitions, padded, and what may be gained behind."""

    transitions: Scores
    gains: Scores


def bonds_of(transitions: Scores) -> Bonds:
    return Bonds(pad(transitions), gains_behind(transitions))


class Factors(NamedTuple):
    """What compiled loops compute marginals with: factors of transitions and the same the other way round, padded.

    And by how much a label's score may be below that of the top one, [top label, label].
    """

    onward: Scores
    onto: Scores
    room: Scores


def factors_of(transitions: Scores) -> Factors:
    onward = np.exp(np.maximum(transitions - transitions.max(), _FLOOR))
    return Factors(pad(onward), pad(onward.T), slack(transitions) + _UNLIKELY)


def decode(emissions: Scores, transitions: Scores, starts: Ints, bonds: Bonds | None = None) -> Ints:
    """The label of each token on its sequence's best path; of equal ones the lowest label, as CRFsuite has it.

    `emissions` is [tokens, labels], `transitions` [label before, label], `starts` the first token of each sequence, in
    order, from 0. The loop is over places in a sequence, with the sequences of a batch side by side; it needs memory
    for a second array like `emissions`. The bonds of the transitions make it faster where they are at hand.
    """
    tokens, labels = emissions.shape
    if not tokens:
        return np.zeros(0, dtype=np.int64)
    if kernels := compiled():
        padded, gains = (table.astype(emissions.dtype, copy=False) for table in bonds or bonds_of(transitions))
        begins = _begins(starts, tokens)
        best: Ints = kernels.trace(*kernels.reach(emissions, padded, gains, begins), padded, begins)
        return best
    lengths = np.diff(starts, append=tokens)
    order = np.argsort(-lengths, kind="stable")  # long ones first, so that those still running are the first ones
    order = order[: np.count_nonzero(lengths)]
    batch = max(1, _CELLS // labels**2)
    best = np.empty(tokens, dtype=np.int64)
    totals = emissions.copy()
    transitions = transitions.astype(emissions.dtype, copy=False)
    for begin in range(0, len(order), batch):
        members = order[begin : begin + batch]
        _decode_batch(totals, transitions, starts[members], lengths[members], best)
    return best


def _decode_batch(totals: Scores, transitions: Scores, firsts: Ints, lengths: Ints, best: Ints) -> None:
    """Fill `best` for sequences in falling order of length. `totals` become those of the best paths to each place."""
    labels = totals.shape[1]
    running = np.searchsorted(-lengths, -np.arange(lengths[0])).tolist()  # how many sequences reach each place
    cells = np.empty(labels * running[0] * labels, dtype=totals.dtype)
    before = totals[firsts]
    for place in range(1, len(running)):
        count = running[place]
        sums = cells[: labels * count * labels].reshape(labels, count, labels)  # label before, sequence, label
        np.add(before[:count].T[:, :, None], transitions[:, None, :], out=sums)
        rows = firsts[:count] + place
        before = totals[rows] + sums.max(axis=0)
        totals[rows] = before
    onward = transitions.T
    following = np.empty(0, dtype=np.int64)
    for place in range(len(running) - 1, -1, -1):
        rows = firsts[: running[place]] + place
        scores = totals[rows]
        scores[: len(following)] += onward[following]  # the label after is known: the way back need not be kept
        following = scores.argmax(axis=1)
        best[rows] = following


def marginals(emissions: Scores, transitions: Scores, starts: Ints, factors: Factors | None = None) -> Scores:
    """How likely each label is at each token, [tokens, labels], by all labellings of its sequence.

    The factors of the transitions make it faster where they are at hand.
    """
    tokens, labels = emissions.shape
    if not tokens:
        return np.zeros((0, labels))
    if kernels := compiled():
        onward, onto, room = factors or factors_of(transitions)
        begins = _begins(starts, tokens)
        forward = kernels.forward(emissions, onward, room, begins)
        kernels.backward(*forward, onto, begins)
        return np.asarray(forward[1])
    lengths = np.diff(starts, append=tokens)
    kept = lengths.nonzero()[0]
    places = side_by_side(starts[kept], lengths[kept])
    likely = expected(emissions[places.order].astype(np.float32), transitions.astype(np.float32), places).labels
    chances = np.empty((tokens, labels))
    chances[places.order] = likely / likely.sum(axis=1, keepdims=True)
    return chances


def _begins(starts: Ints, tokens: int) -> npt.NDArray[np.bool_]:
    """Whether each token begins a sequence, and one more for the end."""
    begins = np.zeros(tokens + 1, dtype=bool)
    begins[starts] = True
    begins[[0, tokens]] = True
    return begins
