"""Addresses: taking one apart, and finding its street, city and state however they are abbreviated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from incognote.known.note import CAPITALS, LOWER, Note
from incognote.known.people import Detail
from incognote.known.words import fold, key_of
from incognote.types import Span

_PIECES = re.compile(r"[^\W\d_]+|\d+")
_STATE_AND_ZIP = re.compile(r"(?P<before>.*?)\s*\b(?P<zip>\d{5}(?:-\d{4})?)")
_MARKS = frozenset({"", ",", ".", "-", "#", ".,", ",#", ".#", "'", "’"})
_ZIP_DIGITS = 5
_FEWEST_IN_A_STREET = 2
_SOURCE = "known:address"


@cache
def _data() -> dict[str, Any]:
    from incognote.data import load_toml

    return load_toml("known.toml")


@cache
def _canonical() -> dict[str, str]:
    """The one form of each word that addresses abbreviate."""
    groups = [line.split() for line in _data()["address"]["same"]]
    return {word: group[0] for group in groups for word in group}


@cache
def _variants() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for word, canonical in _canonical().items():
        found.setdefault(canonical, set()).add(word)
    return found


@cache
def _state_codes() -> dict[str, str]:
    return {name: code for code, name in _data()["states"].items()}


def _words(text: str) -> tuple[str, ...]:
    keys = (key_of(piece) for piece in _PIECES.findall(text))
    return tuple(_canonical().get(key, key) for key in keys)


def parse_address(text: str) -> list[Detail]:
    """The parts of an address in one line: `12 Oak St, Apt 4, Springfield, IL 62704`."""
    street, *rest = [part.strip() for part in re.split(r"[,\n]", text) if part.strip()] or [""]
    details = [Detail("STREET", street)] if street else []
    for part in rest:
        if found := _STATE_AND_ZIP.fullmatch(part):
            details.append(Detail("ZIP", found["zip"]))
            part = found["before"]
        words = _words(part)
        if words and words[0] in _data()["address"]["units"].split():
            details[0] = Detail("STREET", f"{details[0].value} {part}")
        elif fold(part) in _data()["states"] or fold(part) in _state_codes():
            details.append(Detail("STATE", part))
        elif part:
            details.append(Detail("CITY", part))
    return details


class PlaceFinder:
    """Finds a patient's streets, cities and states."""

    def __init__(self, places: Iterable[Detail], zips: Iterable[str]) -> None:
        places = list(places)
        self._streets = [_words(place.value) for place in places if place.label == "STREET"]
        states = {fold(place.value.strip()) for place in places if place.label == "STATE"}
        self._codes = {_state_codes().get(state, state) for state in states} & set(_data()["states"])
        names = {_data()["states"].get(state, state) for state in states}
        self._names = [(_words(place.value), "CITY") for place in places if place.label == "CITY"]
        self._names += [(_words(name), "STATE") for name in sorted(names)]
        self._names = [(words, label) for words, label in self._names if words]
        self._zips = {key_of(code[:_ZIP_DIGITS]) for code in zips}
        first_words = {words[0] for words, _ in self._names} | {word for street in self._streets for word in street}
        self.starts = self._codes.union(first_words, *(_variants().get(word, ()) for word in first_words))

    def find(self, note: Note, at: list[int]) -> Iterator[Span]:
        behind = 0
        for first in at:
            if first < behind:
                continue
            last = max((_match_street(note, first, street) for street in self._streets), default=-1)
            if last >= 0:
                yield note.span(first, last, "STREET", _SOURCE)
                behind = last + 1
                continue
            yield from self._names_at(note, first)
            if self._is_code(note, first):
                yield note.span(first, first, "STATE", _SOURCE)

    def _names_at(self, note: Note, first: int) -> Iterator[Span]:
        for words, label in self._names:
            last = _match_name(note, first, words)
            if last is None:
                continue
            if any(note.stands_out(place) for place in range(first, last + 1)) or self._before_state(note, last):
                yield note.span(first, last, label, _SOURCE)

    def _before_state(self, note: Note, at: int) -> bool:
        following = note.following(at, _MARKS)
        return following is not None and note.key(following) in self._codes | self._zips

    def _is_code(self, note: Note, at: int) -> bool:
        """Two letters are a state only behind a city of the patient or before a postal code."""
        word = note.word(at)
        if word.key not in self._codes or word.case != CAPITALS:
            return False
        following, before = note.following(at, _MARKS), note.preceding(at, _MARKS)
        if following is not None and note.key(following) in self._zips:
            return True
        last_words = {words[-1] for words, label in self._names if label == "CITY"}
        return before is not None and _word_at(note, before) in last_words


def _word_at(note: Note, at: int) -> str:
    key = note.key(at)
    return _canonical().get(key, key)


def _match_name(note: Note, first: int, words: tuple[str, ...]) -> int | None:
    """The last token of a name that begins here, if all of its words follow each other."""
    at: int | None = first
    for number, word in enumerate(words):
        at = note.following(at, _MARKS) if number and at is not None else at
        if at is None or _word_at(note, at) != word:
            return None
    return at


def _match_street(note: Note, first: int, street: tuple[str, ...]) -> int:
    """The last token of a part of a street line that begins here; a word may be left out. -1 if it is too little."""
    word = _word_at(note, first)
    if word not in street:
        return -1
    place, at = street.index(word), first
    found = [(word, first)]
    while (following := note.following(at, _MARKS)) is not None:
        word = _word_at(note, following)
        if word not in street[place + 1 : place + 3]:
            break
        place = street.index(word, place + 1)
        at = following
        found.append((word, at))
    names = [token for word, token in found if word.isalpha() and len(word) > 1 and word not in _variants()]
    has_number = any(word.isdecimal() for word, _ in found)
    has_name = bool(names) and (has_number or any(note.word(token).case != LOWER for token in names))
    return at if has_name and len(found) >= _FEWEST_IN_A_STREET else -1
