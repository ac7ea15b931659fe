"""MeSH tree numbers of words: where in the hierarchy of medical terms the term stands that a word is part of.

As in Stat De-id (Uzuner 2008, section 6.5.1) each noun phrase is searched exhaustively, here for the longest term, from
left to right. Diseases, treatments and tests have numbers (C for diseases, E for procedures, ...), most PHI has none.
Words may come from any tokeniser: terms and words are compared by their runs of letters and of digits.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence

from incognote import lexicons
from incognote.layout.lemmas import lemma

_PIECE = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")


def mesh_numbers(words: Sequence[str], phrases: Iterable[tuple[int, int]]) -> list[tuple[str, ...]]:
    """The tree numbers of each word's term, such as `C14.280`; none for words of no term or outside the phrases."""
    found: list[tuple[str, ...]] = [()] * len(words)
    for start, end in phrases:
        while start < end:
            length, numbers = _longest_term(words, start, end)
            found[start : start + length] = [numbers] * length
            start += length or 1
    return found


def _longest_term(words: Sequence[str], start: int, end: int) -> tuple[int, tuple[str, ...]]:
    """How many words the longest term has that starts here, and its numbers. Words as they stand come before lemmas."""
    most = min(_forms(words[start])[2], end - start)
    forms = [_forms(word) for word in words[start : start + most]]
    plain, base = [form[0] for form in forms], [form[1] for form in forms]
    for length in range(most, 0, -1):
        numbers = _terms().get(" ".join(plain[:length])) or _terms().get(" ".join(base[:length]))
        if numbers:
            return length, numbers
    return 0, ()


@functools.lru_cache(maxsize=100_000)
def _forms(word: str) -> tuple[str, str, int]:
    """A word in the form of the terms, its lemma in that form, and how many words terms have that begin so."""
    plain, base = _pieces(lexicons.normal(word)), _pieces(lemma(word))
    return plain, base, max(_longest().get(form.partition(" ")[0], 0) for form in (plain, base))


def _pieces(text: str) -> str:
    return " ".join(_PIECE.findall(text))


@functools.cache
def _terms() -> dict[str, tuple[str, ...]]:
    """The tree numbers of each term."""
    trees = lexicons.load("mesh").column("trees")
    return {_pieces(term): tuple(numbers.split()) for term, numbers in trees.items()}


@functools.cache
def _longest() -> dict[str, int]:
    """How many pieces the longest term has that begins with a piece."""
    longest: dict[str, int] = {}
    for term in _terms():
        first, length = term.partition(" ")[0], term.count(" ") + 1
        longest[first] = max(length, longest.get(first, 0))
    return longest
