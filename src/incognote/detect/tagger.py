"""A detector that has learned: words get labels, and runs of labels become spans."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from incognote.errors import ConfigError
from incognote.learn import models
from incognote.learn.bio import BIO, spans_of
from incognote.learn.reading import Reading
from incognote.learn.reasons import Reasons
from incognote.learn.training import reading_of
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


@dataclass(frozen=True)
class Decision:
    """A token, its label, and what decided it."""

    word: str = field(repr=False)
    label: str
    reasons: Reasons = field(repr=False)


class Tagger:
    """Cuts a note as its recipe says and labels it. It keeps words of notes to compute what depends on a word once.

    With `parses`, a file, sentences are parsed that it doesn't have.
    """

    def __init__(self, name: str, settings: Mapping[str, Any], learner: Learner, parses: Path | None = None) -> None:
        self._source = f"tagger:{name}"
        self._parses = parses
        self._settings = settings
        self.learner = learner
        self._vocabulary = Vocabulary(_WORDS_KEPT)

    def __repr__(self) -> str:
        return f"Tagger({self._source!r})"

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        reading = self._read(doc)
        labels = self.learner.predict(reading)
        firsts = frozenset() if self._settings["scheme"] == BIO else frozenset(reading.sentences.tolist())
        return spans_of(labels, reading.layout.tokens, lambda at: at not in firsts, self._source)

    def decisions(self, doc: Document, span: Span) -> list[Decision]:
        """Each token of a span of ours with what decided its label."""
        if span.source != self._source:
            return []
        reading = self._read(doc)
        labels = self.learner.predict(reading)
        tokens = reading.layout.tokens
        places = range(*tokens.starts.searchsorted([span.start, span.end]).tolist())
        return [Decision(reading.words[at], labels[at], self.learner.reasons(reading, at, labels[at])) for at in places]

    def _read(self, doc: Document) -> Reading:
        self._vocabulary = self._vocabulary.renewed()
        return reading_of(doc, self._settings, self._vocabulary, self._parses)
