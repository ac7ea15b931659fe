"""New numbers of rooms, beds and wards: small ones stay small, and what was different stays different."""

from __future__ import annotations

import re

from incognote.replace.surrogates.proper_words import number, permuted
from incognote.replace.surrogates.scope import Scope
from incognote.synth.forms import cased, fold
from incognote.synth.numbers import fill_room
from incognote.synth.surfaces import has_digit_words

_GROUP = re.compile(r"\d+")
_LETTER = re.compile(r"(?<![^\W\d_])[A-Za-z](?![^\W\d_])")
_LETTERS = ("abcd", "nesw", "lr", "fgh", "jk", "opqtuvxyz", "im")
"""Beds are A to D or by a wall, wings are of the compass."""
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi")
_LAST_ROOM, _LAST_OF_FLOOR = 40, 99


def new_room(text: str, scope: Scope) -> str:
    """Another room: its numbers, and its letters where they stand by themselves."""
    if has_digit_words(text):
        return fill_room(text, scope.rng("room", fold(text)))
    new = _LETTER.sub(lambda letter: cased(letter[0], _new_letter(letter[0], scope)), ward_number(text, scope))
    return new if new != text else fill_room(text, scope.rng("room", fold(text)))


def ward_number(text: str, scope: Scope) -> str:
    """A ward with other numbers, be they Roman; letters beside digits are those of a wing and stay."""
    if fold(text) in _ROMAN:
        new = _ROMAN[permuted(_ROMAN.index(fold(text)) + 1, 1, len(_ROMAN), scope) - 1]
        return cased(text, new) if len(text) > 1 else new.upper()
    return _GROUP.sub(lambda group: _room_number(group[0], scope), text)


def _room_number(digits: str, scope: Scope) -> str:
    if not digits.isascii() or digits.startswith("0") or len(digits) > 4:
        return number(digits, scope)
    last = _LAST_ROOM if int(digits[-2:]) <= _LAST_ROOM else _LAST_OF_FLOOR
    if len(digits) == 1:
        return str(permuted(int(digits), 1, 9, scope))
    if len(digits) == 2:
        return str(permuted(int(digits), 10, last, scope))
    return fill_room(digits, scope.rng("room", digits))


def _new_letter(letter: str, scope: Scope) -> str:
    pool = next((pool for pool in _LETTERS if fold(letter) in pool), "")
    return pool[permuted(pool.index(fold(letter)) + 1, 1, len(pool), scope) - 1] if pool else letter
