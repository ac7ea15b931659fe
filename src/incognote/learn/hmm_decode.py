"""Viterbi's search for the likeliest classes of sentences, many sentences a step.

A long sentence is searched as many pieces at once. The search of a piece starts some words before it, from scores that
may be wrong there: which class was likely is soon forgotten, most often after a few words. Where a piece starts, its
scores have to be those at the end of the piece before, bit by bit; then all are what one search would give. If they
aren't, one search is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.hmm_model import KINDS, Model

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.learn.hmm_model import Floats
    from incognote.types import Ints

    Bools = npt.NDArray[np.bool_]
    Sources = npt.NDArray[np.int16]

_BLOCK = 4096  # words that share their tables, which take some 25 MB with 30 classes; and the length of pieces
_RUN_UP = 256  # words before a piece at which its search starts


@dataclass(frozen=True, eq=False, repr=False)
class Sentences:
    """Words of sentences as forms, and where each sentence starts, with the end of the last."""

    forms: Ints
    starts: Ints

    @property
    def bounds(self) -> tuple[Ints, Ints]:
        """The first and the last word of each sentence that has any."""
        some = np.diff(self.starts) > 0
        return self.starts[:-1][some], self.starts[1:][some] - 1


@dataclass(frozen=True, eq=False, repr=False)
class Chances:
    """What a search needs: rows of the classes or tables (class before, class), each once for words that share it."""

    form_of: Ints
    opening: Floats  # to begin a sentence with this form
    firsts: Floats  # to begin a class with it
    leaving: Floats  # to end the class behind it
    closing: Floats  # to end the class and the sentence
    pair_of: Ints
    staying: Floats  # to go on with this form behind that one in the same class
    word_of: Ints
    changes: Floats  # to choose a class after this word


def decode(text: Sentences, known: Model, unknown: Model) -> tuple[Ints, Bools]:
    """The class of each word, and whether it begins there."""
    of = np.zeros(len(text.forms), dtype=np.int64)
    begun = np.zeros(len(text.forms), dtype=bool)
    first, last = text.bounds
    for block in _blocks(last - first + 1):
        lengths = (last - first + 1)[block]
        starts = np.append(0, lengths[:-1].cumsum())
        places = np.arange(lengths.sum()) + (first[block] - starts).repeat(lengths)
        of[places], begun[places] = _search(chances_of(text.forms[places], known, unknown), starts, lengths)
    return of, begun


def _blocks(lengths: Ints) -> Iterator[Ints]:
    """Sentences to search together, the longest first: neighbours, since they share words."""
    start, words = 0, lengths.cumsum()
    while start < len(lengths):
        gone = words[start - 1] if start else 0
        end = max(start + 1, int(np.searchsorted(words, gone + _BLOCK, side="right")))
        yield start + np.argsort(-lengths[start:end], kind="stable")
        start = end


def chances_of(forms: Ints, known: Model, unknown: Model) -> Chances:
    """All probabilities for these words, each computed once; the second model's where a word is unknown."""
    sizes = known.sizes
    inner = sizes.classes
    kinds, form_of = np.unique(forms, return_inverse=True)
    words, word_of = np.unique(kinds // KINDS, return_inverse=True)
    pairs, pair_of = np.unique(np.append(0, form_of[:-1]) * len(kinds) + form_of, return_inverse=True)
    previous, current = pairs // len(kinds), pairs % len(kinds)
    changes = either(known.next_class, unknown.next_class, words == sizes.unknown, words)
    strange = kinds // KINDS == sizes.unknown
    firsts = either(known.first_word, unknown.first_word, strange, kinds)
    leaving = either(known.next_word, unknown.next_word, strange, kinds, np.full_like(kinds, sizes.end_form))
    either_strange = strange[previous] | strange[current]
    staying = either(known.next_word, unknown.next_word, either_strange, kinds[previous], kinds[current])
    from_start = known.next_class(np.array([sizes.end]))[0, sizes.edge, :inner]
    return Chances(
        form_of=form_of,
        opening=from_start * firsts[:, sizes.edge],
        firsts=firsts[:, :inner],
        leaving=leaving,
        closing=leaving * changes[word_of, :inner, sizes.edge],
        pair_of=pair_of,
        staying=staying,
        word_of=word_of[form_of],
        changes=changes[:, :inner, :inner],
    )


def either(known: Callable[..., Floats], unknown: Callable[..., Floats], strange: Bools, *keys: Ints) -> Floats:
    """What the one model says of the keys, or the other of those that are strange."""
    found = known(*(key[~strange] for key in keys))
    out = np.empty((len(strange), *found.shape[1:]))
    out[~strange] = found
    out[strange] = unknown(*(key[strange] for key in keys))
    return out


def _search(chances: Chances, starts: Ints, lengths: Ints) -> tuple[Ints, Bools]:
    """Viterbi over sentences of falling lengths; `source` is the class before, -1 where a class goes on."""
    source = np.full((len(chances.form_of), chances.opening.shape[1]), -1, dtype=np.int16)
    scores = _scores_by_pieces(chances, int(lengths[0]), source) if lengths[0] > _BLOCK else None
    if scores is None:
        _, scores = _scores(chances, starts, lengths, source)
    final = (scores * chances.closing[chances.form_of[starts + lengths - 1]]).argmax(axis=1)
    return _trace(source, final, starts, lengths)


def _scores_by_pieces(chances: Chances, length: int, source: Sources) -> Floats | None:
    """The scores at the end of a sentence, unless a piece starts with other scores than the one before it ends with."""
    firsts = np.arange(0, length, _BLOCK)
    starts = np.maximum(firsts - _RUN_UP, 0)
    lengths = np.append(firsts[1:], length) - starts
    order = np.argsort(-lengths, kind="stable")
    early, last = _scores(chances, starts[order], lengths[order], source)
    place = np.argsort(order)
    return last[place[-1:]] if (early[place[1:]] == last[place[:-1]]).all() else None


def _scores(chances: Chances, starts: Ints, lengths: Ints, source: Sources) -> tuple[Floats, Floats]:
    """The scores behind the run-up of stretches and at their end.

    Lengths fall: at each step, the stretches that go on come first. Where they overlap, the earlier one comes later and
    so fills `source`. Scores are scaled, so that they don't vanish.
    """
    score = chances.opening[chances.form_of[starts]]
    early, last = np.zeros_like(score), np.zeros_like(score)
    going = [int(np.searchsorted(-lengths, -step)) for step in range(int(lengths[0]) + 1)]
    for step in range(len(going) - 1):
        now = starts[: going[step]] + step
        if step:
            source[now], score = _step(chances, now, score)
        if step == _RUN_UP - 1:
            early[: len(score)] = score
        done = slice(going[step + 1], going[step])
        last[done] = score[done]
        score = score[: going[step + 1]]
    return early, last


def _step(chances: Chances, now: Ints, score: Floats) -> tuple[Ints, Floats]:
    form, form_before = chances.form_of[now], chances.form_of[now - 1]
    changes = chances.changes[chances.word_of[now - 1]] * chances.firsts[form]
    changes *= (score * chances.leaving[form_before])[:, :, None]
    source = changes.argmax(axis=1)
    changed = np.take_along_axis(changes, source[:, None], axis=1)[:, 0]
    stayed = score * chances.staying[chances.pair_of[now]]
    score = np.maximum(changed, stayed)
    return np.where(changed > stayed, source, -1), score / score.max(axis=1, keepdims=True)


def _trace(source: Sources, final: Ints, starts: Ints, lengths: Ints) -> tuple[Ints, Bools]:
    """The class of each word and whether it begins there, from the last word of each sentence to its first."""
    of, begun = [0] * len(source), [False] * len(source)
    before = source.data  # word by word it is quicker than the array
    for start, length, current in zip(starts.tolist(), lengths.tolist(), final.tolist(), strict=True):
        for at in reversed(range(start, start + length)):
            of[at] = current
            if before[at, current] >= 0:
                begun[at] = True
                current = before[at, current]
        begun[start] = True
    return np.array(of, dtype=np.int64), np.array(begun, dtype=bool)
