"""How likely a word is a name: how common it is as a name against how common it is as a word."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from incognote import lexicons

_NAMES_IN_TEXT = 0.01  # of the words of a note about one in a hundred is a given name, and one a surname
_MOSTLY_NAME = 0.5
_SOMETIMES_NAME = 0.012
_RARE_WORD = 0.02  # a million, for words whose frequency isn't known
_EVERYDAY = 2.0  # a million

NAME_CLASSES = ("first", "last", "sure", "maybe", "word", "everyday", "medical")


def name_classes() -> dict[str, Collection[str]]:
    """Classes of words by what speaks for a name and against it.

    `first` and `last` are on a list of names. `sure` are names that are hardly anything else, `maybe` are names that
    are words too. `word` are words that are hardly ever names, `everyday` the more frequent of them, `medical` those of
    medicine.
    """
    first = _sum(_frequencies("first-female"), _frequencies("first-male"))
    last = _frequencies("last")
    words = {word: 10 ** (zipf - 3) for word, zipf in lexicons.load("common-words").numbers("zipf").items()}
    medical = _medical()
    technical = medical | lexicons.load("abbreviations").words
    sure, maybe, other = set(), set(), set(lexicons.load("common-words").words)
    for name, often in _sum(first, last).items():
        share = _NAMES_IN_TEXT * often / words.get(name, _RARE_WORD) if name in other else 10.0
        if name in technical and often < 60:
            share = _SOMETIMES_NAME if often >= 5 and name not in other else 0.0
        if share >= _MOSTLY_NAME and often >= 2:
            sure.add(name)
        elif share >= _SOMETIMES_NAME:
            maybe.add(name)
    return {
        "first": [name for name, often in first.items() if often >= 2],
        "last": [name for name, often in last.items() if often >= 0.5],
        "sure": sure,
        "maybe": maybe - sure,
        "word": other - sure - maybe,
        "everyday": [word for word, often in words.items() if often >= _EVERYDAY and word not in sure],
        "medical": medical - sure,
    }


def _frequencies(lexicon: str) -> Mapping[str, float]:
    """How many of a million people bear each name."""
    return lexicons.load(lexicon).numbers("per_million")


def _sum(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """Names that anybody bears, with both numbers added."""
    both = {**one, **other}
    for name in one.keys() & other.keys():
        both[name] = one[name] + other[name]
    return {name: often for name, often in both.items() if often > 0}


def _medical() -> frozenset[str]:
    names = ("medical-words", "lab-words", "device-words", "anatomy")
    return frozenset().union(*(lexicons.load(name).words for name in names))
