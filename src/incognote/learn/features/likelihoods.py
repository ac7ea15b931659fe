"""How much likelier a word is as a name than as a word: by lists of names with numbers, and of words with frequencies.

Numbers are orders of magnitude, so that a few values tell all. They are put down word by word in one file, since five
lists take as many times as long to ask; `tools/pack_lists.py` makes it.
"""

from __future__ import annotations

import gzip
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from math import floor, log10
from typing import NamedTuple

from incognote import lexicons
from incognote.sorted_lines import SortedLines

FILE = "words/likelihoods.tsv.gz"
_NAMES_IN_TEXT = 0.01  # about one word in a hundred is a given name, and one a surname
_LEAST = 0.01  # of a million: what isn't on a list


class Likelihoods(NamedTuple):
    """Of a million people or words, how many are given so, surnamed so, and this word: the orders of magnitude.

    `ratio` is that of a word on any list as a name against it as a word, in halves.
    """

    given: str = "none"
    surname: str = "none"
    plain: str = "none"
    ratio: str = "unknown"


_ON_NO_LIST = Likelihoods()


@cache
def _lines() -> SortedLines:
    return SortedLines(gzip.decompress(files("incognote.data").joinpath(FILE).read_bytes()))


@lru_cache(maxsize=4096)  # the features of a word are asked for one after the other, and once more for joints
def _likelihoods(word: str) -> Likelihoods:
    key = lexicons.normal(word)
    found = _lines().get(key)
    if found is None and not key.isascii():
        found = _lines().get("".join(c for c in unicodedata.normalize("NFKD", key) if not unicodedata.combining(c)))
    return Likelihoods(*found) if found else _ON_NO_LIST


def _of_letters(value: Callable[[Likelihoods], str]) -> Callable[[str], str]:
    return lambda word: value(_likelihoods(word)) if word.isalpha() and len(word) > 1 else ""


LIKELIHOODS: dict[str, Callable[[str], str]] = {
    "as-given-name": _of_letters(lambda found: found.given),
    "as-surname": _of_letters(lambda found: found.surname),
    "as-word": _of_letters(lambda found: found.plain),
    "as-any": _of_letters(lambda found: f"{found.given} {found.surname} {found.plain}"),
    "name-or-word": _of_letters(lambda found: found.ratio),
}


def pack() -> bytes:
    """The file's lines, of our lexicons."""
    female, male, surname, common, medical = (
        _numbers(lexicon, column)
        for lexicon, column in (
            *((name, "per_million") for name in ("first-female", "first-male", "last")),
            *((name, "zipf") for name in ("common-words", "medical-words")),
        )
    )
    lines = []
    for word in sorted({*female, *male, *surname, *common, *medical}, key=str.encode):
        zipf = common.get(word, medical.get(word))
        plain = 0.0 if zipf is None else 10 ** (zipf - 3)
        found = _told(male.get(word, 0.0) + female.get(word, 0.0), surname.get(word, 0.0), plain)
        lines.append("\t".join([word, *found]) + "\n")
    return "".join(lines).encode()


def _numbers(lexicon: str, column: str) -> Mapping[str, float]:
    return {word: float(text) for word, text in lexicons.column(lexicon, column).items()}


def _told(given: float, surname: float, plain: float) -> Likelihoods:
    names = given + surname
    known = names or plain
    ratio = str(round(2 * log10((_NAMES_IN_TEXT * names + _LEAST) / (plain + _LEAST)))) if known else "unknown"
    return Likelihoods(_magnitude(given), _magnitude(surname), _magnitude(plain), ratio)


def _magnitude(often: float) -> str:
    return "none" if often <= 0 else str(max(-1, floor(log10(often))))
