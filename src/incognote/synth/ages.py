"""Invented ages: near the model's, of the same time of life, in digits or words as the model is."""

from __future__ import annotations

import re
from random import Random

from incognote.synth.surfaces import in_case, misread_like, read_right

_SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = dict(
    zip(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], range(20, 100, 10), strict=True)
)
_DECADES = {word[:-1] + "ies": value for word, value in _TENS.items()}
_TENTHS = {
    "quadragenarian": 40,
    "quinquagenarian": 50,
    "sexagenarian": 60,
    "septuagenarian": 70,
    "octogenarian": 80,
    "nonagenarian": 90,
}
_UNITS = "|".join(_SMALL[1:10])
_AGE = re.compile(
    rf"""(?ix)
      (?P<number>\d+)(?P<suffix>st|nd|rd|th)?(?P<decade>['’]?s(?![^\W\d_]))?
    | \b(?P<tens>{"|".join(_TENS)})(?:(?P<gap>-?\s*)(?P<units>{_UNITS})\b)?
    | \b(?P<small>{"|".join(_SMALL)})\b
    | \b(?P<decades>{"|".join(_DECADES)})\b
    | \b(?P<tenths>{"|".join(_TENTHS)})
    """
)
_ADULT, _OLD, _OLDEST, _WIDEST = 18, 90, 104, 20
_TWELVE = re.compile(r"(\d{1,2})(\s*/\s*12)")


def fill_age(model: str, rng: Random) -> str:
    """Another age: within a fifth, or a year; children stay children, and those over 89 stay over 89."""
    if months := _TWELVE.fullmatch(model):
        return f"{rng.choice(_near(int(months[1]), range(1, 12)) or [int(months[1])])}{months[2]}"
    text = read_right(model)
    match = _AGE.search(text)
    if match is None:
        return model
    new = _filled(match, rng)
    return misread_like(f"{text[: match.start()]}{new}{text[match.end() :]}", model)


def in_words(age: int) -> str:
    """An age below a hundred in words."""
    if age < len(_SMALL):
        return _SMALL[age]
    tens = next(word for word, value in _TENS.items() if value == age // 10 * 10)
    return f"{tens}-{_SMALL[age % 10]}" if age % 10 else tens


def _filled(match: re.Match[str], rng: Random) -> str:
    if match["number"]:
        return _in_digits(match, rng)
    if match["tens"]:
        return _with_tens(match, rng)
    if match["small"]:
        old = _SMALL.index(match["small"].lower())
        return in_case(_SMALL[_drawn(old, range(len(_SMALL)), rng)], match["small"])
    word = (match["decades"] or match["tenths"]).lower()
    values = _DECADES if word in _DECADES else _TENTHS
    decade = _decade(values[word], rng, min(values.values()))
    return in_case(next(other for other, value in values.items() if value == decade), match[0])


def _in_digits(match: re.Match[str], rng: Random) -> str:
    digits = match["number"]
    old = int(digits)
    if match["decade"]:
        return f"{_decade(old, rng, 10)}{match['decade']}"
    size = len(str(old))
    new = _drawn(old, range(10 ** (size - 1), 10**size), rng)
    text = str(new).zfill(len(digits))
    if not match["suffix"]:
        return text
    suffix = {1: "st", 2: "nd", 3: "rd"}.get(new % 10 if new // 10 % 10 != 1 else 0, "th")
    return text + in_case(suffix, match["suffix"])


def _with_tens(match: re.Match[str], rng: Random) -> str:
    units = match["units"]
    if match[0] == match.string and match[0].lower() == "ninety":
        return match[0] + in_case(f"-{rng.choice(_SMALL[1:10])}", match[0][1:])
    old = _TENS[match["tens"].lower()] + (_SMALL.index(units.lower()) if units else 0)
    like = [age for age in range(20, 100) if (age % 10 > 0) == bool(units)]
    new = _drawn(old, like, rng) if units else _decade(old, rng, 20)
    tens = in_case(next(word for word, value in _TENS.items() if value == new // 10 * 10), match["tens"])
    return tens + (match["gap"] + in_case(_SMALL[new % 10], units) if units else "")


def _decade(old: int, rng: Random, first: int) -> int:
    """Another decade beside the old one; the nineties stay, for want of one that is as old."""
    near = [age for age in (old - 10, old + 10) if first <= age < _OLD and age >= 10]
    return rng.choice(near) if near and old < _OLD else old


def _drawn(old: int, like: range | list[int], rng: Random) -> int:
    return rng.choice(_near(old, like) or _near(old, range(_OLDEST + 1)) or [old])


def _near(old: int, like: range | list[int]) -> list[int]:
    """The ages of the same time of life near one; 0 is nobody's but the newborn's."""
    width = min(max(1, round(old / 5)), _WIDEST)
    spans = ((0, _ADULT - 1), (_ADULT, _OLD - 1), (_OLD, max(_OLDEST, old + 1)))
    first, last = next(span for span in spans if old <= span[1])
    lowest, highest = max(old - width, first, min(old, 1)), min(old + width, last)
    return [age for age in range(lowest, highest + 1) if age != old and age in like]
