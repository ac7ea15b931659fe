"""The parts of a person's name as it is written: words that change, letters that change, and what stays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from incognote import lexicons
from incognote.replace.surrogates.words import people_per_million
from incognote.synth.forms import damaged, fold, pieces

Kind = Literal["stays", "word", "letters", "code"]

_APOSTROPHES = "'’‘ʼ`´"
_FRONTS = frozenset({"mc", "mac", "o", "d", "de", "del", "di", "da", "du", "la", "le", "st", "van", "von", "fitz"})
"""What is written together with the rest of a surname: McAdam, O'Brien, DeSouza."""
_ARTICLES = frozenset({"de", "der", "den", "dem", "het", "la", "las", "los", "ter"})
"""What follows Van and De in a surname."""
_VERY_FREQUENT, _FREQUENT, _HARDLY = 300.0, 50.0, 5.0
"""Of a million people, those with a name of two letters that aren't initials, with one that is no particle, and with
one that is no title or degree."""
_INITIALS = 3
_GAP = re.compile(r"[\s,]")
_NOT_A_LETTER = re.compile(r"[\W_]+")


class NamePart(NamedTuple):
    """A stretch of a name and what becomes of it."""

    start: int
    end: int
    kind: Kind


def key_of(word: str) -> str:
    """A word of a name as it is looked up: `obrien` for O'BRIEN."""
    folded = fold(word)
    return folded if folded.isalpha() else _NOT_A_LETTER.sub("", folded)


@lru_cache(maxsize=5_000)
def name_parts(text: str) -> Sequence[NamePart]:
    """The parts of a name; if nothing in it would change, all of its words do."""
    places = _joined(text, pieces(text))
    parts = tuple(NamePart(*place, _kind(text, places, i)) for i, place in enumerate(places))
    if any(part.kind != "stays" for part in parts):
        return parts
    return tuple(NamePart(start, end, "word" if end - start > 1 else "letters") for start, end in places)


def _joined(text: str, places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The words with those together that are one name, though a capital or an apostrophe divides them."""
    joined: list[tuple[int, int]] = []
    for start, end in places:
        if joined and _belong_together(text, *joined[-1], start, end):
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return joined


def _belong_together(text: str, first: int, first_end: int, start: int, end: int) -> bool:
    front, gap, word = text[first:first_end], text[first_end:start], text[start:end]
    folded = fold(front)
    if gap and gap != " ":
        return gap in _APOSTROPHES and len(folded) == 1 and len(word) > 1
    if gap:
        small = front in ("Ó", "ó") and len(word) > 1
        return small or (folded in ("mc", "mac") and people_per_million(fold(front + word)) > 0)
    whole = fold(front + word)
    return folded in _FRONTS or whole in _degrees() or people_per_million(whole) > 0


def _kind(text: str, places: Sequence[tuple[int, int]], i: int) -> Kind:
    start, end = places[i]
    word = text[start:end]
    if not word.isalpha() and any(map(str.isdecimal, word)) and not damaged(word):
        return "code"
    if _stays(text, places, i):
        return "stays"
    if end - start == 1:
        return "letters"
    return "letters" if _are_initials(word, text, places) else "word"


def _are_initials(word: str, text: str, places: Sequence[tuple[int, int]]) -> bool:
    """Whether a few letters are those of a name: JK, and LMK where no name stands beside them, but not Ng or Ide."""
    few = len(word) <= _INITIALS and (word.isupper() or word.islower())
    if not few:  # as most words
        return False
    by_itself = not _GAP.search(text.strip())
    frequent = _VERY_FREQUENT if by_itself and len(word) < _INITIALS else _FREQUENT
    if people_per_million(fold(word)) >= frequent:
        return False
    alone = all(end - start <= _INITIALS for start, end in places)
    return len(word) < _INITIALS or alone or not set(fold(word)) & set("aeiouy")


def _stays(text: str, places: Sequence[tuple[int, int]], i: int) -> bool:
    """Whether a word is a title, a degree, Jr., a particle, a small word or the s of a possessive."""
    start, end = places[i]
    word, folded = text[start:end], fold(text[start:end])
    last = i == len(places) - 1
    if end - start == 1:
        possessive = start > 0 and text[start - 1] in _APOSTROPHES
        return possessive or (word in "ye" and i > 0 and not last) or _in_degree(text, places, i)
    if i and (folded in _generations() or (folded in _degrees() and people_per_million(folded) < _HARDLY)):
        return True
    if last or text[end : end + 1] == ",":
        return False
    if folded in _titles():
        return people_per_million(folded) < _HARDLY
    followed = fold(text[slice(*places[i + 1])])
    told_by_case = word.islower() and not text.islower()
    particle = told_by_case or (i and people_per_million(folded) < _FREQUENT) or followed in _ARTICLES
    return (folded in _particles() and particle) or (word.islower() and folded in ("and", "or"))


def _in_degree(text: str, places: Sequence[tuple[int, int]], i: int) -> bool:
    """Whether a letter belongs to M.D. or R.N. after a name."""
    first = i
    while first and places[first - 1][1] - places[first - 1][0] == 1 and places[first][0] - places[first - 1][1] <= 1:
        first -= 1
    letters = fold("".join(text[start:end] for start, end in places[first:] if end - start == 1))
    after_a_name = first > 0 and "," in text[places[first - 1][1] : places[first][0]]
    return after_a_name and len(letters) > 1 and letters in _degrees()


@cache
def _degrees() -> frozenset[str]:
    kinds = lexicons.load("name-suffixes").column("kind")
    return frozenset(re.sub(r"\W", "", item) for item, kind in kinds.items() if kind != "generation")


@cache
def _generations() -> frozenset[str]:
    kinds = lexicons.load("name-suffixes").column("kind")
    return frozenset(item.strip(".") for item, kind in kinds.items() if kind == "generation" and len(item) > 1)


@cache
def _titles() -> frozenset[str]:
    return frozenset(fold(item.strip(".")) for item in lexicons.load("name-prefixes") if " " not in item)


@cache
def _particles() -> frozenset[str]:
    return frozenset(fold(word) for item in lexicons.load("name-particles") for word in re.findall(r"[^\W_]+", item))
