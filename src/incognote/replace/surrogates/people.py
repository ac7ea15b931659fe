"""Surrogates for the people of a note: patients, relatives, staff."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import TypeAlias

from incognote.replace.surrogates.name_parts import NamePart, key_of, name_parts
from incognote.replace.surrogates.scope import Filler, Scope
from incognote.replace.surrogates.words import (
    full_name,
    full_names,
    kind_of,
    new_letter,
    new_name,
    new_names,
    new_short_form,
)
from incognote.synth.forms import cased, fold, shaped
from incognote.types import Document, Span

LABELS = ("PATIENT", "DOCTOR")
Group: TypeAlias = tuple[str, bool]
"""Names that are drawn from the same ones: their new first letter, and whether they are surnames."""

_MOST_PASSED_OVER = 8
_MC = re.compile(r"^Mc([a-z])(?=[a-z]{2})")


def filler(flavour: bool = False) -> Filler:
    """Fills names; with `flavour` a name becomes one of its culture."""
    return partial(_filled, flavour=flavour)


def _filled(doc: Document, spans: Sequence[Span], scope: Scope, flavour: bool) -> dict[Span, str]:
    people = people_of(doc, spans, scope, flavour)
    new = {name: people.text(name) for name in {doc[span] for span in spans}}
    return {span: new[doc[span]] for span in spans}


def people_of(doc: Document, spans: Iterable[Span], scope: Scope, flavour: bool) -> People:
    """The people that some spans of a note name."""
    return _people(tuple(doc[span] for span in spans), scope, flavour)


@lru_cache(maxsize=1)  # a note's are asked for twice: for its names and for its addresses
def _people(names: tuple[str, ...], scope: Scope, flavour: bool) -> People:
    return People([Mention.of(name) for name in dict.fromkeys(names)], scope, flavour)


@dataclass(frozen=True, repr=False, eq=False)
class Mention:
    """A name as it is written, in parts."""

    text: str
    parts: Sequence[NamePart]

    @classmethod
    def of(cls, text: str) -> Mention:
        return cls(text, name_parts(text))

    def word(self, part: NamePart) -> str:
        return key_of(self.text[part.start : part.end])

    @cached_property
    def words(self) -> list[str]:
        return [self.word(part) for part in self.parts if part.kind == "word"]


class People:
    """The new words for all words of a note's names.

    Two words become one only if they are one person's. The words of all notes of the patient count for that, as far as
    they are known, so that a word doesn't change from note to note.
    """

    def __init__(self, mentions: Sequence[Mention], scope: Scope, flavour: bool = False) -> None:
        self._scope = scope
        self._flavour = flavour
        self._mentions = {mention.text: mention for mention in mentions}
        self._beside: dict[str, set[str]] = defaultdict(set)
        for mention in mentions:
            for word in mention.words:
                self._beside[word].update(mention.words)
        self._group_of = {word: _group(word, scope) for word in self._beside}
        self._groups: dict[Group, set[str]] = defaultdict(set)
        for word, group in self._group_of.items():
            self._groups[group].add(word)
        self._given: dict[Group, Mapping[str, str]] = {}
        self._new = {word: self._drawn(word) for word in self._beside}

    def new_word(self, word: str) -> str | None:
        """The new word for a folded word of a name; nothing for a word that is in none."""
        return self._new.get(word)

    def text(self, name: str) -> str:
        """What takes the place of one of the names."""
        mention = self._mentions[name]
        made, read = "", 0
        for part in mention.parts:
            made += mention.text[read : part.start] + self._part(mention, part)
            read = part.end
        return made + mention.text[read:]

    def _drawn(self, word: str) -> str:
        """The new word; of a short form whose full name the notes have, a short form of the new full name."""
        full = self._full(word)
        if not full:
            return self._apart(self._group_of[word])[word]
        new = self._apart(_group(full, self._scope)).get(full) or new_name(full, self._scope, flavour=self._flavour)
        return new_short_form(word, full, new, self._scope)

    def _full(self, word: str) -> str:
        """The full name that a word is short for, rather one that the notes have; "" if it is one of its own."""
        names = full_names(word)
        if not names:  # as for most words
            return ""
        there = (name for name in names if name in self._beside or name in self._scope.avoid)
        return next(there, "") or full_name(word)

    def _apart(self, group: Group) -> Mapping[str, str]:
        """The new words for all words of a group, no two of them the same; those of others hardly ever meet them."""
        if group not in self._given:
            elsewhere = {} if self._scope.mention else _words_elsewhere(self._scope, group, self._flavour)
            here = self._groups.get(group, set()).difference(elsewhere)
            self._given[group] = _all_different(here, self._scope, self._flavour, elsewhere)
        return self._given[group]

    def _part(self, mention: Mention, part: NamePart) -> str:
        old = mention.text[part.start : part.end]
        if part.kind == "stays":
            return old
        if part.kind == "word":
            new = self._new[mention.word(part)]
            made = shaped(old, new if not old.isascii() else fold(new))
            return _MC.sub(lambda mc: f"Mc{mc[1].upper()}", made) if made.startswith("Mc") else made
        if part.kind == "letters" and len(old) == 1:
            return cased(old, self._initial(mention, fold(old)))
        return "".join(self._character(char, i, old) for i, char in enumerate(old))

    def _initial(self, mention: Mention, letter: str) -> str:
        """The first letter of the new name that the note has in full with the same surname; else the new letter."""
        beside = {name for word in mention.words for name in self._beside[word]} - set(mention.words)
        full = min((name for name in beside if name.startswith(letter)), default="")
        return fold(self._new[full])[:1] if full else new_letter(letter, self._scope)

    def _character(self, char: str, place: int, old: str) -> str:
        if char.isalpha():
            return cased(char, new_letter(char, self._scope))
        drawn = self._scope.number("digit", fold(old), str(place)) % 10
        return chr(ord(char) - int(char) + drawn) if char.isdecimal() else char


def _group(word: str, scope: Scope) -> Group:
    return new_letter(word, scope), kind_of(word) == "surname"


@lru_cache(maxsize=200)  # so that few patients stay whose notes are past
def _words_elsewhere(scope: Scope, group: Group, flavour: bool) -> Mapping[str, str]:
    """The new words for the words of all of the patient's notes."""
    return _all_different(_by_group(scope, group[0]).get(group, ()), scope, flavour, {})


