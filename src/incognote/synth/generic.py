"""Words of names of places and facilities that say what kind of place it is: Hospital, Street, Lake."""

from __future__ import annotations

from functools import cache

from incognote import lexicons
from incognote.data import load_toml
from incognote.synth.forms import fold

_LEXICONS = {
    "street": ("street-suffixes",),
    "place": ("place-before", "place-after"),
    "care": ("hospital-words", "lab-words"),
    "organization": ("company-words", "school-words", "religions"),
    "department": ("ward-words",),
}


@cache
def listed(name: str) -> tuple[str, ...]:
    """A list of words of the data file, folded."""
    return tuple(map(fold, load_toml("synth/generic.toml")[name].split()))


@cache
def stop_words() -> frozenset[str]:
    """Small words between the words of names, in several languages."""
    return frozenset(listed("stop"))


@cache
def generic_words(*topics: str) -> frozenset[str]:
    """The words of kinds of places, and the small words between them."""
    words = set(stop_words())
    for topic in topics:
        words.update(listed(topic))
        for name in _LEXICONS[topic]:
            words.update(fold(word.strip(".")) for item in lexicons.load(name) for word in item.split())
    return frozenset(words)
