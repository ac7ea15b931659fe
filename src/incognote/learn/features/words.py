"""Features of a word alone, whatever stands around it: each gives a word one value, or none ("").

A question has a value where the answer is yes, as in the papers' vectors "of one if the target is capitalized and zero
if it is not".
"""

from __future__ import annotations

import string
from collections.abc import Callable

from incognote.layout.lemmas import lemma

YES, NO = "yes", ""
_PUNCTUATION = frozenset(string.punctuation)


class _Kinds(dict[int, str]):
    """The kind of each character by its code point, told once."""

    def __missing__(self, point: int) -> str:
        char = chr(point)
        self[point] = kind = "A" if char.isupper() else "a" if char.isalpha() else "0" if char.isdigit() else char
        return kind


_KINDS = _Kinds()


def shape(word: str) -> str:
    """`Valdez` -> `Aaaaaa` (He 2015)."""
    return word.translate(_KINDS)


def case_type(word: str) -> str:
    """Aramaki's four types of capitalisation."""
    if word.isupper():
        return "upper"
    if word.islower():
        return "lower"
    return "first" if word[:1].isupper() and word[1:].islower() else "other"


def _yes_no(test: Callable[[str], bool]) -> Callable[[str], str]:
    return lambda word: YES if test(word) else NO


def _any(test: Callable[[str], bool]) -> Callable[[str], str]:
    return _yes_no(lambda word: any(map(test, word)))


def _is_mark(char: str) -> bool:
    return char in _PUNCTUATION


def _mixes(one: Callable[[str], bool], other: Callable[[str], bool]) -> Callable[[str], str]:
    """Whether a word is made of two kinds of characters, has both, and has nothing else."""
    return _yes_no(
        lambda word: any(map(one, word)) and any(map(other, word)) and all(one(char) or other(char) for char in word)
    )


def in_language(language: str) -> dict[str, Callable[[str], str]]:
    """All features of words by name; the base form of a word depends on the language."""
    return {
        "word": str,
        "lower": str.lower,
        "lemma": lambda word: lemma(word, language),
        "first-four": lambda word: word[:4].lower(),
        "last-four": lambda word: word[-4:].lower(),
        "shape": shape,
        "case": case_type,
        "length": lambda word: str(len(word)),
        "letter": _any(str.isalpha),
        "capital": _any(str.isupper),
        "first-capital": _yes_no(lambda word: word[:1].isupper()),
        "all-capitals": _yes_no(lambda word: word.isalpha() and word.isupper()),
        "digit": _any(str.isdigit),
        "all-digits": _yes_no(str.isdigit),
        "mark": _any(_is_mark),
        "letters-and-digits": _mixes(str.isalpha, str.isdigit),
        "digits-and-marks": _mixes(str.isdigit, _is_mark),
        "dash": _yes_no(lambda word: "-" in word),
        "slash": _yes_no(lambda word: "/" in word),
        "dash-or-slash": _yes_no(lambda word: "-" in word or "/" in word),
        "special": _yes_no(lambda word: not word.isalnum()),
    }
