"""Which words of a patient's notes no surrogate may be: a name that stands in one note can't become another's."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from incognote.replace.surrogates.drawable import all_names
from incognote.replace.surrogates.lands import all_places
from incognote.replace.surrogates.scope import ScopeOf
from incognote.synth.forms import fold
from incognote.synth.name_words import culture_names
from incognote.synth.nicknames import all_forms
from incognote.types import Document

_SHORTEST = 3
_WORD = re.compile(rf"[^\W\d_]{{{_SHORTEST},}}")
_GLUED = re.compile(r"[A-Z](?:(?<=[a-z].)[a-z]{2,}|[a-z]{2,}(?=[A-Z]))")
"""Words of a text that lost its blanks."""
_SMALL_LETTERS = "".join(letter.lower() if letter.isalpha() else " " for letter in map(chr, range(128)))
"""For each ASCII character the small letter or the blank that it is read as."""


def words_in(text: str) -> frozenset[str]:
    """The words of a text that could be drawn as names of people or places.

    They are looked for in the text, not in what was found there: a name that is missed is avoided as well.
    """
    return _drawable().intersection(_folded(text))


def words_to_avoid(docs: Iterable[Document], scope_of: ScopeOf) -> dict[str, frozenset[str]]:
    """The words of notes that could be drawn, by scope."""
    found: dict[str, set[str]] = defaultdict(set)
    for doc in docs:
        found[scope_of(doc)] |= words_in(doc.text)
    return {name: frozenset(words) for name, words in found.items()}


def _folded(text: str) -> set[str]:
    glued = map(str.lower, _GLUED.findall(text))
    if text.isascii():  # as most are
        return {*text.translate(_SMALL_LETTERS).split(), *glued}
    return {*(word.lower() if word.isascii() else fold(word) for word in set(_WORD.findall(text))), *glued}


@cache
def _drawable() -> frozenset[str]:
    """The words of all names that surrogates are made of, as far as they are looked for in texts."""
    cultures = (fold(name) for names in culture_names().values() for name in names)
    places = (word.lower() if word.isascii() else fold(word) for word in _WORD.findall("\n".join(all_places())))
    return frozenset(word for word in (*all_names(), *all_forms(), *cultures, *places) if len(word) >= _SHORTEST)
