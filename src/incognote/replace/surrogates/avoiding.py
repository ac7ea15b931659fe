"""Which words of a patient's notes no surrogate may be: a name that stands in one note can't become another's."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from incognote.replace.surrogates.lands import all_places
from incognote.replace.surrogates.scope import ScopeOf
from incognote.replace.surrogates.words import all_names
from incognote.synth.forms import fold
from incognote.synth.name_words import culture_names
from incognote.synth.nicknames import all_forms
from incognote.types import Document

_WORD = re.compile(r"[^\W\d_]{3,}")
_GLUED = re.compile(r"(?<=[a-z])[A-Z][a-z]{2,}|[A-Z][a-z]{2,}(?=[A-Z])")
"""Words of a text that lost its blanks."""


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
    words = {*_WORD.findall(text), *_GLUED.findall(text)}
    return {word.lower() if word.isascii() else fold(word) for word in words}


@cache
def _drawable() -> frozenset[str]:
    """The words of all names that surrogates are made of."""
    cultures = (fold(name) for names in culture_names().values() for name in names)
    places = (fold(word) for place in all_places() for word in _WORD.findall(place))
    return frozenset([*all_names(), *all_forms(), *cultures, *places])
