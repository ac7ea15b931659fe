"""SNoW as it recognises entities: winnows over words and phrases, then one consistent reading of each sentence.

Roth and Yih (2002) are given the bounds of entities; here they have to be found. In the first step a network over words
marks what begins and what continues an entity, and leans towards yes; a second one gives each phrase found so a
distribution over types, of which "none" is one. It learns from phrases that networks of other folds found, so that it
knows what is found in vain.

The second step weighs relations. No corpus marks them, so they are read off the entities themselves: between two
phrases that follow one another in a sentence holds the relation named by their types in order ("DOCTOR HOSPITAL");
pairs of types that are rare share one. A third network tells relations from the words between and around the two. A
relation demands its types of its arguments; of the labellings that obey, the sentence gets the most probable one.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn import network
from incognote.learn.bio import OUTSIDE, entries
from incognote.learn.checks import require
from incognote.learn.consistent import most_probable
from incognote.learn.learner import Labels, Progress, State, no_progress
from incognote.learn.network import Examples, Network, examples_of
from incognote.learn.reasons import Reasons
from incognote.learn.snow_features import (
    Columns,
    Phrase,
    Sentence,
    columns,
    phrase_features,
    relation_features,
)
from incognote.learn.snow_names import shown
from incognote.learn.snow_words import examples_of_words
from incognote.learn.winnow import Winnow

if TYPE_CHECKING:
    from incognote.learn.winnow import Floats
    from incognote.types import Ints

NONE, RARE = "none", "rare"
_FOLDS = 3
_WORDS, _PHRASES, _RELATIONS = Winnow(), Winnow(margin=2.0), Winnow(margin=1.0)

Types = dict[Phrase, str]


@dataclass(frozen=True, slots=True)
class Settings:
    """How the networks learn. The margins, `lean` and `rare` were chosen on authors kept apart for it."""

    words: Winnow = _WORDS
    phrases: Winnow = _PHRASES
    relations: Winnow = _RELATIONS
    lean: float = 0.5
    """What is taken from the log-probability that a word is outside, so that more phrases are found."""
    rare: int = 20
    """Pairs of types that are seen less often than this share a relation."""


_SETTINGS = Settings()


@dataclass(frozen=True, eq=False, repr=False)
class Snow:
    """The three networks that were learned."""

    words: Network
    phrases: Network
    relations: Network
    lean: float

    def __repr__(self) -> str:
        return f"Snow({self.words}, {self.phrases}, {self.relations})"

    def predict(self, sentences: Sequence[Sentence], second_step: bool = True) -> list[list[str]]:
        """The BIO labels of each sentence; without the second step each phrase gets its own most probable type."""
        rows = columns(sentences)
        found = _find(self.words, examples_of_words(rows), rows, self.lean)
        types = self.phrases.log_probabilities(_each_phrase(rows, found))
        best = self._consistent(rows, found, types) if second_step else types.argmax(axis=1).tolist()
        names = iter([self.phrases.labels[number] for number in best])
        return [
            _bio(len(row), [(phrase, next(names)) for phrase in some]) for row, some in zip(rows, found, strict=True)
        ]

    def _consistent(self, rows: Sequence[Columns], found: Sequence[Sequence[Phrase]], types: Floats) -> list[int]:
        relations = self.relations.log_probabilities(_each_pair(rows, found))
        relation_of = _relation_of(self.phrases.labels, self.relations.labels)
        best: list[int] = []
        pairs = 0
        for count in filter(None, map(len, found)):
            first = len(best)
            best += most_probable(types[first : first + count], relations[pairs : pairs + count - 1], relation_of)
            pairs += count - 1
        return best

    def explained(self, sentences: Sequence[Sentence]) -> Callable[[int, int, str], Reasons]:
        """For a sentence's number, a word's place in it and a type: how much each feature of the phrase there speaks
        for the type rather than for none."""
        rows = columns(sentences)
        found = _find(self.words, examples_of_words(rows), rows, self.lean)
        phrase_at = [{at: phrase for phrase in phrases for at in range(*phrase)} for phrases in found]

        @functools.lru_cache(maxsize=1)  # the words of a phrase are asked for one after another
        def of_phrase(number: int, phrase: Phrase, name: str) -> Reasons:
            reasons = self.phrases.reasons(phrase_features(rows[number], phrase), name, NONE)
            return [(shown(code), weight) for code, weight in reasons]

        def reasons(number: int, at: int, name: str) -> Reasons:
            phrase = phrase_at[number].get(at)
            return of_phrase(number, phrase, name) if phrase else []

        return reasons

    def state(self) -> State:
        """All that it is, as arrays and lists of texts."""
        parts = {"words": self.words, "phrases": self.phrases, "relations": self.relations}
        whole = State({"lean": np.array(self.lean)})
        for name, part in parts.items():
            whole |= part.state().within(name)
        return whole


def from_state(state: State) -> Snow:
    needed = {"words": OUTSIDE, "phrases": NONE, "relations": RARE}
    words, phrases, relations = (network.from_state(state.part(name), label) for name, label in needed.items())
    lean = float(state.arrays["lean"])
    require(isfinite(lean))
    return Snow(words, phrases, relations, lean)


def fit(
    sentences: Sequence[Sentence],
    labels: Sequence[Labels],
    progress: Progress = no_progress,
    settings: Settings = _SETTINGS,
) -> Snow:
    """Learn from sentences and the BIO labels of their words."""
    rows = columns(sentences)
    examples, sentence_of = examples_of_words(rows), np.repeat(np.arange(len(rows)), [*map(len, rows)])
    gold = [{(first, end): name for first, end, name in entries(some)} for some in labels]
    found: list[list[Phrase]] = []
    for fold in range(_FOLDS):
        progress("finding phrases", fold, _FOLDS + 1)
        first, end = (len(rows) * number // _FOLDS for number in (fold, fold + 1))  # neighbours are of one author
        inside = (first <= sentence_of) & (sentence_of < end)
        others = _learn_words(settings, examples.only(~inside), [*labels[:first], *labels[end:]])
        found += _find(others, examples.only(inside), rows[first:end], settings.lean)
    progress("finding phrases", _FOLDS, _FOLDS + 1)
    words = _learn_words(settings, examples, labels)
    progress("typing phrases", 0, 2)
    phrases = _learn_phrases(settings, rows, found, gold)
    progress("relating phrases", 1, 2)
    return Snow(words, phrases, _learn_relations(settings, rows, found, gold), settings.lean)


def _learn_words(settings: Settings, examples: Examples, labels: Sequence[Labels]) -> Network:
    flat = [label for some in labels for label in some]
    return network.learn(settings.words, examples, flat, sorted({OUTSIDE, *flat}))


def _learn_phrases(
    settings: Settings, rows: Sequence[Columns], found: Sequence[Sequence[Phrase]], gold: Sequence[Types]
) -> Network:
    """Learn types from phrases that were found and from those that should have been."""
    phrases = [sorted({*some, *types}) for some, types in zip(found, gold, strict=True)]
    labels = [name for some, types in zip(phrases, gold, strict=True) for name in _types_of(some, types)]
    return network.learn(settings.phrases, _each_phrase(rows, phrases), labels, sorted({NONE, *labels}))


def _learn_relations(
    settings: Settings, rows: Sequence[Columns], found: Sequence[Sequence[Phrase]], gold: Sequence[Types]
) -> Network:
    """Learn relations from the phrases that were found and those that were missed whole, in order."""
    phrases = [sorted([*some, *_missed(some, types)]) for some, types in zip(found, gold, strict=True)]
    names = [
        _relation(left, right)
        for some, types in zip(phrases, gold, strict=True)
        for left, right in pairwise(_types_of(some, types))
    ]
    counts = Counter(names)
    labels = [name if counts[name] >= settings.rare else RARE for name in names]
    return network.learn(settings.relations, _each_pair(rows, phrases), labels, sorted({RARE, *labels}))


def _find(words: Network, examples: Examples, rows: Sequence[Columns], lean: float) -> list[list[Phrase]]:
    """The phrases of sentences; what type the words have, the phrases' own network will say."""
    scores = words.sums(examples)  # as the logarithms of probabilities, but for a constant a word
    scores[:, words.labels.index(OUTSIDE)] -= lean
    untyped = [label if label == OUTSIDE else label[:2] + NONE for label in words.labels]
    labels = [untyped[number] for number in scores.argmax(axis=1).tolist()]
    found, at = [], 0
    for row in rows:
        found.append([(first, end) for first, end, _ in entries(labels[at : at + len(row)])])
        at += len(row)
    return found


