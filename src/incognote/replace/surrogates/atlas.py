"""Where places go: states are permuted, ZIP prefixes and towns follow their states, countries are permuted.

What becomes of a place depends on the scope and the place alone. So a town, a state and a ZIP code that matched each
other match afterwards, also where they stand in different notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from random import Random
from typing import NamedTuple, TypeAlias

from incognote.replace.surrogates import gazetteer, lands
from incognote.replace.surrogates.gazetteer import US, Town
from incognote.replace.surrogates.lands import Country
from incognote.replace.surrogates.scope import Scope
from incognote.replace.surrogates.words import Pool

_TRIES = 40
_AT_HOME = frozenset(("us", "gb", "ie", "ca", "au", "nz"))
"""Countries whose notes are in English: a town stays in them unless its country is named beside it."""


WordsOf: TypeAlias = Callable[[str], Mapping[str, frozenset[str]]]
"""The words of each code of a group of states or countries."""


class Where(NamedTuple):
    """What stands beside a town in a note: its state, its ZIP prefix, its country; "" where there is none."""

    state: str = ""
    prefix: str = ""
    country: str = ""
    country_named: bool = False


NOWHERE = Where()


@dataclass(frozen=True)
class Atlas:
    """The places of a scope. With `keep_states` states stay, and ZIP codes and towns stay in them."""

    scope: Scope
    keep_states: bool = False

    def state(self, code: str) -> str:
        """The state that takes the place of a state or territory of the United States, by their codes."""
        return code if self.keep_states else self._new_units(US)(code)

    def unit(self, unit: Country) -> Country:
        """The state or province that takes the place of another of the same country."""
        if unit.group == US and self.keep_states:
            return unit
        return lands.unit(unit.group, self._new_units(unit.group)(unit.code))

    def country(self, country: Country) -> Country:
        """The country that takes the place of another that is written the same way, by a code or not."""
        new = self._order(f"countries {country.group}", lands.country_words, country.group)
        return lands.countries(country.group)[new(country.code)]

    def _new_units(self, group: str) -> Callable[[str], str]:
        return self._order(f"states {group}", lands.unit_words, group)

    @cached_property
    def _orders(self) -> dict[str, Callable[[str], str]]:
        return {}

    def _order(self, purpose: str, words_of: WordsOf, group: str) -> Callable[[str], str]:
        """As `_permuted`, which is made once."""
        if purpose not in self._orders:
            self._orders[purpose] = self._permuted(purpose, words_of, group)
        return self._orders[purpose]

    def _permuted(self, purpose: str, words_of: WordsOf, group: str) -> Callable[[str], str]:
        """A new code for each: those that the notes name aren't drawn, none stays, and as few as may be become one.

        That a word of a name alone is in the notes, such as New, is no matter.
        """
        free, named = _free(self.scope.avoid, words_of, group), words_of(group)
        if not free:
            raise LookupError("all stand in the notes")
        seed = self.scope.number(purpose)
        new = _cycle(seed, free)
        if len(free) < len(named):
            rest = (code for code in named if code not in new)
            new = dict(zip(rest, _shuffled(seed, free), strict=False)) | new
        return lambda code: new.get(code) or free[self.scope.number(purpose, code) % len(free)]

    def any_country(self, text: str) -> Country:
        """A country for one that isn't in our table."""
        free = _free(self.scope.avoid, lands.country_words, "")
        if not free:
            raise LookupError("all stand in the notes")
        return lands.countries("")[free[self.scope.number("country", gazetteer.place_key(text)) % len(free)]]

    def region(self, text: str) -> str:
        """Another region of the same country, or any region of a country where that isn't known; "" if none will do."""
        country, name = lands.region_called(text)
        key = gazetteer.place_key(name or text)
        names = lands.region_names(country) if country or not key.endswith("shire") else lands.shires()
        first = _cycle(self.scope.number("regions", country), names).get(name, "") if country else ""
        drawn = (names[self.scope.number("region", key, str(i)) % len(names)] for i in range(_TRIES))
        return self._first(filter(None, chain([first], drawn)), key)

    def prefix(self, prefix: str) -> str:
        """The ZIP prefix that takes the place of another; "" if there is none, or none that has many people."""
        state, main = gazetteer.state_of(prefix), gazetteer.home(prefix)
        if not state:
            states = lands.unit_codes(US)
            state = states[self.scope.number("state of", prefix) % len(states)]
        new = [p for p in gazetteer.surrogate_prefixes(self.state(state)) if not self.keep_states or p != main]
        new = new or [p for p in gazetteer.surrogate_prefixes(self.state(state)) if p != prefix]
        if not new:
            return ""
        order = _shuffled(self.scope.number("prefixes", state), tuple(new))
        mains = gazetteer.homes(state)
        place = mains.index(main) if main in mains else self.scope.number("prefix", prefix)
        return order[place % len(order)]

    def town(self, key: str, where: Where = NOWHERE) -> str:
        """The town that takes the place of another, as the tables write it; "" if none will do."""
        us, country = _located(key, where)
        if where.country_named and not (where.state or where.prefix):
            return self._drawn(gazetteer.country_pool(self._country_code(where.country)), key)
        if us:
            return self._listed(us, key)
        if country and country not in _AT_HOME:
            country = self._country_code(country)
        if country and country != US:
            return self._drawn(gazetteer.country_pool(country), key)
        if where.prefix and (new := self.prefix(where.prefix)):
            return self._in_order(_weighted_order(self.scope.number("towns", key), new), 0, key)
        return self._drawn(gazetteer.state_pool(self.state(where.state)) if where.state else gazetteer.us_pool(), key)

    def _country_code(self, code: str) -> str:
        for group in ("", "coded"):
            if code in (found := lands.countries(group)):
                return self.country(found[code]).code
        others = [*lands.countries("")]
        return others[self.scope.number("country", code) % len(others)]

    def _listed(self, town: Town, key: str) -> str:
        """A town in the new prefix: as many towns as that has become different ones, large ones first."""
        main = gazetteer.home(town.prefix)
        new = self.prefix(main) if gazetteer.state_of(main) == town.state else ""  # some areas are of two states
        order = _weighted_order(self.scope.number("towns", main), new) if new else ()
        found = self._in_order(order, gazetteer.ranks(main)[town.name], key)
        if found:
            return found
        return self._drawn(gazetteer.state_pool(self.state(town.state)), key)

    def _in_order(self, order: Sequence[str], place: int, key: str) -> str:
        return self._first((order[(place + i) % len(order)] for i in range(min(_TRIES, len(order)))), key)

    def _drawn(self, pool: Pool, key: str) -> str:
        numbers = (self.scope.number("town", key, str(i)) for i in range(_TRIES if pool.names else 0))
        return self._first(map(pool.draw, numbers), key)

    def _first(self, names: Iterable[str], key: str) -> str:
        for name in names:
            if self.scope.allowed(name) and gazetteer.place_key(name) != key:
                return name
        return ""


