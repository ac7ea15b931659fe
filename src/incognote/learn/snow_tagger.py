"""SNoW as a recipe's learner: it takes its sentences from readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from incognote.learn import snow
from incognote.learn.bio import class_of
from incognote.learn.features import DICTIONARY, dictionaries
from incognote.learn.features.words import YES
from incognote.learn.learner import Labels, Progress, State
from incognote.learn.reading import Reading
from incognote.learn.reasons import Explain, Reasons
from incognote.learn.snow_features import Sentence, short_shape


class SnowTagger:
    """Features are its own; of those that a recipe lists it looks for dictionaries, and for tags.

    Where a recipe has no tags, as for a language without a tagger, shapes stand in for them.
    """

    def __init__(self, settings: Mapping[str, Any]) -> None:
        listed = settings.get("features", ())
        self._tagged = any(group["use"] == "tag" for group in listed)
        self._listed = [group for group in listed if group["use"] == DICTIONARY]

    def fit(self, readings: Sequence[Reading], labels: Sequence[Labels], progress: Progress) -> Self:
        self._ready()
        sentences = [sentence for reading in readings for sentence in self._sentences(reading)]
        notes = zip(readings, labels, strict=True)
        by_sentence = [some for reading, whole in notes for some in reading.by_sentence(whole)]
        self.model = snow.fit(sentences, by_sentence, progress)
        return self

    def predict(self, reading: Reading) -> Labels:
        return [label for some in self.model.predict(self._sentences(reading)) for label in some]

    def explained(self, reading: Reading) -> Explain:
        """The features of the phrase at a token, and how much each speaks for a type rather than for none."""
        of_sentence = self.model.explained(self._sentences(reading))

        def reasons(at: int, label: str) -> Reasons:
            number = int(reading.sentence_of[at])
            return of_sentence(number, at - int(reading.sentences[number]), class_of(label))

        return reasons

    def state(self) -> State:
        return self.model.state()

    def restore(self, state: State) -> Self:
        self._ready()
        self.model = snow.from_state(state)
        return self

    def _ready(self) -> None:
        self._lists = [(group["name"], dictionaries.lookup(group, ())) for group in self._listed]

    def _sentences(self, reading: Reading) -> list[Sentence]:
        words = reading.words
        tags = reading.tags if self._tagged else [short_shape(word) for word in words]
        listing = {word: self._listing(word) for word in set(words)}
        places = zip(reading.sentences.tolist(), reading.sentence_ends.tolist(), strict=True)
        return [
            Sentence(words[first:end], tags[first:end], [listing[word] for word in words[first:end]])
            for first, end in places
        ]

    def _listing(self, word: str) -> frozenset[str]:
        return frozenset(name for name, listed in self._lists if listed(word) == YES)
