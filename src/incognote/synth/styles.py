"""Styles: where the words of invented names come from."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any, TypeAlias

from incognote.data import load_toml
from incognote.errors import UnknownNameError, hint
from incognote.synth.forms import fold
from incognote.synth.made_words import made_up, misspelled, random_letters
from incognote.synth.name_words import common, dictionary, word_like
from incognote.synth.needs import Need, Source, allowed

Style: TypeAlias = Source
"""A style gives a new word for each need; for a generic word it may give the old one, which then stays."""

STYLES = ("random", "oov", "ambiguous", "challenge", "training")

_SOURCES: dict[str, Source] = {
    "common": common,
    "dictionary": dictionary,
    "misspelled": misspelled,
    "made-up": made_up,
    "word-like": word_like,
}
_SLACK = 20
"""Words that a class may be short of or over its share; with less, the order of the sources would be foreseeable."""
_TRIES = 500
_KEPT_HOSPITAL = 0.2
"""Uzuner 2008, Table 3: so many words of hospitals stay known even where all names are random letters."""


Shares: TypeAlias = Mapping[str, Mapping[str, float]]
"""For each class of slots, the shares of its words that are ambiguous, and unknown to all dictionaries."""


def make_style(
    name: str, rng: Random, terms: Sequence[str] = (), words: Collection[str] = (), shares: Shares | None = None
) -> Style:
    """A style by its name. `terms` are medical words that become names, `words` all words of the notes outside PHI.

    The styles `ambiguous` and `challenge` count what they gave: one of them serves one corpus.
    """
    if name == "oov":
        return _out_of_vocabulary
    if name in ("ambiguous", "challenge"):
        return _shared(shares or shares_of(name), terms, frozenset(map(fold, words)), rng)
    if name in STYLES:
        return _mixed(_shares()[name])
    raise UnknownNameError(f"no style is called {name!r}; {hint(name, STYLES)}")


def shares_of(name: str) -> Shares:
    """The shares that the paper has for a style."""
    found: Shares = _shares()[name]
    return found


@cache
def _shares() -> dict[str, Any]:
    return load_toml("synth/shares.toml")


def _mixed(shares: Mapping[str, float]) -> Style:
    sources = [_SOURCES[name] for name in shares]
    weights = list(shares.values())

    def word(need: Need, rng: Random) -> str:
        if need.generic:
            return need.like
        source = dictionary if need.kind in ("state", "country") else rng.choices(sources, weights)[0]
        return source(need, rng)

    return word


def _out_of_vocabulary(need: Need, rng: Random) -> str:
    if need.generic and need.group == "hospital" and rng.random() < _KEPT_HOSPITAL:
        return need.like
    return random_letters(need, rng)


def _shared(
    shares: Mapping[str, Mapping[str, float]], terms: Sequence[str], words: frozenset[str], rng: Random
) -> Style:
    shuffled = sorted({term for term in terms if term.isalpha()})
    rng.shuffle(shuffled)
    queue, counted = deque(shuffled), _Shares(shares)

    def word(need: Need, rng: Random) -> str:
        source = counted.choose(need, rng)
        if source == "ambiguous" and need.generic and fold(need.like) in words:
            return need.like
        if source == "ambiguous" and queue:
            return _next(queue, need)
        sources = (misspelled, made_up) if source == "unknown" else (dictionary,)
        return _outside(words, rng.choice(sources), need, rng)

    return word


def _next(queue: deque[str], need: Need) -> str:
    """The terms whose turn it is; those to be avoided wait."""
    chosen = list(islice((term for term in queue if allowed(need, term)), need.words)) or [queue[0]]
    for term in chosen:
        queue.remove(term)
        queue.append(term)
    return " ".join(chosen)


def _outside(words: frozenset[str], source: Source, need: Need, rng: Random) -> str:
    """A word of a source that the notes have only as a name."""
    for _ in range(_TRIES):
        found = source(need, rng)
        if words.isdisjoint(fold(found).split()):
            return found
    raise RuntimeError(f"no word of the kind {need.kind} that is not in the notes in {_TRIES} draws")


class _Shares:
    """Chooses sources so that each class of slots gets its shares of them, and counts what it chose."""

    def __init__(self, shares: Mapping[str, Mapping[str, float]]) -> None:
        self._shares = {group: {**of, "dictionary": 1 - sum(of.values())} for group, of in shares.items()}
        self._counts: dict[str, Counter[str]] = {group: Counter() for group in shares}

    def choose(self, need: Need, rng: Random) -> str:
        counts = self._counts[need.group]
        total = counts.total() + need.uses + _SLACK
        sources = self._shares[need.group]
        weights = [max(0.0, share * total - counts[source]) for source, share in sources.items()]
        source: str = rng.choices(list(sources), weights)[0]
        counts[source] += need.uses
        return source
