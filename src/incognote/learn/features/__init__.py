"""Feature groups: what a recipe lists, each with the window of neighbours whose values a token gets too.

    { use = "lower", window = [-2, 2] }

Groups are functions of a word (`words.py`), of a place (`places.py`), or the question whether a word is in a
dictionary (`dictionaries.py`). What is made for English says so: it is left out where a recipe is trained for another
language.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from incognote.languages import ENGLISH
from incognote.learn.features import dictionaries, lists, majorities, places, words
from incognote.learn.features.clusters import CLUSTERS
from incognote.learn.features.coded import Coded
from incognote.learn.features.forms import FORMS
from incognote.learn.features.joints import JOINT, Joint
from incognote.learn.features.letters import LIKE_NAME, like_name
from incognote.learn.features.likelihoods import LIKELIHOODS
from incognote.learn.reading import Reading
from incognote.lexicons import language_of

DICTIONARY = "dictionary"
_FOR_ENGLISH = (
    *("tag", "section", "mesh", "syntax", "snow-context"),
    *(lists.CLASSES, lists.PHRASES, LIKE_NAME, *LIKELIHOODS, *CLUSTERS),
)


@dataclass(frozen=True)
class Group:
    """A named feature: of a word, of the places of a note, or with any number of values a place."""

    name: str
    window: tuple[int, int] = (0, 0)
    of_word: Callable[[str], str] | None = None
    of_places: Callable[[Reading], Sequence[str] | Coded] | None = None
    sets_of_places: Callable[[Reading], Sequence[Collection[str]]] | None = None
    joint: Joint | None = None

    @property
    def offsets(self) -> range:
        return range(self.window[0], self.window[1] + 1)


Trained = Mapping[str, Collection[str]]
"""What groups learn from training notes before any weight is learned: the words of each dictionary."""


def make_groups(
    listed: Sequence[Mapping[str, Any]],
    trained: Trained,
    language: str = ENGLISH,
    counts: majorities.Counts | None = None,
) -> list[Group]:
    """The groups that a recipe lists, which `learn/settings.py` has checked."""
    return [
        group
        for settings in listed
        for group in (
            _groups_of_classes(settings)
            if settings["use"] == lists.CLASSES
            else [_group(settings, trained, language, counts)]
        )
    ]


def names(of_earlier_stage: bool = True) -> list[str]:
    """All features that there are, or those that need no earlier stage."""
    alone = (
        DICTIONARY,
        JOINT,
        lists.CLASSES,
        lists.PHRASES,
        *of_words(ENGLISH),
        *places.in_language(ENGLISH),
        *places.SETS,
    )
    return sorted((*alone, *majorities.NAMES) if of_earlier_stage else alone)


def for_language(listed: Sequence[Mapping[str, Any]], language: str) -> list[dict[str, Any]]:
    """The groups that don't need English; dictionaries keep what they learn from notes, and lists of the language."""
    bare = [_with_lists_of(language, settings) for settings in listed if not _needs_english(settings)]
    return [settings for settings in bare if settings["use"] != DICTIONARY or settings.keys() & {"labels", "lexicons"}]


def _needs_english(settings: Mapping[str, Any]) -> bool:
    """Whether a group is made for English, or joins what is."""
    return any(use in _FOR_ENGLISH for use in (settings["use"], *(part for part, _ in settings.get("of", ()))))


def _with_lists_of(language: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    kept = [part for part in settings.get("lexicons", ()) if language_of(part["lexicon"]) == language]
    bare = {key: value for key, value in settings.items() if key != "lexicons"}
    return {**bare, "lexicons": kept} if kept else bare


def _group(settings: Mapping[str, Any], trained: Trained, language: str, counts: majorities.Counts | None) -> Group:
    use = settings["use"]
    name = settings.get("name", use)  # a dictionary's own
    low, high = settings.get("window", (0, 0))
    if use == DICTIONARY:
        return Group(name, (low, high), of_word=dictionaries.lookup(settings, trained[name]))
    if use in (of_word := of_words(language)):
        return Group(name, (low, high), of_word=of_word[use])
    if use in majorities.NAMES and counts:
        return Group(name, (low, high), of_places=majorities.values(use, counts))
    if use == JOINT:
        return Group(name, joint=Joint([(of_words(language)[part], offset) for part, offset in settings["of"]]))
    if use == lists.PHRASES:
        return Group(name, (low, high), of_places=lists.phrases())
    if use in places.SETS:
        return Group(name, sets_of_places=places.SETS[use])
    return Group(name, (low, high), of_places=places.in_language(language)[use])


def of_words(language: str) -> dict[str, Callable[[str], str]]:
    """All features of words by name."""
    return {**words.in_language(language), **FORMS, **LIKELIHOODS, **CLUSTERS, LIKE_NAME: like_name}


def _groups_of_classes(settings: Mapping[str, Any]) -> list[Group]:
    """A group for each class of words."""
    low, high = settings.get("window", (0, 0))
    return [Group(f"class {name}", (low, high), of_word=lists.of_class(name)) for name in lists.class_names()]
