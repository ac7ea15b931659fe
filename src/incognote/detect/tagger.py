"""A detector that has learned: words get labels, and runs of labels become spans."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from incognote.errors import ConfigError
from incognote.learn import models
from incognote.learn.bio import BIO, spans_of
from incognote.learn.reading import read
from incognote.vocabulary import Vocabulary

if TYPE_CHECKING:
    from incognote.learn.learner import Learner
    from incognote.recipes import Parts
    from incognote.types import Document, Layout, Span

_WORDS_KEPT = 50_000


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Tagger:
    """The tagger of a model's folder, or of the model that comes with the package for a recipe of ours."""
    engine = settings["engine"]
    folder = Path(engine) if Path(engine).is_dir() else models.shipped(engine)
    if folder is None:
        how = f"incognote train {engine} --corpus NOTES --out MODEL"
        raise ConfigError(f"{engine} has to be trained before it finds anything: {how}, then --engine MODEL")
    manifest, learner = models.load(folder)
    return Tagger(manifest.name, settings, learner)


class Tagger:
    """Cuts a note as its recipe says and labels it. It keeps words of notes to compute what depends on a word once."""

    def __init__(self, name: str, settings: Mapping[str, Any], learner: Learner) -> None:
        self._source = f"tagger:{name}"
        self._settings = settings
        self.learner = learner
        self._vocabulary = Vocabulary(_WORDS_KEPT)

    def __repr__(self) -> str:
        return f"Tagger({self._source!r})"

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        self._vocabulary = self._vocabulary.renewed()
        reading = read(doc.text, self._vocabulary, self._settings["tokenizer"], self._settings["within"])
        labels = self.learner.predict(reading)
        firsts = frozenset() if self._settings["scheme"] == BIO else frozenset(reading.sentences.tolist())
        return spans_of(labels, reading.layout.tokens, lambda at: at not in firsts, self._source)
