"""Names of places in other forms, and logins: states in two letters, acronyms of hospitals, wards."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from incognote import lexicons
from incognote.synth.forms import fold
from incognote.synth.generic import generic_words, stop_words
from incognote.synth.perturb.edits import Edit, stands_free, whole
from incognote.synth.perturb.names import surname
from incognote.synth.perturb.numbers import drawn
from incognote.synth.tables import table
from incognote.types import Document

_SHARE = 0.4
_ACRONYM, _CUT = 0.35, 0.2
_SHORTEST, _LONGEST = 3, 6
_WORD = re.compile(r"[^\W\d_]+")
_INITIAL = re.compile(r"(?<![\w'’])[^\W\d_a-z]")
_WARD = re.compile(r"(?P<name>[^\W\d_]{3,}) (?P<number>\d{1,2}[A-Za-z]?)")
_WARD_FORMS = (
    "{0}{number}",
    "{0}-{number}",
    "{0} {number}",
    "{number}{0}",
    "{number} {name}",
    "{name}{number}",
    "{name}-{number}",
)
_INITIALS = 3


def other_places(doc: Document, rng: Random) -> list[Edit]:
    """States, hospitals, wards and logins in other forms."""
    changes = {"STATE": _state, "HOSPITAL": _hospital, "DEPARTMENT": _ward, "USERNAME": _login}
    spans = [span for span in doc.spans if span.label in changes and stands_free(doc, span)]
    return [whole(span, changes[span.label](doc[span], rng)) for span in spans if rng.random() < _SHARE]


def _state(old: str, rng: Random) -> str:
    states = table("perturb")["places"]["states"]
    if old.casefold() in states:
        return str(states[old.casefold()])
    return next((name.title() for name, code in states.items() if code == old), old)


def _hospital(old: str, rng: Random) -> str:
    """Its acronym, where that is no other word; or without its last word, or with words cut short."""
    acronym = "".join(_INITIAL.findall(old))
    usable = _SHORTEST <= len(acronym) <= _LONGEST and not old.isupper() and acronym.casefold() not in _known_acronyms()
    if usable and rng.random() < _ACRONYM:
        return acronym
    first, gap, _ = old.partition(" ")
    if gap and first.isalpha() and fold(first) not in _said_of_many() and rng.random() < _CUT:
        return first
    short = table("perturb")["places"]["short"]
    return _WORD.sub(lambda word: rng.choice(short.get(word[0].casefold(), [word[0]])), old)


def _ward(old: str, rng: Random) -> str:
    found = _WARD.fullmatch(old)
    return rng.choice(_WARD_FORMS).format(found["name"][0], **found.groupdict()) if found else old


def _login(old: str, rng: Random) -> str:
    if not old.isalnum():
        return old
    forms = table("perturb")["logins"]["short" if len(old) <= _INITIALS else "long"]
    return drawn(rng.choice(forms), rng).format(sur=surname(rng).lower())


@cache
def _said_of_many() -> frozenset[str]:
    """Words that name no hospital by themselves."""
    return generic_words("care", "place") | stop_words() | {"our", "saint", "st"}


@cache
def _known_acronyms() -> frozenset[str]:
    return frozenset(lexicons.load("abbreviations")) | frozenset(lexicons.load("common-words"))
