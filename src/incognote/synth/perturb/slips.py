"""Slips of typists and of scanners: few, in PHI more than outside of it."""

from __future__ import annotations

import re
import unicodedata
from random import Random

from incognote.synth.perturb.edits import Edit
from incognote.types import Document

_MISREAD = {
    "o": "0", "O": "0", "0": "O", "l": "1", "I": "l", "1": "l", "i": "l", "S": "5", "5": "S", "B": "8", "8": "B",
    "rn": "m", "m": "rn", "cl": "d", "e": "c", "h": "b", "Z": "2", "vv": "w", "w": "vv", "t": "f", "g": "q",
}  # fmt: skip
_MISREADABLE = re.compile("|".join(sorted(_MISREAD, key=len, reverse=True)))
_WORD = re.compile(r"[^\W\d_]{4,}")
_OUTSIDE, _INSIDE = 0.015, 0.08
_SCANNED = (0.003, 0.01, 0.03)
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def misread(doc: Document, rng: Random) -> list[Edit]:
    """Letters and digits as a scanner takes them for others."""
    rate = rng.choice(_SCANNED)
    found = (each for each in _MISREADABLE.finditer(doc.text) if rng.random() < rate)
    return [Edit(*each.span(), _MISREAD[each[0]]) for each in found]


def mistyped(doc: Document, rng: Random) -> list[Edit]:
    """Letters swapped, doubled, dropped or next to the right key."""
    inside = {place for span in doc.spans for place in range(span.start, span.end)}
    edits = []
    for word in _WORD.finditer(doc.text):
        if rng.random() < (_INSIDE if word.start() in inside else _OUTSIDE):
            place = rng.randrange(word.start() + 1, word.end() - 1)
            edits.append(Edit(place, place + 2, slip(doc.text[place : place + 2], rng)))
    return edits


def slip(pair: str, rng: Random) -> str:
    """Two letters as a typist may get them wrong."""
    first, second = pair[0], pair[1]
    return rng.choice((second + first, first + first + second, second, first, _beside(first, rng) + second))


def lost_accents(doc: Document, rng: Random) -> list[Edit]:
    """Letters without their accents, or with these as characters of their own."""
    lost = rng.random() < 0.5
    found = ((place, unicodedata.normalize("NFD", mark)) for place, mark in enumerate(doc.text) if not mark.isascii())
    return [
        Edit(place, place + 1, apart[0] if lost else apart)
        for place, apart in found
        if len(apart) > 1 and unicodedata.combining(apart[1])
    ]


def _beside(letter: str, rng: Random) -> str:
    for row in _KEYS:
        place = row.find(letter)
        if place >= 0:
            return rng.choice(row[max(0, place - 1) : place] + row[place + 1 : place + 2])
    return letter