@lru_cache(maxsize=200)
def _by_group(scope: Scope, letter: str) -> Mapping[Group, list[str]]:
    """The words of all of the patient's notes whose new first letter this is."""
    found: dict[Group, list[str]] = defaultdict(list)
    for word in _by_letter(scope).get(letter, ()):
        found[letter, kind_of(word) == "surname"].append(word)
    return found


@lru_cache(maxsize=100)
def _by_letter(scope: Scope) -> Mapping[str, list[str]]:
    """The words of all of the patient's notes by their new first letters."""
    by_first: dict[str, list[str]] = defaultdict(list)
    for word in scope.avoid:
        by_first[word[:1]].append(word)
    found: dict[str, list[str]] = defaultdict(list)
    for first, words in by_first.items():
        found[new_letter(first, scope)] += words
    return found


def _all_different(words: Collection[str], scope: Scope, flavour: bool, others: Mapping[str, str]) -> Mapping[str, str]:
    """New words for words besides others, in an order of the key's, no two the same as far as there are enough."""
    if not words:
        return others
    first = new_names(words, scope, flavour)
    if not others and len(set(first.values())) == len(first):
        return first
    taken = set(others.values())
    if len(taken.union(first.values())) == len(taken) + len(first):  # then the order is no matter
        return {**others, **first}
    given = dict(others)
    for word in sorted(words, key=lambda word: scope.number("order", word)):
        later = (new_name(word, scope, passed_over, flavour) for passed_over in range(1, _MOST_PASSED_OVER))
        names = chain([first[word]], later)
        given[word] = next((name for name in names if name not in taken), "") or first[word]
        taken.add(given[word])
    return given
