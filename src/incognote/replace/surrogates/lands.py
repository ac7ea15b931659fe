"""The states, regions and countries that places lie in, by all their forms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from incognote import lexicons
from incognote.replace.surrogates.gazetteer import US, all_towns, place_key, table, words
from incognote.synth.forms import fold


class Country(NamedTuple):
    """A country, state or region: what it belongs to, its code, its name, its short form where it has one."""

    group: str
    code: str
    name: str
    short: str = ""


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


def is_land(key: str) -> bool:
    """Whether a key is that of a state, province or region by its name."""
    return key in _named_units() or key in _regions()


@cache
def region_names(country: str) -> tuple[str, ...]:
    """The regions of a country, or those of all but the largest countries."""
    rows = sorted(set(_regions().values()))
    return tuple(name for where, name in rows if country in ("", where) and len(name) > 4 and "." not in name)


@cache
def shires() -> tuple[str, ...]:
    """British counties, for one that no list of regions has."""
    return tuple(sorted(name for name in lexicons.load("counties") if name.endswith("shire") and name.isalpha()))


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
    yield from all_towns()
    units = (unit for states in _units().values() for unit in states)
    yield from (place.name for place in (*units, *_countries().values()))
    yield from (*words("plain"), *words("saints"))
