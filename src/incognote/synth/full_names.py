"""People's names by their words alone: a first and a last name side by side are one though both are common words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from incognote import lexicons
from incognote.data import load_toml
from incognote.synth.known_words import VERY_COMMON, first_names, is_known, last_names, term_words, usual_words

_WORD = r"[^\W\d_][^\W\d_]+(?:[’'-][^\W\d_]{2,})*"
_PAIR = re.compile(rf"(?<![\w’'-])({_WORD})(,?[ \n]|,)(?:[A-Z]\.?[ \n]){{0,2}}(?=({_WORD}))")
# Of a million people, those with a name that is looked on as one: with certainty, though it is a word, as a last name.
_FREQUENT_FIRST, _FIRST, _FREQUENT_LAST = 1000.0, 200.0, 150.0
_NO_PEOPLE = ("states", "countries", "lab-words", "religions", "months", "weekdays", "holidays")


def full_names(text: str) -> Iterator[tuple[int, int]]:
    """Where a first name stands before another capitalised word, or a last name and a comma before a first name."""
    for match in _PAIR.finditer(text):
        one, mark, two = match.groups()
        if one[0].isupper() and two[0].isupper() and _is_pair(one, mark, two):
            yield match.start(), match.end(3)


def is_full_name(text: str) -> bool:
    """Whether words are a full name from the first to the last."""
    return any((start, end) == (0, len(text)) for start, end in full_names(text))


def is_given(word: str) -> bool:
    """Whether a word is a first name rather than anything else: John, and neither Will nor Virginia nor an ED."""
    short, word = word.isupper(), lexicons.normal(word)
    if any(word in lexicons.load(name) for name in (*_NO_PEOPLE, *(["abbreviations"] if short else []))):
        return False
    return first_names().get(word, 0.0) >= (_FREQUENT_FIRST if is_known(word) else _FIRST)


def _is_pair(one: str, mark: str, two: str) -> bool:
    first, last = (two, one) if "," in mark else (one, two)
    pair = lexicons.normal(f"{one} {two}")
    if pair in _no_people() or any(form in lexicons.load("eponyms") for form in (pair, pair.replace(" ", "-"))):
        return False
    if mark == "\n" or not is_given(first):
        return _may_be_first(first) and _is_surname(last)
    if mark == " " and not two.isupper():
        return _is_surname(last) or lexicons.normal(last) not in term_words()
    return _is_surname(last, VERY_COMMON)


def _may_be_first(word: str) -> bool:
    word = lexicons.normal(word)
    no_name = is_known(word) or any(word in lexicons.load(name) for name in _NO_PEOPLE)
    return first_names().get(word, 0.0) >= _FIRST or (word in first_names() and not no_name)


def _is_surname(word: str, usual: float = 0.0) -> bool:
    """Whether a last name is frequent, no known word, or at least not as usual a word as that."""
    word = lexicons.normal(word)
    rare = word in last_names() and (usual_words().get(word, 0.0) < usual or not is_known(word))
    return rare or last_names().get(word, 0.0) >= _FREQUENT_LAST


@cache
def _no_people() -> frozenset[str]:
    return frozenset(load_toml("synth/transcribed.toml")["no_people"])
