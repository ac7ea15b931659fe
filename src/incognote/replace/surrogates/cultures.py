"""Names of the culture that a name seems to be of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache

from incognote.synth.forms import fold
from incognote.synth.name_words import culture_names

_ENOUGH = 3
_KINDS = ("male", "female", "surname")


@lru_cache(maxsize=10_000)
def culture_of(word: str, kind: str) -> str:
    """The culture of a folded name: of those that list it, or else of all, the one whose names have most of its pairs
    of letters."""
    listed = _listed()[kind].get(word) or _pairs()[kind]
    return max(listed, key=lambda culture: (_likeness(word, culture, kind), culture))


@cache
def names_of(culture: str, kind: str, letter: str) -> tuple[str, ...]:
    """The names of a culture that begin with a letter; all of them where those are few."""
    names = culture_names()[culture, kind]
    same = tuple(name for name in names if fold(name)[0] == letter)
    return same if len(same) >= _ENOUGH else names


def _likeness(word: str, culture: str, kind: str) -> float:
    pairs = _pairs()[kind][culture]
    found = _pairs_of(word)
    return sum(pairs.get(pair, 0.0) for pair in found) / len(found)


def _pairs_of(word: str) -> Sequence[str]:
    marked = f"^{word}$"
    return [marked[i : i + 2] for i in range(len(marked) - 1)]


@cache
def _pairs() -> dict[str, dict[str, dict[str, float]]]:
    """By kind and culture: the share of names that have a pair of letters."""
    found: dict[str, dict[str, dict[str, float]]] = {kind: {} for kind in _KINDS}
    for (culture, kind), names in culture_names().items():
        counts = Counter(pair for name in names for pair in set(_pairs_of(_key(name))))
        found[kind][culture] = {pair: count / len(names) for pair, count in counts.items()}
    return found


@cache
def _listed() -> dict[str, dict[str, list[str]]]:
    """By kind and name: the cultures that list it."""
    found: dict[str, dict[str, list[str]]] = {kind: defaultdict(list) for kind in _KINDS}
    for (culture, kind), names in culture_names().items():
        for name in names:
            found[kind][_key(name)].append(culture)
    return found


def _key(name: str) -> str:
    return "".join(filter(str.isalnum, fold(name)))
