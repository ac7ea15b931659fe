"""Ages over 89, in digits and in words: 92 and ninety-two are one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from incognote.synth.ages import in_words

_FIRST, _HUNDRED, _OLDEST = 90, 100, 125


def old_ages(keys: Sequence[str]) -> set[int]:
    """The ages over 89 among folded words."""
    digits = {int(key) for key in keys if key.isdecimal() and len(key) <= 3 and _FIRST <= int(key) <= _OLDEST}
    ages, pattern = _written()
    return digits | {ages[found] for found in pattern.findall("".join(keys))}


def ways_to_write(age: int) -> list[str]:
    """An age over 89 in words, without what stands between them."""
    if age < _HUNDRED:
        return [_joined(age)]
    rest = _joined(age - _HUNDRED) if age > _HUNDRED else ""
    return [f"{one}hundred{joint}{rest}" for one in ("one", "") for joint in ("and", "")[not rest :]]


def is_clear(form: str) -> bool:
    """Whether a form is rather an age than another number: ninety and all in digits need a word of age beside them."""
    ages, _ = _written()
    return form in ages and ages[form] % 10 != 0


@cache
def _written() -> tuple[dict[str, int], re.Pattern[str]]:
    ages = {form: age for age in range(_FIRST, _OLDEST + 1) for form in ways_to_write(age)}
    return ages, re.compile("|".join(sorted(ages, key=len, reverse=True)))


def _joined(age: int) -> str:
    return "".join(filter(str.isalpha, in_words(age)))
