"""Who is known: names, patients, providers. None of them shows anything of itself when printed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from incognote.known.words import fold, word_list

_ASIDE = re.compile(r"\([^)]*\)|^[^:,]*:|[\"“”]")


@dataclass(frozen=True, slots=True, repr=False)
class Name:
    """A person's name: given names and family names, each of one word or more."""

    given: tuple[str, ...]
    family: tuple[str, ...]

    def __repr__(self) -> str:
        return "Name()"


@dataclass(frozen=True, slots=True)
class Detail:
    """A number, an address line or the like, and its label."""

    label: str
    value: str

    def __repr__(self) -> str:
        return f"Detail({self.label})"


@dataclass(frozen=True, slots=True, repr=False)
class Person:
    """A patient or a provider: all that is known of one."""

    names: tuple[Name, ...] = ()
    relatives: tuple[Name, ...] = ()
    birth_dates: tuple[date, ...] = ()
    numbers: tuple[Detail, ...] = ()
    places: tuple[Detail, ...] = ()

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(getattr(self, field.name))} {field.name}" for field in fields(self))
        return f"{type(self).__name__}({counts})"

    def __or__(self, other: Person) -> Person:
        """All that is known of one and of the other."""
        return all_known((self, other))

    def to_values(self) -> list[Any]:
        """All of it as JSON-like values."""
        return [
            [[name.given, name.family] for name in self.names],
            [[name.given, name.family] for name in self.relatives],
            [day.isoformat() for day in self.birth_dates],
            [[detail.label, detail.value] for detail in self.numbers],
            [[detail.label, detail.value] for detail in self.places],
        ]

    @classmethod
    def from_values(cls, values: list[Any]) -> Person:
        names, relatives, births, numbers, places = values
        return cls(
            tuple(Name(tuple(given), tuple(family)) for given, family in names),
            tuple(Name(tuple(given), tuple(family)) for given, family in relatives),
            tuple(map(date.fromisoformat, births)),
            tuple(Detail(*detail) for detail in numbers),
            tuple(Detail(*detail) for detail in places),
        )


def all_known(people: Iterable[Person]) -> Person:
    """All that several records say of one person, in their order; none is gone through twice, however many they are."""
    told: dict[str, dict[Any, None]] = {field.name: {} for field in fields(Person)}
    for person in people:
        for name, values in told.items():
            values.update(dict.fromkeys(getattr(person, name)))
    return Person(*map(tuple, told.values()))


def parse_name(text: str) -> Name | None:
    """A whole name: `John Q. Smith`, `Smith, John Q.` or `John Smith, MD`; a single word may be either kind of name."""
    first, *parts = (part.split() for part in text.split(","))
    head = _without_titles(first)
    names = [part for part in parts if not all(map(_is_suffix, part))]
    if not names and len(head) == 1:
        names = parts  # `Xiong, Pa`: a name, though it looks like a degree
    if rest := [word for part in names for word in part]:
        return name_of(_without_suffixes(rest), [" ".join(head)])
    if len(head) < 2:
        return name_of(head, [])
    family = 1
    while family < len(head) - 1 and fold(head[-family - 1]).strip(".") in word_list("particles"):
        family += 1
    return name_of(head[:-family], [" ".join(head[-family:])])


def name_of(given: list[str], family: list[str]) -> Name | None:
    """A name of these words; suffixes such as Jr. are no part of it."""
    families = (" ".join(_without_suffixes(name.split())) for name in family)
    name = Name(tuple(given), tuple(filter(None, families)))
    return name if name.given or name.family else None


def parse_relatives(texts: list[str]) -> list[Name]:
    """Names of relatives; `Ana Ruiz (wife)` and `wife: Ana Ruiz` are both understood."""
    names = (parse_name(_ASIDE.sub(" ", text)) for text in texts)
    return [name for name in names if name]


def _is_suffix(word: str) -> bool:
    folded = fold(word).replace(".", "")
    return folded in word_list("suffixes") or folded in word_list("degrees")


def _without_suffixes(words: list[str]) -> list[str]:
    while len(words) > 1 and fold(words[-1]).strip(".") in word_list("suffixes"):
        words = words[:-1]
    return words


def _without_titles(words: list[str]) -> list[str]:
    while len(words) > 1 and fold(words[0]).strip(".") in word_list("titles") and not words[0].isupper():
        words = words[1:]
    return _without_suffixes(words)
