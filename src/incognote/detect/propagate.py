"""What was found once is found everywhere in its note: words of names, and whole hospitals and places.

A name of which rules are sure shows that its words are names in this note, also where nothing else tells.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from incognote.detect.word_classes import word_classes
from incognote.labels import main_category
from incognote.lexicons import normal
from incognote.types import Span

if TYPE_CHECKING:
    from incognote.detect.classes import Classes
    from incognote.recipes import Parts
    from incognote.types import Document, Layout

_PLACES = ("HOSPITAL", "CITY", "DEPARTMENT", "ORGANIZATION", "LOCATION-OTHER")
_DISCOUNT = 0.9


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Propagate:
    return Propagate(word_classes(tuple(sorted(parts.lists.items()))), settings["sure"])


class Propagate:
    """Looks for the words of spans with at least the score `sure`."""

    def __init__(self, classes: Classes, sure: float) -> None:
        self._bits = classes.bits
        self._sure = sure
        self._names = sum(1 << classes.bit(name) for name in ("sure", "unknown", "maybe"))
        self._never = sum(1 << classes.bit(name) for name in ("everyday", "abbreviation", "short", "month", "weekday"))

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        labels: dict[str, tuple[str, float]] = {}
        for span in doc.spans:
            if span.score >= self._sure and (span.label in _PLACES or main_category(span.label) == "NAME"):
                for word in self._words(doc, span):
                    if word not in labels or span.score > labels[word][1]:
                        labels[word] = span.label, span.score
        return self._found(layout, labels) if labels else []

    def _words(self, doc: Document, span: Span) -> list[str]:
        """The words of a span that are names by themselves; of places, only those that are hardly words."""
        text = doc[span]
        if span.label in _PLACES and len(text.split()) > 2:
            return []
        return [word for word in _letters(text) if self._tells(word, span.label)]

    def _tells(self, word: str, label: str) -> bool:
        bits = self._bits(word)
        if bits & self._never:
            return False
        return bool(bits & self._names) if label not in _PLACES else len(word) > 4 and bool(bits & self._names)

    def _found(self, layout: Layout, labels: dict[str, tuple[str, float]]) -> list[Span]:
        tokens = layout.tokens
        vocabulary = tokens.vocabulary
        wanted = {normal(word): found for word, found in labels.items()}
        hits: dict[int, tuple[str, float] | None] = {}
        spans = []
        places = zip(tokens.ids.tolist(), tokens.starts.tolist(), tokens.ends.tolist(), strict=True)
        for word_id, start, end in places:
            if word_id not in hits:
                hits[word_id] = wanted.get(normal(vocabulary.word(word_id)))
            if found := hits[word_id]:
                label, score = found
                spans.append(Span(start, end, label, score * _DISCOUNT, "propagate"))
        return spans


def _letters(text: str) -> list[str]:
    return [word for word in "".join(char if char.isalpha() else " " for char in text).split() if len(word) > 2]
