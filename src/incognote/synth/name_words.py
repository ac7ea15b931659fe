"""Words of invented names that lists have: censuses, cultures, places."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import accumulate
from math import sqrt
from random import Random
from typing import TypeAlias

from incognote import lexicons
from incognote.data import load_toml
from incognote.synth.forms import Kind, fold
from incognote.synth.generic import generic_words
from incognote.synth.needs import Need, fresh
from incognote.synth.nicknames import other_forms

Weighted: TypeAlias = tuple[tuple[str, ...], tuple[float, ...]]

_ACCENTS = 0.3
"""How often accents are written: most American systems lose them."""
_WORD_LIKE = 3.5


def dictionary(need: Need, rng: Random) -> str:
    """A name of the census or of a culture, a place of the gazetteer, a word of a hospital's name."""
    if need.of and (short := _other_name(need, rng)):
        return short
    return fresh(need, lambda: listed_word(need, rng))


def common(need: Need, rng: Random) -> str:
    """A word of the papers' dictionaries: the most common names of the census, the largest places."""
    if need.kind in ("state", "country"):
        return dictionary(need, rng)
    if need.of and (short := _other_name(need, rng)):
        return short
    kind: str = rng.choice(_MIXED[need.kind]) if need.kind in _MIXED else need.kind
    kind = "city" if need.group == "location" else rng.choice(("male", "female")) if kind == "given" else kind
    words = _hospital_words() if kind == "hospital" else _most_common(_CENSUS.get(kind, "places-clear"))
    return fresh(need, lambda: _drawn(words, rng))


def word_like(need: Need, rng: Random) -> str:
    """A name that is an ordinary word as well: Long, Rose, May."""
    lexicon = "first-male" if need.kind == "male" else "first-female" if need.kind in _GIVEN else "last"
    return fresh(need, lambda: _drawn(_common_names(lexicon), rng))


@cache
def known_words() -> frozenset[str]:
    """The words of all lists that names are looked up in, and ordinary and medical words."""
    listed: set[str] = set()
    for name in _KNOWN:
        listed.update(fold(item) for item in lexicons.load(name))
    return frozenset(listed | {word for item in listed if " " in item for word in item.split()})


@cache
def cultures() -> Weighted:
    """The cultures and how often a person is of one; the empty one is the census's."""
    shares = load_toml("synth/shares.toml")["cultures"]
    names = tuple(sorted({culture for culture, _ in culture_names()}))
    return _weighted({"": shares["census"]} | {name: shares.get(name, shares["others"]) for name in names})


def draw_culture(rng: Random) -> str:
    return _drawn(cultures(), rng)


_GIVEN = ("male", "female", "given")
_KNOWN = ("first-female", "first-male", "last", "places-clear", "places-ambiguous", "hospitals", "hospital-words",
          "counties", "countries", "states", "regions", "companies", "common-words", "medical-words", "street-suffixes",
          "drugs")  # fmt: skip


def listed_word(need: Need, rng: Random) -> str:
    """A word of the lists, without regard to what is to be avoided."""
    kind = need.kind
    if kind in ("state", "country"):
        return _drawn(_units(kind, need.words), rng)
    if kind in ("hospital", "organization", "street"):
        kind = rng.choice(_MIXED[kind])
    if kind in ("city", "place"):
        return _drawn(_places(), rng)
    if kind == "hospital":
        return _drawn(_hospital_words(), rng)
    name_kind = rng.choice(("male", "female")) if kind == "given" else kind
    word = rng.choice(culture_names()[need.culture, name_kind]) if need.culture else ""
    if not word or fold(word) in need.avoid:  # a large family can use up a culture
        return _drawn(census(_CENSUS[name_kind]), rng)
    return word if rng.random() < _ACCENTS else fold(word)


_MIXED: dict[str, tuple[Kind, ...]] = {
    "hospital": ("hospital", "city", "surname"),
    "organization": ("city", "surname", "surname"),
    "street": ("surname", "surname", "surname", "city"),
}
_SIZES = {"first-male": 1353, "first-female": 4401, "last": 90_000, "places-clear": 3000}
_CENSUS = {"male": "first-male", "female": "first-female", "surname": "last"}


def _weighted(weights: Mapping[str, float]) -> Weighted:
    """Items in order, with the running sums of their weights."""
    items = tuple(sorted(weights))
    return items, tuple(accumulate(weights[item] for item in items))


def _drawn(weighted: Weighted, rng: Random) -> str:
    items, sums = weighted
    return items[min(bisect(sums, rng.random() * sums[-1]), len(items) - 1)]


@cache
def census(lexicon: str) -> Weighted:
    """Names by how common they are; the root of it, so that rare ones have their share."""
    rates = lexicons.numbers(lexicon, "per_million")
    return _weighted({name: sqrt(rate) for name, rate in rates.items() if name.isalpha() and len(name) > 2})


@cache
def _most_common(lexicon: str) -> Weighted:
    """As many names or places as the dictionaries of Uzuner 2008 have (section 6.5.2)."""
    column = "population" if lexicon == "places-clear" else "per_million"
    numbers = lexicons.numbers(lexicon, column)
    known = (word for word in lexicons.items(lexicon, column, _SIZES[lexicon]) if word.isalpha() and len(word) > 2)
    return _weighted({word: sqrt(numbers[word]) for word in known})


@cache
def _common_names(lexicon: str) -> Weighted:
    """Names that are words, and common as both."""
    as_words = lexicons.numbers(lexicon, "zipf")
    rates = lexicons.numbers(lexicon, "per_million")
    common = (name for name in rates if rates[name] > 10 and as_words.get(name, 0) > _WORD_LIKE and len(name) > 2)
    return _weighted({name: sqrt(rates[name]) for name in common})


@cache
def culture_names() -> dict[tuple[str, str], tuple[str, ...]]:
    """The names of people by culture and kind: male, female, surname."""
    text = files("incognote.data").joinpath("synth/cultures/items.txt").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return {(culture, kind): tuple(names.split(",")) for culture, kind, names in rows}


@cache
def _places() -> Weighted:
    people = lexicons.numbers("places-clear", "population")
    known = (place for place in people if place.upper().isalpha() and len(place) > 2)
    return _weighted({place: sqrt(sqrt(people[place])) for place in known})


@cache
def _units(kind: str, words: int) -> Weighted:
    """States or countries whose names have so many words; regions of all countries count little."""
    if kind == "country":
        weights = dict.fromkeys(lexicons.load("countries").words, 1.0)
    else:
        weights = dict.fromkeys(lexicons.load("regions").words, 0.2)
        kinds = lexicons.load("states").column("kind")
        weights |= {item: 1.0 for item, what in kinds.items() if what == "name"}
    return _weighted({item: weight for item, weight in weights.items() if _is_name(item, words)})


def _is_name(item: str, words: int) -> bool:
    return len(item.split()) == words and item.replace(" ", "").isalpha() and len(item) > 3 and " of " not in item


@cache
def _hospital_words() -> Weighted:
    """The proper words of hospitals' names that are names of people or places too; others are mostly acronyms."""
    words = {fold(word) for item in lexicons.load("hospitals") for word in item.split() if word.isalpha()}
    names = words & (lexicons.load("last").words | lexicons.load("places-clear").words)
    return _weighted(dict.fromkeys(names - generic_words("care", "place"), 1.0))


def _other_name(need: Need, rng: Random) -> str:
    names = [name for name in other_forms(fold(need.of)) if name not in need.avoid]
    return rng.choice(names) if names else ""
