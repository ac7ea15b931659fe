"""What a surface is made of: its digits, also misread or spelled out, the case of its words, its shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

DIGIT_WORDS = {
    word: str(value)
    for value, words in enumerate(
        ("zero|oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine|niner")
    )
    for word in words.split("|")
}
_MISREAD = {"O": "0", "o": "0", "l": "1"}
_LETTER = r"[^\W\d_]"
_DIGITS = re.compile(
    rf"""(?x)
      (?<!{_LETTER})(?=[Ool]*\d)[\dOol]+(?!{_LETTER})     # as scanners read numbers: 2O01, l4
    | \d
    | (?<!{_LETTER})(?ai:{"|".join(DIGIT_WORDS)})(?!{_LETTER})
    """
)
_DIGIT = re.compile(r"\d")
_BROKEN = re.compile(rf"(?<={_LETTER})-\n[ \t]*(?=[a-zß-ÿ])")
_ZERO = re.compile(r"(?i)\bzero\b")
_TRIES = 50


def digits_of(text: str) -> str:
    """The digits of a text in order, read whether they are plain, misread as letters or spelled out."""
    if text.isascii() and text.isdecimal():
        return text
    return "".join(_value(digit[0]) for digit in digit_places(text))


def with_digits(text: str, digits: str) -> str:
    """The text with as many other digits, each written in the way of the old: in digits, in words, misread."""
    places = digit_places(text)
    if len(places) != len(digits):
        raise ValueError("a text takes as many digits as it has")
    zero = zero_word(text)
    misread = {_MISREAD[old]: old for old, _ in places if old in _MISREAD}
    pieces, end = [], 0
    for (old, start), new in zip(places, digits, strict=True):
        pieces += [text[end:start], written_digit(old, new, zero, misread)]
        end = start + len(old)
    return "".join([*pieces, text[end:]])


def zero_word(text: str) -> str:
    """How a text spells the digit 0."""
    return "zero" if _ZERO.search(text) else "oh"


@lru_cache(maxsize=1_000)  # of one text they are asked for several times in a row
def digit_places(text: str) -> tuple[tuple[str, int], ...]:
    """Each digit as it is written, with its place."""
    if text.lower() == text.upper():  # as most numbers, which have no letters
        return tuple([(digit[0], digit.start()) for digit in _DIGIT.finditer(text)])
    found: list[tuple[str, int]] = []
    for match in _DIGITS.finditer(text):
        if match[0].lower() in DIGIT_WORDS:
            found.append((match[0], match.start()))
        else:
            found += [(char, match.start() + i) for i, char in enumerate(match[0])]
    return tuple(found)


def written_digit(old: str, new: str, zero: str = "oh", misread: Mapping[str, str] = MappingProxyType({})) -> str:
    """A new digit in the way that an old one is written."""
    if old.isdecimal() and not old.isascii():
        return chr(ord(old) - int(old) + int(new))
    if old.isdecimal() or old in _MISREAD:
        return misread.get(new, new)
    word = zero if new == "0" else next(word for word, value in DIGIT_WORDS.items() if value == new)
    return in_case(word, old)


def misread_like(text: str, model: str) -> str:
    """The text with its digits misread where those of the model are."""
    misread = {_MISREAD[old]: old for old, _ in digit_places(model) if old in _MISREAD}
    return "".join(misread.get(char, char) for char in text)


def read_right(text: str) -> str:
    """The text with its misread digits put right."""
    for old, start in digit_places(text):
        if old in _MISREAD:
            text = text[:start] + _MISREAD[old] + text[start + 1 :]
    return text


def has_digit_words(text: str) -> bool:
    return any(old.isalpha() and old not in _MISREAD for old, _ in digit_places(text))


def in_case(word: str, like: str) -> str:
    """The word in the case of another: `LIKE`, `like`, `Like`, or letter by letter where both are as long."""
    letters = [letter for letter in like if letter.isalpha()]
    if letters and all(letter.isupper() for letter in letters) and (len(letters) > 1 or len(word) == 1):
        return word.upper()
    if not any(letter.isupper() for letter in letters):
        return word.lower()
    if len(word) == len(like) and not like.istitle():
        return "".join(new.upper() if old.isupper() else new.lower() for new, old in zip(word, like, strict=True))
    return word[:1].upper() + word[1:]


def shape(text: str) -> str:
    """The text with each small letter as `a`, capital as `A` and digit as `0`."""
    return "".join(
        "0" if char.isdecimal() else "A" if char.isupper() else "a" if char.isalpha() else char for char in text
    )


def mended(text: str) -> str:
    """The text with a word that a line's end divides put together."""
    return _BROKEN.sub("", text, count=1)


def broken_like(text: str, model: str) -> str:
    """The text with a word divided where the model's is, or near there."""
    gap = _BROKEN.search(model)
    places = [at for at in range(2, len(text) - 1) if text[at - 2 : at + 2].isalpha()]
    if gap is None or not places:
        return text
    at = min(places, key=lambda place: abs(place - gap.start()))
    return f"{text[:at]}{gap[0]}{text[at:]}"


def another(model: str, draw: Callable[[], str]) -> str:
    """What is drawn until it isn't the model; a model that nothing else is like stays."""
    return next((new for _ in range(_TRIES) if (new := draw()) != model), model)


def _value(written: str) -> str:
    return _MISREAD.get(written) or DIGIT_WORDS.get(written.lower()) or str(int(written))
