"""Whether a surrogate has nothing left of what it replaces: the last look before it is written."""

from __future__ import annotations

import re
from functools import cache

from incognote import lexicons
from incognote.data import load_toml
from incognote.synth.forms import fold
from incognote.synth.generic import generic_words

_WORD = re.compile(r"[^\W\d_]{3,}")
_MAY_STAY = ("AGE", "STATE", "COUNTRY", "DEPARTMENT")
"""What may be the same as before: ages up to 89, states that are kept, wards that tell no place."""
_PEOPLE = ("PATIENT", "DOCTOR")
"""Their words change or are titles, degrees and particles."""
_NUMBERS = ("PHONE", "FAX", "IPADDR", "ROOM", "ZIP")
_ORDINARY = 2.5


def is_replaced(label: str, old: str, new: str) -> bool:
    """Whether a surrogate differs from its original and has no word of it but such as tell nothing."""
    if label in _MAY_STAY:
        return True
    if fold(new) == fold(old):
        return False
    if label in _PEOPLE:
        return True
    allowed = _listed("numbers") if label in _NUMBERS else _words_that_tell_nothing()
    return {fold(word) for word in _WORD.findall(old)}.intersection(map(fold, _WORD.findall(new))) <= allowed


@cache
def _words_that_tell_nothing() -> frozenset[str]:
    """Words of kinds of places, ordinary words, and terms of medicine."""
    zipf = lexicons.load("common-words").numbers("zipf")
    ordinary = (word for word, number in zipf.items() if number >= _ORDINARY)
    kinds = generic_words("street", "place", "care", "organization", "department")
    terms = lexicons.load("medical-words").words | lexicons.load("abbreviations").words
    return terms | kinds | _listed("net") | frozenset(ordinary)


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(load_toml("replace/stays.toml")[name].split())
