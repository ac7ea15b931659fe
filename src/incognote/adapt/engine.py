"""An engine with a cascade, taken apart: what of it can be adapted, notes as it sees them, and how it is saved."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from incognote import recipes
from incognote.adapt import head as heads
from incognote.detect.cascade import CASCADE, ENCODER, FILES, TAGGER, Cascade, parts_of
from incognote.detect.eponyms import Eponyms
from incognote.detect.tagger import Tagger
from incognote.detect.word_classes import word_classes
from incognote.encoder import model
from incognote.encoder.prepared import piece_labels
from incognote.errors import ConfigError
from incognote.formats.files import new_folder
from incognote.layout.folding import usual
from incognote.learn import models
from incognote.learn.settings import settings_of
from incognote.learn.tagging import LinearTagger
from incognote.learn.training import labels_for, readings_of
from incognote.points import leaning

if TYPE_CHECKING:
    from incognote.encoder.model import Floats, Head
    from incognote.learn.learner import Progress
    from incognote.learn.reading import Reading
    from incognote.pipeline import Pipeline
    from incognote.types import Document, Ints

STEPS: Mapping[str, float] = {"l1": 0.01, "l2": 0.01, "epochs": 8, "rate": 0.1}
"""How the tagger goes on: penalties are for what is added to its weights (`learn/sgd.py`)."""


@dataclass(frozen=True, repr=False)
class Parts:
    """What can be adapted, and which of it was: a part that is None is the engine's own."""

    learner: LinearTagger | None = None
    head: Head | None = None


@dataclass(frozen=True, repr=False)
class Lesson:
    """An annotated note as the parts see it: tokens with labels for the tagger, states with labels for the head."""

    reading: Reading
    labels: Sequence[str]
    states: Floats
    piece_labels: Ints


class Adaptable:
    """An engine with a cascade."""

    def __init__(self, name: str) -> None:
        self.recipe = recipes.load(name)
        cascades = [part for part in self.recipe["detectors"] if part["use"] == CASCADE]
        if not cascades:
            raise ConfigError(f"{name} can't be adapted, since it has no encoder; adapt incognote, or train {name}")
        self.name, self._settings = name, cascades[0]
        self._encoder_folder, fast = parts_of(name, self._settings)
        tagger_folder = models.folder_of(fast)
        if tagger_folder is None:
            raise ConfigError(f"the model of {fast} is missing; install the package again")
        self._tagger_folder = tagger_folder
        self._manifest, learner = models.load(tagger_folder)
        assert isinstance(learner, LinearTagger)
        self._learner = learner
        self._tagger_settings = settings_of(self._manifest.recipe)
        self._encoder = model.load(self._encoder_folder)
        self._around = recipes.around(self.recipe, name, CASCADE)
        self._eponyms = Eponyms(word_classes(()))

    def __repr__(self) -> str:
        return f"Adaptable({self.name!r})"

    @property
    def labels(self) -> frozenset[str]:
        """The labels that its tagger knows, without prefixes."""
        return frozenset(label[2:] for label in self._learner.labels if label[2:])

    @property
    def points(self) -> dict[str, dict[str, float]]:
        return {name: dict(thresholds) for name, thresholds in self.recipe["points"].items()}

    def lessons(self, docs: Sequence[Document], progress: Progress) -> list[Lesson]:
        """Notes as the parts see them."""
        plain = [usual(doc) for doc in docs]
        readings = readings_of(plain, self._tagger_settings, progress)
        labels = labels_for(plain, readings, self._tagger_settings)
        made = []
        for number, (doc, reading, names) in enumerate(zip(plain, readings, labels, strict=True)):
            progress("reading notes", number, len(docs))
            pieces = self._encoder.pieces(reading.layout)
            states = self._encoder.states(pieces, np.arange(len(pieces)))
            known = [label if label in self._learner.labels else f"B{label[1:]}" for label in names]
            made.append(Lesson(reading, known, states, piece_labels(doc, reading.layout, pieces)))
        return made

    def adapted(self, lessons: Sequence[Lesson]) -> Parts:
        """Both parts, gone on from what they are."""
        notes = [lesson for lesson in lessons if len(lesson.reading)]
        learner = self._learner.going_on(
            [lesson.reading for lesson in notes], [lesson.labels for lesson in notes], STEPS
        )
        states = np.concatenate([lesson.states for lesson in notes])
        numbers = np.concatenate([lesson.piece_labels for lesson in notes])
        return Parts(learner, heads.adapted(self._encoder.head, states, numbers))

    def pipeline(self, parts: Parts, thresholds: Mapping[str, float]) -> Pipeline:
        """The engine with some parts, at some thresholds."""
        tagger = Tagger(self._manifest.name, self._tagger_settings, parts.learner or self._learner)
        encoder = self._encoder.with_head(parts.head) if parts.head else self._encoder
        return self._around(Cascade(tagger, encoder, self._eponyms, self._settings, leaning(thresholds)))

    def save(
        self,
        folder: Path,
        parts: Parts,
        points: Mapping[str, Mapping[str, float]],
        docs: Sequence[Document],
        scores: Mapping[str, Any],
    ) -> None:
        """Write the adapted engine into a new folder that is its owner's alone, with all that it needs."""
        seen = chain(models.trained_on(self.name).tolist(), models.note_numbers(docs).tolist())
        recipe = {**self.recipe, "points": points}
        with new_folder(folder) as made:
            made.chmod(0o700)
            if parts.learner:
                (made / TAGGER).mkdir()
                models.write(made / TAGGER, self._manifest, parts.learner, docs)
            else:
                shutil.copytree(self._tagger_folder, made / TAGGER)
            model.save_with_head(self._encoder_folder, parts.head or self._encoder.head, made / ENCODER)
            np.save(made / models.NOTES, np.unique(np.fromiter(seen, dtype=np.uint64)))
            manifest = models.Manifest(f"{self.name}, adapted", recipe, sorted(self.labels), scores)
            models.write_manifest(made, manifest, docs, FILES)


def only(parts: Parts, tagger: bool, head: bool) -> Parts:
    """Some of the adapted parts."""
    return replace(parts, learner=parts.learner if tagger else None, head=parts.head if head else None)
