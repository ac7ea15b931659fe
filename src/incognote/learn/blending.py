"""Probabilities of labels to spans: several opinions become one, and the best labels that make spans are taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from incognote.labels import LABELS
from incognote.learn import viterbi
from incognote.learn.bio import OUTSIDE, entries
from incognote.types import Span

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Tokens

    Floats = npt.NDArray[np.floating]

BIO_LABELS = (OUTSIDE, *(f"{prefix}-{label}" for label in LABELS for prefix in "BI"))
_LEAST = 1e-6
_NEVER = -1e4
_NO_END = frozenset(',;:!?"“”([')
_NO_BEGINNING = frozenset(',;:!?"“”.)]')


def in_order(labels: Sequence[str], chances: Floats) -> Floats:
    """Probabilities with a column for each of our labels, in their order."""
    columns = [BIO_LABELS.index(label) for label in labels]
    ordered = np.zeros((len(chances), len(BIO_LABELS)))
    ordered[:, columns] = chances
    return ordered


def blended(opinions: Sequence[Floats], weights: Sequence[float]) -> Floats:
    """One opinion of several: their logarithms are added by weight."""
    total = sum(weight * np.log(np.maximum(one, _LEAST)) for one, weight in zip(opinions, weights, strict=True))
    raised = np.exp(total - np.max(total, axis=1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=1, keepdims=True)
    return shares


def decoded(chances: Floats, leaning: Mapping[str, float], level: Sequence[int] = ()) -> list[str]:
    """The label of each token on the best path on which I- follows only its own.

    `leaning` is added to the logarithms of labels, by their names without prefix; "O" is the outside. It says whether a
    token is PHI; which PHI it is the likeliest label says. Tokens of `level` don't lean.
    """
    leanings = _leanings(tuple(sorted(leaning.items())))
    plain = np.log(np.maximum(chances, _LEAST))
    scores = plain + leanings
    scores[:, 1:] = plain[:, 1:] + (scores[:, 1:].max(axis=1) - plain[:, 1:].max(axis=1))[:, None]
    scores[list(level)] = plain[list(level)]
    active = scores.argmax(axis=1) != 0
    active[:-1] |= active[1:].copy()  # what leads to a span is decided with it
    places = active.nonzero()[0]
    found = np.zeros(len(chances), dtype=np.int64)
    if len(places):
        firsts = np.append(0, (np.diff(places) > 1).nonzero()[0] + 1)
        scores[places[firsts], 2::2] = _NEVER  # nothing goes on that hasn't begun
        found[places] = viterbi.decode(scores[places], _transitions(), firsts, _bonds())
    return [BIO_LABELS[number] for number in found.tolist()]


@cache
def _leanings(leaning: tuple[tuple[str, float], ...]) -> Floats:
    amounts = dict(leaning)
    return np.array([amounts.get(label if label == OUTSIDE else label[2:], 0.0) for label in BIO_LABELS])


@cache
def _transitions() -> Floats:
    """[label before, label]: nothing, or never."""
    table = np.zeros((len(BIO_LABELS), len(BIO_LABELS)))
    for number, label in enumerate(BIO_LABELS):
        if label.startswith("I-"):
            table[:, number] = _NEVER
            table[[number - 1, number], number] = 0
    return table


@cache
def _bonds() -> viterbi.Bonds:
    return viterbi.bonds_of(_transitions())


def scored_spans(labels: Sequence[str], tokens: Tokens, chances: Floats, source: str) -> list[Span]:
    """The spans of labels, each with the mean chance of its tokens to be PHI as its score.

    Marks that no PHI begins or ends with are left outside: the comma behind a name.
    """
    found = []
    words = tokens.vocabulary.word
    for first, last, name in entries(labels):
        while first < last and words(tokens.ids.item(last - 1))[0] in _NO_END:
            last -= 1
        while first < last and words(tokens.ids.item(first))[0] in _NO_BEGINNING:
            first += 1
        if first < last:
            score = float(1 - chances[first:last, 0].mean())
            found.append(Span(tokens.starts.item(first), tokens.ends.item(last - 1), name, score, source))
    return found
