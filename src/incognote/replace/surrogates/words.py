"""New words for the words of people's names.

What a word becomes depends on the scope and the word alone, so all forms of a person agree in all notes of the scope:
`Kowalski`, `J. Kowalski` and `KOWALSKI, Jan` need not be seen together. First letters are permuted, and a new name
begins with the new letter, so initials agree as well.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from heapq import nsmallest
from itertools import accumulate
from string import ascii_lowercase
from typing import NamedTuple

from incognote.replace.surrogates.cultures import culture_of, names_of
from incognote.replace.surrogates.drawable import kind_by, names_with, people_called
from incognote.replace.surrogates.scope import Scope
from incognote.synth.forms import fold
from incognote.synth.nicknames import full_forms, short_forms

_SELDOM = 2
"""A name is short for another that is so many times as frequent: Bob, but not Lisa."""
_RARE_SURNAME, _RARE_GIVEN, _FEW = 2.0, 8.0, 150
"""Names of fewer people in a million are drawn only where a letter has few others."""
_EVENNESS = 0.7
"""Frequent names are drawn more often, but less than they are met with: that would make two people one too often."""
_LEAST = 12
_TRIES = 40
_SHARE = 2.0**-128


class Pool(NamedTuple):
    """Names that begin with a letter, and the running sums of their weights, in little memory."""

    names: tuple[str, ...]
    sums: array[float]

    def draw(self, number: int) -> str:
        """A name for a number of 128 bits."""
        return self.names[min(bisect(self.sums, number * _SHARE * self.sums[-1]), len(self.names) - 1)]


def new_letter(letter: str, scope: Scope) -> str:
    """The small letter that takes the place of another: none stays, and no two of ours become one."""
    plain = letter[:1].lower() if letter.isascii() and letter.isalpha() else fold(letter)[:1]
    known = scope.letters
    return known.get(plain) or ascii_lowercase[scope.number("letter", plain) % len(known)]


def new_name(word: str, scope: Scope, passed_over: int = 0, flavour: bool = False) -> str:
    """The name that takes the place of another, never itself nor a word of the patient's notes.

    `passed_over` is for a second name that would become the same: it takes a later draw. `flavour` keeps the culture.
    """
    old = fold(word)
    if full := full_name(old):
        return new_short_form(old, full, new_name(full, scope, passed_over, flavour), scope)
    letter = new_letter(old, scope)
    if flavour and (new := _drawn(culture_pool(old, letter), old, scope, passed_over)):
        return new
    pool = _pool(kind_of(old), letter)
    if new := _drawn(pool, old, scope, passed_over):
        return new
    anyone = replace(scope, avoid=frozenset())  # a release can have all names of a letter
    return _drawn(pool, old, anyone, passed_over) or _drawn(pool, old, anyone, 0)


def new_names(words: Iterable[str], scope: Scope, flavour: bool = False) -> dict[str, str]:
    """The new names for folded words; a patient's notes have hundreds, and for most the first draw will do."""
    new: dict[str, str] = {}
    for word in words:
        if not flavour and word.isascii() and word.isalpha() and not full_forms(word):
            pool = _pool(kind_of(word), new_letter(word, scope))
            name = pool.draw(scope.number("name", word, "0")) if pool.names else ""
            if name and name != word and name not in scope.avoid:
                new[word] = name
                continue
        new[word] = new_name(word, scope, flavour=flavour)
    return new


def new_short_form(old: str, full: str, new_full: str, scope: Scope) -> str:
    """What the bearer of a new full name is called in the place of a short form of the old one; that name if nothing.

    A short form with the letter of its full name, as Jan of Janet, becomes one too, so that the initial agrees.
    """
    new = fold(new_full)
    forms = [form for form in short_forms(new) if form != old and len(form) > 2 and scope.allowed(form)]
    if old[0] == full[0]:
        forms = [form for form in forms if form[0] == new[0]]
    return forms[scope.number("short", old) % len(forms)] if forms else new_full


def full_name(word: str) -> str:
    """The name that a folded word is short for: Robert of Bob; "" if it is one of its own.

    Of several it is one with the same letter if there is such, and that of most people.
    """
    names = full_names(word)
    if not names:
        return ""
    full = max(names, key=lambda name: (name[0] == word[0], people_per_million(name), name))
    return full if people_per_million(full) > _SELDOM * people_per_million(word) else ""


def full_names(word: str) -> tuple[str, ...]:
    """The names that a folded word may be short for; Bert isn't short for Bertha."""
    forms = full_forms(word)
    if not forms:  # as for most words
        return ()
    gender = kind_of(word).removeprefix("dual-")
    genders = (gender, "unisex") if gender in ("male", "female") else ("male", "female", "unisex")
    return tuple(name for name in forms if kind_of(name).removeprefix("dual-") in genders)


def _drawn(pool: Pool, old: str, scope: Scope, passed_over: int) -> str:
    """The first name drawn that will do, or a later one; nothing if none does."""
    found: list[str] = []
    for i in range(_TRIES if pool.names else 0):
        name = pool.draw(scope.number("name", old, str(i)))
        if name not in found and fold(name) != old and scope.allowed(name):
            found.append(name)
            if len(found) > passed_over:
                return name
    return ""


def kind_of(word: str) -> str:
    """What a folded word is as a name: surname, male, female, unisex; with `dual-` in front if it is a surname too."""
    return _as_name(word)[0]


def people_per_million(word: str) -> float:
    """How many people in a million have a folded word as a name."""
    return _as_name(word)[1]


@lru_cache(maxsize=10_000)  # both are mostly asked for, and of the same words in note after note
def _as_name(word: str) -> tuple[str, float]:
    rates = people_called(word)
    return kind_by(*rates), max(rates)


@cache
def _pool(kind: str, letter: str) -> Pool:
    """The names of a kind with a letter; where those are few, all of their gender, or those that tell none."""
    names = {**names_with(kind, letter)}
    gender = kind.removeprefix("dual-")
    for more in (gender, f"dual-{gender}", "surname" if gender == "unisex" else gender):
        if len(names) < _LEAST and more != kind:
            names |= names_with(more, letter)
    return _weighted(names, _RARE_SURNAME if kind == "surname" else _RARE_GIVEN)


@lru_cache(maxsize=10_000)
def culture_pool(word: str, letter: str) -> Pool:
    """The names of the culture of a folded name, with a letter where there are some; of a unisex one those of both."""
    kind = kind_of(word).removeprefix("dual-")
    kinds = ("male", "female") if kind == "unisex" else (kind,)
    names = tuple(name for one in kinds for name in names_of(culture_of(word, one), one, letter))
    return Pool(names, array("d", accumulate([1.0] * len(names))))


def _weighted(rates: Mapping[str, float], rare: float) -> Pool:
    common = [name for name in rates if rates[name] >= rare]
    kept = sorted(common if len(common) >= _FEW else nsmallest(_FEW, rates, lambda name: (-rates[name], name)))
    return Pool(tuple(kept), array("d", accumulate(rates[name] ** _EVENNESS for name in kept)))
