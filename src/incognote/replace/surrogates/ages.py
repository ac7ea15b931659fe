"""What becomes of ages: they stay, or come in groups of five years; those over 89 are one group, as HIPAA asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Literal, get_args

from incognote.replace.surrogates.scope import Filler, Scope
from incognote.synth.ages import in_words
from incognote.synth.surfaces import in_case
from incognote.thesis import is_over_89
from incognote.types import Document, Span

LABELS = ("AGE",)
Ages = Literal["group", "coarse", "keep"]
AGES: tuple[Ages, ...] = get_args(Ages)

_OLD = "90+"
_WIDTH = 5
_GROUPED = re.compile(r"(?i)\bnineties\b|\b9\d['’]?s\b")
_WORDS = {in_words(age): age for age in range(1, 100)}
_IN_WORDS = re.compile(
    rf"(?i)\b(?:a\s+|one\s+)?hundred(?:\s+and)?(?:[\s-]+(?:{'|'.join(_WORDS)}))?\b"
    rf"|\b(?:{'|'.join(word.replace('-', '[- ]') for word in sorted(_WORDS, key=len, reverse=True))})\b"
)
_IN_DIGITS = re.compile(r"(?i)(?<![\d./])\d{1,3}(?![\d./]|['’]?s\b|(?:st|nd|rd|th)\b)")
_YOUNG = re.compile(
    r"(?i)\b(?:d|days?|w|wks?|weeks?|mos?|mths?|months?|h|hrs?|hours?|min|minutes?|gestation)\b|/\s*12|/\s*52"
)
_AFTER = 12


def filler(ages: Ages) -> Filler:
    """Fills ages by one of the three ways."""
    return partial(_filled, ages=ages)


def _filled(doc: Document, spans: Sequence[Span], scope: Scope, ages: Ages) -> dict[Span, str]:
    new = {span: _new(doc[span], doc.text[span.end : span.end + _AFTER], ages) for span in spans}
    return {span: text for span, text in new.items() if text}


def _new(text: str, after: str, ages: Ages) -> str:
    """The new text; none where an age over 89 is told in a way of its own."""
    if ages == "keep":
        return text
    if is_over_89(text) and not _GROUPED.search(text):
        return _grouped(text)
    if ages == "group" or _YOUNG.search(text) or _YOUNG.match(after.lstrip(" -")):
        return text
    coarse = _IN_DIGITS.sub(lambda age: _band(int(age[0])), text)
    return _IN_WORDS.sub(lambda age: _band_in_words(age[0]), coarse)


def _grouped(text: str) -> str:
    new = _IN_DIGITS.sub(lambda age: _OLD if is_over_89(age[0]) else age[0], text)
    new = _IN_WORDS.sub(lambda age: in_case("over eighty-nine", age[0]) if is_over_89(age[0]) else age[0], new)
    return "" if is_over_89(new.replace(_OLD, "")) else new


def _band(age: int) -> str:
    if age < _WIDTH:
        return str(age)
    first = age // _WIDTH * _WIDTH
    return f"{first}-{first + _WIDTH - 1}"


def _band_in_words(word: str) -> str:
    age = _WORDS.get(word.lower().replace(" ", "-"), 0)
    first = age // _WIDTH * _WIDTH
    return in_case(f"{in_words(first)} to {in_words(first + _WIDTH - 1)}", word) if age >= _WIDTH else word
