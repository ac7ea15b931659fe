"""The classes of English notes: from our lexicons, a user's own lists, and the shapes of words."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection
from pathlib import Path

from incognote import lexicons
from incognote.config import LIST_KINDS
from incognote.data import load_toml
from incognote.detect import packed
from incognote.detect.approximate import OneDeletion
from incognote.detect.classes import Classes
from incognote.detect.names import NAME_CLASSES, name_classes
from incognote.detect.rule import modules, quoted_words, rules_of
from incognote.lexicons import normal


def _full(expression: str) -> Callable[[str], bool]:
    match = re.compile(expression).fullmatch
    return lambda word: match(word) is not None


_OPERATION_ENDS = frozenset("yYsSſ")
_is_operation = _full(r"(?i)\w{3,}(?:ectom|otom|ostom|plast|oscop|pex|rrhaph)(?:y|ies)|\w{3,}desis")

SHAPES: dict[str, Callable[[str], bool]] = {
    "letters": str.isalpha,
    "digits": str.isdigit,
    "Cap": lambda word: len(word) > 1 and word.isalpha() and word[0].isupper() and word[1:].islower(),
    "UPPER": lambda word: len(word) > 1 and word.isalpha() and word.isupper(),
    "lower": lambda word: word.isalpha() and word.islower(),
    "initial": lambda word: len(word) == 1 and word.isalpha() and word.isupper(),
    "single": lambda word: len(word) == 1,
    "short": lambda word: len(word) < 3,
    "tiny": lambda word: len(word) < 5,
    "long": lambda word: len(word) > 3,
    "apostrophe": frozenset("'’‘`").__contains__,
    "quote": frozenset("\"“”'‘’").__contains__,
}
"""Those that the outline of a word has too."""

SPELLINGS: dict[str, Callable[[str], bool]] = {
    "hospital-acronym": _full(r"[A-Z]{1,4}(?:MC|GH|MH|RH|CH|VA|HC)"),
    "operation": lambda word: word[-1:] in _OPERATION_ENDS and _is_operation(word),
    "hospital-acronym-short": _full(r"[A-Z]{2}H|[A-Z]MC"),
}

NUMBER_SHAPES: dict[str, Callable[[str], bool]] = {
    **{f"d{length}": _full(rf"\d{{{length}}}") for length in range(1, 10)},
    "long-digits": _full(r"\d{6,14}"),
    "zero": _full(r"0\d{1,4}"),
    "d3-4": _full(r"\d{3,4}"),
    "d2-ninety": _full(r"9\d"),
    "day": _full(r"0?[1-9]|[12]\d|3[01]"),
    "year4": _full(r"18[5-9]\d|(?:19|20|21)\d\d"),
    "sure-year": _full(r"19[6-9]\d|20[6-9]\d"),
    "over-89": _full(r"9\d|1[01]\d|12[0-5]"),
}
"""Those that only numbers have, and the outlines of these."""


@functools.cache
def word_classes(lists: tuple[tuple[str, Path], ...] = ()) -> Classes:
    """The classes that rules name; `lists` are a user's own, by kind."""
    content = load_toml("rules/classes.toml")
    listed: dict[str, Collection[str]] = dict.fromkeys(content["lexicons"], ())  # these are packed
    listed |= {name: words.split() for name, words in content["words"].items()}
    listed |= dict.fromkeys((*content["columns"], *NAME_CLASSES), ())
    own = dict(lists)
    listed |= {f"own-{kind}": lexicons.from_file(own[kind], kind).words if kind in own else () for kind in LIST_KINDS}
    texts = [text for module in modules() for rule in rules_of(module) for text in rule.class_texts]
    texts += [text for sides in load_toml("rules/extend.toml").values() for text in sides.values()]
    quoted = {word for text in texts for word in quoted_words(text)}
    spellings = SPELLINGS | {"like-city": lambda word: word.istitle() and _cities().match(normal(word)) is not None}
    return Classes(listed, quoted, SHAPES, content["derived"], NUMBER_SHAPES, packed.packed(), spellings)


def long_lists() -> dict[str, Collection[str]]:
    """The lists that are packed, by class."""
    content = load_toml("rules/classes.toml")
    listed: dict[str, Collection[str]] = {name: _union(names) for name, names in content["lexicons"].items()}
    listed |= {name: _chosen(**choice) for name, choice in content["columns"].items()}
    return listed | name_classes()


@functools.cache
def _cities() -> OneDeletion:
    return OneDeletion(_chosen(**load_toml("rules/classes.toml")["columns"]["big-city"]))


def _union(names: list[str]) -> frozenset[str]:
    return frozenset().union(*(lexicons.load(name).words for name in names))


def _chosen(lexicon: str, column: str, value: str = "", at_least: float = 0) -> list[str]:
    """The items of a lexicon with a value in a column, or with a number that is large enough."""
    said = lexicons.column(lexicon, column).items()
    return [item for item, text in said if (float(text) >= at_least if at_least else text == value)]
