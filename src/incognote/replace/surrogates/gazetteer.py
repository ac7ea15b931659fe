"""Towns and where they are, states, countries and ZIP prefixes: what surrogates of places are looked up in."""

from __future__ import annotations

import gzip
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate
from sys import intern
from typing import Any, NamedTuple

from incognote import lexicons
from incognote.data import load_toml
from incognote.replace.surrogates.words import Pool
from incognote.synth.forms import fold, pieces

US = "us"
_WORDS_IN_FULL = {"st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"}
_SMALL_WORDS = frozenset(("of", "the", "in", "on", "and", "du", "de", "la", "des", "del", "los", "las"))
_TOWN, _LARGE = 4, 5
"""From so many digits of its population on, a place is a town or a large one."""
_ENOUGH_TOWNS, _ENOUGH_PREFIXES = (6, 3), 4
"""A ZIP prefix with fewer towns is no surrogate where the state has some with more: all its towns would be one."""


class Town(NamedTuple):
    """A town of the United States: its state, its main ZIP prefix, the digits of its population (0: not known)."""

    name: str
    state: str
    prefix: str
    size: int


@cache
def table() -> dict[str, Any]:
    return load_toml("replace/places.toml")


@cache
def words(name: str) -> dict[str, None]:
    """A list of words of the data file; a dictionary, since it is looked into and has an order."""
    return dict.fromkeys(table()["words"][name].split())


@lru_cache(maxsize=2_000)  # of a place it is asked for again and again
def place_key(text: str) -> str:
    """The form in which places are looked up: letters without marks and blanks, Saint and Mount in full."""
    return "".join(word_key(text[start:end]) for start, end in pieces(text))


def word_key(word: str) -> str:
    """The key of a single word; those of the words of a place make its key."""
    folded = fold(word)
    return _WORDS_IN_FULL.get(folded, folded)


def display(name: str) -> str:
    """A name of the tables as it is written: `saint paul` is St. Paul."""
    if not name:
        return ""
    found = [
        _titled(word) if word not in _SMALL_WORDS or not place else word for place, word in enumerate(name.split())
    ]
    return " ".join(["St." if found[0] == "Saint" and len(found) > 1 else found[0], *found[1:]])


def _titled(word: str) -> str:
    titled = "-".join(part.capitalize() for part in word.split("-")) if "-" in word else word.capitalize()
    return "Mc" + word[2:].capitalize() if word.startswith("mc") and len(word) > 4 else titled


def _rows(name: str) -> Iterator[list[str]]:
    data = gzip.decompress(files("incognote.data").joinpath(f"places/{name}.tsv.gz").read_bytes())
    return (line.split("\t") for line in data.decode().splitlines())


@cache
def _towns() -> dict[str, tuple[Town, ...]]:
    """Towns by the key of their names, the largest first."""
    found: dict[str, tuple[Town, ...]] = {}
    for name, where in _rows("us"):
        key = "".join(filter(str.isalnum, name))
        here = (Town(name, intern(at[:2]), intern(at[2:5]), int(at[5])) for at in where.split())
        found[key] = (*here, *found.get(key, ()))
    return found


def towns_called(key: str) -> tuple[Town, ...]:
    return _towns().get(key, ())


@cache
def _world() -> dict[str, str]:
    """The countries of towns abroad, with the digits of their populations, by the key of their names."""
    return {"".join(filter(str.isalnum, name)): intern(where) for name, where in _rows("world")}


def abroad(key: str) -> tuple[str, int]:
    """The country of the largest town of a name outside the United States, and the digits of its population."""
    where = _world().get(key, "0")
    return where[:-1], int(where[-1])


def is_town(key: str) -> bool:
    """Whether a key is that of a town, here or abroad."""
    return key in _towns() or key in _world()


@cache
def _by_prefix() -> dict[str, list[Town]]:
    """The towns of each home prefix, the largest first."""
    found: dict[str, list[Town]] = defaultdict(list)
    for towns in _towns().values():
        for town in towns:
            found[home(town.prefix)].append(town)
    return {prefix: sorted(towns, key=lambda town: (-town.size, town.name)) for prefix, towns in found.items()}


