"""The heuristic and dictionary scheme (Douglass 2005): tables of PHI less common words, indicators, misspellings.

All of it is data of its recipe: the tables, the words that indicate names and places, and the token patterns over them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from incognote import lexicons
from incognote.detect.approximate import OneDeletion
from incognote.detect.classes import Classes
from incognote.detect.rule import Rule, quoted_words
from incognote.detect.rules import Rules
from incognote.detect.word_classes import NUMBER_SHAPES, SHAPES, SPELLINGS
from incognote.kinds import TABLE, TABLES, detector_keys

if TYPE_CHECKING:
    from incognote.recipes import Parts
    from incognote.types import Document, Layout, Span

_TABLES_OF = ("phi", "clues", "words", "approximate", "derived")
_KEYS = detector_keys({"common": TABLES, "rule": TABLES, **dict.fromkeys(_TABLES_OF, TABLE)})


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Heuristic:
    _KEYS.require("the detector 'heuristic'", settings)
    return Heuristic(settings)


class Heuristic:
    """The rules of a recipe over the tables that it names."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        rules = [Rule(**rule) for rule in settings["rule"]]
        quoted = {word for rule in rules for word in quoted_words(rule.tokens)}
        common = _union(settings["common"])
        tables = {name: _union(parts) - common for name, parts in settings["phi"].items()}
        clues = {name: _union(parts) for name, parts in settings["clues"].items()}
        known = common.union(*tables.values(), *clues.values())
        misspelt = {
            name: _misspelt(frozenset().union(*(tables[table] for table in of)), known)
            for name, of in settings["approximate"].items()
        }
        listed = {"common": common, **tables, **clues, **settings["words"]}
        spellings = SPELLINGS | misspelt
        classes = Classes(listed, quoted, SHAPES, settings["derived"], NUMBER_SHAPES, spellings=spellings)
        self._rules = Rules(rules, classes)

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        found = self._rules.detect(doc, layout)
        return [replace(span, source=span.source.replace("rules:", "heuristic:", 1)) for span in found]


def _union(parts: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    return frozenset().union(*(lexicons.items(**part) for part in parts))


def _misspelt(words: Collection[str], known: Collection[str]) -> Callable[[str], bool]:
    """Whether a word that no table has is one edit from one of these words."""
    near = OneDeletion(word for word in words if word.isalpha())

    def is_near(word: str) -> bool:
        form = lexicons.normal(word)
        return form.isalpha() and form not in known and near.match(form) is not None

    return is_near
