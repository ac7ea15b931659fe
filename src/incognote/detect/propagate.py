"""What was found once is found everywhere in its note: the words of names, and the names of hospitals and places.

A name of which rules are sure shows that its words are names in this note, also where nothing else tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from incognote.detect.word_classes import word_classes
from incognote.labels import main_category
from incognote.lexicons import normal
from incognote.types import Span

if TYPE_CHECKING:
    from incognote.detect.classes import Classes
    from incognote.recipes import Parts
    from incognote.types import Document, Layout
    from incognote.vocabulary import Vocabulary

_PLACES = ("HOSPITAL", "CITY", "DEPARTMENT", "ORGANIZATION", "LOCATION-OTHER")
_NEVER = ("everyday", "abbreviation", "short", "month", "weekday", "own-keep")
_FUSED = re.compile(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])")  # as notes are cut: Mac|Crimmon
_WORD = re.compile(r"[^\W\d_]{2,}")
_DISCOUNT = 0.9
_FIRST_WORDS = 2  # of a hospital that has a longer name


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Propagate:
    return Propagate(word_classes(tuple(sorted(parts.lists.items()))), settings["sure"])


class Propagate:
    """Looks for the words of spans with at least the score `sure`."""

    def __init__(self, classes: Classes, sure: float) -> None:
        self._bits = lru_cache(maxsize=50_000)(classes.bits)
        self._sure = sure
        self._certain = sum(1 << classes.bit(name) for name in ("sure", "unknown"))
        self._possible = self._certain | 1 << classes.bit("maybe")
        self._never = sum(1 << classes.bit(name) for name in _NEVER)
        self._generic = sum(1 << classes.bit(name) for name in ("generic-facility", "function"))
        self._eponym_noun = 1 << classes.bit("eponym-noun")
        self._kept: dict[str, list[tuple[str, ...]]] = {}
        for phrase in classes.items_of("own-keep"):
            for word in phrase:
                self._kept.setdefault(word, []).append(phrase)
        self._vocabulary: Vocabulary | None = None
        self._normal: list[str] = []
        self._ids: dict[str, list[int]] = {}
        """The ids of the words of each normal form."""

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        wanted: dict[str, dict[tuple[str, ...], Span]] = {}
        cover = bytearray(len(doc.text))
        for span in sorted(doc.spans, key=lambda span: span.score):
            cover[span.start : span.end] = bytes([_level(span.score)]) * len(span)
            if span.score >= self._sure:
                for words in self._forms(doc, span):
                    wanted.setdefault(words[0], {})[words] = span
        return list(self._found(layout, wanted, cover)) if wanted else []

    def _forms(self, doc: Document, span: Span) -> Iterator[tuple[str, ...]]:
        """The ways in which the note may speak of it again: each word of a name; a place's name, whole or its start."""
        words = _WORD.findall(doc.text, span.start, span.end)
        if main_category(span.label) == "NAME" and span.label != "USERNAME":
            yield from (tuple(map(normal, _FUSED.split(word))) for word in words if self._tells(word))
        elif span.label in _PLACES and words:
            own = [word for word in words[:_FIRST_WORDS] if not self._bits(word) & self._generic]
            if len(own) == _FIRST_WORDS or (len(own) == 1 and self._tells(own[0]) and len(own[0]) > 4):
                yield tuple(map(normal, own))

    def _tells(self, word: str) -> bool:
        bits = self._bits(word)
        return len(word) > 2 and bool(bits & self._possible) and not bits & self._never

    def _found(
        self, layout: Layout, wanted: Mapping[str, Mapping[tuple[str, ...], Span]], cover: bytearray
    ) -> Iterator[Span]:
        """Where they stand again, but not where something as good was found already."""
        words = self._words_of(layout.tokens.vocabulary)
        ids = layout.tokens.ids.tolist()
        beginnings = {word_id: forms for word, forms in wanted.items() for word_id in self._ids.get(word, ())}
        starts, ends = layout.tokens.starts.tolist(), layout.tokens.ends.tolist()
        lengths = {word_id: {len(form) for form in forms} for word_id, forms in beginnings.items()}
        for at in [at for at, word_id in enumerate(ids) if word_id in beginnings]:
            for length in lengths[ids[at]]:
                after = min(at + length, len(ids))
                span = beginnings[ids[at]].get(tuple(words[word_id] for word_id in ids[at:after]))
                if span is None:
                    continue
                start, end, score = starts[at], ends[after - 1], span.score * _DISCOUNT
                following = words[ids[after]] if after < len(ids) else ""
                if min(cover[start:end]) >= _level(score) or self._is_kept(words, ids, at):
                    continue
                if self._is_name_here(layout.text[start : ends[at]], following):
                    yield Span(start, end, span.label, score, f"propagate:{span.source}")

    def _is_kept(self, words: list[str], ids: list[int], at: int) -> bool:
        """Whether a word stands within a phrase that the user keeps."""
        return any(
            at >= before and tuple(words[word_id] for word_id in ids[at - before : at - before + len(phrase)]) == phrase
            for phrase in self._kept.get(words[ids[at]], ())
            for before in range(len(phrase))
        )

    def _words_of(self, vocabulary: Vocabulary) -> list[str]:
        """The words of a vocabulary in normal form, by their ids."""
        if vocabulary is not self._vocabulary:
            self._vocabulary, self._normal, self._ids = vocabulary, [], {}
        for word_id in range(len(self._normal), len(vocabulary)):
            word = normal(vocabulary.word(word_id))
            self._normal.append(word)
            self._ids.setdefault(word, []).append(word_id)
        return self._normal

    def _is_name_here(self, word: str, following: str) -> bool:
        """A word that is a name and a word counts in capitals only; no name makes an eponym a name."""
        if word.islower() and not self._bits(word) & self._certain:
            return False
        return not self._bits(following) & self._eponym_noun


def _level(score: float) -> int:
    """A score in a byte."""
    return round(200 * score)
