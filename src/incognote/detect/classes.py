"""What classes a word has: lists it is on, shapes it has, and what follows from these.

`data/rules/classes.toml` names them. All of this depends on the word alone, so a note only looks it up.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from incognote.detect.patterns import POSITION_BITS, Conjunction, compile_classes
from incognote.errors import ConfigError
from incognote.lexicons import normal

Words = Mapping[str, Collection[str]]
"""Items of lists by class; an item may have several words."""

Shape = Callable[[str], bool]

_TOKEN = re.compile(r"[^\W\d_]+|\d+|(?P<mark>[^\w\s]|_)(?P=mark)*")


class Classes:
    """Bits for classes, and the bits of each word.

    Each of `words` is a class by itself, called by the word in quotes. An item of several words gives its class to its
    first word where the whole of it stands, and the class with `-more` behind its name to the others.
    """

    def __init__(
        self,
        lists: Words,
        words: Iterable[str],
        shapes: Mapping[str, Shape],
        derived: Mapping[str, str],
        number_shapes: Mapping[str, Shape] = MappingProxyType({}),
    ) -> None:
        self._bits = {name: bit for bit, name in enumerate(POSITION_BITS)}
        self._of_word: dict[str, int] = {}
        self._filled: set[str] = set()
        self.phrases: dict[str, dict[str, list[tuple[tuple[str, ...], int]]]] = {}
        """Items of several words: their first word, their second, the others with the bit of the class."""
        self.beginnings: dict[str, int] = {}
        self.continuations: dict[str, int] = {}
        for name, items in lists.items():
            self._add(name, items)
        for word in sorted(words):
            self._add(f"'{word}'", [word])
        self._shapes = [(1 << self._new(name), shape) for name, shape in shapes.items()]
        self._number_shapes = [(1 << self._new(name), shape) for name, shape in number_shapes.items()]
        self._derived: list[tuple[int, tuple[Conjunction, ...]]] = []
        for name, expression in derived.items():
            conjunctions = compile_classes(expression, self.bit)
            self._derived.append((1 << self._new(name), conjunctions))
        self._with_derived = lru_cache(maxsize=20_000)(self._derive)
        self.bits = lru_cache(maxsize=1000)(self._bits_of)  # rules and features ask for the same words
        """The classes of a word as it is written."""
        for seconds in self.phrases.values():
            for known in seconds.values():
                known.sort(key=lambda phrase: -len(phrase[0]))

    @property
    def width(self) -> int:
        """The bytes of a row."""
        return (len(self._bits) + 7) // 8

    def bit(self, name: str) -> int:
        if name not in self._bits:
            raise ConfigError(f"no class of words is called {name}")
        return self._bits[name]

    def names(self) -> tuple[str, ...]:
        """All classes in the order of their bits."""
        return tuple(self._bits)

    def has(self, name: str) -> bool:
        return name in self._bits

    def has_items(self, name: str) -> bool:
        """Whether there is a class of that name with anything in it."""
        return name in self._filled

    def conjunctions(self, text: str) -> tuple[Conjunction, ...]:
        """A class expression such as `a&!b|c`."""
        return compile_classes(text, self.bit)

    def items_of(self, name: str) -> list[tuple[str, ...]]:
        """The items of several words of a class."""
        bit = 1 << self.bit(name)
        return [
            (first, second, *rest)
            for first, seconds in self.phrases.items()
            for second, known in seconds.items()
            for rest, of in known
            if of == bit
        ]

    def _bits_of(self, word: str) -> int:
        bits = self._listed(normal(word))
        for bit, fits in self._shapes:
            if fits(word):
                bits |= bit
        if word[:1].isdigit():
            for bit, fits in self._number_shapes:
                if fits(word):
                    bits |= bit
        return self._with_derived(bits)

    def _derive(self, bits: int) -> int:
        """Bits with those that follow from them."""
        for bit, conjunctions in self._derived:
            for one in conjunctions:
                if bits & one.has == one.has and not bits & one.lacks:
                    bits |= bit
                    break
        return bits

    def _listed(self, word: str) -> int:
        """The lists that a word is on, with or without its accents."""
        bits = self._of_word.get(word, 0)
        if not bits and len(word) > 1 and not word[0].isalnum():
            return self._of_word.get(word[0], 0)  # a run of one mark: ____
        if not bits and not word.isascii():
            bare = "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))
            bits = self._of_word.get(bare, 0)
        return bits

    def _new(self, name: str) -> int:
        if name in self._bits:
            raise ConfigError(f"two classes of words are called {name}")
        self._bits[name] = bit = len(self._bits)
        return bit

    def _add(self, name: str, items: Collection[str]) -> None:
        bit = 1 << self._new(name)
        single = {item for item in items if item.isalpha() or len(item) == 1}
        several = [item for item in items if item not in single]
        known = self._of_word
        listed = single & known.keys()
        known.update(dict.fromkeys(single - listed, bit))
        for word in listed:
            known[word] |= bit
        if items:
            self._filled.add(name)
        if several or name.startswith("own-"):
            self._new(f"{name}-more")
        for item in several:
            self._add_phrase(item, bit)

    def _add_phrase(self, item: str, bit: int) -> None:
        """An item of several tokens; the bit after the class's own is for all but the first."""
        words = _words(item)
        if len(words) == 1:
            self._of_word[words[0]] = self._of_word.get(words[0], 0) | bit
        elif words:
            self.phrases.setdefault(words[0], {}).setdefault(words[1], []).append((words[2:], bit))
            self.beginnings[words[0]] = self.beginnings.get(words[0], 0) | bit
            for word in words[1:]:
                self.continuations[word] = self.continuations.get(word, 0) | bit << 1


def _words(item: str) -> tuple[str, ...]:
    words = tuple(item.split())
    if all(map(str.isalpha, words)):
        return words
    return tuple(token[0] for token in _TOKEN.finditer(item))