def towns_of(prefix: str) -> Sequence[Town]:
    """The towns of a home prefix, the largest first."""
    return _by_prefix().get(prefix, ())


@cache
def ranks(prefix: str) -> dict[str, int]:
    """The names of the towns of a home prefix, and how many are larger."""
    return {town.name: rank for rank, town in enumerate(towns_of(prefix))}


@cache
def surrogate_towns(prefix: str) -> tuple[Town, ...]:
    """The towns of a home prefix that a reader takes for towns and nothing else."""
    return tuple(t for t in towns_of(prefix) if t.size >= _TOWN and _is_clear(t.name, t.size))


@cache
def surrogate_prefixes(state: str) -> tuple[str, ...]:
    """The ZIP prefixes of a state with many people and towns; where few have many towns, those that have some."""
    small = set(table()["small-prefixes"].split())
    usable = tuple(prefix for prefix in homes(state) if prefix not in small and surrogate_towns(prefix))
    for least in _ENOUGH_TOWNS:
        large = tuple(prefix for prefix in usable if len(surrogate_towns(prefix)) >= least)
        if len(large) >= _ENOUGH_PREFIXES:
            return large
    return usable


@cache
def state_pool(state: str) -> Pool:
    """The towns of a state to draw from."""
    return _pool((t.name, t.size) for prefix in surrogate_prefixes(state) for t in surrogate_towns(prefix))


@cache
def us_pool() -> Pool:
    """The larger towns of all states to draw from."""
    found = (
        t for state in table()["states"][US] for prefix in surrogate_prefixes(state) for t in surrogate_towns(prefix)
    )
    return _pool((t.name, t.size) for t in found if t.size >= _LARGE)


def country_pool(country: str) -> Pool:
    """The towns of a country to draw from; large ones where there are enough."""
    return us_pool() if country == US else _country_pools().get(country, _pool(()))


@cache
def _country_pools() -> dict[str, Pool]:
    """The pools of all countries but the United States, in one go through the towns of the world."""
    towns: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, where in _rows("world"):
        if _is_clear(name, int(where[2])):
            towns[where[:2]].append((name, int(where[2])))
    large = {country: [(name, size) for name, size in named if size >= _LARGE] for country, named in towns.items()}
    enough = 2 * _ENOUGH_TOWNS[0]
    return {country: _pool(large[country] if len(large[country]) >= enough else towns[country]) for country in towns}


def _pool(towns: Iterable[tuple[str, int]]) -> Pool:
    """Towns with the digits of their populations as weights: large ones are drawn a little more often."""
    sizes = dict(sorted(towns))
    return Pool(tuple(sizes), array("d", accumulate(sizes.values())))


def _is_clear(name: str, size: int) -> bool:
    """Whether a name is short, plain, and nothing else than a town's, but for large towns that everyone knows."""
    plain = name.replace(" ", "").isalpha() and name.count(" ") < 2 and len(name) > 3
    return plain and (size >= _LARGE or name not in lexicons.load("places-ambiguous"))


@cache
def _prefixes() -> dict[str, tuple[str, str]]:
    return {prefix: (where[:2], where[2:]) for prefix, where in _rows("prefixes")}


def state_of(prefix: str) -> str:
    """The state of a ZIP prefix; nothing where there is no such prefix."""
    return _prefixes().get(prefix, ("", ""))[0]


def home(prefix: str) -> str:
    """The main prefix of the town that has a prefix: that of Boston for all of Boston's."""
    return _prefixes().get(prefix, ("", prefix))[1]


@cache
def homes(state: str) -> tuple[str, ...]:
    return tuple(sorted({main for where, main in _prefixes().values() if where == state}))


def all_towns() -> Iterator[str]:
    """The names of all towns."""
    return (row[0] for name in ("us", "world") for row in _rows(name))
