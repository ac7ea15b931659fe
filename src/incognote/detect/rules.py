"""The detector of rules.

Which rules can begin at a token is told by its word and the next one, before any pattern is tried: a bit a rule,
computed once a word.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from incognote.detect.compiled import Compiled, Place, compile_rule
from incognote.detect.extend import Extender
from incognote.detect.masks import Masks, single_bits
from incognote.detect.rows import Note, RowTable
from incognote.detect.rule import Rule, rules_of
from incognote.detect.word_classes import word_classes
from incognote.kinds import TEXTS, detector_keys
from incognote.types import Span

if TYPE_CHECKING:
    from incognote.detect.classes import Classes
    from incognote.recipes import Parts
    from incognote.types import Document, Layout

_MOST_MASKS = 20_000  # remembered

_OWN_LABELS = {
    "people": "DOCTOR",
    "hospitals": "HOSPITAL",
    "wards": "DEPARTMENT",
    "places": "CITY",
    "organizations": "ORGANIZATION",
}

_KEYS = detector_keys({"modules": TEXTS}, {"switched_off": TEXTS})


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Rules:
    """The rules of the modules that are switched on, and those of a user's own lists."""
    _KEYS.require("the detector 'rules'", settings)
    modules = [
        module
        for module in (*settings["modules"], *settings.get("switched_off", ()))
        if module not in parts.without and (module in settings["modules"] or module in parts.also)
    ]
    rules = [rule for module in modules for rule in rules_of(module)]
    own = [Rule(f"own/{kind}", _OWN_LABELS[kind], f"< {{own-{kind}}} {{own-{kind}-more}}* >") for kind in _OWN_LABELS]
    classes = word_classes(tuple(sorted(parts.lists.items())))
    return Rules([*rules, *own], classes, Extender(classes))


class Rules:
    """Finds what rules describe. Rules don't know of each other, so their order doesn't matter.

    Where several find the same, the best of them is named.
    """

    def __init__(self, rules: Sequence[Rule], classes: Classes, extender: Extender | None = None) -> None:
        self._table = RowTable(classes)
        compiled = [compile_rule(rule, classes) for rule in rules]
        self._sources = {rule.id: f"rules:{rule.id}" for rule in rules}
        self._searched = [rule for rule in compiled if not rule.heads]
        self._masks = Masks([rule for rule in compiled if rule.heads])
        self._attempts = _Attempts(self._masks.rules)
        self._extender = extender
        self._kept = classes.conjunctions("own-keep|own-keep-more") if classes.has_items("own-keep") else ()

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        note = self._table.note(layout)
        self._masks.learn(self._table)
        best: dict[Place, Rule] = {}
        for rule, place in chain(self._searches(layout.text), self._matches(note)):
            other = best.setdefault(place, rule)
            if other is not rule and (rule.score, rule.id) > (other.score, other.id):
                best[place] = rule
        reached = self._extender.extended(best, note, self._table) if self._extender else best
        found = [
            Span(start, end, label, rule.score, self._sources[rule.id])
            for (start, end, label), rule in zip(reached, best.values(), strict=True)
        ]
        return [span for span in found if not self._is_kept(span, note)] if self._kept else found

    def _searches(self, text: str) -> Iterator[tuple[Rule, Place]]:
        return ((rule.rule, place) for rule in self._searched for place in rule.search(text))

    def _matches(self, note: Note) -> Iterator[tuple[Rule, Place]]:
        text, starts, data, width = note.text, note.starts, note.rows.data, note.rows.width
        attempts = self._attempts
        for at, mask in self._masks.candidates(note):
            on_rows, on_text = attempts[mask]
            row = at * width
            for rule, match in on_rows:
                if matched := match(data, row):
                    for place in rule.found(matched, note, at):
                        yield rule.rule, place
            start = starts[at]
            for rule, match in on_text:
                if matched := match(text, start):
                    for place in rule.found(matched, note, at):
                        yield rule.rule, place

    def _is_kept(self, span: Span, note: Note) -> bool:
        """Whether all of a span is on the user's list of what is never PHI."""
        places = range(bisect_left(note.starts, span.start), bisect_left(note.starts, span.end))
        words = [at for at in places if note.text[note.starts[at]].isalnum()]
        return all(any(one.fits(note.bits(at)) for one in self._kept) for at in words)


_Attempt = tuple[Compiled, Callable[..., re.Match[Any] | None]]


class _Attempts(dict[bytes, tuple[list[_Attempt], list[_Attempt]]]):
    """The rules of a mask: those that are tried on rows, and those that are tried on the text."""

    def __init__(self, rules: Sequence[Compiled]) -> None:
        self._rules = rules

    def __missing__(self, mask: bytes) -> tuple[list[_Attempt], list[_Attempt]]:
        if len(self) == _MOST_MASKS:
            self.clear()
        beginnings = single_bits(int.from_bytes(mask, "little"))
        begun = [self._rules[bit.bit_length() - 1] for bit in beginnings]
        rules = {rule.rule.id: rule for rule in begun}.values()
        on_rows = [(rule, rule.match) for rule in rules if rule.rule.tokens]
        on_text = [(rule, rule.match) for rule in rules if not rule.rule.tokens]
        self[mask] = on_rows, on_text
        return self[mask]
