"""What was found once is found everywhere in its note: the words of names, and the names of hospitals and places.

A name of which rules are sure shows that its words are names in this note, also where nothing else tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
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
_FIRST_WORDS = 2  # of a hospital that has a longer name


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Propagate:
    return Propagate(word_classes(tuple(sorted(parts.lists.items()))), settings["sure"])


@dataclass(frozen=True, repr=False)
class _Words:
    """The words of a note in normal form, and as they are written."""

    layout: Layout
    normal: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, layout: Layout) -> _Words:
        vocabulary = layout.tokens.vocabulary
        known: dict[int, str] = {}
        words = []
        for word_id in layout.tokens.ids.tolist():
            if word_id not in known:
                known[word_id] = normal(vocabulary.word(word_id))
            words.append(known[word_id])
        return cls(layout, words)


class Propagate:
    """Looks for the words of spans with at least the score `sure`."""

    def __init__(self, classes: Classes, sure: float) -> None:
        self._bits = classes.bits
        self._sure = sure
        self._certain = sum(1 << classes.bit(name) for name in ("sure", "unknown"))
        self._possible = self._certain | 1 << classes.bit("maybe")
        self._never = sum(1 << classes.bit(name) for name in ("everyday", "abbreviation", "short", "month", "weekday"))
        self._generic = sum(1 << classes.bit(name) for name in ("generic-facility", "function"))
        self._eponym_noun = 1 << classes.bit("eponym-noun")

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        wanted: dict[str, dict[tuple[str, ...], Span]] = {}
        for span in sorted(doc.spans, key=lambda span: span.score):
            if span.score >= self._sure:
                for words in self._forms(doc, span):
                    wanted.setdefault(words[0], {})[words] = span
        return list(self._found(layout, wanted)) if wanted else []

    def _forms(self, doc: Document, span: Span) -> Iterator[tuple[str, ...]]:
        """The ways in which the note may speak of it again: each word of a name; a place's name, whole or its start."""
        words = [word for word in _letters(doc[span]) if len(word) > 1]
        if main_category(span.label) == "NAME" and span.label != "USERNAME":
            yield from ((normal(word),) for word in words if self._tells(word))
        elif span.label in _PLACES and words:
            own = [word for word in words[:_FIRST_WORDS] if not self._bits(word) & self._generic]
            if len(own) == _FIRST_WORDS or (len(own) == 1 and self._tells(own[0]) and len(own[0]) > 4):
                yield tuple(map(normal, own))

    def _tells(self, word: str) -> bool:
        bits = self._bits(word)
        return len(word) > 2 and bool(bits & self._possible) and not bits & self._never

    def _found(self, layout: Layout, wanted: Mapping[str, Mapping[tuple[str, ...], Span]]) -> Iterator[Span]:
        words = _Words.of(layout).normal
        starts, ends = layout.tokens.starts.tolist(), layout.tokens.ends.tolist()
        for at, word in enumerate(words):
            for form, span in wanted.get(word, {}).items():
                after = at + len(form)
                if tuple(words[at:after]) == form and self._is_name_here(layout, at, words[after : after + 1]):
                    yield Span(starts[at], ends[after - 1], span.label, span.score * _DISCOUNT, f"propagate:{span.source}")

    def _is_name_here(self, layout: Layout, at: int, following: list[str]) -> bool:
        """A word that is a name and a word counts in capitals only; no name makes an eponym a name."""
        written = layout.text[layout.tokens.starts[at] : layout.tokens.ends[at]]
        if written.islower() and not self._bits(written) & self._certain:
            return False
        return not following or not self._bits(following[0]) & self._eponym_noun


def _letters(text: str) -> list[str]:
    return "".join(char if char.isalpha() else " " for char in text).split()
