"""Ordinary words."""

from __future__ import annotations

from distil.lists import Draft, number
from distil.sources import SCOWL, WORDFREQ, Sources


def drafts(sources: Sources, made: dict[str, Draft]) -> dict[str, Draft]:
    words = sources.lower_case("american-english-large", "british-english-large") | sources.everyday
    items = {word: (number(sources.zipf.get(word, 0.0)),) for word in words}
    what = "English words that are written in lower case, with how common they are (0 to 8)"
    return {"common-words": Draft(what, (SCOWL, WORDFREQ), items, ("zipf",))}
