"""What becomes of ages: they stay, or come in groups of five years; those over 89 are one group, as HIPAA asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Literal

from incognote.layout.folding import usual_text
from incognote.replace.surrogates.scope import Filler, Scope
from incognote.synth.ages import in_words
from incognote.synth.surfaces import in_case, read_right
from incognote.thesis import is_over_89
from incognote.types import Document, Span

LABELS = ("AGE",)
Ages = Literal["group", "coarse", "keep"]

_OLD = "90+"
_OLD_IN_WORDS = "over eighty-nine"
_WIDTH = 5
_GROUPED = re.compile(r"(?i)\bnineties\b|\b90['’]?s\b")
_WORDS = {in_words(age): age for age in range(1, 100)}
_NUMBER_WORDS = "|".join(word.replace("-", r"[\s-]+") for word in sorted(_WORDS, key=len, reverse=True))
_IN_WORDS = re.compile(
    rf"(?i)\b(?:over\s+)?(?:(?:a\s+|one\s+)?hundred(?:\s+and)?(?:[\s-]+(?:{_NUMBER_WORDS}))?|(?:{_NUMBER_WORDS}))\b"
)
_IN_DIGITS = re.compile(r"(?i)(?<![\d./])\d{1,3}(?![\d./]|['’]?s\b|(?:st|nd|rd|th)\b)")
_A_MAN = re.compile(r"\b(?:9\d|1[01]\d)\s?M\b")
_BROKEN = re.compile(r"\d\s+\d|\d{4}")
_YOUNG = re.compile(r"(?i)\b(?:d|days?|w|wks?|weeks?|mos?|mths?|months?|h|hrs?|hours?|minutes?)\b|/\s*(?:12|52)")
_AFTER = 12


def filler(ages: Ages) -> Filler:
    """Fills ages by one of the three ways."""
    return partial(_filled, ages=ages)


def _filled(doc: Document, spans: Sequence[Span], scope: Scope, ages: Ages) -> dict[Span, str]:
    return {span: _new(doc[span], doc.text[span.end : span.end + _AFTER], ages) for span in spans}


def _new(text: str, after: str, ages: Ages) -> str:
    """The new text; none where an age is told in a way of its own that may be over 89."""
    if ages == "keep":
        return text
    if _is_old(text):
        return _grouped(text)
    if _is_old(read_right(_in_our_digits(usual_text(text)))) or _BROKEN.search(text):
        return ""
    if ages == "group" or _YOUNG.search(text) or _YOUNG.match(after.lstrip(" -")):
        return text
    coarse = _IN_DIGITS.sub(lambda age: _band(int(age[0])), text)
    return _IN_WORDS.sub(lambda age: _band_in_words(age[0]), coarse)


def _in_our_digits(text: str) -> str:
    return "".join(str(int(char)) if char.isdecimal() else char for char in text)


def _is_old(text: str) -> bool:
    """Whether an age over 89 is told, besides the nineties."""
    return is_over_89(_GROUPED.sub("", text)) or _A_MAN.search(text) is not None


def _grouped(text: str) -> str:
    new = _IN_DIGITS.sub(lambda age: _OLD if is_over_89(age[0]) else age[0], text)
    new = _IN_WORDS.sub(lambda age: in_case(_OLD_IN_WORDS, age[0]) if is_over_89(age[0]) else age[0], new)
    return "" if _is_old(new.replace(_OLD, "")) else new


def _band(age: int) -> str:
    if age < _WIDTH:
        return str(age)
    first = age // _WIDTH * _WIDTH
    return f"{first}-{first + _WIDTH - 1}"


def _band_in_words(word: str) -> str:
    age = _WORDS.get(word.lower().replace(" ", "-"), 0)
    first = age // _WIDTH * _WIDTH
    return in_case(f"{in_words(first)} to {in_words(first + _WIDTH - 1)}", word) if age >= _WIDTH else word
