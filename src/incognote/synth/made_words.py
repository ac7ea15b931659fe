"""Words of invented names that no list has: misspelled ones, made-up ones, random letters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from random import Random
from string import ascii_lowercase

from incognote.synth.forms import fold
from incognote.synth.name_words import census, known_words, listed_word
from incognote.synth.needs import Need, fresh

_TRIES = 500
_ORDER = 3
"""A letter of a made-up name depends on so many before it."""


def misspelled(need: Need, rng: Random) -> str:
    """A listed name with a letter dropped, doubled, swapped or taken for another, so that no list has it."""
    return fresh(need, lambda: _unlisted(lambda: _slip(listed_word(need, rng), rng)))


def made_up(need: Need, rng: Random) -> str:
    """Words that could be names: their letters follow each other as in surnames."""
    return fresh(need, lambda: " ".join(_unlisted(lambda: _chained(rng)) for _ in range(need.words)))


def random_letters(need: Need, rng: Random) -> str:
    """Words of any letters."""
    return fresh(need, lambda: " ".join(_unlisted(lambda: _letters(rng)) for _ in range(need.words)))


def _unlisted(draw: Callable[[], str]) -> str:
    for _ in range(_TRIES):
        word = draw()
        if fold(word) not in known_words():
            return word
    raise RuntimeError(f"no word that is on no list in {_TRIES} draws")


def _slip(words: str, rng: Random) -> str:
    """Words with one slip of a typist."""
    place = rng.randrange(1, max(2, len(words) - 1))
    head, letter, tail = words[:place], words[place : place + 1], words[place + 1 :]
    if not letter.isalpha():
        return words
    slips = (
        head + tail,
        head + letter + letter + tail,
        head + tail[:1] + letter + tail[1:],
        head + rng.choice("aeiouy" if letter in "aeiouy" else "bdfghklmnprstvz") + tail,
    )
    return rng.choice(slips)


@cache
def _followers() -> dict[str, str]:
    """The letters that follow each few letters of surnames, as often as they do; a blank ends a name."""
    following: dict[str, list[str]] = defaultdict(list)
    for name in census("last")[0][::9]:
        if name.isascii():
            text = " " * _ORDER + name + " "
            for i in range(_ORDER, len(text)):
                following[text[i - _ORDER : i]].append(text[i])
    return {before: "".join(letters) for before, letters in following.items()}


def _chained(rng: Random) -> str:
    while True:
        made = " " * _ORDER
        while len(made) < _ORDER + 12 and not made[_ORDER:].endswith(" "):
            made += rng.choice(_followers()[made[-_ORDER:]])
        if len(made.strip()) >= 4 and made.endswith(" "):
            return made.strip()


def _letters(rng: Random) -> str:
    length = rng.choice((3, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10))
    return "".join(rng.choices(ascii_lowercase, k=length))
