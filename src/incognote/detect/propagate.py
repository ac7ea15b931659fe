"""What was found once is found everywhere in its note: the words of names, and the names of hospitals and places.

A name of which rules are sure shows that its words are names in this note, also where nothing else tells.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from incognote.detect.word_classes import word_classes
from incognote.kinds import NUMBER, detector_keys
from incognote.labels import MAIN_CATEGORIES
from incognote.lexicons import normal
from incognote.types import Span

if TYPE_CHECKING:
    from incognote.detect.classes import Classes
    from incognote.recipes import Parts
    from incognote.types import Document, Ints, Layout, Tokens
    from incognote.vocabulary import Vocabulary

_NAMES = frozenset({"NAME", *MAIN_CATEGORIES["NAME"]} - {"USERNAME"})
_PLACES = ("HOSPITAL", "CITY", "DEPARTMENT", "ORGANIZATION", "LOCATION-OTHER")
_TELLING = _NAMES | set(_PLACES)
_NEVER = ("everyday", "abbreviation", "short", "month", "weekday", "own-keep")
_FUSED = re.compile(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])")  # as notes are cut: Mac|Crimmon
_WORD = re.compile(r"[^\W\d_]{2,}")
_LETTERS = re.compile(r"[^\W\d_]+")
_SHORTEST_LOGIN = 5
_DISCOUNT = 0.9
_FIRST_WORDS = 2  # of a hospital that has a longer name
_FORMS_KEPT = 5_000  # names of a patient come again in the next notes, and some are common

_Form: TypeAlias = tuple[str, ...]
"""Words in normal form, as notes are cut."""
_Again: TypeAlias = tuple[int, int, Span]
"""The first token of a form and the one behind it, and the span that showed it."""

_KEYS = detector_keys({"sure": NUMBER})


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Propagate:
    _KEYS.require("the detector 'propagate'", settings)
    return Propagate(word_classes(tuple(sorted(parts.lists.items()))), settings["sure"])


class Propagate:
    """Looks for the words of spans with at least the score `sure`."""

    def __init__(self, classes: Classes, sure: float) -> None:
        self._bits = classes.bits
        self._form_of_name = lru_cache(maxsize=_FORMS_KEPT)(self._name)
        self._form_of_place = lru_cache(maxsize=_FORMS_KEPT)(self._place)
        self._sure = sure
        self._certain = sum(1 << classes.bit(name) for name in ("sure", "unknown"))
        self._unknown = 1 << classes.bit("unknown")
        self._possible = self._certain | 1 << classes.bit("maybe")
        self._never = sum(1 << classes.bit(name) for name in _NEVER)
        self._generic = sum(1 << classes.bit(name) for name in ("generic-facility", "function"))
        self._eponym_noun = 1 << classes.bit("eponym-noun")
        self._kept: dict[str, list[_Form]] = {}
        for phrase in classes.items_of("own-keep"):
            for word in phrase:
                self._kept.setdefault(word, []).append(phrase)
        self._vocabulary: Vocabulary | None = None
        self._known = 0
        self._normal: list[str] = []
        """The words of the vocabulary in normal form, by their ids."""
        self._ids: dict[str, int] = {}
        """The id of the first word of each normal form."""
        self._further_ids: dict[str, list[int]] = {}
        """Those of the others, which few forms have."""

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        self._learn(layout.tokens.vocabulary)
        by_score = sorted(doc.spans, key=attrgetter("score"))  # the surest comes last and wins
        telling = [span for span in by_score if span.label in _TELLING and span.score >= self._sure]
        wanted = {form: user for span in telling for form, user in self._logins(doc.text, span)}
        wanted |= {form: span for span in telling for form in self._forms(doc.text, span)}
        again = list(self._again(layout.tokens, wanted)) if wanted else []
        return list(self._found(layout, again, _cover(by_score, len(doc.text)))) if again else []

    def _forms(self, text: str, span: Span) -> Iterable[_Form]:
        """The ways in which the note may speak of it again: each word of a name; a place's name, whole or its start."""
        words = _WORD.findall(text, span.start, span.end)
        if span.label in _NAMES:
            return filter(None, map(self._form_of_name, words))
        return filter(None, (self._form_of_place(*words[:_FIRST_WORDS]),))

    def _logins(self, text: str, span: Span) -> Iterator[tuple[_Form, Span]]:
        """The names under which someone with a first and a last name may log in: jsmith, jqsmith, johns."""
        words = _LETTERS.findall(text, span.start, span.end) if span.label in _NAMES else ()
        if len(words) > 1:
            first, last, initials = words[0], words[-1], "".join(word[0] for word in words[:-1])
            for login in {normal(form) for form in (first[0] + last, initials + last, first + last[0])}:
                if len(login) >= _SHORTEST_LOGIN and login in self._ids and self._bits(login) & self._unknown:
                    yield (login,), replace(span, label="USERNAME")

    def _name(self, word: str) -> _Form:
        """The form of a word of a name; empty, if it doesn't tell."""
        return tuple(map(normal, _FUSED.split(word))) if self._tells(word) else ()

    def _place(self, *words: str) -> _Form:
        """The form of the first words of a place; empty, if they don't tell which."""
        own = [word for word in words if not self._bits(word) & self._generic]
        tell = len(own) == _FIRST_WORDS or (len(own) == 1 and self._tells(own[0]) and len(own[0]) > 4)
        return tuple(map(normal, own)) if tell else ()

    def _tells(self, word: str) -> bool:
        bits = self._bits(word)
        return len(word) > 2 and bool(bits & self._possible) and not bits & self._never

    def _again(self, tokens: Tokens, wanted: Mapping[_Form, Span]) -> Iterator[_Again]:
        """Where forms stand outside of the spans that showed them."""
        words, starts, ends, ids = self._normal, tokens.starts, tokens.ends, tokens.ids
        lengths: dict[int, set[int]] = {}
        for form in wanted:
            if form[0] in self._ids:
                for word_id in (self._ids[form[0]], *self._further_ids.get(form[0], ())):
                    lengths.setdefault(word_id, set()).add(len(form))
        for at, word_id in _places(ids, lengths):
            for length in lengths[word_id]:
                form = (words[word_id],) if length == 1 else tuple([words[i] for i in ids[at : at + length].tolist()])
                span, after = wanted.get(form), at + len(form)
                if span is not None and not (span.start <= int(starts[at]) and int(ends[after - 1]) <= span.end):
                    yield at, after, span

    def _found(self, layout: Layout, again: Iterable[_Again], cover: bytearray) -> Iterator[Span]:
        """Those of them where nothing as good was found already and that are names there."""
        tokens, text = layout.tokens, layout.text
        for at, after, span in again:
            start, end, score = int(tokens.starts[at]), int(tokens.ends[after - 1]), span.score * _DISCOUNT
            if min(cover[start:end]) >= _level(score)[0] or self._is_kept(tokens.ids, at):
                continue
            following = self._normal[tokens.ids[after]] if after < len(tokens) else ""
            if self._is_name_here(text[start : tokens.ends[at]], following):
                yield Span(start, end, span.label, score, f"propagate:{span.source}")

    def _is_kept(self, ids: Ints, at: int) -> bool:
        """Whether a word stands within a phrase that the user keeps."""
        words = self._normal
        return any(
            at >= before and tuple(words[word_id] for word_id in ids[at - before : at - before + len(phrase)]) == phrase
            for phrase in self._kept.get(words[ids[at]], ())
            for before in range(len(phrase))
        )

    def _learn(self, vocabulary: Vocabulary) -> None:
        """Take up the words that are new."""
        if vocabulary is not self._vocabulary:
            self._vocabulary, self._known, self._ids, self._further_ids = vocabulary, 0, {}, {}
        self._normal = vocabulary.normals()
        for word_id in range(self._known, len(self._normal)):
            form = self._normal[word_id]
            if self._ids.setdefault(form, word_id) != word_id:
                self._further_ids.setdefault(form, []).append(word_id)
        self._known = len(self._normal)

    def _is_name_here(self, word: str, following: str) -> bool:
        """A word that is a name and a word counts in capitals only; no name makes an eponym a name."""
        if word.islower() and not self._bits(word) & self._certain:
            return False
        return not self._bits(following) & self._eponym_noun


def _places(ids: Ints, wanted: Collection[int]) -> Iterable[tuple[int, int]]:
    """Where words stand that are wanted, each with its id."""
    if not wanted:
        return ()
    known = np.array(sorted(wanted))
    places = np.flatnonzero(known.take(known.searchsorted(ids), mode="clip") == ids)
    return zip(places.tolist(), ids[places].tolist(), strict=True)


def _cover(by_score: Iterable[Span], length: int) -> bytearray:
    """The level of the best score that each character has."""
    cover = bytearray(length)
    for span in by_score:
        start, end = span.start, span.end
        cover[start:end] = _level(span.score) * (end - start)
    return cover


@lru_cache(maxsize=1000)
def _level(score: float) -> bytes:
    """A score in a byte."""
    return bytes([round(200 * score)])
