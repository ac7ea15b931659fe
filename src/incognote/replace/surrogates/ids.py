"""New ids for old: another id of the same form, a different one for each, and the way back with the key alone.

The letters and digits of an id are a number. All ids of a family, those that look alike to every check, stand in a ring
in an order that only the key tells (FF1), and each is replaced by the next one of its family. So no two ids of a form
get the same new one, none gets itself, and who has the key goes one step back.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from incognote.replace.ff1 import Permutation
from incognote.replace.keys import Key
from incognote.replace.surrogates.check_digits import Check, passed, spoiled, with_digits
from incognote.replace.surrogates.id_forms import Form, alphabets, doubtful, misread_as, read, template
from incognote.replace.surrogates.scope import Filler, Scope
from incognote.types import Document, Span

CheckDigits: TypeAlias = Literal["valid", "invalid"]

_PURPOSE = "ids/1"
_LONGEST_WAY = 10_000
"""Where an id is almost alone in its family, we stop to look for the next one; it gets a tag."""


def new_id(text: str, scope: Scope, check_digits: CheckDigits = "valid") -> str | None:
    """The id that takes the place of another in a release, whatever the patient; None if there is no other.

    With "valid", an id that passes checks gets one that passes the same, and no two ids get the same one.

    With "invalid", it gets one that fails them all, so that nobody else can have it. There are fewer of those: two ids
    that pass the same check still get different ones, but one that passes and one that doesn't may meet, by a chance of
    about one in all ids of that form. What could be an SSN, as nine digits can, becomes one of 50 million numbers that
    nobody is given (area 9dd, group below 50): of 1,000 such numbers two meet by a chance of 1 %, of 10,000 by 63 %.
    There is no way back without a vault.
    """
    if (form := read(text)) is None or (core := _neighbour(form, scope.key, scope.mention, 1)) is None:
        return None
    new = form.write(spoiled(core) if check_digits == "invalid" else core)
    return new if form.text == text else misread_as(new, text)


def old_id(text: str, key: Key, mention: str = "") -> str | None:
    """The id that `new_id` replaced by this one, with valid check digits; None for what is no new id.

    Digits that were misread come back put right, and a spelled zero may come back as `oh`.
    """
    if (form := read(text)) is None or (core := _neighbour(form, key, mention, -1)) is None:
        return None
    return form.write(core)


def filler(check_digits: CheckDigits = "valid") -> Filler:
    """Fills spans with new ids; one that there is no other id for is left out."""

    def fill(doc: Document, spans: Sequence[Span], scope: Scope) -> dict[Span, str]:
        new = {span: new_id(doc[span], scope, check_digits) for span in spans}
        return {span: text for span, text in new.items() if text is not None}

    return fill


class _Family(NamedTuple):
    """What an id has in common with its new one; `kept` are characters in front that say what kind of id it is."""

    template: str
    checks: tuple[Check, ...]
    doubtful: bool
    kept: str


def _family(core: str) -> _Family:
    checks = passed(core)
    check = with_digits(checks)
    return _Family(template(core), checks, doubtful(core), core[: check.kept] if check else "")


class _Ring:
    """All ids of a template in their secret order. Check digits are made, not drawn, so most ids are of the family."""

    def __init__(self, family: _Family, key: Key, mention: str) -> None:
        self._check = with_digits(family.checks)
        size = len(family.template)
        made = range(*self._check.place.indices(size)) if self._check else range(0)
        self._fixed = list(family.kept.ljust(size, "0"))
        self._drawn = [
            (place, _characters(symbol))
            for place, symbol in enumerate(family.template)
            if symbol != "_" and place >= len(family.kept) and place not in made
        ]
        words = (family.template, *(check.name for check in family.checks), str(family.doubtful), family.kept, mention)
        tweak = hashlib.blake2b("\0".join(words).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        self.size = math.prod(len(characters) for _, characters in self._drawn)
        self._order = Permutation(key.subkey(_PURPOSE), self.size, tweak)

    def place(self, core: str) -> int:
        number = 0
        for place, characters in self._drawn:
            number = number * len(characters) + characters.index(core[place])
        return self._order.place(number)

    def at(self, place: int) -> str:
        number = self._order.number(place % self.size)
        core = self._fixed.copy()
        for at, characters in reversed(self._drawn):
            number, digit = divmod(number, len(characters))
            core[at] = characters[digit]
        return self._check.completed("".join(core)) if self._check else "".join(core)


def _neighbour(form: Form, key: Key, mention: str, step: int) -> str | None:
    """The next id of the family on the ring, or the one before; None if there is none."""
    family = _family(form.core)
    ring = _ring(family, key, mention)
    if ring.size == 1:
        return None
    place = ring.place(form.core)
    # Letters that could be read as something else, and words, may come together to what isn't read as an id again.
    unsure = family.doubtful or form.has_words
    for way in range(1, min(ring.size, _LONGEST_WAY)):
        core = ring.at(place + step * way)
        if _family(core) == family and (not unsure or form.holds(core)):
            return core
    return None


def _characters(symbol: str) -> str:
    return {"1": "123456789", "0": "0123456789"}.get(symbol) or alphabets()[symbol]


@lru_cache(maxsize=1024)
def _ring(family: _Family, key: Key, mention: str) -> _Ring:
    return _Ring(family, key, mention)
