"""The best labels of many sequences at once, given scores of labels at places and of label after label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from incognote.learn.chain import expected, side_by_side
from incognote.learn.kernels import compiled

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints

    Scores: TypeAlias = npt.NDArray[np.floating[Any]]

_FLOOR = -40.0  # a transition that is less likely by this counts as that
_UNLIKELY = 7.0  # a label that is less likely than another by this power of e counts as impossible
_CELLS = 1 << 17  # labels x sequences side by side x labels: about what a core's cache holds


def slack(transitions: Scores) -> Scores:
    """[top label, label]: how much a path may gain by the label in place of the top one, through its neighbours.

    A label whose score at a token is lower than the top one's by more than this is on no best path.
    """
    before = (transitions.T[None, :, :] - transitions.T[:, None, :]).max(axis=2)
    behind = (transitions[None, :, :] - transitions[:, None, :]).max(axis=2)
    gains: Scores = before.clip(min=0) + behind.clip(min=0)  # at an edge of the sequence one side is missing
    return gains


def decode(emissions: Scores, transitions: Scores, starts: Ints, gains: Scores | None = None) -> Ints:
    """The label of each token on its sequence's best path; of equal ones the lowest label, as CRFsuite has it.

    `emissions` is [tokens, labels], `transitions` [label before, label], `starts` the first token of each sequence, in
    order, from 0. The loop is over places in a sequence, with the sequences of a batch side by side; it needs memory
    for a second array like `emissions`. `gains`, the slack of the transitions, make it faster where it is at hand.
    """
    tokens, labels = emissions.shape
    if not tokens:
        return np.zeros(0, dtype=np.int64)
    if kernels := compiled():
        room = (slack(transitions) if gains is None else gains).astype(emissions.dtype, copy=False)
        onto = np.ascontiguousarray(transitions.T, dtype=emissions.dtype)
        best: Ints = kernels.decode(emissions, onto, *kernels.candidates(emissions, room), _begins(starts, tokens))
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


def marginals(emissions: Scores, transitions: Scores, starts: Ints, gains: Scores | None = None) -> Scores:
    """How likely each label is at each token, [tokens, labels], by all labellings of its sequence."""
    tokens, labels = emissions.shape
    if not tokens:
        return np.zeros((0, labels))
    if kernels := compiled():
        onto = np.ascontiguousarray(np.exp(np.maximum(transitions - transitions.max(), _FLOOR)).T)
        room = (slack(transitions) if gains is None else gains) + _UNLIKELY
        found, begins = kernels.candidates(emissions, room), _begins(starts, tokens)
        factors, chances = kernels.forward(emissions, onto, *found, begins)
        kernels.backward(factors, chances, onto, *found, begins)
        return np.asarray(chances)
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
