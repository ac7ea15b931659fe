"""What a rule found is carried on over the words beside it that belong to it: further names, a place's words, a year.

`data/rules/extend.toml` says for each label which classes of words go before a span and behind it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from incognote.data import load_toml
from incognote.detect.patterns import PLACE_BITS, Conjunction
from incognote.labels import LABELS, main_category

if TYPE_CHECKING:
    from collections.abc import Iterable

    from incognote.detect.classes import Classes
    from incognote.detect.compiled import Place
    from incognote.detect.rows import Note, RowTable

_FURTHEST = 4  # words to each side
_CREDENTIAL = re.compile(r"(?<=[\w.])[,.]?\s+([A-Z][a-z]?)\.([A-Z])\.?$")


@dataclass(frozen=True)
class _Words:
    """Words that may stand beside a span. `role` is the bit of words that may be among them, which is cheap to ask."""

    role: int
    classes: tuple[Conjunction, ...]

    def may_be(self, bits: int) -> bool:
        """Whether a word with these classes may be among them, if its place allows it."""
        return any(bits & one.has & ~PLACE_BITS == one.has & ~PLACE_BITS for one in self.classes)


@dataclass(frozen=True)
class _Sides:
    before: _Words
    behind: _Words
    joints: _Words
    """Marks that may stand between a span and such a word."""
    joined: _Words
    """Words that belong to a span if only a hyphen stands between, even where the line ends behind it."""
    fused: _Words
    """Words that belong to the span that begins where they end."""

    @cached_property
    def roles(self) -> int:
        """Of what may stand next to a span: `joined` words stand behind a hyphen, which is among the joints."""
        return self.before.role | self.behind.role | self.joints.role | self.fused.role


class Extender:
    """Extends spans; those of labels that `extend.toml` doesn't name stay as they are."""

    def __init__(self, classes: Classes) -> None:
        self._words: list[_Words] = []

        def words(text: str) -> _Words:
            self._words.append(_Words(1 << len(self._words), classes.conjunctions(text) if text else ()))
            return self._words[-1]

        by_kind = {
            kind: _Sides(*(words(sides.get(field.name, "")) for field in fields(_Sides)))
            for kind, sides in load_toml("rules/extend.toml").items()
        }
        self._hyphen = words("'-'")
        self._classes = reduce(or_, (one.has for words in self._words for one in words.classes), 0)
        self._gap = sum(1 << classes.bit(name) for name in ("wide", "paragraph", "sentence"))
        self._adjacent = 1 << classes.bit("adjacent")
        self._near = self._adjacent | 1 << classes.bit("newline")
        credential = 1 << classes.bit("credential-care")
        self._is_credential = lru_cache(maxsize=1000)(lambda word: bool(classes.bits(word) & credential))
        self._of_names = by_kind["NAME"]
        self._sides = {
            label: by_kind[kind]
            for label in (*by_kind, *LABELS)
            if (kind := label if label in by_kind else main_category(label)) in by_kind
        }
        self._roles: list[int] = []
        """The roles that each kind of words may have."""
        self._known: dict[int, int] = {}

    def extended(self, places: Iterable[Place], note: Note, table: RowTable) -> list[Place]:
        """The places in the same order, each with the words beside it that belong to it."""
        self._learn(table)
        sides_of = self._sides.get
        return [self._extend(place, sides, note) if (sides := sides_of(place[2])) else place for place in places]

    def _learn(self, table: RowTable) -> None:
        """The roles of new kinds of words; it is always the same table."""
        for possible in table.possible_bits[len(self._roles) :]:
            bits = possible & self._classes
            if bits not in self._known:
                self._known[bits] = sum(words.role for words in self._words if words.may_be(bits))
            self._roles.append(self._known[bits])

    def _extend(self, place: Place, sides: _Sides, note: Note) -> Place:
        start, end, label = place
        starts, kinds, roles = note.starts, note.kinds, self._roles
        first = bisect_left(starts, start)
        last = bisect_left(starts, end, first) - 1
        if first <= last:
            if first and roles[kinds[first - 1]] & sides.roles:
                start = min(start, starts[self._before(sides, first, note)])
            if last + 1 < len(kinds) and roles[kinds[last + 1]] & sides.roles:
                end = max(end, note.ends[self._behind(sides, last, note)])
        return start, self._without_credential(note.text, start, end) if sides is self._of_names else end, label

    def _without_credential(self, text: str, start: int, end: int) -> int:
        """The end of a name without `, M.D`, which looks like initials."""
        if text.find(".", start, end) < 0:  # as in most names
            return end
        letters = _CREDENTIAL.search(text, start, end)
        return letters.start() if letters and self._is_credential(letters[1] + letters[2]) else end

    def _before(self, sides: _Sides, first: int, note: Note) -> int:
        for _ in range(_FURTHEST):
            joined = self._joined_before(sides, first, note) if note.places[first] & self._near else first
            if joined < first:
                first = joined
                continue
            at = first
            if at and not note.places[at] & self._gap and self._is(sides.joints, at - 1, note):
                at -= 1
            if not at or note.places[at] & self._gap or not self._is(sides.before, at - 1, note):
                break
            first = at - 1
        return first

    def _behind(self, sides: _Sides, last: int, note: Note) -> int:
        for _ in range(_FURTHEST):
            at = last + 1
            if at + 1 < len(note.kinds) and note.places[at] & self._adjacent and self._is_joined(sides, at + 1, note):
                last += 2
                continue
            if self._goes_on(at, note) and self._is(sides.joints, at, note):
                at += 1
            if not self._goes_on(at, note) or not self._is(sides.behind, at, note):
                break
            last = at
        return last

    def _joined_before(self, sides: _Sides, first: int, note: Note) -> int:
        """The token that is joined to the one at `first`, or `first` itself."""
        if first > 1 and self._is_joined(sides, first, note) and self._is(sides.joined, first - 2, note):
            return first - 2
        if first and note.places[first] & self._adjacent and self._is(sides.fused, first - 1, note):
            return first - 1
        return first

    def _is_joined(self, sides: _Sides, at: int, note: Note) -> bool:
        """Whether a word is joined by a hyphen to the one before it."""
        return bool(
            note.places[at] & self._near
            and note.places[at - 1] & self._adjacent
            and self._is(self._hyphen, at - 1, note)
            and self._is(sides.joined, at, note)
        )

    def _goes_on(self, at: int, note: Note) -> bool:
        """Whether there is such a token, without a gap before it."""
        return at < len(note.places) and not note.places[at] & self._gap

    def _is(self, words: _Words, at: int, note: Note) -> bool:
        """Whether a token is among these words."""
        if self._roles[note.kinds[at]] & words.role:
            bits = note.bits(at)
            for one in words.classes:
                if one.fits(bits):
                    return True
        return False
