"""New postal codes: the area follows the places of the scope, the rest is drawn; the same for the same code."""

from __future__ import annotations

import re

from incognote.replace.surrogates.atlas import Atlas
from incognote.replace.surrogates.gazetteer import state_of
from incognote.replace.surrogates.lands import unit_called
from incognote.replace.surrogates.scope import Scope
from incognote.synth.forms import fold
from incognote.synth.numbers import fill_zip
from incognote.synth.surfaces import digits_of, has_digit_words, with_digits
from incognote.synth.tables import table

_LETTER = re.compile(r"[A-Za-z]")
_UK = re.compile(r"(?P<area>[A-Z]{1,2})(?P<district>\d[A-Z\d]?)(?P<gap>\s*)(?P<unit>\d[A-Z]{2})?", re.IGNORECASE)
_CANADA = re.compile(r"(?P<area>[A-Z])(?P<district>\d[A-Z])(?P<gap>[\s-]*)(?P<unit>\d[A-Z]\d)?", re.IGNORECASE)
_WITH_STATE = re.compile(r"(?P<state>[A-Za-z][A-Za-z. ]+?)(?P<gap>,?\s*)(?P<zip>\d{5}(?:-\d{4})?)")
_LETTERS = {"gb": "ABDEFGHJLNPQRSTUWXYZ", "ca": "ABCEGHJKLMNPRSTVWXYZ"}
_AREAS_CA = "ABCEGHJKLMNPRSTVXY"
_TRIES = 20


def prefix_of(text: str) -> str:
    """The first three digits of a ZIP code of the United States; "" for what is none."""
    digits = digits_of(text)
    if len(digits) not in (3, 5, 9):
        return ""
    is_plain = not _LETTER.search(text) or has_digit_words(text) or not re.search(r"[^\W\d_OolIS]", text)
    return digits[:3] if is_plain and state_of(digits[:3]) else ""


def country_of(text: str) -> str:
    """The country whose form a code has, where that is Canada or Britain."""
    for country, form in (("ca", _CANADA), ("gb", _UK)):
        if (found := form.fullmatch(text)) and found["unit"]:
            return country
    return ""


def new_postcode(text: str, atlas: Atlas) -> str:
    """Another code of the same form; "" if there is none that will do."""
    digits = digits_of(text)
    if prefix_of(text) or re.fullmatch(r"\d{5}(?:\D?\d{4})?", text):
        return _zip(text, digits, atlas)
    if found := _CANADA.fullmatch(text):
        return _lettered(text, found, "ca", atlas.scope)
    if found := _UK.fullmatch(text):
        return _lettered(text, found, "gb", atlas.scope)
    if found := _WITH_STATE.fullmatch(text):
        unit = unit_called(found["state"])
        new = _zip(found["zip"], digits_of(found["zip"]), atlas)
        return f"{atlas.unit(unit).code.upper()}{found['gap']}{new}" if unit and new else ""
    code = "".join(filter(str.isalnum, fold(text)))
    return fill_zip(text, atlas.scope.rng("postcode", code))


def _zip(text: str, digits: str, atlas: Atlas) -> str:
    prefix = atlas.prefix(digits[:3])
    if not prefix:
        return ""
    for i in range(_TRIES):
        area = 1 + atlas.scope.number("zip", digits[:5], str(i)) % 99
        more = atlas.scope.number("zip", digits, "more") % 10_000
        new = with_digits(text, f"{prefix}{area:02}{more:04}"[: len(digits)])
        if new != text and (has_digit_words(text) or atlas.scope.allowed(new)):
            return new
    return ""


def _lettered(text: str, found: re.Match[str], country: str, scope: Scope) -> str:
    """A British or Canadian code: one area becomes one, and so does a district."""
    area, district, unit = (fold(found[name] or "") for name in ("area", "district", "unit"))
    new_area = _new_area(area, country, scope)
    new = f"{new_area}{_filled(district, country, scope, area)}"
    if unit:
        new += found["gap"] + _filled(unit, country, scope, area, district)
    return new.lower() if text.islower() else new.upper()


def _new_area(area: str, country: str, scope: Scope) -> str:
    areas = list(_AREAS_CA) if country == "ca" else [a for a in table("numbers")["uk"]["areas"] if len(a) == len(area)]
    others: list[str] = [other for other in areas if fold(other) != area]
    return others[scope.number("postcode area", country, area) % len(others)]


def _filled(model: str, country: str, scope: Scope, *before: str) -> str:
    rng = scope.rng("postcode", country, *before, model)
    letters = _LETTERS[country]
    drawn = [rng.choice("123456789") if char.isdigit() else rng.choice(letters) for char in model]
    return "".join([rng.choice("12"), *drawn[1:]] if model.isdigit() and len(model) > 1 else drawn)
