"""How much likelier a word is as a name than as a word: by lists of names with numbers, and of words with frequencies.

Numbers are orders of magnitude, so that a few values tell all.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import floor, log10

from incognote import lexicons

_NAMES_IN_TEXT = 0.01  # about one word in a hundred is a given name, and one a surname
_LEAST = 0.01  # of a million: what isn't on a list


@cache
def _tables() -> tuple[Mapping[str, float], Mapping[str, float], Mapping[str, float]]:
    """Given names, surnames and words: of a million people or words, how many."""
    female, male = (lexicons.load(name).numbers("per_million") for name in ("first-female", "first-male"))
    given = female | {name: often + female.get(name, 0.0) for name, often in male.items()}
    surnames = lexicons.load("last").numbers("per_million")
    words = {
        word: 10 ** (zipf - 3)
        for name in ("medical-words", "common-words")
        for word, zipf in lexicons.load(name).numbers("zipf").items()
    }
    return given, surnames, words


@lru_cache(maxsize=16)  # several features ask for it one after the other
def _often(word: str) -> tuple[float, float, float]:
    key = lexicons.normal(word)
    if not key.isascii() and all(key not in table for table in _tables()):
        key = "".join(char for char in unicodedata.normalize("NFKD", key) if not unicodedata.combining(char))
    given, surname, plain = (table.get(key, 0.0) for table in _tables())
    return given, surname, plain


def _magnitude(often: float) -> str:
    return "none" if often <= 0 else str(max(-1, floor(log10(often))))


def _of_letters(value: Callable[[float, float, float], str]) -> Callable[[str], str]:
    return lambda word: value(*_often(word)) if word.isalpha() and len(word) > 1 else ""


def _ratio(given: float, surname: float, plain: float) -> str:
    """Of a word on any list: the order of magnitude of name against word, in halves."""
    names = given + surname
    if not names and not plain:
        return "unknown"
    return str(round(2 * log10((_NAMES_IN_TEXT * names + _LEAST) / (plain + _LEAST))))


LIKELIHOODS: dict[str, Callable[[str], str]] = {
    "as-given-name": _of_letters(lambda given, surname, plain: _magnitude(given)),
    "as-surname": _of_letters(lambda given, surname, plain: _magnitude(surname)),
    "as-word": _of_letters(lambda given, surname, plain: _magnitude(plain)),
    "as-any": _of_letters(lambda *often: " ".join(map(_magnitude, often))),
    "name-or-word": _of_letters(_ratio),
}
