"""Surrogates for telephone numbers: of ranges that are kept for fiction, where the form tells the country."""

from __future__ import annotations

import re

from incognote.replace.surrogates.ids import new_id
from incognote.replace.surrogates.scope import Scope
from incognote.synth.phones import EXTENSION, fill_phone
from incognote.synth.surfaces import digits_of, with_digits
from incognote.synth.tables import table

_SHORTEST_NUMBER = 7
"""Shorter ones, pagers and extensions, have no range of their own."""
_NATIONAL = 10
_TRIES = 20
_BETWEEN = re.compile(r"(\s*(?:[,;&]|\bor\b|\band\b)\s*)")
_BRITISH = re.compile(r"(?P<trunk>44|0)(?P<number>[1-9]\d{9})")


def new_phone(text: str, scope: Scope) -> str:
    """Other numbers in the same marks; a number is the same whatever its marks, country code and extension."""
    parts = _BETWEEN.split(text)
    parts[::2] = [_one(part, scope) for part in parts[::2]]
    return "".join(parts)


def _one(text: str, scope: Scope) -> str:
    extension = EXTENSION.search(text)
    end = extension.start() if extension and extension.start() else len(text)
    digits = digits_of(text[:end])
    if len(digits) < _SHORTEST_NUMBER:
        return with_digits(text, other_digits(digits_of(text), scope))
    if british := _BRITISH.fullmatch(digits):
        new = british["trunk"] + _british(british["number"], scope)
        return with_digits(text[:end], new) + with_digits(text[end:], other_digits(digits_of(text[end:]), scope))
    local = digits[1:] if len(digits) == _NATIONAL + 1 and digits[0] == "1" else digits
    drawn = (fill_phone(text, scope.rng("phone", local, str(i))) for i in range(_TRIES))
    return next((new for new in drawn if digits_of(new[:end])[-_SHORTEST_NUMBER:] != digits[-_SHORTEST_NUMBER:]), "")


def other_digits(digits: str, scope: Scope) -> str:
    """As many other digits, by a permutation: no two numbers of a length get the same."""
    return new_id(digits, scope) or digits if digits else ""


def _british(number: str, scope: Scope) -> str:
    """One of those that Ofcom keeps for drama, a mobile for a mobile; all of them without the zero in front."""
    kinds = table("contacts")["phones"]["british"]
    fronts = next((fronts for first, fronts in kinds.items() if number.startswith(first)), kinds["1"])
    drawn = scope.number("phone", number)
    front = fronts[drawn % len(fronts)]
    new = f"{front}{drawn // len(fronts) % 1000:03}"
    return new if new != number else f"{front}{(drawn // len(fronts) + 1) % 1000:03}"
