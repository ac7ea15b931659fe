"""What a rule found is carried on over the words beside it that belong to it: further names, a place's words, a year.

`data/rules/extend.toml` says for each label which classes of words go before a span and behind it.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from incognote.data import load_toml
from incognote.detect.patterns import Conjunction, compile_classes
from incognote.labels import main_category

if TYPE_CHECKING:
    from collections.abc import Iterable

    from incognote.detect.classes import Classes
    from incognote.detect.rows import Note
    from incognote.types import Span

_FURTHEST = 4  # words to each side


@dataclass(frozen=True)
class _Sides:
    before: tuple[Conjunction, ...]
    behind: tuple[Conjunction, ...]
    joints: tuple[Conjunction, ...]
    """Marks that may stand between a span and such a word, and after an initial."""


class Extender:
    """Extends spans; those of labels that `extend.toml` doesn't name stay as they are."""

    def __init__(self, classes: Classes) -> None:
        def compiled(text: str) -> tuple[Conjunction, ...]:
            return compile_classes(text, classes.bit) if text else ()

        self._sides = {
            label: _Sides(compiled(sides["before"]), compiled(sides["behind"]), compiled(sides["joints"]))
            for label, sides in load_toml("rules/extend.toml").items()
        }
        self._gap = sum(1 << classes.bit(name) for name in ("wide", "newline", "paragraph"))

    def extended(self, spans: Iterable[Span], note: Note) -> list[Span]:
        return [self._extend(span, note) for span in spans]

    def _extend(self, span: Span, note: Note) -> Span:
        sides = self._sides.get(span.label) or self._sides.get(main_category(span.label))
        if sides is None:
            return span
        first = bisect_left(note.starts, span.start)
        last = bisect_left(note.starts, span.end) - 1
        if first > last:
            return span
        new_first, new_last = self._before(sides, first, note), self._behind(sides, last, note)
        if (new_first, new_last) == (first, last):
            return span
        return replace(span, start=min(span.start, note.starts[new_first]), end=max(span.end, note.ends[new_last]))

    def _before(self, sides: _Sides, first: int, note: Note) -> int:
        for _ in range(_FURTHEST):
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
            at = last
            if at < end and not note.bits(at + 1) & self._gap and _fits(sides.joints, note.bits(at + 1)):
                at += 1
            if at >= end or note.bits(at + 1) & self._gap or not _fits(sides.behind, note.bits(at + 1)):
                break
            last = at + 1
        return last


def _fits(conjunctions: tuple[Conjunction, ...], bits: int) -> bool:
    return any(one.fits(bits) for one in conjunctions)
