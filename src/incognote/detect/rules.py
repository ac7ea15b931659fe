"""The detector of rules.

Which rules can begin at a token is told by its word and the next one, before any pattern is tried: a bit a rule,
computed once a word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from incognote.detect.compiled import compile_rule
from incognote.detect.extend import Extender
from incognote.detect.masks import Masks
from incognote.detect.rows import RowTable
from incognote.detect.rule import Rule, rules_of
from incognote.detect.word_classes import word_classes
from incognote.types import Span

if TYPE_CHECKING:
    from incognote.detect.classes import Classes
    from incognote.recipes import Parts
    from incognote.types import Document, Layout

_OWN_LABELS = {
    "people": "DOCTOR",
    "hospitals": "HOSPITAL",
    "wards": "DEPARTMENT",
    "places": "CITY",
    "organizations": "ORGANIZATION",
}


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Rules:
    """The rules of the modules that are switched on, and those of a user's own lists."""
    modules = [
        module
        for module in (*settings["modules"], *settings.get("switched_off", ()))
        if module not in parts.without and (module in settings["modules"] or module in parts.also)
    ]
    rules = [rule for module in modules for rule in rules_of(module)]
    own = [Rule(f"own/{kind}", _OWN_LABELS[kind], f"< {{own-{kind}}} {{own-{kind}-more}}* >") for kind in _OWN_LABELS]
    return Rules([*rules, *own], word_classes(tuple(sorted(parts.lists.items()))))


class Rules:
    """Finds what rules describe. Rules don't know of each other, so their order doesn't matter."""

    def __init__(self, rules: Sequence[Rule], classes: Classes) -> None:
        self._table = RowTable(classes)
        compiled = [compile_rule(rule, classes) for rule in rules]
        self._searched = [rule for rule in compiled if not rule.rule.tokens and not rule.rule.at]
        self._tried = [rule for rule in compiled if rule.rule.tokens or rule.rule.at]
        self._masks = Masks(self._tried)
        self._extender = Extender(classes)

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        note = self._table.note(layout)
        self._masks.learn(self._table)
        found = [span for rule in self._searched for span in rule.search(layout.text)]
        for at, mask in enumerate(self._masks.candidates(note)):
            while mask:
                lowest = mask & -mask
                mask ^= lowest
                found += self._tried[lowest.bit_length() - 1].spans(note, at)
        return self._extender.extended(found, note)
