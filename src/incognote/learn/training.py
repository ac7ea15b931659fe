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
from incognote.layout.folding import usual
from incognote.learn.bio import OUTSIDE, PREFIXES, labels_of
from incognote.learn.learner import Learner, Progress, no_progress
from incognote.learn.reading import Reading, read
from incognote.learn.settings import labels_learned, require_enough, require_sound
from incognote.vocabulary import Vocabulary

if TYPE_CHECKING:
    from incognote.types import Document

_TWO_STAGES = "two-stage"
_NO_TYPE = "none"  # what SNoW calls a phrase that is no PHI
_LEARNERS = {
    "crf": "incognote.learn.tagging:LinearTagger",
    "hmm": "incognote.learn.hmm_tagger:HmmTagger",
    "snow": "incognote.learn.snow_tagger:SnowTagger",
    "svm": "incognote.learn.tagging:LinearTagger",
    _TWO_STAGES: "incognote.learn.two_stage:TwoStages",
}


def new_learner(settings: Mapping[str, Any]) -> Learner:
    """The learner that a recipe's tagger names, before it has learned anything."""
    use = _TWO_STAGES if "second" in settings else settings["learner"]["use"]
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
    find_evidence(docs, readings, settings, progress)
    return readings


def find_evidence(
    docs: Sequence[Document], readings: Sequence[Reading], settings: Mapping[str, Any], progress: Progress = no_progress
) -> None:
    """Give readings what the detectors before the tagger find, where it looks at that; gold they don't see."""
    if "earlier" not in settings:
        return
    from incognote import recipes

    engine = recipes.around({"detectors": settings["earlier"]}, "earlier")(None)
    for number, (doc, reading) in enumerate(zip(docs, readings, strict=True)):
        progress("looking for evidence", number, len(docs))
        reading.spans = engine.suspect(doc.with_spans(())).spans


def reading_of(doc: Document, settings: Mapping[str, Any], vocabulary: Vocabulary, parses: Path | None) -> Reading:
    """A note as a tagger sees it, with what was found in it; parsed when asked for, or now with a file of parses."""
    reading = read(doc.text, vocabulary, settings["tokenizer"], settings["within"])
    reading.spans = doc.spans
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
    if not any(map(len, readings)):
        raise ConfigError("no note to learn from has a word in it; give notes that have")
    one_class = settings.get("one_class")
    _require_tellable(labels_learned(settings, docs), settings)
    if one_class:
        docs = [doc.with_spans(replace(span, label=one_class) for span in doc.spans) for doc in docs]
    return [
        labels_of(doc.spans, reading.layout.tokens, settings["scheme"])
        for doc, reading in zip(docs, readings, strict=True)
    ]


def _require_tellable(labels: Sequence[str], settings: Mapping[str, Any]) -> None:
    """Refuse labels that would be taken for something else when they come back."""
    ours = {OUTSIDE, _NO_TYPE} if settings["learner"]["use"] == "snow" else {OUTSIDE}
    for label in labels:
        if label in ours or label.startswith(PREFIXES):
            problem = f"a label of the notes is {label!r}, which has a meaning of its own here"
            raise ConfigError(f"{problem}; rename it (incognote convert --labels)")


def train(
    docs: Sequence[Document], settings: Mapping[str, Any], progress: Progress = no_progress, parses: Path | None = None
) -> Learner:
    """Train the tagger of these settings on annotated notes."""
    require_sound(settings)
    require_enough(settings, len(docs))
    docs = [usual(doc) for doc in docs]
    readings = readings_of(docs, settings, progress, parses)
    try:
        return new_learner(settings).fit(readings, labels_for(docs, readings, settings), progress)
    except ModuleNotFoundError as error:
        raise ConfigError(f"training needs {error.name}, which isn't installed; install incognote[train]") from None
