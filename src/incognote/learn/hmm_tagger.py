"""IdentiFinder as a learner of taggers: sentences of readings go in, labels come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from incognote.learn.hmm import Hmm
from incognote.learn.learner import Labels, Progress, State
from incognote.learn.reading import Reading
from incognote.learn.reasons import Explain


class HmmTagger:
    """IdentiFinder: a bigram model of words in each class."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self._settings = settings

    def fit(self, readings: Sequence[Reading], labels: Sequence[Labels], progress: Progress) -> Self:
        progress("counting words", 0, 1)
        sentences = [words for reading in readings for words in reading.by_sentence(reading.words)]
        tags = [tags for reading, some in zip(readings, labels, strict=True) for tags in reading.by_sentence(some)]
        self._hmm = Hmm.fit(sentences, tags)
        return self

    def predict(self, reading: Reading) -> Labels:
        found = self._hmm.predict(reading.by_sentence(reading.words))
        return [label for sentence in found for label in sentence]

    def explained(self, reading: Reading) -> Explain:
        """How much likelier a word's class is than no PHI, by the word and by what stands before it."""
        return self._hmm.explained(reading.by_sentence(reading.words))

    def state(self) -> State:
        return State(self._hmm.arrays(), self._hmm.strings())

    def restore(self, state: State) -> Self:
        self._hmm = Hmm.from_arrays(state.texts, state.arrays)
        return self
