"""How much likelier a word is as a name than as a word: by lists of names with numbers, and of words with frequencies.

Numbers are orders of magnitude, so that a few values tell all.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from math import floor, log10

from incognote import lexicons

_NAMES_IN_TEXT = 0.01  # about one word in a hundred is a given name, and one a surname
_LEAST = 0.01  # of a million: what isn't on a list


@cache
def _numbers(lexicon: str, column: str) -> Callable[[str], float | None]:
    """What a column of a lexicon says of a word."""
    lines, place = lexicons.lines(lexicon), lexicons.columns_of(lexicon).index(column)

    def number(word: str) -> float | None:
        columns = lines.get(word)
        return float(columns[place]) if columns and len(columns) > place and columns[place] else None

    return number


def _listed(word: str) -> tuple[float | None, float | None, float | None]:
    """Of a million people or words, how many are given so, surnamed so, and this word; None on no list of the kind."""
    female, male, surname = (_numbers(name, "per_million")(word) for name in ("first-female", "first-male", "last"))
    zipfs = (_numbers(name, "zipf")(word) for name in ("common-words", "medical-words"))
    zipf = next((zipf for zipf in zipfs if zipf is not None), None)
    given = None if female is None and male is None else (male or 0.0) + (female or 0.0)
    return given, surname, None if zipf is None else 10 ** (zipf - 3)


@lru_cache(maxsize=4096)  # the features of a word are asked for one after the other, and once more for joints
def _often(word: str) -> tuple[float, float, float]:
    key = lexicons.normal(word)
    found = _listed(key)
    if not key.isascii() and found == (None, None, None):
        found = _listed("".join(char for char in unicodedata.normalize("NFKD", key) if not unicodedata.combining(char)))
    given, surname, plain = (often or 0.0 for often in found)
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
