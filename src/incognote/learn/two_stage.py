"""Two stages (Aramaki 2006): the second sees, besides the first's features, which labels the first gave most often.

When the second stage is trained, the labels of the first come from folds that it was not trained on: on its own
training notes a first stage is nearly always right, and the second would learn to trust it blindly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from incognote.learn.features import majorities
from incognote.learn.folds import random_folds
from incognote.learn.learner import Labels, Progress, State
from incognote.learn.reading import Reading
from incognote.learn.reasons import Explain
from incognote.learn.tagging import LinearTagger


class TwoStages:
    """`second` of the settings names the further features and the number of folds."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        second = settings["second"]
        self._first_settings = settings
        self._second_settings = {**settings, "features": [*settings["features"], *second["features"]]}
        self._folds = int(second["folds"])

    def fit(self, readings: Sequence[Reading], labels: Sequence[Labels], progress: Progress) -> Self:
        for number, held_out in enumerate(random_folds(len(readings), self._folds), 1):
            others = sorted(set(range(len(readings))) - set(held_out))
            told = _told(progress, f"first stage, fold {number} of {self._folds}")
            tagger = LinearTagger(self._first_settings)
            tagger.fit([readings[at] for at in others], [labels[at] for at in others], told)
            for at in held_out:
                readings[at].first_labels = tagger.predict(readings[at])
                readings[at].in_corpus = True
        self._counts = majorities.count((reading.words, reading.first_labels) for reading in readings)
        second = LinearTagger(self._second_settings, self._counts)
        self.second = second.fit(readings, labels, _told(progress, "second stage"))
        self.first = LinearTagger(self._first_settings).fit(readings, labels, _told(progress, "first stage"))
        return self

    def predict(self, reading: Reading) -> Labels:
        reading.first_labels = self.first.predict(reading)
        return self.second.predict(reading)

    def explained(self, reading: Reading) -> Explain:
        """What the second stage saw; `reading` must have the first's labels."""
        return self.second.explained(reading)

    def state(self) -> State:
        counts = State(texts={"tokens": self._counts.tokens, "entries": self._counts.entries})
        return self.first.state().within("first") | self.second.state().within("second") | counts.within("counts")

    def restore(self, state: State) -> Self:
        self._counts = majorities.from_texts(state.part("counts").texts)
        self.first = LinearTagger(self._first_settings).restore(state.part("first"))
        self.second = LinearTagger(self._second_settings, self._counts).restore(state.part("second"))
        return self


def _told(progress: Progress, stage: str) -> Progress:
    return lambda what, done, of: progress(f"{stage}: {what}", done, of)
