"""How a word is written, with case and digits folded so that notes in capitals look like others."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from incognote.learn.features.words import shape
from incognote.learn.word_table import folded
from incognote.lexicons import normal

_LONGEST = 12  # longer words are alike
_RUN = re.compile(r"(.)\1+", re.DOTALL)
_LONG_RUN = re.compile(r"(.)\1{3,}", re.DOTALL)


def outline(word: str) -> str:
    """The shape with runs cut short: `Valdez` -> `Aa`."""
    return _shortened(shape(word))[0]


def short_shape(word: str) -> str:
    """The shape with runs of at most three: `Valdez` -> `Aaaa`, `1998` -> `000`."""
    return _shortened(shape(word))[1]


@lru_cache(maxsize=1024)  # most words have one of a few shapes
def _shortened(whole: str) -> tuple[str, str]:
    """A shape with runs of one, and with runs of at most three."""
    return _RUN.sub(r"\1", whole), _LONG_RUN.sub(r"\1\1\1", whole)


def size(word: str) -> str:
    """The number of characters, and whether they are digits."""
    return f"{'digits' if word.isdigit() else 'other'} {min(len(word), _LONGEST)}"


def _start(length: int) -> Callable[[str], str]:
    return lambda word: normal(word)[:length] if len(word) > length and word.isalpha() else ""


def _end(length: int) -> Callable[[str], str]:
    return lambda word: normal(word)[-length:] if len(word) > length and word.isalpha() else ""


FORMS: dict[str, Callable[[str], str]] = {
    "folded": folded,
    "outline": outline,
    "short-shape": short_shape,
    "size": size,
    **{f"start-{length}": _start(length) for length in (2, 3, 4)},
    **{f"end-{length}": _end(length) for length in (2, 3, 4)},
}