@lru_cache(maxsize=2)  # a note's is asked for by places and by facilities, and notes of a patient come together
def atlas_of(scope: Scope, keep_states: bool = False) -> Atlas:
    """The places of a scope, with what was made of them for its other notes."""
    return Atlas(scope, keep_states)


def _located(key: str, where: Where) -> tuple[Town | None, str]:
    """A town of the United States, or the country of another; neither for one that no table has."""
    towns = gazetteer.towns_called(key)
    abroad, size = gazetteer.abroad(key)
    if where.country and where.country != US:
        return None, where.country
    state = where.state or (gazetteer.state_of(where.prefix) if where.prefix else "")
    if state:
        there = [town for town in towns if town.state == state]
        near = (town for town in there if gazetteer.home(town.prefix) == gazetteer.home(where.prefix))
        return next(near, there[0] if there else None), ""
    if towns and (towns[0].size >= size or where.country == US):
        return towns[0], ""
    return None, abroad if where.country != US else US


@lru_cache(maxsize=100)  # the words of a patient are many
def _free(avoid: frozenset[str], words_of: WordsOf, group: str) -> tuple[str, ...]:
    """The codes of a group that the notes, with these words, don't name."""
    return tuple(code for code, words in words_of(group).items() if not words <= avoid)


@lru_cache(maxsize=1_000)
def _cycle(seed: int, items: tuple[str, ...]) -> dict[str, str]:
    """A way through all items in a random order, so that none stays."""
    order = Random(seed).sample(items, len(items))
    return dict(zip(order, [*order[1:], order[0]], strict=True))


@lru_cache(maxsize=1_000)
def _shuffled(seed: int, items: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(Random(seed).sample(items, len(items)))


@lru_cache(maxsize=1_000)
def _weighted_order(seed: int, prefix: str) -> tuple[str, ...]:
    """The towns of a prefix in a random order in which large ones rather come first."""
    rng = Random(seed)
    drawn = [(rng.random() ** (1 / town.size), town.name) for town in gazetteer.surrogate_towns(prefix)]
    return tuple(name for _, name in sorted(drawn, reverse=True))
