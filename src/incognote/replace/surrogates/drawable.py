"""The names that surrogates are drawn from, and how many people are called so.

Names of one kind and letter are a line of one file, so that a process holds those alone that it has drawn from;
`tools/pack_lists.py` makes it of the lexicons.
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from incognote import lexicons
from incognote.sorted_lines import SortedLines

FILE = "replace/names.tsv.gz"
_CLEARLY = 4
_ALSO_SURNAME = 20.0
"""Of a million people; a given name that so many have as a surname can stand in both places."""
_WORD_LIKE = 2.0
_NO_NAMES = ("medical-words", "eponyms", "drugs", "months", "weekdays", "anatomy", "states", "countries")
"""Words that a reader of a note would take for something else."""
_LISTS = ("first-female", "first-male", "last")
_COLUMN = "per_million"


def names_with(kind: str, letter: str) -> Mapping[str, float]:
    """The names of a kind that begin with a letter, and how many people in a million have each."""
    parted = (name.partition(" ") for name in _lines().get(f"{kind} {letter}") or ())
    return {name: float(rate) for name, _, rate in parted}


def all_names() -> Iterator[str]:
    """All names that can be drawn, but for those of cultures."""
    return (name.partition(" ")[0] for names in _lines() for name in names)


def people_called(word: str) -> tuple[float, float, float]:
    """How many people in a million have a folded word as a name: as women, as men, as a surname."""
    women, men, last = [lexicons.read_number(name, _COLUMN, word) for name in _LISTS]
    return women, men, last


def kind_by(women: float, men: float, last: float) -> str:
    """What a name of so many people is: surname, male, female, unisex; with `dual-` in front if a surname too."""
    given = max(women, men)
    if last > given or not given:
        return "surname"
    kind = "male" if men > _CLEARLY * women else "female" if women > _CLEARLY * men else "unisex"
    return f"dual-{kind}" if last >= _ALSO_SURNAME else kind


@cache
def _lines() -> SortedLines:
    return SortedLines(gzip.decompress(files("incognote.data").joinpath(FILE).read_bytes()))


def pack() -> bytes:
    """The file's lines, of our lexicons."""
    women, men, last = (lexicons.numbers(name, _COLUMN) for name in _LISTS)
    words = lexicons.numbers("common-words", "zipf")
    no_names = {word for name in _NO_NAMES for item in lexicons.read(name) for word in item.split()}
    found: dict[str, list[str]] = defaultdict(list)
    for name in sorted({*last, *women, *men}):
        plain = 3 <= len(name) <= 12 and name.isascii() and name.isalpha()
        if plain and words.get(name, 0.0) < _WORD_LIKE and name not in no_names:
            rates = women.get(name, 0.0), men.get(name, 0.0), last.get(name, 0.0)
            found[f"{kind_by(*rates)} {name[0]}"].append(f"{name} {max(rates):g}")
    return "".join("\t".join([key, *found[key]]) + "\n" for key in sorted(found)).encode()
