"""The probabilities of IdentiFinder's hidden Markov model, each smoothed down its chain of back-offs.

A name class is chosen after the class and the word before it; its first word after the two classes; each further word
after the word before it in the class, until the word `+end+` closes the class. The chains are the paper's:

    Pr(NC | NC-1, w-1) -> Pr(NC | NC-1) -> Pr(NC) -> 1 / classes
    Pr(<w,f>first | NC, NC-1) -> Pr(<w,f> | +begin+, NC) -> Pr(<w,f> | NC) -> Pr(w | NC) Pr(f | NC) -> 1/|V| 1/|F|
    Pr(<w,f> | <w,f>-1, NC) -> Pr(<w,f> | NC) -> Pr(w | NC) Pr(f | NC) -> 1/|V| 1/|F|

Words come as numbers, a word with its feature as one number (a *form*), classes as columns of the results.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.hmm_words import FEATURES

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Ints

    Floats = npt.NDArray[np.float64]

KINDS = len(FEATURES)


@dataclass(frozen=True)
class Sizes:
    """How many classes and words there are. One more class stands for a sentence's start (as the class before) and end
    (as the class behind); one more word for all unknown ones, another for `+end+`, which has no feature."""

    classes: int
    words: int

    @property
    def edge(self) -> int:
        return self.classes

    @property
    def unknown(self) -> int:
        return self.words

    @property
    def end(self) -> int:
        return self.words + 1

    @property
    def end_form(self) -> int:
        return self.end * KINDS

    @property
    def forms(self) -> int:
        return self.end_form + 1


@dataclass(frozen=True, eq=False, repr=False)
class Events:
    """What was seen, a row a kind of event, its last column how often.

    `changes`: class before, word before, class. `firsts`: class before, class, form. `nexts`: class, form before, form.
    """

    changes: Ints
    firsts: Ints
    nexts: Ints


class Counts:
    """How often each column was seen with each key: kept sparse, given out in dense rows."""

    def __init__(self, keys: Ints, columns: Ints, seen: Ints, width: int) -> None:
        cells, place = np.unique(keys * width + columns, return_inverse=True)
        self.width = width
        self._keys, self._starts = np.unique(cells // width, return_index=True)
        self._ends = np.append(self._starts[1:], len(cells))
        self._columns = cells % width
        self._seen = np.bincount(place, seen, len(cells))
        self.totals: Floats = np.bincount(self._columns, self._seen, width).astype(np.float64)  # seen in each column
        self.kinds: Floats = np.bincount(self._columns, minlength=width).astype(np.float64)  # keys seen in each column

    def rows(self, keys: Ints) -> Floats:
        out = np.zeros((len(keys), self.width))
        if len(self._keys):
            place = np.searchsorted(self._keys, keys).clip(max=len(self._keys) - 1)
            (found,) = (self._keys[place] == keys).nonzero()
            starts, lengths = self._starts[place[found]], (self._ends - self._starts)[place[found]]
            skipped = starts - np.append(0, lengths[:-1].cumsum())
            cells = np.arange(lengths.sum()) + skipped.repeat(lengths)
            out[found.repeat(lengths), self._columns[cells]] = self._seen[cells]
        return out


def blend(
    seen: Floats | float, total: Floats, kinds: Floats, lower: Floats | float, older: Floats | float = 0.0
) -> Floats:
    """What was seen out of a total, with the model below for the rest.

    The trust in a model is the paper's (1 - old c(Y) / c(Y)) / (1 + unique outcomes of Y / c(Y)), where old c(Y) is the
    total of the model above, which has had its say.
    """
    some = np.maximum(total, 1)
    trust = (total - older) / (some + kinds)
    return (trust / some) * seen + (1 - trust) * lower


class Model:
    """The three probabilities, each for all classes at once."""

    def __init__(self, sizes: Sizes, events: Events) -> None:
        self.sizes = sizes
        classes, edge = sizes.classes, sizes.edge + 1
        before, word, into, seen = events.changes.T
        self._after_word = Counts(word * edge + before, into, seen, edge)
        self._word_before = Counts(word, before, seen, edge)
        self._after_class = Counts(before, into, seen, edge).rows(np.arange(edge))

        before, of, form, seen = events.firsts.T
        self._after_classes = Counts(form * classes + of, before, seen, edge)
        self._after_begin = Counts(form, of, seen, classes)
        of_classes = Counts(form, of * edge + before, seen, classes * edge)
        self._begun = of_classes.totals.reshape(classes, edge)
        self._begun_kinds = of_classes.kinds.reshape(classes, edge)

        inside, previous, following, times = events.nexts.T
        self._pairs = Counts(previous * sizes.forms + following, inside, times, classes)
        self._previous = Counts(previous, inside, times, classes)
        self._previous_kinds = Counts(previous, inside, np.ones_like(times), classes)

        forms, columns = np.append(form, following), np.append(of, inside)
        counts = np.append(seen, times)
        words = forms != sizes.end_form
        self._forms = Counts(forms, columns, counts, classes)
        self._words = Counts(forms // KINDS, columns, counts, classes)
        self._features = Counts(forms[words] % KINDS, columns[words], counts[words], classes)

    def next_class(self, words: Ints) -> Floats:
        """Pr(NC | NC-1, w-1) for each w-1: a table of NC-1 (down) and NC (across)."""
        edge = self.sizes.edge + 1
        alone = self._after_class.sum(axis=0)
        class_total, class_kinds = _total(self._after_class), _kinds(self._after_class)
        lowest = blend(alone, _total(alone), _kinds(alone), 1 / edge, class_total)
        without_word = blend(self._after_class, class_total, class_kinds, lowest)
        out = np.broadcast_to(without_word, (len(words), edge, edge)).copy()
        times = self._word_before.rows(words)
        row, before = times.nonzero()  # few: a word is seen in few classes
        seen, total = self._after_word.rows(words[row] * edge + before), times[row, before][:, None]
        lower = blend(self._after_class[before], class_total[before], class_kinds[before], lowest[before], total)
        out[row, before] = blend(seen, total, _kinds(seen), lower)
        return out

    def first_word(self, forms: Ints) -> Floats:
        """Pr(<w,f>first | NC, NC-1) for each <w,f>: a table of NC-1 (down) and NC (across)."""
        begin, begin_kinds = self._after_begin.totals, self._after_begin.kinds
        end = np.array([self.sizes.end_form])
        lowest = self.any_word(forms, begin) / (1 - self.any_word(end, begin))  # no class is empty
        unseen = blend(0.0, begin[:, None], begin_kinds[:, None], 1.0, self._begun)
        unseen = blend(0.0, self._begun, self._begun_kinds, unseen)
        out = unseen.T * lowest[:, None]
        times = self._after_begin.rows(forms)
        row, of = times.nonzero()  # few: a word begins few classes
        total, kinds = self._begun[of], self._begun_kinds[of]
        lower = blend(
            times[row, of][:, None], begin[of][:, None], begin_kinds[of][:, None], lowest[row, of][:, None], total
        )
        out[row, :, of] = blend(self._after_classes.rows(forms[row] * self.sizes.classes + of), total, kinds, lower)
        return out

    def next_word(self, previous: Ints, forms: Ints) -> Floats:
        """Pr(<w,f> | <w,f>-1, NC) for each pair: a row of NC."""
        total = self._previous.rows(previous)
        seen = self._pairs.rows(previous * self.sizes.forms + forms)
        return blend(seen, total, self._previous_kinds.rows(previous), self.any_word(forms, total))

    def any_word(self, forms: Ints, older: Floats) -> Floats:
        """Pr(<w,f> | NC) for each <w,f>: a row of NC. Word and feature are each smoothed before they are multiplied."""
        total = self._forms.totals
        word = blend(self._words.rows(forms // KINDS), total, self._words.kinds, 1 / (self.sizes.end + 1))
        feature = blend(self._features.rows(forms % KINDS), self._features.totals, self._features.kinds, 1 / KINDS)
        feature[forms == self.sizes.end_form] = 1.0
        return blend(self._forms.rows(forms), total, self._forms.kinds, word * feature, older)


def _total(seen: Floats) -> Floats:
    total: Floats = seen.sum(axis=-1, keepdims=True)
    return total


def _kinds(seen: Floats) -> Floats:
    return _total((seen > 0).astype(np.float64))
