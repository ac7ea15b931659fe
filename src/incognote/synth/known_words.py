"""Words of medicine and of every day, which are looked on as names only where more speaks for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from incognote import lexicons
from incognote.data import load_toml

DEPARTMENT = re.compile(r"\w*(?:olog(?:y|ic)|iatry|iatrics?|iatric|surgery|surgical|edics|etrics|therapy|graphy|scopy)")
TERMS = ("medical-words", "drugs", "eponyms", "device-words", "diseases", "abbreviations", "anatomy")
NO_PLACES = ("languages", "nationalities", "religions", "months", "weekdays", "holidays")
COMMON, COMMON_NAME, VERY_COMMON = 3.0, 4.0, 5.0  # how usual words are, on Zipf's scale, that aren't taken for names
_FIRST_NAME = 200.0  # how many in a million have a first name that is looked on as one though it is a word too


def is_known(word: str) -> bool:
    """Whether a word is one of medicine or of every day."""
    if (usual := usual_words().get(word, 0.0)) >= (COMMON_NAME if word in lexicons.load("last") else COMMON):
        return usual >= VERY_COMMON or first_names().get(word, 0.0) < _FIRST_NAME
    return (
        word in _spared()
        or bool(DEPARTMENT.fullmatch(word))
        or any(word in lexicons.load(name) for name in (*TERMS, *NO_PLACES))
    )


def usual_words() -> Mapping[str, float]:
    """How usual words are."""
    words = lexicons.load("common-words")
    return words.numbers(words.columns[0])


@cache
def first_names() -> dict[str, float]:
    """How many in a million have a first name."""
    men, women = (lexicons.numbers(name, "per_million") for name in ("first-male", "first-female"))
    return {**men} | {name: max(number, men.get(name, 0.0)) for name, number in women.items()}


def last_names() -> Mapping[str, float]:
    """How many in a million have a last name."""
    return lexicons.numbers("last", "per_million")


@cache
def term_words() -> frozenset[str]:
    """Words that make a term of the name before them."""
    return frozenset(load_toml("synth/transcribed.toml")["terms"]) | lexicons.load("device-words").words


@cache
def _spared() -> frozenset[str]:
    return frozenset(load_toml("synth/transcribed.toml")["spared"])
