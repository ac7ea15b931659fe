"""Whether a word is in a dictionary: of lexicons, and of the words of training entities (He 2015, section 2.2).

    { use = "dictionary", name = "state", lexicons = [{ lexicon = "states" }], labels = ["STATE"], window = [-2, 2] }

"All of the elements are tokens, not phrases, and all of the tokens are lowercased."
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from incognote import lexicons
from incognote.learn.bio import class_of
from incognote.learn.features.words import NO, YES


def learn(
    listed: Sequence[Mapping[str, Any]], notes: Iterable[tuple[Sequence[str], Sequence[str]]]
) -> dict[str, frozenset[str]]:
    """The words of each dictionary that the entities of notes bring; a note is its words and their labels."""
    wanted = {settings["name"]: frozenset(settings.get("labels", ())) for settings in listed if "name" in settings}
    found: dict[str, set[str]] = {name: set() for name in wanted}
    for words, labels in notes:
        for word, label in zip(words, labels, strict=True):
            name_of_class = class_of(label)
            if name_of_class and any(map(str.isalnum, word)):
                for name, classes in wanted.items():
                    if name_of_class in classes:
                        found[name].add(lexicons.normal(word))
    return {name: frozenset(words) for name, words in found.items()}


def lookup(settings: Mapping[str, Any], learned: Collection[str]) -> Callable[[str], str]:
    """Whether a word is in the dictionary."""
    known = set(learned)
    for part in settings.get("lexicons", ()):
        known.update(word for item in lexicons.items(**part) for word in item.split())
    return lambda word: YES if lexicons.normal(word) in known else NO
