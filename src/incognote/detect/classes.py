"""What classes a word has: lists it is on, shapes it has, and what follows from these.

`data/rules/classes.toml` names them. All of this depends on the word alone, so a note only looks it up.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from incognote.detect.items import divided
from incognote.detect.packed import Packed
from incognote.detect.patterns import POSITION_BITS, Conjunction, compile_classes
from incognote.errors import ConfigError
from incognote.lexicons import normal

Words = Mapping[str, Collection[str]]
"""Items of lists by class; an item may have several words."""

Shape = Callable[[str], bool]

Phrase = tuple[tuple[str, ...], int]
"""The words of an item behind its first two, and the bit of its class."""

_TELLING_DIGITS = 3
_NO_PHRASES: Mapping[str, list[Phrase]] = MappingProxyType({})


class Classes:
    """Bits for classes, and the bits of each word.

    Each of `words` is a class by itself, called by the word in quotes. An item of several words gives its class to its
    first word where the whole of it stands, and the class with `-more` behind its name to the others. Those of `lists`
    that `packed` has too may be empty here, for it knows their items. `shapes` and `number_shapes` see no difference
    between a word and its `outline`; `spellings` may.
    """

    def __init__(
        self,
        lists: Words,
        words: Iterable[str],
        shapes: Mapping[str, Shape],
        derived: Mapping[str, str],
        number_shapes: Mapping[str, Shape] = MappingProxyType({}),
        packed: Packed | None = None,
        spellings: Mapping[str, Shape] = MappingProxyType({}),
    ) -> None:
        self._packed = packed
        self._bits = {name: bit for bit, name in enumerate(POSITION_BITS)}
        self._of_word: dict[str, int] = {}
        self._filled: set[str] = set()
        self._phrases: dict[str, dict[str, list[Phrase]]] = {}
        self._further: dict[str, int] = {}
        for name, items in lists.items():
            self._add(name, items)
        for word in sorted(words):
            self._add(f"'{word}'", [word])
        self._shapes = [(1 << self._new(name), shape) for name, shape in shapes.items()]
        self._spellings = [(1 << self._new(name), spelling) for name, spelling in spellings.items()]
        self._number_shapes = [(1 << self._new(name), shape) for name, shape in number_shapes.items()]
        self._derived: list[tuple[int, tuple[Conjunction, ...]]] = []
        for name, expression in derived.items():
            conjunctions = compile_classes(expression, self.bit)
            self._derived.append((1 << self._new(name), conjunctions))
        self._shaped = lru_cache(maxsize=5000)(self._shapes_of)
        self._with_derived = lru_cache(maxsize=20_000)(self._derive)
        self._sets = [self._classes_of(names) for names in packed.sets] if packed else [0]
        self.bits = lru_cache(maxsize=20_000)(self._bits_of)  # rules and features ask for the same words
        """The classes of a word as it is written."""

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
        """The items of several words of a class that isn't packed."""
        bit = 1 << self.bit(name)
        return [
            (first, second, *rest)
            for first, seconds in self._phrases.items()
            for second, known in seconds.items()
            for rest, of in known
            if of == bit
        ]

    def seconds(self, first: str) -> Iterator[tuple[str, int]]:
        """The second words of items that begin with a word, in normal form, and the bits of these items' classes."""
        for second, known in self._phrases.get(first, _NO_PHRASES).items():
            for _, bit in known:
                yield second, bit
        for number, second in self._packed.get(first).begun if self._packed else ():
            yield second, self._sets[number]

    def phrases(self, first: str, second: str) -> list[Phrase]:
        """The items that begin with two words, in normal form, the longest first."""
        known = list(self._phrases.get(first, _NO_PHRASES).get(second, ()))
        if self._packed:
            known += [(rest, self._sets[number]) for number, rest in self._packed.items(first, second)]
        return sorted(known, key=lambda phrase: -len(phrase[0]))

    def further(self, word: str) -> int:
        """The bits that a word in normal form has behind the first word of items."""
        bits = self._further.get(word, 0)
        return bits | self._sets[self._packed.get(word).further] << 1 if self._packed else bits

    def _bits_of(self, word: str) -> int:
        bits = self._listed(normal(word)) | self._shaped(outline(word))
        for bit, fits in self._spellings:
            if fits(word):
                bits |= bit
        return self._with_derived(bits)

    def _shapes_of(self, outline: str) -> int:
        """The shapes of all words with an outline."""
        shapes = [*self._shapes, *self._number_shapes] if outline[:1].isdigit() else self._shapes
        return sum(bit for bit, fits in shapes if fits(outline))

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
        bits = self._of(word)
        if not bits and len(word) > 1 and not word[0].isalnum():
            return self._of(word[0])  # a run of one mark: ____
        if not bits and not word.isascii():
            bare = "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))
            bits = self._of(bare)
        return bits

    def _of(self, word: str) -> int:
        bits = self._of_word.get(word, 0)
        return bits | self._sets[self._packed.get(word).listed] if self._packed else bits

    def _classes_of(self, names: Iterable[str]) -> int:
        return sum(1 << self.bit(name) for name in names)

    def _new(self, name: str) -> int:
        if name in self._bits:
            raise ConfigError(f"two classes of words are called {name}")
        self._bits[name] = bit = len(self._bits)
        return bit

    def _add(self, name: str, items: Collection[str]) -> None:
        bit = 1 << self._new(name)
        parts = divided(items)
        for word in parts.words:
            self._of_word[word] = self._of_word.get(word, 0) | bit
        is_packed = self._packed is not None and name in self._packed.names
        if items or is_packed:
            self._filled.add(name)
        if parts.cut or name.startswith("own-") or (self._packed and name in self._packed.cut):
            self._new(f"{name}-more")
        for first, second, *rest in parts.phrases:
            self._phrases.setdefault(first, {}).setdefault(second, []).append((tuple(rest), bit))
            for word in (second, *rest):
                self._further[word] = self._further.get(word, 0) | bit << 1


def outline(word: str) -> str:
    """What shapes see of a word: of plain letters the case of a few, of a number its length and its first digits.

    Any other word is its own outline.
    """
    if word.isascii():
        if word.isalpha():
            like = "aaaaa" if word.islower() else "AAAAA" if word.isupper() else "Aaaaa" if word.istitle() else "aAaaa"
            return like[: len(word)]
        if word.isdigit():
            return word[:_TELLING_DIGITS].ljust(len(word), "0")
    return word
