"""Words of answers: where they are, how they are compared, and how a word takes the case and ending of another."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from incognote import lexicons
from incognote.data import load_toml
from incognote.replace.date_names import names

WORD = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+")
"""Letters, digits and accents. An underscore is a mark around words, as in `_Jan_`."""

_PLAIN = str.maketrans("łøđðı", "loddi")
_PARTING = "./:"
_SHORTEST_STEM = 4
_COMMON = 3.0


def plain(word: str) -> str:
    """A word without case and accents. The start of a word becomes the start of what the word becomes."""
    if word.isascii():
        return word.lower()
    bare = "".join(mark for mark in unicodedata.normalize("NFKD", word) if not unicodedata.combining(mark))
    return bare.casefold().translate(_PLAIN)


def is_word(char: str) -> bool:
    return WORD.match(char) is not None


def starts_number(text: str, start: int) -> bool:
    """Whether what begins there isn't the rest of a longer number: `5` of `2.5` is."""
    if not text[start].isdigit() or start < 2:
        return True
    return not (text[start - 1] in _PARTING and text[start - 2].isdigit())


def ends(text: str, end: int, final: bool) -> bool | None:
    """Whether a word or number ends there; None if the text that is still to come decides."""
    if not is_word(text[end - 1]):
        return True
    if end == len(text):
        return True if final else None
    if is_word(text[end]):
        return False
    if not text[end - 1].isdigit() or text[end] not in _PARTING:
        return True
    if end + 1 == len(text):
        return True if final else None
    return not text[end + 1].isdigit()


def recased(written: str, sent: str, original: str) -> str:
    """The original in place of a word that an answer wrote in some case; `sent` is how the word was sent."""
    if written == sent:
        return original
    if written.isupper() and (len(written) > 1 or len(original) == 1):
        return original.upper()
    if written.islower():
        return original.lower()
    if original[:1].isupper() and not (original.isupper() and len(original) > 1):
        return original
    return original[:1].upper() + original[1:].lower()


@cache
def endings() -> tuple[str, ...]:
    """The endings of all languages, the longest first."""
    found = {ending for group in load_toml("replace/endings.toml").values() for ending in group}
    return tuple(sorted(found, key=lambda ending: (-len(ending), ending)))


def stems(word: str) -> list[str]:
    """What may be left of a plain word without its ending, the longest first."""
    cut = [word[: -len(ending)] for ending in endings() if word.endswith(ending)]
    return [stem for stem in reversed(cut) if len(stem) >= _SHORTEST_STEM and stem.isalpha()]


def may_become(begun: str, word: str) -> bool:
    """Whether the start of a plain word may go on to a word, or to a word and its ending."""
    if word.startswith(begun):
        return True
    if len(word) < _SHORTEST_STEM or not begun.startswith(word):
        return False
    return any(ending.startswith(begun[len(word) :]) for ending in endings())


def cut_behind(written: str, stem: str) -> int:
    """Where the ending begins in a word, by its plain stem."""
    return next(i for i in range(len(written) + 1) if len(plain(written[:i])) >= len(stem))


@cache
def common_words() -> frozenset[str]:
    """Plain words that an answer may hold on its own: those that aren't rare, and those of dates."""
    rates = lexicons.numbers("common-words", "zipf")
    return frozenset(
        {word for word, rate in rates.items() if rate >= _COMMON} | {plain(word) for word in names().kinds}
    )
