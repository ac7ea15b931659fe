"""The classes of words that rules name (lexicons, lists, shapes), as features: one yes or no for each class.

Items of several words count where the whole of them stands, their first word and the others apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from incognote import lexicons
from incognote.detect.patterns import POSITION_BITS
from incognote.detect.rows import RowTable
from incognote.detect.word_classes import word_classes
from incognote.learn.features.coded import Coded, Codes
from incognote.learn.features.words import NO, YES
from incognote.learn.reading import Reading

CLASSES, PHRASES = "classes", "phrases"
_FURTHER = ("drugs", "diseases", "religions")
"""Lexicons that no class of the rules has."""


@cache
def class_names() -> tuple[str, ...]:
    """All classes of words but quoted words, places in a line, and the later words of items of several words."""
    classes = word_classes(())  # called as rules call it, so that it is made once
    named = [name for name in classes.names() if not name.startswith("'") and name not in POSITION_BITS]
    return (*(name for name in named if not name.endswith("-more")), *_FURTHER)


def of_class(name: str) -> Callable[[str], str]:
    """Whether a word is of a class."""
    if name in _FURTHER:
        lines = lexicons.lines(name)
        return lambda word: NO if lines.get(lexicons.normal(word)) is None else YES
    return OfClass(1 << word_classes(()).bit(name))


@dataclass(frozen=True)
class OfClass:
    """Whether a word has a bit. Who asks for many classes at once asks for all bits of a word instead."""

    bit: int

    def __call__(self, word: str) -> str:
        return YES if bits_of(word) & self.bit else NO


def bits_of(word: str) -> int:
    """The classes of a word."""
    return word_classes(()).bits(word)


def phrases() -> Callable[[Reading], Coded]:
    """The items of several words that a token begins or goes on with."""
    classes = word_classes(())
    names: Sequence[str] = classes.names()
    table = RowTable(classes)

    def values(reading: Reading) -> Coded:
        note = table.note(reading.layout)
        codes = Codes()
        numbers = np.zeros(len(reading), dtype=np.int64)
        for at in sorted(set(note.in_phrases)):
            rest = (note.bits(at) & ~table.bits[note.kinds[at]]) >> len(POSITION_BITS) << len(POSITION_BITS)
            found = [names[bit] for bit in range(rest.bit_length()) if rest >> bit & 1]
            numbers[at] = codes[" ".join(found)]
        return Coded(numbers, list(codes))

    return values
