"""Concept match (Berman 2003): stop words and terms of medicine stay, everything else is found.

Numbers aren't on the list of what may stay, so all are found but those inside a term (type 2 diabetes).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from incognote import lexicons
from incognote.detect.names import name_classes
from incognote.kinds import NUMBER, TEXT, TEXTS, detector_keys
from incognote.labels import CONCEPT, OTHER
from incognote.types import Span

if TYPE_CHECKING:
    from incognote.recipes import Parts
    from incognote.types import Document, Ints, Layout
    from incognote.vocabulary import Vocabulary

_SOURCE = "concept-match"
_UNSURE = 0.1  # of a term: whatever else finds it is right
_TOKEN = re.compile(r"[^\W\d_]+|\d+|([^\w\s]|_)\1*")
_FOUND, _KEPT, _MARK = range(3)

_KEYS = detector_keys(
    {"zipf": NUMBER, "trees": TEXT, **dict.fromkeys(("words", "terms", "never"), TEXTS)}, {"switched_off": TEXTS}
)


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> ConceptMatch:
    """What may stay has nothing of names and of a user's lists, but all of the list of what is never PHI."""
    _KEYS.require("the detector 'concept-match'", settings)
    own = {kind: lexicons.from_file(path, kind).words for kind, path in parts.lists.items()}
    keep = own.pop("keep", frozenset())
    names = name_classes()
    stop = stop_words(settings["zipf"])
    mesh = mesh_terms(settings["trees"])
    terms = mesh.union(filter(_tells, _union(settings["terms"])))
    risky = _union(settings["never"]).union(names["sure"], names["maybe"], *own.values())
    allowed = (stop | terms) - risky | keep | {*settings["words"]}
    return ConceptMatch(allowed, allowed & mesh - stop if "concepts" in parts.also else frozenset())


def stop_words(zipf: float) -> frozenset[str]:
    """The words of English that are so frequent."""
    numbers = lexicons.load("common-words").numbers("zipf")
    return frozenset(word for word, number in numbers.items() if number >= zipf and (_tells(word) or word in "ai"))


def mesh_terms(trees: str) -> frozenset[str]:
    """The terms of MeSH in these trees, named by their letters."""
    numbers = lexicons.load("mesh").column("trees").items()
    return frozenset(term for term, places in numbers if _tells(term) and any(p[0] in trees for p in places.split()))


class ConceptMatch:
    """Finds what is not allowed: longest match of allowed items, which may have several words.

    Those that are `concepts` are found too, with a label of their own.
    """

    def __init__(self, allowed: Iterable[str], concepts: Iterable[str]) -> None:
        self._concepts = {_spaced(term) for term in concepts}
        self._allowed = {_spaced(item) for item in allowed}
        self._longest: dict[str, int] = {}
        for item in self._allowed:
            words = item.split()
            if len(words) > 1:
                pair = f"{words[0]} {words[1]}"
                self._longest[pair] = max(self._longest.get(pair, 0), len(words))
        self._beginnings = {pair.partition(" ")[0] for pair in self._longest}
        self._vocabulary: Vocabulary | None = None

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        tokens = layout.tokens
        if not len(tokens):
            return []
        self._learn(tokens.vocabulary)
        ids = tokens.ids.tolist()
        forms = [self._words[word_id] for word_id in ids]
        kinds = np.array([self._kinds[word_id] for word_id in ids])
        terms = list(self._terms(forms, [at for at, word_id in enumerate(ids) if self._begins[word_id]]))
        for first, last in terms:
            kinds[first:last] = np.maximum(kinds[first:last], _KEPT)
        return [*self._found(layout, kinds), *self._marked(layout, forms, terms, kinds)]

    def _learn(self, vocabulary: Vocabulary) -> None:
        """What depends on a word alone, for words that are new."""
        if vocabulary is not self._vocabulary:
            self._vocabulary = vocabulary
            self._words: list[str] = []
            self._kinds: list[int] = []
            self._begins: list[bool] = []
        for word_id in range(len(self._words), len(vocabulary)):
            word = lexicons.normal(vocabulary.word(word_id))
            self._words.append(word)
            self._kinds.append(_KEPT if word in self._allowed else _FOUND if _is_word(word) else _MARK)
            self._begins.append(word in self._beginnings)

    def _terms(self, forms: list[str], begins: list[int]) -> Iterator[tuple[int, int]]:
        """The longest allowed items of several words: their first token and the one behind the last."""
        end = 0
        for at in begins:
            longest = self._longest.get(" ".join(forms[at : at + 2]), 0) if at >= end else 0
            for length in range(longest, 1, -1):
                if " ".join(forms[at : at + length]) in self._allowed:
                    end = min(at + length, len(forms))
                    yield at, end
                    break

    def _found(self, layout: Layout, kinds: Ints) -> Iterator[Span]:
        """Words that may not stay. Those that only marks part become one: 3/14, O'Brien."""
        tokens = layout.tokens
        found = (kinds == _FOUND).nonzero()[0]
        parted = np.zeros(len(kinds), dtype=np.int64)
        parted[1:] = tokens.starts[1:] > tokens.ends[:-1]
        parts = np.cumsum(parted + (kinds == _KEPT))
        firsts = np.concatenate([[True], np.diff(parts[found]) > 0])[: len(found)]
        lasts = np.append(firsts[1:], True)[: len(found)]
        places = zip(tokens.starts[found[firsts]].tolist(), tokens.ends[found[lasts]].tolist(), strict=True)
        return (Span(start, end, OTHER, 1.0, _SOURCE) for start, end in places)

    def _marked(self, layout: Layout, forms: list[str], terms: list[tuple[int, int]], kinds: Ints) -> Iterator[Span]:
        """The terms that are concepts."""
        if not self._concepts:
            return
        inside = {at for first, last in terms for at in range(first, last)}
        alone = [(at, at + 1) for at in (kinds == _KEPT).nonzero()[0].tolist() if at not in inside]
        starts, ends = layout.tokens.starts.tolist(), layout.tokens.ends.tolist()
        for first, last in (*terms, *alone):
            if " ".join(forms[first:last]) in self._concepts:
                yield Span(starts[first], ends[last - 1], CONCEPT, _UNSURE, _SOURCE)


def _union(names: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(lexicons.load(name).words for name in names))


def _tells(item: str) -> bool:
    """Whether it is more than a letter, which may be an initial, or a number."""
    return len(item) > 1 and not item.isdigit()


def _spaced(item: str) -> str:
    """An item as the words that tokens give, with a blank between them."""
    return item if item.isalpha() else " ".join(match[0] for match in _TOKEN.finditer(item))


def _is_word(text: str) -> bool:
    return any(char.isalnum() for char in text)
