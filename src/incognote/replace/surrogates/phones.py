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
_BRITISH = re.compile(r"(?P<trunk>44|0)(?P<number>[1-9]\d{9})")


def new_phone(text: str, scope: Scope) -> str | None:
    """Another number in the same marks; the number is the same whatever its marks, country code and extension."""
    extension = EXTENSION.search(text)
    end = extension.start() if extension and extension.start() else len(text)
    digits = digits_of(text[:end])
    if len(digits) < _SHORTEST_NUMBER:
        return new_id(text, scope)
    if british := _BRITISH.fullmatch(digits):
        return with_digits(text[:end], british["trunk"] + _british(british["number"], scope)) + _extension(
            text[end:], scope
        )
    local = digits[1:] if len(digits) == _NATIONAL + 1 and digits[0] == "1" else digits
    return fill_phone(text, scope.rng("phone", local))


def _extension(text: str, scope: Scope) -> str:
    digits = digits_of(text)
    return (
        with_digits(text, f"{scope.number('extension', digits) % 10 ** len(digits):0{len(digits)}}") if digits else text
    )


def _british(number: str, scope: Scope) -> str:
    """One of those that Ofcom keeps for drama, a mobile for a mobile; all of them without the zero in front."""
    kinds = table("contacts")["phones"]["british"]
    fronts = next((fronts for first, fronts in kinds.items() if number.startswith(first)), kinds["1"])
    drawn = scope.number("phone", number)
    front = fronts[drawn % len(fronts)]
    new = f"{front}{drawn // len(fronts) % 1000:03}"
    return new if new != number else f"{front}{(drawn // len(fronts) + 1) % 1000:03}"
