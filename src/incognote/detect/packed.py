"""The long lists behind classes of words, packed into one file, so that a process need not read them all to begin.

`tools/pack_lists.py` makes it of our lexicons. It has a line a word: the number of the set of classes whose lists have
the word, that of the set whose items of several words go on with it, and such items that begin with it, each with the
number of its class. In its first lines are the classes, those of them with items that are cut, and the sets.
"""

from __future__ import annotations

import gzip
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from incognote.detect.items import Items, divided
from incognote.sorted_lines import SortedLines

FILE = "lexicons/packed.tsv.gz"
_HEADER = 3  # lines


class Entry(NamedTuple):
    """What lists say of a word, by numbers of sets."""

    listed: int = 0
    further: int = 0
    """The set of items that go on with it."""
    begun: tuple[tuple[int, str], ...] = ()
    """The set of each item that begins with it, and the item's second word."""


_NOTHING = Entry()


class Packed:
    """The classes of listed words by name."""

    def __init__(self, data: bytes) -> None:
        names, cut, sets, lines = data.split(b"\n", _HEADER)
        self.names = names.decode().split("\t")
        self.cut = cut.decode().split("\t")
        """Classes with items that are cut into words."""
        self.sets = [some.split() for some in sets.decode().split("\t")]
        """Classes, as lines name them by number."""
        self._lines = SortedLines(lines)
        self.get = lru_cache(maxsize=100)(self._get)  # a word is asked for several times in a row

    def __repr__(self) -> str:
        return f"Packed({len(self.names)} classes)"

    def _get(self, word: str) -> Entry:
        columns = self._lines.get(word)
        if columns is None:
            return _NOTHING
        if len(columns) == 1:
            return Entry(int(columns[0]))
        listed, further, *items = columns
        parted = [item.split(" ", 2) for item in items]
        return Entry(int(listed), int(further), tuple([(int(item[0]), item[1]) for item in parted]))

    def items(self, first: str, second: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The set of each item that begins with two words, and its other words."""
        for item in (self._lines.get(first) or ())[2:]:
            if second in item:
                number, begun, *rest = item.split(" ")
                if begun == second:
                    yield int(number), tuple(rest)


@cache
def packed() -> Packed:
    return Packed(gzip.decompress(files("incognote.data").joinpath(FILE).read_bytes()))


def pack(lists: Mapping[str, Collection[str]]) -> bytes:
    """What `Packed` reads of these lists, by class."""
    sets, rows, cut = {"": 0}, _Rows(), []
    for name, items in lists.items():
        rows.add(name, parts := divided(items))
        cut += [name] if parts.cut else []

    def number(some: Iterable[str]) -> str:
        return str(sets.setdefault(" ".join(sorted(some)), len(sets)))

    lines = []
    for word in sorted({*rows.listed, *rows.further, *rows.begun}):
        columns = [number(rows.listed.get(word, ())), number(rows.further.get(word, ()))]
        columns += [f"{number([name])} {rest}" for name, rest in sorted(rows.begun.get(word, ()))]
        lines.append("\t".join([word, *(columns if columns[1:] != ["0"] else columns[:1])]) + "\n")
    header = ["\t".join(some) + "\n" for some in (lists, cut, sets)]
    return "".join([*header, *lines]).encode()


class _Rows:
    """What lines say of each word: its classes, those of items that go on with it, and the items that it begins."""

    def __init__(self) -> None:
        self.listed: dict[str, set[str]] = {}
        self.further: dict[str, set[str]] = {}
        self.begun: dict[str, set[tuple[str, str]]] = {}

    def add(self, name: str, items: Items) -> None:
        for word in items.words:
            self.listed.setdefault(word, set()).add(name)
        for first, *rest in items.phrases:
            self.begun.setdefault(first, set()).add((name, " ".join(rest)))
            for word in rest:
                self.further.setdefault(word, set()).add(name)
