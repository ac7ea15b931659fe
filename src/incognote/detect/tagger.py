"""A detector that has learned: words get labels, and runs of labels become spans."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from incognote.errors import ConfigError
from incognote.layout.folding import readings
from incognote.learn import models
from incognote.learn.bio import BIO, OUTSIDE, spans_of
from incognote.learn.learner import Weighing
from incognote.learn.reading import Reading
from incognote.learn.reasons import Reasons
from incognote.learn.settings import settings_of
from incognote.learn.training import find_evidence, reading_of
from incognote.types import Span
from incognote.vocabulary import Vocabulary

if TYPE_CHECKING:
    from incognote.learn.learner import Labels, Learner
    from incognote.learn.linear import Floats
    from incognote.learn.reasons import Explain
    from incognote.recipes import Parts
    from incognote.types import Document, Ints, Layout

FINE = "fine"
_RULES = "rules:"
_WORDS_KEPT = 50_000
_GUESSED = 0.78  # what is known of people is surer, misspelt too


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Tagger:
    """The tagger of a model's folder, or of the model that comes with the package for a recipe of ours."""
    engine = settings["engine"]
    folder = models.folder_of(engine)
    if folder is None:
        how = f"incognote train {engine} --corpus NOTES --out MODEL"
        raise ConfigError(f"{engine} has to be trained before it finds anything: {how}, then --engine MODEL")
    settings = settings_of(models.manifest_of(folder).recipe)
    scale = settings.get("temperature", 1.0)  # that of scores, where thresholds are of probabilities
    manifest, learner = models.load(folder, {label: scale * amount for label, amount in parts.lean.items()})
    return Tagger(manifest.name, settings, learner)


@dataclass(frozen=True)
class Decision:
    """A token, its label, and what decided it."""

    word: str = field(repr=False)
    label: str
    reasons: Reasons = field(repr=False)
    chances: Mapping[str, float] = field(default_factory=dict)
    """How likely it is PHI by each of those who were asked."""


@dataclass(frozen=True)
class ReadAgain:
    """A note with what earlier detectors find, its tokens and where they start, and what speaks for their labels."""

    doc: Document
    reading: Reading = field(repr=False)
    starts: Ints = field(repr=False)
    reasons: Explain = field(repr=False)

    def places(self, span: Span) -> range:
        """The tokens of a span."""
        return range(*self.starts.searchsorted([span.start, span.end]).tolist())


class Tagger:
    """Cuts a note as its recipe says and labels it. It keeps words of notes to compute what depends on a word once.

    With `parses`, a file, sentences are parsed that it doesn't have.
    """

    def __init__(self, name: str, settings: Mapping[str, Any], learner: Learner, parses: Path | None = None) -> None:
        self._source = f"tagger:{name}"
        self._parses = parses
        self._settings = settings
        self._trusted = tuple(_RULES + name for name in settings.get("trusted", ()))
        self.learner = learner
        self._weighing = learner if "temperature" in settings and isinstance(learner, Weighing) else None
        self._vocabulary = Vocabulary(_WORDS_KEPT)
        self._one_at_a_time = Lock()  # it learns words as it goes

    def __repr__(self) -> str:
        return f"Tagger({self._source!r})"

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        with self._one_at_a_time:
            reading = self._reading(doc, layout)
            labels, chances = self._labelled(reading)
        firsts = frozenset() if self._settings["scheme"] == BIO else frozenset(reading.sentences.tolist())
        return spans_of(labels, reading.layout.tokens, firsts, self._source, _GUESSED, chances)

    def probabilities(self, doc: Document, layout: Layout) -> tuple[Labels, Floats]:
        """All labels, and how likely each is at each token of the tagger's grid: the layout's own, where that is fine.

        `doc.spans` holds what earlier detectors found.
        """
        with self._one_at_a_time:
            reading = self._reading(doc, layout)
            learner = self.learner
            if not isinstance(learner, Weighing):
                raise ConfigError(f"{self._source} doesn't tell how likely labels are; use a crf")
            return learner.labels, learner.marginals(reading)

    def counts(self, span: Span) -> bool:
        """Whether an earlier detector's find counts by itself; of rules only trusted ones' where a recipe names any."""
        return not self._trusted or not span.source.startswith(_RULES) or span.source.startswith(self._trusted)

    def explained(self, doc: Document) -> Callable[[Span], list[Decision]]:
        """For a span of ours in a note: each of its tokens with what decided its label."""
        read = self.read_again(doc)
        with self._one_at_a_time:
            labels, _ = self._labelled(read.reading)

        def decisions(span: Span) -> list[Decision]:
            if span.source != self._source:
                return []
            places = [at for at in read.places(span) if labels[at] != OUTSIDE]
            return [Decision(read.reading.words[at], labels[at], read.reasons(at, labels[at])) for at in places]

        return decisions

    def read_again(self, doc: Document) -> ReadAgain:
        """A note as it was read when spans were found in it, with what speaks for labels there."""
        ways = readings(doc)
        plain = ways[0][0] if ways else doc
        with self._one_at_a_time:
            reading = self._reading(plain, None)
            find_evidence([plain], [reading], self._settings)
            reasons = self.learner.explained(reading)
        starts = reading.layout.tokens.starts
        if ways:
            starts = ways[0][1].starts[starts]
        return ReadAgain(plain.with_spans(reading.spans), reading, starts, reasons)

    def _reading(self, doc: Document, layout: Layout | None) -> Reading:
        if layout is not None and self._settings["tokenizer"] == FINE:
            reading = Reading(layout, self._settings["within"])
            reading.spans = doc.spans
            return reading
        self._vocabulary = self._vocabulary.renewed()
        return reading_of(doc, self._settings, self._vocabulary, self._parses)

    def _labelled(self, reading: Reading) -> tuple[Labels, Floats | None]:
        """The labels of a note's tokens and, where the recipe asks for it, how likely each token is PHI."""
        if self._weighing:
            return self._weighing.weighed(reading)
        return self.learner.predict(reading), None
