"""Whether a surrogate has nothing left of what it replaces: the last look before it is written."""

from __future__ import annotations

import re
from functools import cache

from incognote import lexicons
from incognote.data import load_toml
from incognote.synth.forms import fold, folds_alike
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
    if folds_alike(old, new):
        return False
    if label in _PEOPLE:
        return True
    words = _WORD.findall(old)
    if not words:
        return True
    left = {fold(word) for word in words}.intersection(map(fold, _WORD.findall(new)))
    return left <= _listed("numbers") if label in _NUMBERS else all(map(_tells_nothing, left))


def _tells_nothing(word: str) -> bool:
    """Whether a word is of a kind of places, an ordinary one, or a term of medicine."""
    return (
        lexicons.number("common-words", "zipf", word) >= _ORDINARY
        or word in generic_words("street", "place", "care", "organization", "department")
        or word in _listed("net")
        or any(lexicons.has(terms, word) for terms in ("medical-words", "abbreviations"))
    )


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(load_toml("replace/stays.toml")[name].split())
