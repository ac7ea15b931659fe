"""The parts of the name of a place: streets, cities, states, countries, lakes and highways."""

from __future__ import annotations

import re
from functools import cache

from incognote import lexicons
from incognote.synth.forms import Kind, Part, fold, pieces
from incognote.synth.generic import generic_words, listed
from incognote.synth.organizations import named_parts, with_proper_word

_LONGEST_NAME = {"state": 2, "country": 2}
"""Of longer names there are few; they are filled word by word."""


def place_parts(label: str, model: str) -> list[Part]:
    """The parts of a place's name by its label."""
    if label == "STATE":
        return _unit_parts(model, "state")
    if label == "COUNTRY":
        return _unit_parts(model, "country")
    if label == "CITY":
        return named_parts(model, "city", generic_words("place"))
    if label == "STREET":
        return _street_parts(model)
    return named_parts(model, "place", generic_words("place"))


def _street_parts(model: str) -> list[Part]:
    """A street: new numbers alone would not do, in `14 Mill Lane` Mill changes too."""
    parts = named_parts(model, "street", generic_words("street", "place"))
    if all(part.kind in ("keep", "generic", "digits", "letters") for part in parts) and len(parts) > 1:
        return with_proper_word(parts, "street", generic_words() | set(listed("street")))
    return parts


def _unit_parts(model: str, kind: Kind) -> list[Part]:
    """A state or country: its words together are one name, but for words such as State; or a code, or a short form."""
    letters = re.sub(r"[\W_]", "", model)
    code = _code(kind, letters, model)
    if code:
        return [Part(0, len(model), model, code)]
    places = pieces(model)
    if (
        len(places) > 1
        and fold(model) not in lexicons.load("states")
        and fold(model[places[-1][0] : places[-1][1]]) in generic_words("place")
    ):
        places = places[:-1]
    if len(places) > _LONGEST_NAME[kind]:
        return named_parts(model, "place", generic_words("place"))
    start, end = places[0][0], places[-1][1]
    return [Part(start, end, model[start:end], kind)]


def _code(kind: Kind, letters: str, model: str) -> Kind | None:
    if kind == "country":
        return "country-code" if letters.isupper() and len(letters) <= 3 else None
    if len(letters) == 2:
        return "state-code"
    short = " " not in model and fold(letters) in lexicons.load("states").column("kind") and fold(letters) in _shorts()
    return "state-short" if short else None


@cache
def _shorts() -> tuple[str, ...]:
    kinds = lexicons.load("states").column("kind")
    return tuple(
        sorted(item for item, kind in kinds.items() if kind == "abbreviation" and item.isalpha() and len(item) > 2)
    )


@cache
def codes(kind: Kind, letters: int) -> tuple[str, ...]:
    """Short forms of states and countries."""
    if kind == "state-short":
        return _shorts()
    if kind == "state-code":
        kinds = lexicons.load("states").column("kind")
        return tuple(sorted(item for item, what in kinds.items() if what == "abbreviation" and len(item) == 2))
    return listed("codes-3" if letters > 2 else "codes-2")
