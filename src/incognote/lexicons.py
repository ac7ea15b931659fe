"""Lexicons: lists of names, places, words and terms, a folder a list below `data/lexicons`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from incognote.data import load_toml
from incognote.errors import ConfigError, UnknownNameError, hint
from incognote.languages import CODES, ENGLISH
from incognote.sorted_lines import SortedLines

_FOLDER = "lexicons"
_FIRST_COLUMN = re.compile(r"^[^\t\n]+", re.MULTILINE)
_FUSED = re.compile(r"(?<=[a-z])(?=[A-Z])")
_APOSTROPHES = str.maketrans(dict.fromkeys("‘’ʼ′`´", "'"))


def normal(text: str) -> str:
    """The form in which lists are kept and text is looked up: NFC, no capitals, single blanks, plain apostrophes."""
    if text.isascii() and text.isalnum():  # as most words are
        return text.lower()
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return " ".join(folded.translate(_APOSTROPHES).split())


@dataclass(frozen=True)
class Lexicon:
    """A list of items in normal form. Its columns are read from the file only when they are asked for."""

    name: str
    words: frozenset[str] = field(repr=False)
    columns: tuple[str, ...] = ()
    file: Traversable | None = field(default=None, repr=False, compare=False)

    def __contains__(self, item: str) -> bool:
        """Whether an item, already in normal form, is in the list."""
        return item in self.words

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def column(self, column: str) -> dict[str, str]:
        """What a column says of the items. An item of which it says nothing is left out."""
        place = _place(self.name, self.columns, column)
        return _column(self.file, place) if self.file else {}

    def numbers(self, column: str) -> Mapping[str, float]:
        """A column of numbers, made once and shared by all who ask. An item that is left out has the number 0."""
        _place(self.name, self.columns, column)
        return numbers(self.name, column)


def _place(name: str, columns: Sequence[str], column: str) -> int:
    """Where a column stands in the lines of a lexicon."""
    if column not in columns:
        there = ", ".join(columns) or "none"
        raise UnknownNameError(f"the lexicon {name} has no column {column!r}; there are: {there}")
    return columns.index(column) + 1


def _column(file: Traversable, place: int) -> dict[str, str]:
    rows = (line.split("\t") for line in file.read_text("utf-8").splitlines())
    return {row[0]: row[place] for row in rows if len(row) > place and row[place]}


def names() -> list[str]:
    """The lexicons that come with the package: those in English by their names, others as `es/surnames`."""
    folders = [folder for folder in files("incognote.data").joinpath(_FOLDER).iterdir() if folder.is_dir()]
    english = [folder.name for folder in folders if folder.name not in CODES]
    others = [
        f"{folder.name}/{lexicon.name}" for folder in folders if folder.name in CODES for lexicon in folder.iterdir()
    ]
    return sorted([*english, *others])


def language_of(name: str) -> str:
    """The language of a lexicon by its name."""
    language, slash, _ = name.rpartition("/")
    return language if slash else ENGLISH


def columns_of(name: str) -> tuple[str, ...]:
    """The columns of a lexicon that comes with the package, besides its items."""
    if name not in names():
        raise UnknownNameError(f"no lexicon is called {name!r}; {hint(name, names())}")
    return tuple(load_toml(f"{_FOLDER}/{name}/source.toml")["columns"])


def read(name: str) -> Lexicon:
    """A lexicon that comes with the package, for what is made of it once."""
    columns, file = columns_of(name), _file(name)
    text = file.read_text("utf-8")
    return Lexicon(name, frozenset(_FIRST_COLUMN.findall(text) if columns else text.splitlines()), columns, file)


load = cache(read)
"""A lexicon that comes with the package, kept for the next who asks."""


@cache
def lines(name: str) -> SortedLines:
    """A lexicon that comes with the package as it lies in its file, to look a few words up."""
    return SortedLines(_file(name).read_bytes())


def has(name: str, item: str) -> bool:
    """Whether an item, already in normal form, is in a lexicon that comes with the package; no set is made for that."""
    return lines(name).get(item) is not None


@cache
def numbers(name: str, column: str) -> Mapping[str, float]:
    """A column of numbers of a lexicon that comes with the package, made once and shared, without the list itself."""
    said = _column(_file(name), _place(name, columns_of(name), column))
    try:
        number = {value: float(value) for value in set(said.values())}
    except ValueError:
        raise ConfigError(f"the column {column!r} of the lexicon {name} has no numbers; name another") from None
    return {item: number[value] for item, value in said.items()}


def read_number(name: str, column: str, item: str) -> float:
    """An item's number in a lexicon that comes with the package, looked up where it lies; 0 if it has none."""
    said = lines(name).get(item)
    if said is None:  # as most
        return 0.0
    place = _column_place(name, column)
    return float(said[place - 1]) if len(said) >= place and said[place - 1] else 0.0


number = lru_cache(maxsize=10_000)(read_number)
"""An item's number, kept for the next who asks."""


@cache
def _column_place(name: str, column: str) -> int:
    return _place(name, columns_of(name), column)


def column(name: str, column: str) -> dict[str, str]:
    """What a column of a lexicon that comes with the package says of its items, where their list isn't needed."""
    return _column(_file(name), _place(name, columns_of(name), column))


def _file(name: str) -> Traversable:
    return files("incognote.data").joinpath(f"{_FOLDER}/{name}/items.txt")


def items(lexicon: str, column: str = "", largest: int = 0) -> Collection[str]:
    """The items of a lexicon, or those with the largest numbers in a column."""
    if not column:
        return load(lexicon).words
    number_of = {item: float(text) for item, text in _column(_file(lexicon), _column_place(lexicon, column)).items()}
    most = sorted(number_of.values(), reverse=True)[:largest]
    enough = [item for item, number in number_of.items() if number >= most[-1]] if most else []
    return sorted(enough, key=lambda item: (-number_of[item], item))[:largest]


def from_file(path: str | Path, name: str) -> Lexicon:
    """A user's own list: UTF-8 text, an item a line; what follows a # is a comment, marks alone are no item."""
    try:
        text = Path(path).read_text("utf-8-sig")
    except OSError as error:
        raise ConfigError(f"{path}: the list cannot be opened ({error.strerror}); check the path") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: the list is not UTF-8 text; save it as UTF-8") from None
    lines = [line.partition("#")[0] for line in text.splitlines()]
    items = {normal(form) for line in lines for form in (line, _FUSED.sub(" ", line))}  # notes are cut at McAdam's A
    return Lexicon(name, frozenset(item for item in items if any(map(str.isalnum, item))))
