"""Learners over feature groups: a linear model of a conditional random field or a support vector machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from incognote.errors import ConfigError
from incognote.languages import ENGLISH
from incognote.learn import crf, sgd, svm
from incognote.learn.bio import OUTSIDE
from incognote.learn.checks import are_texts, require
from incognote.learn.compact import compacted
from incognote.learn.examples import Examples, examples, learn_values
from incognote.learn.fast import FastScores
from incognote.learn.features import Group, dictionaries, make_groups
from incognote.learn.features.majorities import Counts
from incognote.learn.going_on import extended, trained
from incognote.learn.index import FeatureIndex
from incognote.learn.learner import Labels, Progress, State
from incognote.learn.linear import LinearModel
from incognote.learn.reading import Reading
from incognote.learn.reasons import Explain, explained

if TYPE_CHECKING:
    from incognote.learn.linear import Floats
    from incognote.types import Ints

    Train = Callable[[FeatureIndex, Sequence[Reading], Sequence[Labels], Mapping[str, Any], Progress], LinearModel]
    TrainOnExamples = Callable[[Examples, int, Mapping[str, Any], Progress], LinearModel]


def _on_examples(train: TrainOnExamples) -> Train:
    return lambda index, readings, labels, settings, progress: train(
        examples(index, readings, labels), index.size, settings, progress
    )


TRAINERS: dict[str, dict[str, Train]] = {
    "crf": {"crfsuite": _on_examples(crf.train), "sgd": sgd.train},
    "svm": {"liblinear": _on_examples(svm.train)},
}
"""What each learner may be trained by (`by` in a recipe); the first where the recipe doesn't say."""


class LinearTagger:
    """Features and a linear model over them. `counts` is what an earlier stage said, where there was one."""

    def __init__(self, settings: Mapping[str, Any], counts: Counts | None = None) -> None:
        self._settings = settings
        self._counts = counts

    def fit(self, readings: Sequence[Reading], labels: Sequence[Labels], progress: Progress) -> Self:
        notes = zip((reading.words for reading in readings), labels, strict=True)
        self._trained = dictionaries.learn(self._settings["features"], notes)
        self.index = FeatureIndex(self._groups())
        learn_values(self.index, readings, progress)
        learner = self._settings["learner"]
        self.model = _trainer(learner)(self.index, readings, labels, learner, progress)
        if not self.model.is_finite:
            raise ConfigError("the learner's weights grew without bound; give a smaller rate, or penalties that fit")
        if any(group.joint for group in self.index.groups):  # most of their values get no weight
            self.index, self.model = compacted(self.index, self.model)
        return self._ready()

    def going_on(
        self, readings: Sequence[Reading], labels: Sequence[Labels], settings: Mapping[str, Any]
    ) -> LinearTagger:
        """A conditional random field that adds to this one's weights what more notes say, by `sgd` with its settings.

        The labels must be among its own.
        """
        other = copy(self)
        index = extended(self.index, (self._groups(), self._groups()), readings)
        other.index, other.model = trained((self.index, self.model), index, readings, labels, settings)
        return other._ready()

    def predict(self, reading: Reading) -> Labels:
        return self._named(self._numbers(reading))

    @property
    def labels(self) -> Labels:
        """All labels that it may give."""
        return self.model.labels

    def marginals(self, reading: Reading) -> Floats:
        """How likely each label is at each token, [tokens, labels], whatever the recipe leans to."""
        return self._chances(self._scores(reading), reading.sentences)

    def weighed(self, reading: Reading) -> tuple[Labels, Floats]:
        """The labels of a note's tokens, and how likely each token is PHI; 0 in sentences without any."""
        scores = self._scores(reading)
        numbers = self._leaning.decode(scores, reading.sentences)
        outside = np.array([label == OUTSIDE for label in self.model.labels], dtype=np.float64)
        chances = np.zeros(len(reading))
        within = np.zeros(len(reading.sentences), dtype=bool)  # sentences with PHI
        within[reading.sentence_of[outside[numbers] == 0]] = True
        if within.any():
            tokens = within[reading.sentence_of].nonzero()[0]
            lengths = (reading.sentence_ends - reading.sentences)[within]
            firsts = np.append(0, lengths.cumsum()[:-1])
            chances[tokens] = 1 - self._chances(scores[tokens], firsts) @ outside
        return self._named(numbers), chances

    def _named(self, numbers: Ints) -> list[str]:
        return [*map(self.model.labels.__getitem__, numbers.tolist())]

    def _chances(self, scores: Floats, sequences: Ints) -> Floats:
        return self.model.marginals(scores, sequences, self._settings.get("temperature", 1.0))

    def explained(self, reading: Reading) -> Explain:
        """The features that spoke for a token's label and against it."""
        return explained(self.index, self._leaning, reading, self._numbers(reading))

    def state(self) -> State:
        texts = {
            "labels": list(self.model.labels),
            "tables": self.index.tables(),
            "dictionaries": {name: sorted(words) for name, words in sorted(self._trained.items())},
        }
        return State(self.model.arrays(), texts)

    def restore(self, state: State) -> Self:
        learned = state.texts["dictionaries"]
        require(all(map(are_texts, learned.values())))
        self._trained = {name: frozenset(words) for name, words in learned.items()}
        self.index = FeatureIndex(self._groups(), state.texts["tables"])
        self.model = LinearModel.from_arrays(state.texts["labels"], state.arrays)
        require(self.model.fits(self.index.size))
        return self._ready()

    def _numbers(self, reading: Reading) -> Ints:
        return self._leaning.decode(self._scores(reading), reading.sentences)

    def _groups(self) -> list[Group]:
        language = self._settings.get("language", ENGLISH)
        return make_groups(self._settings["features"], self._trained, language, self._counts)

    def _ready(self) -> Self:
        self._scores = FastScores(self.index, self.model.weights)
        self._leaning = self.model.leaning(self._settings.get("lean", {}))
        return self


def _trainer(learner: Mapping[str, Any]) -> Train:
    trainers = TRAINERS[learner["use"]]
    return trainers[learner.get("by", next(iter(trainers)))]
