"""The parts of the name of a facility: what kind of place it is stays, proper words and numbers change."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from incognote import lexicons
from incognote.synth.forms import Kind, Part, damaged, fold, pieces
from incognote.synth.generic import generic_words, stop_words

_ROMAN = re.compile(r"[IVX]{2,}|[IVX]+(?=-)")
_SAINTS: dict[str, Kind] = {"st": "given", "saint": "given", "san": "male", "sao": "male", "santa": "female"}
"""After these words stands a given name."""
_LONGEST_ACRONYM = 6
_MANY = 5_000
_APOSTROPHES = "'’‘ʼ`´"


def facility_parts(label: str, model: str) -> list[Part]:
    """The parts of the name of a hospital, organization or department."""
    if label == "HOSPITAL":
        return named_parts(model, "hospital", generic_words("care", "place"))
    if label == "DEPARTMENT":
        return named_parts(model, "street", generic_words("department"))
    return named_parts(model, "organization", generic_words("organization", "care", "place"))


def named_parts(model: str, kind: Kind, generic: frozenset[str]) -> list[Part]:
    """The parts of a name of which some words are generic. Where all are, the first that is no small word changes."""
    parts: list[Part] = []
    for start, end in pieces(model):
        saint = _SAINTS.get(fold(parts[-1].text)) if parts else None
        found = _kind(model, start, end, kind, generic)
        parts.append(Part(start, end, model[start:end], saint if saint and found == kind else found))
    if any(part.kind not in ("keep", "generic") for part in parts):
        return parts
    return with_proper_word(parts, kind, stop_words())


def with_proper_word(parts: list[Part], kind: Kind, stay: Collection[str]) -> list[Part]:
    """The parts with the first generic one as a proper word, but for some that stay."""
    chosen = next((part for part in parts if part.kind == "generic" and fold(part.text) not in stay), None)
    return [part._replace(kind=kind) if part is chosen or len(parts) == 1 else part for part in parts]


def _kind(model: str, start: int, end: int, kind: Kind, generic: frozenset[str]) -> Kind:
    word = model[start:end]
    if end - start == 1 and not word.isdecimal():
        return _letter_kind(model, start, kind)
    if any(map(str.isdecimal, word)) and not damaged(word):
        return "digits"
    if end - start == 2 and (model[end : end + 1] == "." or (start and model[start - 1] in _APOSTROPHES)):
        return "keep"
    if fold(word) in generic or _ROMAN.fullmatch(word):
        return "generic"
    return "letters" if _is_acronym(word, model) else kind


def _letter_kind(model: str, place: int, kind: Kind) -> Kind:
    """A single letter: part of a word or number, small word, point of the compass, or a letter by itself."""
    letter = fold(model[place])
    before, after = model[max(0, place - 1) : place], model[place + 1 : place + 2]
    if set(before + after) & set("/" + _APOSTROPHES) or after == "-" or (letter in "po" and "box" in fold(model)):
        return "keep"
    small = model[place].islower() and letter in stop_words()
    return "generic" if small or (letter in "nsew" and kind in ("street", "place")) else "letters"


def _is_acronym(word: str, model: str) -> bool:
    """Capitals among small letters, or by themselves when they are no word; or a word without vowels."""
    if len(word) > _LONGEST_ACRONYM or not fold(word).isascii():
        return False
    if not set(fold(word)) & set("aeiouy"):
        return True
    if not model.isupper():
        return word.isupper()
    return word == model and fold(word) not in _words()


@cache
def _words() -> frozenset[str]:
    """Words and names that are not rare."""
    names = (lexicons.items(lexicon, "per_million", _MANY) for lexicon in ("first-female", "first-male", "last"))
    return frozenset().union(*names, lexicons.items("common-words", "zipf", 3 * _MANY))
