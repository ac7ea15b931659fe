"""The parts of a person's name: given names, surnames, initials, and what stays (particles, Jr., titles)."""

from __future__ import annotations

import re
from functools import cache

from incognote import lexicons
from incognote.synth.forms import Kind, Part, fold, pieces

_ALSO_NAMES = frozenset({"kaur", "singh", "thi", "saint"})
_COMMON = 50.0
"""From so many bearers in a million on, a first word such as Ben or Al is a name and no particle."""
_CLEARLY = 4
"""A given name is a man's when so many times as many men as women bear it."""
_APOSTROPHES = "'’‘ʼ`´"
_TITLE = re.compile(r"(?:^|[\s(/,;:])([^\W\d_]+)\.?\s+$")
_QUOTED = re.compile(r"(?:[\"“(]|&quot;)$")
_JOINS = re.compile(r"(?:[-–]\n?(?:\w+['’]?)?)?")
_MOST_INITIALS = 3


def person_parts(model: str, before: str) -> list[Part]:
    """The parts of a name; `before` is the text in front of it, where a title may stand."""
    words = [Part(start, end, model[start:end], _easy_kind(model, start, end)) for start, end in pieces(model)]
    full = [i for i, part in enumerate(words) if part.kind == "name"]
    full = [i for i in full if not _is_particle(model, words, i, full)] or full
    kinds = _roles(model, words, full, titled=_titled(before))
    return [
        Part(part.start, part.end, part.text, kinds.get(i, "keep" if part.kind == "name" else part.kind))
        for i, part in enumerate(words)
    ]


def gender(word: str) -> Kind:
    """`male` or `female` where the given name tells, else `given`."""
    women, men = _rate("first-female", word), _rate("first-male", word)
    if men > _CLEARLY * women:
        return "male"
    return "female" if women > _CLEARLY * men else "given"


def likely(word: str) -> Kind:
    """What a name is of which nothing else is known."""
    given = max(_rate("first-female", word), _rate("first-male", word))
    return gender(word) if given > _rate("last", word) else "surname"


def _rate(lexicon: str, word: str) -> float:
    return lexicons.number(lexicon, "per_million", word)


@cache
def _particles() -> frozenset[str]:
    words = (fold(word) for item in lexicons.load("name-particles") for word in re.findall(r"[^\W_]+", item))
    return frozenset(words) - _ALSO_NAMES


@cache
def _staying() -> frozenset[str]:
    """Jr., III and titles."""
    suffixes = lexicons.load("name-suffixes").column("kind")
    titles = (item[:-1] for item in lexicons.load("name-prefixes") if item.endswith("."))
    return frozenset(item for item, kind in suffixes.items() if kind == "generation" and len(item) > 1) | set(titles)


def _easy_kind(model: str, start: int, end: int) -> Kind:
    """What a word is by itself; a `name` when it takes more to say."""
    word, before, after = model[start:end], model[start - 1 : start], model[end : end + 1]
    if word.isdecimal():
        return "digits"
    if end - start == 1:
        attached = set(before + after) & set(_APOSTROPHES + "/")
        particle = word in ("y", "e", "Ó", "ó") and len(word) < len(model)
        return "keep" if attached or particle else "initial"
    if fold(word) in _staying() and (start or after == "."):  # Senior, Bob and Junior Lopez are names
        return "keep"
    return "letters" if word == model and _are_initials(word) else "name"


def _are_initials(word: str) -> bool:
    return word.isupper() and len(word) <= _MOST_INITIALS and likely(fold(word)) == "surname" and not _is_surname(word)


def _is_surname(word: str) -> bool:
    return _rate("last", fold(word)) >= _COMMON


def _is_particle(model: str, words: list[Part], i: int, full: list[int]) -> bool:
    """Whether a word is `van`, `de`, `Mc`: there is a name after it, with no comma between, and it is none itself."""
    word = fold(words[i].text)
    if word not in _particles() or i == full[-1] or "," in model[words[i].end : words[i + 1].start]:
        return False
    first = i == 0 and words[i].text[:1].isupper() and fold(words[i + 1].text) not in _particles()
    return not first or max(_rate(names, word) for names in ("first-male", "first-female")) < _COMMON


def _titled(before: str) -> bool:
    found = _TITLE.search(before)
    return found is not None and fold(found[1]) in _titles()


@cache
def _titles() -> frozenset[str]:
    return frozenset(fold(item.strip(".")) for item in lexicons.load("name-prefixes") if " " not in item)


def _roles(model: str, words: list[Part], full: list[int], titled: bool) -> dict[int, Kind]:
    """What each full word is, by commas, order and marks; a `name` when these don't tell."""
    chains = _chains(model, words, full)
    surnames = _surnames(model, words, chains, titled)
    if surnames is None:
        unknown: Kind = "name"
        return dict.fromkeys(full, unknown)
    genders = {i: gender(fold(words[i].text)) for i in full}
    told: Kind = next((genders[i] for i in full if i not in surnames and genders[i] != "given"), "given")
    return {i: "surname" if i in surnames else told if genders[i] == "given" else genders[i] for i in full}


def _chains(model: str, words: list[Part], full: list[int]) -> list[list[int]]:
    """The full words, those together that a hyphen or nothing joins, and maybe a particle as in `-O'`."""
    chains: list[list[int]] = []
    for i in full:
        joined = chains and _JOINS.fullmatch(model[words[chains[-1][-1]].end : words[i].start])
        chains[-1].append(i) if joined else chains.append([i])
    return chains


def _surnames(model: str, words: list[Part], chains: list[list[int]], titled: bool) -> set[int] | None:
    """The words of the surname: those before the comma, or else the last ones; nothing when that cannot be told."""
    cut = min((place for mark in ",^" if (place := model.find(mark)) > 0), default=0)
    before = [chain for chain in chains if words[chain[-1]].end <= cut]
    if before and len(before) < len(chains):
        return {i for chain in before for i in chain}
    if len(chains) == 1:
        led = any(part.kind == "initial" for part in words[: chains[0][0]])
        return set(chains[0]) if titled or led else None
    plain = [chain for chain in chains if not _QUOTED.search(model[: words[chain[0]].start])]
    return set(plain[-1]) if plain and plain[-1] is not chains[0] else set()
