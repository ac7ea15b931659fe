"""The default engine as it does on notes of authors whom none of its models has seen.

Each fold has a fast tier of its own (`tools/train_fast.py --fold`); what each fold's encoder said of the notes was kept
when it was trained (`tools/train_encoder.py fit`) and is remembered here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

sys.path.append(str(Path(__file__).parents[1] / "tools"))

from gold_notes import FOLDS, author, gold
from incognote import recipes, registry
from incognote.detect import tagger
from incognote.detect.cascade import CASCADE, Cascade
from incognote.detect.eponyms import Eponyms
from incognote.detect.word_classes import word_classes
from incognote.encoder import prepared
from incognote.encoder.model import of_tokens
from incognote.learn.blending import BIO_LABELS
from incognote.pipeline import Detector, Pipeline
from incognote.points import leaning
from incognote.recipes import Parts

if TYPE_CHECKING:
    from incognote.encoder.model import Floats
    from incognote.types import Document, Ints, Layout

FAST, WHOLE = "incognote-fast", "incognote"


class Remembered:
    """Stands in an encoder's place: says of tokens what was said when the encoder was there."""

    def __init__(self, told: Mapping[str, Floats]) -> None:
        self._told = told

    def pieces(self, layout: Layout) -> str:
        return layout.text

    def probabilities(self, text: str, tokens: Ints) -> Floats:
        return self._told[text][tokens]


@dataclass(frozen=True)
class Change:
    """How an engine differs from the one that is shipped."""

    thresholds: Mapping[str, float]
    settings: Mapping[str, Any] = field(default_factory=dict)
    without: Collection[str] = ()


class Fold:
    """The notes of some authors, and the engine without them."""

    def __init__(self, docs: Sequence[Document], fast: Path, told: Mapping[str, Floats]) -> None:
        self.docs, self._fast, self._told = docs, fast, told

    def fast(self, change: Change) -> Pipeline:
        recipe = recipes.load(FAST)
        trained = tagger.from_recipe({"engine": str(self._fast)}, Parts(lean=leaning(change.thresholds)))
        kept = [part["use"] for part in recipe["detectors"] if part["use"] not in change.without]
        return Pipeline(FAST, [trained if use == recipes.TAGGER else self._others[use] for use in kept])

    def whole(self, change: Change) -> Pipeline:
        recipe = recipes.load(WHOLE)
        kept = [part for part in recipe["detectors"] if part["use"] not in change.without]
        return Pipeline(
            WHOLE,
            [self.cascade(part, change) if part["use"] == CASCADE else self._others[part["use"]] for part in kept],
        )

    def cascade(self, part: Mapping[str, Any], change: Change) -> Cascade:
        settings = {**part, **change.settings}
        eponyms = Eponyms(word_classes(()))
        reader: Any = Remembered(self._told)
        return Cascade(self._tagger, reader, eponyms, settings, leaning(change.thresholds))

    @cached_property
    def _tagger(self) -> tagger.Tagger:
        return tagger.from_recipe({"engine": str(self._fast)}, Parts())

    @cached_property
    def _others(self) -> dict[str, Detector]:
        parts = (part for part in recipes.load(WHOLE)["detectors"] if part["use"] != CASCADE)
        return {
            part["use"]: registry.load("detectors", part["use"])({"engine": WHOLE, **part}, Parts()) for part in parts
        }


def folds(work: Path, fitted: Path, fasts: Path) -> list[Fold]:
    docs = gold()
    told = remembered(work, [fitted / f"folds-{number}.npz" for number in range(len(FOLDS))])
    return [
        Fold([doc for doc in docs if author(doc) in authors], fasts / f"fold-{number}", told)
        for number, authors in enumerate(FOLDS)
    ]


def remembered(work: Path, files: Sequence[Path]) -> dict[str, Floats]:
    """What encoders said of notes, by the notes' texts: the probabilities of labels of each token."""
    notes, names = prepared.load(work / "gold.npz"), json.loads((work / "gold.json").read_text())
    texts = {doc.id: doc.text for doc in gold()}
    found = {texts[name]: np.zeros((0, len(BIO_LABELS)), dtype=np.float32) for name in names}
    for file in files:
        with np.load(file) as stored:
            places, told = stored["notes"].tolist(), stored["told"].astype(np.float32)
        at = 0
        for place in places:
            columns = slice(int(notes.starts[place]), int(notes.ends[place]))
            count = columns.stop - columns.start
            firsts = np.flatnonzero(notes.firsts[columns] & prepared.FIRST)
            found[texts[names[place]]] = of_tokens(told[at : at + count], firsts)
            at += count
    return found
