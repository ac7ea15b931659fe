"""The best labels of many sequences at once, given scores of labels at places and of label after label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from incognote.learn.kernels import compiled

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints

    Scores: TypeAlias = npt.NDArray[np.floating[Any]]

_CELLS = 1 << 17  # labels x sequences side by side x labels: about what a core's cache holds


def decode(emissions: Scores, transitions: Scores, starts: Ints) -> Ints:
    """The label of each token on its sequence's best path; of equal ones the lowest label, as CRFsuite has it.

    `emissions` is [tokens, labels], `transitions` [label before, label], `starts` the first token of each sequence, in
    order, from 0. The loop is over places in a sequence, with the sequences of a batch side by side; it needs memory
    for a second array like `emissions`.
    """
    tokens, labels = emissions.shape
    if not tokens:
        return np.zeros(0, dtype=np.int64)
    if kernels := compiled():
        labels_of_tokens: Ints = kernels[1](emissions, transitions.astype(emissions.dtype, copy=False), starts)
        return labels_of_tokens
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
