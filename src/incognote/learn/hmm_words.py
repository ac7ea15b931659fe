"""IdentiFinder's word features: the one of fourteen kinds that a word is of (Bikel, Schwartz and Weischedel 1999)."""

from __future__ import annotations

import re

FEATURES = (
    "twoDigitNum",
    "fourDigitNum",
    "containsDigitAndAlpha",
    "containsDigitAndDash",
    "containsDigitAndSlash",
    "containsDigitAndComma",
    "containsDigitAndPeriod",
    "otherNum",
    "allCaps",
    "capPeriod",
    "firstWord",
    "initCap",
    "lowerCase",
    "other",
)
"""In order of precedence: a word is of the first kind that fits."""

FIRST_WORD = FEATURES.index("firstWord")

_DIGIT = re.compile(r"\d")
_WITH_DIGITS = (
    (re.compile(r"\d\d"), "twoDigitNum"),
    (re.compile(r"\d{4}"), "fourDigitNum"),
    (re.compile(r".*[^\W\d_].*"), "containsDigitAndAlpha"),
    (re.compile(r".*-.*"), "containsDigitAndDash"),
    (re.compile(r".*/.*"), "containsDigitAndSlash"),
    (re.compile(r".*,.*"), "containsDigitAndComma"),
    (re.compile(r".*\..*"), "containsDigitAndPeriod"),
)


def word_feature(word: str, first: bool = False) -> str:
    """The feature of a word; `first` if it is the first of its sentence, where a capital says nothing."""
    if _DIGIT.search(word):
        return next((feature for pattern, feature in _WITH_DIGITS if pattern.fullmatch(word)), "otherNum")
    if word.isalpha() and word.isupper():
        return "allCaps"
    if len(word) == 2 and word[0].isupper() and word[1] == ".":
        return "capPeriod"
    if first:
        return "firstWord"
    if word[:1].isupper():
        return "initCap"
    return "lowerCase" if word.islower() else "other"
