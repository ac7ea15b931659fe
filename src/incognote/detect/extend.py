"""What a rule found is carried on over the words beside it that belong to it: further names, a place's words, a year.

`data/rules/extend.toml` says for each label which classes of words go before a span and behind it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING

from incognote.data import load_toml
from incognote.detect.patterns import PLACE_BITS, Conjunction, compile_classes
from incognote.labels import LABELS, main_category

if TYPE_CHECKING:
    from collections.abc import Iterable

    from incognote.detect.classes import Classes
    from incognote.detect.compiled import Place
    from incognote.detect.rows import Note, RowTable
    from incognote.vocabulary import Vocabulary

_FURTHEST = 4  # words to each side
_CREDENTIAL = re.compile(r"(?<=[\w.])[,.]?\s+([A-Z][a-z]?)\.([A-Z])\.?$")


@dataclass(frozen=True)
class _Sides:
    before: tuple[Conjunction, ...]
    behind: tuple[Conjunction, ...]
    joints: tuple[Conjunction, ...]
    """Marks that may stand between a span and such a word."""
    joined: tuple[Conjunction, ...]
    """Words that belong to a span if only a hyphen stands between, even where the line ends behind it."""
    fused: tuple[Conjunction, ...]
    """Words that belong to the span that begins where they end."""

    def may_have(self, bits: int) -> bool:
        """Whether a word with these classes may stand beside a span, if its place allows it."""
        beside = (*self.before, *self.behind, *self.joints, *self.fused)
        return any(bits & one.has & ~PLACE_BITS == one.has & ~PLACE_BITS for one in beside)


class Extender:
    """Extends spans; those of labels that `extend.toml` doesn't name stay as they are."""

    def __init__(self, classes: Classes) -> None:
        def compiled(text: str) -> tuple[Conjunction, ...]:
            return compile_classes(text, classes.bit) if text else ()

        self._sides = {
            label: _Sides(*(compiled(sides.get(field.name, "")) for field in fields(_Sides)))
            for label, sides in load_toml("rules/extend.toml").items()
        }
        self._gap = sum(1 << classes.bit(name) for name in ("wide", "paragraph", "sentence"))
        self._adjacent = 1 << classes.bit("adjacent")
        self._near = self._adjacent | 1 << classes.bit("newline")
        self._hyphen = 1 << classes.bit("'-'")
        credential = 1 << classes.bit("credential-care")
        self._is_credential = lru_cache(maxsize=1000)(lambda word: bool(classes.bits(word) & credential))
        self._kinds = {
            label: kind
            for label in (*self._sides, *LABELS)
            if (kind := label if label in self._sides else main_category(label)) in self._sides
        }
        self._vocabulary: Vocabulary | None = None
        self._beside: list[frozenset[str]] = []
        self._known: dict[int, frozenset[str]] = {}

    def extended(self, places: Iterable[Place], note: Note, table: RowTable) -> list[Place]:
        """The places in the same order, each with the words beside it that belong to it."""
        self._learn(table)
        return [self._extend(place, note) for place in places]

    def _learn(self, table: RowTable) -> None:
        """For each new word, the labels whose spans it may extend."""
        if table.vocabulary is not self._vocabulary:
            self._vocabulary, self._beside = table.vocabulary, []
        for bits in table.possible_bits[len(self._beside) :]:
            if bits not in self._known:
                self._known[bits] = frozenset(label for label, sides in self._sides.items() if sides.may_have(bits))
            self._beside.append(self._known[bits])

    def _extend(self, place: Place, note: Note) -> Place:
        start, end, label = place
        kind = self._kinds.get(label)
        if kind is None:
            return place
        first, last = bisect_left(note.starts, start), bisect_left(note.starts, end) - 1
        if first <= last:
            sides = self._sides[kind]
            if first and kind in self._beside[note.ids[first - 1]]:
                start = min(start, note.starts[self._before(sides, first, note)])
            if last + 1 < len(note.ids) and kind in self._beside[note.ids[last + 1]]:
                end = max(end, note.ends[self._behind(sides, last, note)])
        return start, self._without_credential(note.text, start, end) if kind == "NAME" else end, label

    def _without_credential(self, text: str, start: int, end: int) -> int:
        """The end of a name without `, M.D`, which looks like initials."""
        letters = _CREDENTIAL.search(text, start, end)
        return letters.start() if letters and self._is_credential(letters[1] + letters[2]) else end

    def _before(self, sides: _Sides, first: int, note: Note) -> int:
        for _ in range(_FURTHEST):
            joined = self._joined_before(sides, first, note) if note.places[first] & self._near else first
            if joined < first:
                first = joined
                continue
            at = first
            if at and not note.bits(at) & self._gap and _fits(sides.joints, note.bits(at - 1)):
                at -= 1
            if not at or note.bits(at) & self._gap or not _fits(sides.before, note.bits(at - 1)):
                break
            first = at - 1
        return first

    def _behind(self, sides: _Sides, last: int, note: Note) -> int:
        end = len(note.starts) - 1
        for _ in range(_FURTHEST):
            if last + 1 < end and note.places[last + 1] & self._adjacent and self._is_joined(sides, last + 2, note):
                last += 2
                continue
            at = last
            bits = note.bits(at + 1) if at < end else self._gap
            if not bits & self._gap and _fits(sides.joints, bits):
                at += 1
                bits = note.bits(at + 1) if at < end else self._gap
            if bits & self._gap or not _fits(sides.behind, bits):
                break
            last = at + 1
        return last

    def _joined_before(self, sides: _Sides, first: int, note: Note) -> int:
        """The token that is joined to the one at `first`, or `first` itself."""
        if first > 1 and self._is_joined(sides, first, note) and _fits(sides.joined, note.bits(first - 2)):
            return first - 2
        if first and note.places[first] & self._adjacent and _fits(sides.fused, note.bits(first - 1)):
            return first - 1
        return first

    def _is_joined(self, sides: _Sides, at: int, note: Note) -> bool:
        """Whether a word is joined by a hyphen to the one before it."""
        hyphen = self._hyphen | self._adjacent
        return bool(
            note.places[at] & self._near and note.bits(at - 1) & hyphen == hyphen and _fits(sides.joined, note.bits(at))
        )


def _fits(conjunctions: tuple[Conjunction, ...], bits: int) -> bool:
    return any(one.fits(bits) for one in conjunctions)
