"""IdentiFinder: a hidden Markov model with a bigram language model in each name class.

After Bikel, Schwartz and Weischedel 1999, "An algorithm that learns what's in a name". Words keep their case. Where a
word of a bigram is unknown, a second model answers: each half of the training text, read with the words of the other
half alone, has taught it what unknown words do amid known ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Self

import numpy as np

from incognote.learn.checks import are_names, require
from incognote.learn.hmm_decode import Sentences, decode
from incognote.learn.hmm_model import KINDS, Events, Model, Sizes
from incognote.learn.hmm_reasons import explained
from incognote.learn.hmm_words import FEATURES, FIRST_WORD, word_feature

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.learn.hmm_decode import Bools
    from incognote.learn.reasons import Explain
    from incognote.types import Ints

_OUTSIDE = "O"
_TABLES = ("changes", "firsts", "nexts")
_FEATURE_IDS = {feature: number for number, feature in enumerate(FEATURES)}


@dataclass(frozen=True, eq=False, repr=False)
class Hmm:
    """A trained model. Of the classes the first is NOT-A-NAME."""

    words: Sequence[str]
    classes: Sequence[str]
    known: Events
    unknown: Events

    def __repr__(self) -> str:
        return f"Hmm({len(self.words)} words, {len(self.classes)} classes)"

    @classmethod
    def fit(cls, sentences: Sequence[Sequence[str]], tags: Sequence[Sequence[str]]) -> Self:
        """Learn from sentences whose words are tagged `B-X`, `I-X` or `O`."""
        words = sorted(set(chain.from_iterable(sentences)))
        classes = [_OUTSIDE, *sorted({tag[2:] for tag in chain.from_iterable(tags) if tag != _OUTSIDE})]
        sizes = Sizes(len(classes), len(words))
        text = _encode(sentences, _numbered(words))
        of, begun = _states(tags, text.starts, classes)
        strange = _unknown_to_the_other_half(text)
        held_out = Sentences(np.where(strange, sizes.unknown * KINDS + text.forms % KINDS, text.forms), text.starts)
        return cls(words, classes, _events(text, of, begun, sizes), _events(held_out, of, begun, sizes))

    def predict(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """The likeliest tags of the words of each sentence."""
        text = _encode(sentences, self._numbers)
        of, begun = decode(text, *self._models)
        names = [_OUTSIDE, *(f"I-{name}" for name in self.classes[1:]), *(f"B-{name}" for name in self.classes[1:])]
        opened = begun & (of > 0)
        tags = [names[at] for at in np.where(opened, of + len(self.classes) - 1, of).tolist()]
        return [tags[start:end] for start, end in zip(text.starts[:-1].tolist(), text.starts[1:].tolist(), strict=True)]

    def explained(self, sentences: Sequence[Sequence[str]]) -> Explain:
        """Why each word, counted through all sentences, has its tag."""
        text = _encode(sentences, self._numbers)
        return explained(text, *decode(text, *self._models), *self._models)

    @cached_property
    def _models(self) -> tuple[Model, Model]:
        sizes = Sizes(len(self.classes), len(self.words))
        return Model(sizes, self.known), Model(sizes, self.unknown)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return _numbered(self.words)

    def strings(self) -> dict[str, list[str]]:
        """What is to be stored as text."""
        return {"words": list(self.words), "classes": list(self.classes)}

    def arrays(self) -> dict[str, Ints]:
        """What is to be stored as numbers."""
        return {f"{model}_{table}": getattr(getattr(self, model), table) for model, table in _names()}

    @classmethod
    def from_arrays(cls, strings: Mapping[str, Sequence[str]], arrays: Mapping[str, npt.NDArray[np.generic]]) -> Self:
        """The model of which these were stored."""
        words, classes = strings["words"], strings["classes"]
        require(are_names(words) and are_names(classes))
        sizes = Sizes(len(classes), len(words))
        tables = [arrays[f"{model}_{table}"].astype(np.int64, casting="safe") for model, table in _names()]
        require(all(_fits(table, name, sizes) for table, (_, name) in zip(tables, _names(), strict=True)))
        return cls(words, classes, Events(*tables[:3]), Events(*tables[3:]))


def _names() -> list[tuple[str, str]]:
    return [(model, table) for model in ("known", "unknown") for table in _TABLES]


def _fits(table: Ints, name: str, sizes: Sizes) -> bool:
    """Whether each column of a table of events has numbers that it may have."""
    limits = {
        "changes": (sizes.edge + 1, sizes.end + 1, sizes.edge + 1),
        "firsts": (sizes.edge + 1, sizes.classes, sizes.end_form),
        "nexts": (sizes.classes, sizes.end_form, sizes.forms),
    }[name]
    if table.ndim != 2 or table.shape[1] != len(limits) + 1 or (table < 0).any():
        return False
    return bool((table[:, :-1] < np.array(limits)).all())


def _numbered(words: Sequence[str]) -> dict[str, int]:
    return {word: number for number, word in enumerate(words)}


def _encode(sentences: Sequence[Sequence[str]], numbers: Mapping[str, int]) -> Sentences:
    """Sentences as forms: the number of each word with its feature's; words without a number are unknown."""
    forms = {
        word: numbers.get(word, len(numbers)) * KINDS + _FEATURE_IDS[word_feature(word)]
        for word in dict.fromkeys(chain.from_iterable(sentences))
    }
    lengths = [len(sentence) for sentence in sentences]
    starts = np.append(0, np.cumsum(lengths, dtype=np.int64))
    flat = np.fromiter((forms[word] for sentence in sentences for word in sentence), np.int64, int(starts[-1]))
    first = starts[:-1][np.diff(starts) > 0]
    plain = flat[first] % KINDS > FIRST_WORD
    flat[first[plain]] += FIRST_WORD - flat[first[plain]] % KINDS
    return Sentences(flat, starts)


