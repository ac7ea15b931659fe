"""Viterbi's search for the likeliest classes of sentences, many sentences a step."""

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

_BLOCK = 4096  # words that share their tables; with 30 classes, these take some 25 MB


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
class _Chances:
    """What a search needs: for each word a row of the classes, and tables (class before, class) that words share."""

    opening: Floats  # to begin a sentence with this word
    staying: Floats  # to go on with this word in the same class
    leaving: Floats  # to end the class behind this word
    closing: Floats  # to end the class and the sentence
    changes: Floats  # to choose a class after a word
    change_of: Ints
    firsts: Floats  # to begin a class with a word
    first_of: Ints


def decode(text: Sentences, known: Model, unknown: Model) -> tuple[Ints, Bools]:
    """The class of each word, and whether it begins there."""
    of = np.zeros(len(text.forms), dtype=np.int64)
    begun = np.zeros(len(text.forms), dtype=bool)
    first, last = text.bounds
    for block in _blocks(last - first + 1):
        lengths = (last - first + 1)[block]
        starts = np.append(0, lengths[:-1].cumsum())
        places = np.arange(lengths.sum()) + (first[block] - starts).repeat(lengths)
        of[places], begun[places] = _search(_chances(text.forms[places], known, unknown), starts, lengths)
    return of, begun


def _blocks(lengths: Ints) -> Iterator[Ints]:
    """Sentences to search together, the longest first: neighbours, since they share words."""
    start, words = 0, lengths.cumsum()
    while start < len(lengths):
        gone = words[start - 1] if start else 0
        end = max(start + 1, int(np.searchsorted(words, gone + _BLOCK, side="right")))
        yield start + np.argsort(-lengths[start:end], kind="stable")
        start = end


def _chances(forms: Ints, known: Model, unknown: Model) -> _Chances:
    """All probabilities for these words, each computed once; the second model's where a word is unknown."""
    sizes = known.sizes
    inner = sizes.classes
    kinds, form_of = np.unique(forms, return_inverse=True)
    words, word_of = np.unique(kinds // KINDS, return_inverse=True)
    pairs, pair_of = np.unique(np.append(0, form_of[:-1]) * len(kinds) + form_of, return_inverse=True)
    previous, current = pairs // len(kinds), pairs % len(kinds)
    changes = _either(known.next_class, unknown.next_class, words == sizes.unknown, words)
    strange = kinds // KINDS == sizes.unknown
    firsts = _either(known.first_word, unknown.first_word, strange, kinds)
    leaving = _either(known.next_word, unknown.next_word, strange, kinds, np.full_like(kinds, sizes.end_form))
    either_strange = strange[previous] | strange[current]
    staying = _either(known.next_word, unknown.next_word, either_strange, kinds[previous], kinds[current])
    from_start = known.next_class(np.array([sizes.end]))[0, sizes.edge, :inner]
    return _Chances(
        opening=(from_start * firsts[:, sizes.edge])[form_of],
        staying=staying[pair_of],
        leaving=leaving[form_of],
        closing=(leaving * changes[word_of, :inner, sizes.edge])[form_of],
        changes=changes[:, :inner, :inner],
        change_of=word_of[form_of],
        firsts=firsts[:, :inner],
        first_of=form_of,
    )


def _either(known: Callable[..., Floats], unknown: Callable[..., Floats], strange: Bools, *keys: Ints) -> Floats:
    """What the one model says of the keys, or the other of those that are strange."""
    found = known(*(key[~strange] for key in keys))
    out = np.empty((len(strange), *found.shape[1:]))
    out[~strange] = found
    out[strange] = unknown(*(key[strange] for key in keys))
    return out


def _search(chances: _Chances, starts: Ints, lengths: Ints) -> tuple[Ints, Bools]:
    """Viterbi over sentences of falling lengths: at each step, those that go on come first.

    Scores are scaled at each step, so that they don't vanish; `source` is the class before, -1 where a class goes on.
    """
    source = np.full(chances.staying.shape, -1, dtype=np.int64)
    final = np.zeros(len(starts), dtype=np.int64)
    score = chances.opening[starts]
    going = [int(np.searchsorted(-lengths, -step)) for step in range(int(lengths[0]) + 1)]
    for step in range(len(going) - 1):
        now = starts[: going[step]] + step
        if step:
            source[now], score = _step(chances, now, score)
        done = slice(going[step + 1], going[step])
        final[done] = (score[done] * chances.closing[now[done]]).argmax(axis=1)
        score = score[: going[step + 1]]
    return _trace(source, final, starts, going)


def _step(chances: _Chances, now: Ints, score: Floats) -> tuple[Ints, Floats]:
    changes = chances.changes[chances.change_of[now - 1]] * chances.firsts[chances.first_of[now]]
    changes *= (score * chances.leaving[now - 1])[:, :, None]
    source = changes.argmax(axis=1)
    changed = np.take_along_axis(changes, source[:, None], axis=1)[:, 0]
    stayed = score * chances.staying[now]
    score = np.maximum(changed, stayed)
    return np.where(changed > stayed, source, -1), score / score.max(axis=1, keepdims=True)


def _trace(source: Ints, final: Ints, starts: Ints, going: list[int]) -> tuple[Ints, Bools]:
    of = np.zeros(len(source), dtype=np.int64)
    begun = np.zeros(len(source), dtype=bool)
    for step in reversed(range(len(going) - 1)):
        now, current = starts[: going[step]] + step, final[: going[step]]
        before = source[now, current]
        of[now], begun[now] = current, before >= 0
        final[: going[step]] = np.where(before >= 0, before, current)
    begun[starts] = True
    return of, begun
