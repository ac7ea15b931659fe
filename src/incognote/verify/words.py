"""Texts as they are searched: words and numbers in small letters without accents; and which words say nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from incognote import lexicons
from incognote.known.words import fold, word_list
from incognote.layout.folding import Folded, readings
from incognote.synth.generic import generic_words as synth_words
from incognote.types import Document, Span

_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W\d_{_UNSPACED}]+|\d+")
"""Scripts that put no blanks between words are read character by character."""

_STANDARD = ("titles", "cues", "suffixes", "degrees", "particles")
_GENERIC = ("ward-words", "hospital-words", "street-suffixes", "company-words", "school-words", "place-after")
_LISTS = ("abbreviations", "nationalities", "languages", "states")
_FREQUENT = 500  # in a million people


@dataclass(frozen=True, repr=False, slots=True)
class Words:
    """The words of a text: where each starts and ends, and its key, by which it is compared."""

    text: str
    starts: list[int]
    ends: list[int]
    keys: list[str]
    folded: Folded | None = None

    def written(self, first: int, last: int) -> str:
        return self.text[self.starts[first] : self.ends[last]]

    def gap(self, at: int) -> str:
        """What stands between a word and the next."""
        return self.text[self.ends[at] : self.starts[at + 1]]

    def place(self, first: int, last: int) -> tuple[int, int]:
        """Where some words start and end in the text that was given."""
        start, end = self.starts[first], self.ends[last]
        if self.folded is None:
            return start, end
        span = self.folded.unfolded(Span(start, end, "x"))
        return span.start, span.end


def words_of(text: str) -> list[Words]:
    """The words of a text, in each way in which it may be read."""
    if text.isascii():
        return [_words(text)]
    ways = readings(Document("", text))
    return [_words(reading.text, folded) for reading, folded in ways] or [_words(text)]


def _words(text: str, folded: Folded | None = None) -> Words:
    if text.isascii():
        found = list(_WORD.finditer(text.lower()))
        keys = [match[0] for match in found]
    else:
        found = list(_WORD.finditer(text))
        keys = [fold(match[0]) for match in found]
    return Words(text, [match.start() for match in found], [match.end() for match in found], keys, folded)


@lru_cache(maxsize=50_000)
def is_common(word: str) -> bool:
    """Whether a folded word is more than a name: an English word, a term of medicine, an abbreviation, a month."""
    from incognote.known.dates import months

    if len(word) <= 2 and word.isascii():
        return True
    if word in months() or any(word in lexicons.load(name) for name in _LISTS):
        return True
    return _is_in(word, "common-words", "medical-words") and not _has(word, "sure")


@lru_cache(maxsize=50_000)
def is_word(word: str) -> bool:
    """Whether a folded word, however often it is a name, is a word that is written in small letters too."""
    return _is_in(word, "common-words", "medical-words", "eponyms")


def is_eponym(word: str) -> bool:
    return _is_in(word, "eponyms")


def is_frequent_surname(word: str) -> bool:
    """Whether a folded word is rather somebody's name than an eponym."""
    per_million, *_ = lexicons.lines("last").get(word) or [""]
    return float(per_million or 0) >= _FREQUENT


@lru_cache(maxsize=50_000)
def is_medical(word: str) -> bool:
    """Whether a folded word is one that eponyms stand before."""
    return any(_has(form, "eponym-noun", "medical") for form in (word, word.removesuffix("s")))


@cache
def standard_words() -> frozenset[str]:
    """Words that stand with names and are nobody's: titles, degrees, `van` and `de`."""
    return frozenset().union(*(word_list(name) for name in _STANDARD))


@cache
def generic_words() -> frozenset[str]:
    """Words that make the names of wards, hospitals, streets and companies."""
    phrases = (phrase for name in _GENERIC for phrase in lexicons.load(name).words)
    return frozenset(word for phrase in phrases for word in _words(phrase).keys)


@cache
def kinds_of_places() -> frozenset[str]:
    """Words that say what kind of place it is, which surrogates keep: Lake, North, General, Hospital."""
    return synth_words("street", "place", "care", "organization", "department")


def _is_in(word: str, *names: str) -> bool:
    return any(lexicons.lines(name).get(word) is not None for name in names)


def _has(word: str, *names: str) -> bool:
    from incognote.detect.word_classes import word_classes

    classes = word_classes()
    return bool(classes.bits(word) & sum(1 << classes.bit(name) for name in names))
