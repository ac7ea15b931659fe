"""The form of a model: its words, and how a new word takes the form of an old one."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

Kind = Literal[
    "keep", "generic", "digits", "letters", "initial", "name", "given", "male", "female", "surname", "city", "state",
    "state-code", "state-short", "country", "country-code", "place", "street", "hospital", "organization",
]  # fmt: skip
"""What a part of a model is: words that stay, words of a kind that may stay (Hospital), numbers, letters of an acronym,
an initial, or a word that a new one takes the place of. A name of which we cannot tell whether it is a given name or a
surname is a `name`."""


class Part(NamedTuple):
    """A stretch of a model and what it is."""

    start: int
    end: int
    text: str
    kind: Kind

    def __repr__(self) -> str:
        return f"Part({self.start}, {self.end}, {self.kind!r})"


# A word may be broken at a line's end, and a letter that an encoding lost may be a question mark.
_RUN = re.compile(r"&#?\w+;|(?P<word>[^\W_]+(?:(?:-\r?\n|[?�])(?=[a-zß-öø-ÿ])[^\W_]+)*)")
_SPELLED = re.compile(r"[^\W\d_](?P<mark>[- ])[^\W\d_](?:(?P=mark)[^\W\d_]){2,}")
_FUSED = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])|(?<=^Mc)(?=\w{3})|(?<=^MC)(?=\w{3})|(?<=^mc)(?=\w{3})")
_BREAK = re.compile(r"-\r?\n|[?�]")
_BROKEN = frozenset("-?�")
_PLAIN = str.maketrans("łøđðı", "loddi")
_READ_AS = str.maketrans("015", "ols")
_LOOKS = {"o": "0", "l": "1", "i": "1", "s": "5"}


def fold(word: str) -> str:
    """A word without case, accents and line breaks, and with letters for the digits that scanners read."""
    if word.isascii() and word.isalpha():  # as most words are
        return word.lower()
    return _folded(word)


def folds_alike(one: str, other: str) -> bool:
    """Whether two texts are one when they are folded; the first letters of most tell that they aren't."""
    first, begins = one[:1], other[:1]
    plain = first.isascii() and first.isalpha() and begins.isascii() and begins.isalpha()
    return (not plain or first.lower() == begins.lower()) and fold(one) == fold(other)


@lru_cache(maxsize=5_000)
def _folded(word: str) -> str:
    if word.isascii():
        folded = joined(word).lower()
    else:
        bare = "".join(mark for mark in unicodedata.normalize("NFKD", joined(word)) if not unicodedata.combining(mark))
        folded = bare.casefold().translate(_PLAIN)
    return folded.translate(_READ_AS) if damaged(folded) else folded


def joined(word: str) -> str:
    """A word that is spelled or broken, in one piece."""
    if word.isalpha():  # as most words are
        return word
    if spelled := _spelled(word):
        return word.replace(spelled["mark"], "")
    return _BREAK.sub("", word) if not _BROKEN.isdisjoint(word) else word


def _spelled(word: str) -> re.Match[str] | None:
    return _SPELLED.fullmatch(word) if word[1:2] in ("-", " ") else None


@lru_cache(maxsize=5_000)
def pieces(model: str) -> tuple[tuple[int, int], ...]:
    """Where the words of a model are; a spelled name is one word, fused names and `Mc` are cut."""
    if _spelled(model) or _is_plain(model):
        return ((0, len(model)),)
    found: list[tuple[int, int]] = []
    for run in _RUN.finditer(model):
        if (word := run["word"]) and _is_one(word):
            found.append(run.span())
        elif word:
            cuts = [run.start() + cut.start() for cut in _FUSED.finditer(word)]
            found += zip([run.start(), *cuts], [*cuts, run.end()], strict=True)
    return tuple(found)


def _is_one(word: str) -> bool:
    """Whether a word has no cut, as most: no capital follows a small letter, and it does not begin with Mc."""
    return (word[1:].islower() or word.isupper()) and word[:2].lower() != "mc"


def _is_plain(model: str) -> bool:
    """Whether a model is a word that is neither broken nor cut, as most."""
    return model.isalpha() and _is_one(model)


def shaped(model: str, new: str) -> str:
    """New words, between blanks, in the form of a model with as many words."""
    if new.isalpha() and _is_plain(model):
        return cased(model, new)
    places = pieces(model)
    words = new.split()
    if len(words) != len(places):
        return _shaped_word(model, new)
    made, read = "", 0
    for (start, end), word in zip(places, words, strict=True):
        made += model[read:start] + _shaped_word(model[start:end], word)
        read = end
    return made + model[read:]


def cased(model: str, new: str) -> str:
    """A new word in the case of another."""
    if model.isupper() and (len(model) > 1 or len(new) == 1):
        return new.upper()
    if model.islower():
        return new.lower()
    titled = new[:1].upper() + new[1:].lower()
    return titled.swapcase() if model[:1].islower() and model[1:].isupper() else titled


def _shaped_word(model: str, new: str) -> str:
    old = joined(model)
    made = cased(old, new)
    if damaged(old):
        made = _damage(made)
    if spelled := _spelled(model):
        return spelled["mark"].join(made)
    if (broken := _BREAK.search(model)) is None or len(made) < 2:
        return made
    place = min(broken.start(), len(made) - 1)
    return made[:place] + broken[0] + made[place + (broken[0] in "?�") :]


def damaged(word: str) -> bool:
    """Whether a scanner has read some letters as digits."""
    if len(word) < 4 or word.isalpha():  # as most words are
        return False
    if word.isascii() and not ("0" in word or "1" in word or "5" in word):
        return False
    digits = sum(map(str.isdecimal, word))
    return 0 < 2 * digits < len(word) and not set(word) & set("2346789")


def _damage(word: str) -> str:
    for place, letter in enumerate(word):
        if letter.lower() in _LOOKS:
            return word[:place] + _LOOKS[letter.lower()] + word[place + 1 :]
    return word
