"""The words of people's names: which word is which part of whose name, in all spellings, nicknames and pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from incognote.known.people import Name
from incognote.known.words import SlipIndex, fold, nicknames, spellings, word_list

_HYPHENS = re.compile(r"[-‐–\s]+")
_APOSTROPHES = re.compile(r"['’`]")
_BREAKS = re.compile(r"[-‐–\s'’`]")
_INNER_CAPITAL = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_SHORTEST_OF_A_DOUBLE = 3  # letters; `Al` of `Al-Rashid` is no name
_SHORTEST_TAIL = 3
_SHORTEST_ACCENTED = 5  # letters; without its accents `Đỗ` is `do`
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class Role(IntEnum):
    GIVEN = 0
    FAMILY = 1
    NICKNAME = 2
    HEAD = 3
    """`O` of O'Brien, `de` of de Luca: never a name alone."""
    TAIL = 4
    """`Brien` of O'Brien."""


class Part(NamedTuple):
    person: int
    role: Role


class NameWords:
    """All words of many names. `parts` says whose name, and which part of it, a word is.

    `accented` are names without the accents they have, which make them no words whatever a list of words says.
    """

    def __init__(self, names: Iterable[Name], with_nicknames: bool) -> None:
        self.parts: dict[str, list[Part]] = {}
        self.initials: list[frozenset[str]] = []
        self.accented: set[str] = set()
        for person, name in enumerate(names):
            for word, role in dict.fromkeys(_words_of(name, with_nicknames)):
                self.parts.setdefault(word, []).append(Part(person, role))
            self.accented.update(_accented(name))
            self.initials.append(frozenset(fold(word[:1])[:1] for word in (*name.given, *name.family)))
        self._people: dict[str, frozenset[int]] = {}
        self._slips = SlipIndex(
            word for word, parts in self.parts.items() if any(part.role <= Role.FAMILY for part in parts)
        )

    def people(self, word: str) -> frozenset[int]:
        """Whose names have this word."""
        if word not in self._people:
            self._people[word] = frozenset(part.person for part in self.parts[word])
        return self._people[word]

    def meant_by(self, word: str) -> str | None:
        """The name that a word is one slip of the pen away from."""
        return self._slips.find(word)


def _words_of(name: Name, with_nicknames: bool) -> Iterator[tuple[str, Role]]:
    for given in name.given:
        if len(name.given) > 1 and fold(given) in word_list("particles"):
            yield fold(given), Role.HEAD  # `del` of María del Carmen
            continue
        yield from _pieces(given, Role.GIVEN)
        if with_nicknames:
            for word in filter(None, _HYPHENS.split(given)):
                yield from ((other, Role.NICKNAME) for other in nicknames().get(fold(word), ()))
    for family in name.family:
        yield from _pieces(family, Role.FAMILY)
        if name.given:
            first, last = _joined(name.given[0]), _joined(family)
            yield from ((first + last, Role.FAMILY), (last + first, Role.FAMILY))
            yield first + _joined(_BREAKS.split(family)[0]), Role.FAMILY  # `adalima` of `adalima-reis`


def _accented(name: Name) -> Iterator[str]:
    for piece in _HYPHENS.split(_APOSTROPHES.sub("", " ".join((*name.given, *name.family)))):
        if not piece.isascii():
            yield from (word for word in spellings(piece) if len(word) >= _SHORTEST_ACCENTED)


def _joined(words: str) -> str:
    return "".join(filter(str.isalpha, fold(words)))


def _pieces(words: str, role: Role) -> Iterator[tuple[str, Role]]:
    """A name's words, whole and as tokens part them."""
    pieces = [piece for piece in (piece.strip('.,"()') for piece in _HYPHENS.split(words)) if piece]
    for piece in pieces:
        folded = fold(piece)
        is_short_half = len(folded) < _SHORTEST_OF_A_DOUBLE and "-" in words
        if len(folded) == 1 or (len(pieces) > 1 and (is_short_half or folded in word_list("particles"))):
            yield folded, Role.HEAD
        else:
            yield from _spelled(piece, role)
    if len(pieces) > 1:
        yield _joined(words), role


def _spelled(word: str, role: Role) -> Iterator[tuple[str, Role]]:
    for spelling in spellings(_APOSTROPHES.sub("", word)):
        yield spelling, role
    tokens = [token for part in _APOSTROPHES.split(word) for token in _INNER_CAPITAL.split(part) if token]
    if len(tokens) > 1:
        yield from ((fold(token), Role.HEAD) for token in tokens[:-1])
        yield fold(tokens[-1]), Role.TAIL
    elif role is Role.FAMILY:
        yield from _behind_heads(fold(word))


def _behind_heads(word: str) -> Iterator[tuple[str, Role]]:
    """Parts of a name that is also written with a capital within: MCDONALD is McDonald."""
    for length in range(1, 7):
        head, tail = word[:length], word[length:]
        if head in word_list("heads") and len(tail) >= _SHORTEST_TAIL:
            yield head, Role.HEAD
            yield tail, Role.TAIL


def initials_of(name: Name) -> set[str]:
    """The letters that stand for a whole name: JS and JQS for John Quincy Smith."""
    if not name.given or not name.family:
        return set()
    given = [fold(word)[:1] for word in name.given]
    lasts = {fold(word)[:1] for family in name.family for word in (family.split()[0], family.split()[-1])}
    return {first + last for first in ("".join(given), given[0]) for last in lasts}


def unspaced(name: Name) -> set[str]:
    """How a name is written in scripts that put no blanks between words."""
    if not any(_UNSPACED.search(word) for word in (*name.given, *name.family)):
        return set()
    given, family = "".join(name.given), "".join(name.family)
    return {form for form in (family + given, given + family, given, family) if len(form) > 1}