def _states(tags: Sequence[Sequence[str]], starts: Ints, classes: Sequence[str]) -> tuple[Ints, Bools]:
    """The class of each word, and whether it begins there: after `B-`, or where the class before is another."""
    numbers = _numbered(classes)
    flat = list(chain.from_iterable(tags))
    of = np.array([0 if tag == _OUTSIDE else numbers[tag[2:]] for tag in flat], dtype=np.int64)
    begun = np.array([tag.startswith("B-") for tag in flat], dtype=bool)
    begun[1:] |= of[1:] != of[:-1]
    begun[starts[:-1][np.diff(starts) > 0]] = True
    return of, begun


def _unknown_to_the_other_half(text: Sentences) -> Bools:
    """Which words don't occur in that half of the sentences that they aren't in."""
    words = text.forms // KINDS
    middle = text.starts[len(text.starts) // 2]
    return np.append(~np.isin(words[:middle], words[middle:]), ~np.isin(words[middle:], words[:middle]))


def _events(text: Sentences, of: Ints, begun: Bools, sizes: Sizes) -> Events:
    """What happens in tagged sentences: changes of class, first words, next words."""
    forms, (first, last) = text.forms, text.bounds
    words = forms // KINDS
    before, word_before = np.roll(of, 1), np.roll(words, 1)
    before[first], word_before[first] = sizes.edge, sizes.end
    changes = [np.column_stack([before, word_before, of])[begun]]
    changes.append(np.column_stack([of[last], words[last], np.full(len(last), sizes.edge)]))
    following = np.roll(forms, -1)
    following[np.roll(begun, -1)] = sizes.end_form
    following[last] = sizes.end_form
    return Events(
        _counted(np.concatenate(changes)),
        _counted(np.column_stack([before, of, forms])[begun]),
        _counted(np.column_stack([of, forms, following])),
    )


def _counted(rows: Ints) -> Ints:
    """Distinct rows, and behind each how often it occurs."""
    distinct, times = np.unique(rows, axis=0, return_counts=True)
    return np.column_stack([distinct, times])