def _each_phrase(rows: Iterable[Columns], phrases: Iterable[Sequence[Phrase]]) -> Examples:
    places = ((row, phrase) for row, some in zip(rows, phrases, strict=True) for phrase in some)
    return examples_of(phrase_features(row, phrase) for row, phrase in places)


def _each_pair(rows: Iterable[Columns], phrases: Iterable[Sequence[Phrase]]) -> Examples:
    places = ((row, pair) for row, some in zip(rows, phrases, strict=True) for pair in pairwise(some))
    return examples_of(relation_features(row, *pair) for row, pair in places)


def _missed(found: Sequence[Phrase], types: Types) -> list[Phrase]:
    """The entities of which no word was found."""
    words = {at for phrase in found for at in range(*phrase)}
    return [entity for entity in types if words.isdisjoint(range(*entity))]


def _types_of(phrases: Sequence[Phrase], types: Types) -> list[str]:
    """For each phrase the type of the entity with most of its words: of several, the first."""
    entity_at = {at: entity for entity in types for at in range(*entity)}
    shared = (Counter(entity_at[at] for at in range(*phrase) if at in entity_at) for phrase in phrases)
    return [types[counts.most_common(1)[0][0]] if counts else NONE for counts in shared]


def _relation(left: str, right: str) -> str:
    return f"{left} {right}"


def _relation_of(types: Sequence[str], relations: Sequence[str]) -> Ints:
    """For each type and a next one the number of their relation."""
    numbers = {name: number for number, name in enumerate(relations)}
    return np.array([[numbers.get(_relation(left, right), numbers[RARE]) for right in types] for left in types])


def _bio(length: int, phrases: Iterable[tuple[Phrase, str]]) -> list[str]:
    labels = [OUTSIDE] * length
    for (first, end), name in phrases:
        if name != NONE:
            labels[first:end] = [f"B-{name}", *[f"I-{name}"] * (end - first - 1)]
    return labels
