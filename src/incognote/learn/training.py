"""From a recipe and annotated notes to a learner that has learned."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from incognote.errors import ConfigError
from incognote.learn.bio import BIO, SCHEMES, labels_of
from incognote.learn.features import ENGLISH, without_english
from incognote.learn.learner import Learner, Progress, no_progress
from incognote.learn.reading import NOTE, SENTENCE, Reading, read
from incognote.vocabulary import Vocabulary

if TYPE_CHECKING:
    from incognote.types import Document

_LEARNERS = {
    "crf": "incognote.learn.tagging:LinearTagger",
    "hmm": "incognote.learn.hmm_tagger:HmmTagger",
    "snow": "incognote.learn.snow_tagger:SnowTagger",
    "svm": "incognote.learn.tagging:LinearTagger",
    "two-stage": "incognote.learn.two_stage:TwoStages",
}


_BIO_ONLY = ("hmm", "snow")


def settings_of(recipe: Mapping[str, Any], language: str | None = None) -> dict[str, Any]:
    """What a recipe says of its tagger; for another language, without what is made for English."""
    taggers = [part for part in recipe["detectors"] if part.get("use") == "tagger"]
    if len(taggers) != 1:
        raise ConfigError("this recipe has no tagger to train; `incognote engines` lists those that learn")
    settings = dict(taggers[0])
    _require_known(settings)
    if language and language != ENGLISH:
        settings |= {"language": language, "features": without_english(settings.get("features", []))}
    return settings


def _require_known(settings: Mapping[str, Any]) -> None:
    """Refuse values of a recipe that would otherwise be taken for others."""
    for key, known in (("scheme", SCHEMES), ("within", (NOTE, SENTENCE))):
        if settings.get(key) not in known:
            raise ConfigError(f"the recipe's {key} is {settings.get(key)!r}; it may be: {', '.join(known)}")
    for key in ("tokenizer", "learner"):
        if key not in settings:
            raise ConfigError(f"the recipe's tagger has no {key}; compare it with a recipe of ours")
    use = settings["learner"].get("use")
    if use in _BIO_ONLY and settings["scheme"] != BIO:
        raise ConfigError(f"the learner {use!r} needs scheme = {BIO!r}")


def in_language(recipe: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A recipe whose tagger, if it has one, is for notes in a language."""
    parts = [settings_of(recipe, language) if part.get("use") == "tagger" else part for part in recipe["detectors"]]
    return {**recipe, "detectors": parts}


def new_learner(settings: Mapping[str, Any]) -> Learner:
    """The learner that a recipe's tagger names, before it has learned anything."""
    use = "two-stage" if "second" in settings else settings["learner"]["use"]
    if use not in _LEARNERS:
        raise ConfigError(f"no learner is called {use!r}; there are: {', '.join(sorted(_LEARNERS))}")
    module, _, name = _LEARNERS[use].partition(":")
    learner: Learner = getattr(import_module(module), name)(settings)
    return learner


def readings_of(
    docs: Sequence[Document], settings: Mapping[str, Any], progress: Progress = no_progress, parses: Path | None = None
) -> list[Reading]:
    """Notes as a tagger sees them; where it looks at syntax, they are parsed, or read from a file of parses."""
    vocabulary = Vocabulary()
    readings = [read(doc.text, vocabulary, settings["tokenizer"], settings["within"]) for doc in docs]
    if looks_at_syntax(settings):
        _parse(readings, progress, parses)
    return readings


def reading_of(doc: Document, settings: Mapping[str, Any], vocabulary: Vocabulary, parses: Path | None) -> Reading:
    """A note as a tagger sees it; its sentences are parsed when asked for, or now where a file keeps parses."""
    reading = read(doc.text, vocabulary, settings["tokenizer"], settings["within"])
    if parses and looks_at_syntax(settings):
        _parse([reading], no_progress, parses)
    return reading


def looks_at_syntax(settings: Mapping[str, Any]) -> bool:
    return any(feature["use"] == "syntax" for feature in settings.get("features", ()))


def _parse(readings: Sequence[Reading], progress: Progress, parses: Path | None) -> None:
    from incognote.layout.parse_cache import ParseCache
    from incognote.layout.parsing import parse_all
    from incognote.layout.syntax import sentences_of

    sentences = [sentences_of(reading.layout) for reading in readings]
    flat = [sentence for of_note in sentences for sentence in of_note]

    def tell(done: int, of: int) -> None:
        progress("parsing sentences", done, of)

    with ParseCache(parses) if parses else nullcontext() as cache:
        found = iter(parse_all(flat, os.cpu_count() or 1, cache, tell))
    for reading, of_note in zip(readings, sentences, strict=True):
        reading.parses = list(islice(found, len(of_note)))


def labels_for(docs: Sequence[Document], readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[list[str]]:
    """The labels of each note's tokens; a recipe with one class gives it to all PHI."""
    one_class = settings.get("one_class")
    if one_class:
        docs = [doc.with_spans(replace(span, label=one_class) for span in doc.spans) for doc in docs]
    return [
        labels_of(doc.spans, reading.layout.tokens, settings["scheme"])
        for doc, reading in zip(docs, readings, strict=True)
    ]


def train(
    docs: Sequence[Document], settings: Mapping[str, Any], progress: Progress = no_progress, parses: Path | None = None
) -> Learner:
    """Train the tagger of these settings on annotated notes."""
    readings = readings_of(docs, settings, progress, parses)
    try:
        return new_learner(settings).fit(readings, labels_for(docs, readings, settings), progress)
    except ModuleNotFoundError as error:
        raise ConfigError(f"training needs {error.name}, which isn't installed; install incognote[train]") from None
