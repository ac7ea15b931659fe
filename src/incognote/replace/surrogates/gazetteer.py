"""Towns and where they are, states, countries and ZIP prefixes: what surrogates of places are looked up in."""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate
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

US = "us"


class Town(NamedTuple):
    """A town of the United States: its state, its main ZIP prefix, the digits of its population (0: not known)."""

    name: str
    state: str
    prefix: str
    size: int


class Country(NamedTuple):
    """A country, state or region: what it belongs to, its code, its name, its short form where it has one."""

    group: str
    code: str
    name: str
    short: str = ""


@cache
def table() -> dict[str, Any]:
    return load_toml("replace/places.toml")


@cache
def words(name: str) -> dict[str, None]:
    """A list of words of the data file; a dictionary, since it is looked into and has an order."""
    return dict.fromkeys(table()["words"][name].split())


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
    titled = "-".join(part.capitalize() for part in word.split("-"))
    return "Mc" + word[2:].capitalize() if word.startswith("mc") and len(word) > 4 else titled


@cache
def _rows(name: str) -> list[list[str]]:
    data = gzip.decompress(files("incognote.data").joinpath(f"places/{name}.tsv.gz").read_bytes())
    return [line.split("\t") for line in data.decode().splitlines()]


@cache
def _towns() -> dict[str, tuple[Town, ...]]:
    """Towns by the key of their names, the largest first."""
    found: dict[str, tuple[Town, ...]] = {}
    for name, where in _rows("us"):
        key = "".join(filter(str.isalnum, name))
        found[key] = tuple(Town(name, at[:2], at[2:5], int(at[5])) for at in where.split()) + found.get(key, ())
    return found


def towns_called(key: str) -> tuple[Town, ...]:
    return _towns().get(key, ())


@cache
def _world() -> dict[str, tuple[str, int]]:
    return {"".join(filter(str.isalnum, name)): (where[:2], int(where[2])) for name, where in _rows("world")}


def abroad(key: str) -> tuple[str, int]:
    """The country of the largest town of a name outside the United States, and the digits of its population."""
    return _world().get(key, ("", 0))


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
    found = (t for state in unit_codes(US) for prefix in surrogate_prefixes(state) for t in surrogate_towns(prefix))
    return _pool((t.name, t.size) for t in found if t.size >= _LARGE)


@cache
def country_pool(country: str) -> Pool:
    """The towns of a country to draw from; large ones where there are enough."""
    if country == US:
        return us_pool()
    sizes = ((name, int(where[2])) for name, where in _rows("world") if where[:2] == country)
    towns = [(name, size) for name, size in sizes if _is_clear(name, size)]
    large = [(name, size) for name, size in towns if size >= _LARGE]
    return _pool(large if len(large) >= 2 * _ENOUGH_TOWNS[0] else towns)


def _pool(towns: Iterable[tuple[str, int]]) -> Pool:
    """Towns with the digits of their populations as weights: large ones are drawn a little more often."""
    sizes = dict(sorted(towns))
    return Pool(tuple(sizes), tuple(map(float, accumulate(sizes.values()))))


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


@cache
def _units() -> dict[str, list[Country]]:
    """States and provinces with codes by the keys of all their forms; those of the United States first."""
    found: dict[str, list[Country]] = defaultdict(list)
    for group, units in table()["states"].items():
        for code, (name, *shorts) in units.items():
            unit = Country(US if group == "territories" else group, code, name, shorts[0] if shorts else "")
            for form in (code, " ".join(code), name, *shorts):
                if unit not in found[place_key(form)]:
                    found[place_key(form)].append(unit)
    return found


@cache
def unit_codes(group: str) -> tuple[str, ...]:
    return tuple(table()["states"][group])


@cache
def unit_words(group: str) -> dict[str, frozenset[str]]:
    """The codes of the states of a country, and the folded words of their names."""
    return {code: frozenset(map(fold, forms[0].split())) for code, forms in table()["states"][group].items()}


def unit(group: str, code: str) -> Country:
    """A state or province by its country and code."""
    name, *shorts = table()["states"][group][code]
    return Country(group, code, name, shorts[0] if shorts else "")


def unit_called(text: str) -> Country | None:
    """The state or province that a text names; one of the United States where there are several."""
    found = _units().get(place_key(text))
    return found[0] if found else None


@cache
def _named_units() -> dict[str, Country]:
    return {place_key(unit.name): unit for units in reversed([*_units().values()]) for unit in units}


def unit_named(key: str) -> Country | None:
    """The state or province of a name in full, by its key."""
    return _named_units().get(key)


@cache
def _regions() -> dict[str, tuple[str, str]]:
    """Regions without codes by their keys: country and name, the same for both names of one that has two."""
    countries = lexicons.load("regions").column("country")
    same = table()["same-regions"]
    return {place_key(name): (countries[same.get(name, name)], same.get(name, name)) for name in sorted(countries)}


def region_called(text: str) -> tuple[str, str]:
    """The country and the name of a region, as the list of regions has them."""
    return _regions().get(place_key(text), ("", ""))


@cache
def region_names(country: str) -> tuple[str, ...]:
    """The regions of a country, or those of all but the largest countries."""
    rows = sorted(set(_regions().values()))
    return tuple(name for where, name in rows if country in ("", where) and len(name) > 4 and "." not in name)


@cache
def _countries() -> dict[str, Country]:
    found: dict[str, Country] = {}
    for code, (short, name, *others) in table()["coded-countries"].items():
        found |= {place_key(form): Country("coded", code, name, short) for form in (short, name, *others)}
    for code, (name, *others) in table()["countries"].items():
        found |= {place_key(form): Country("", code, name) for form in (name, *others)}
    return found


def country_called(text: str) -> Country | None:
    return _countries().get(place_key(text))


@cache
def countries(group: str) -> dict[str, Country]:
    """The countries that become each other, by their codes: all but the United States."""
    return {land.code: land for land in _countries().values() if land.group == group and land.code != US}


@cache
def country_words(group: str) -> dict[str, frozenset[str]]:
    """The codes of such countries, and the folded words of their names."""
    return {code: frozenset(map(fold, country.name.split())) for code, country in countries(group).items()}


def all_places() -> Iterator[str]:
    """The names of all places, and the words that places are named after."""
    for name, _ in (*_rows("us"), *_rows("world")):
        yield name
    units = (unit for states in _units().values() for unit in states)
    yield from (place.name for place in (*units, *_countries().values()))
    yield from (*words("plain"), *words("saints"))
