"""The features of words, of all sentences at once: a name is made once for each value that a column has.

From two words before a word to two words behind it: words, tags, single and in bigrams and trigrams, and the word with
its tag; of the word and its neighbours shapes and dictionaries; of the word itself prefixes and suffixes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.network import Examples
from incognote.learn.snow_features import AFFIXES, REACH, Columns
from incognote.learn.winnow import Active

if TYPE_CHECKING:
    from incognote.types import Ints

_NO_VALUE = -1


def _at(column: str, *offsets: int) -> tuple[str, str, int]:
    """A value, or two or three in a row, that begin so far from the word."""
    return f"{column}{''.join(map(str, offsets))}", f"{column}{len(offsets)}", offsets[0]


_SIDES = ((-2,), (-1,), (1,), (2,), (-2, -1), (1, 2))
_FEATURES = (  # the name of a feature, the column of its values, and how far from the word it is read
    *(_at(column, offset) for column in "sd" for offset in (-1, 0, 1)),
    *(_at(column, *offsets) for column in "wt" for offsets in _SIDES),
    ("w", "w1", 0),
    ("t", "t1", 0),
    ("wt", "wt", 0),
    *(_at(column, *offsets) for column in "wt" for offsets in ((-1, 0), (0, 1))),
    *(_at(column, -1, 0, 1) for column in "wt"),
    *((end, f"{end}{length}", 0) for length in AFFIXES for end in "px"),
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Column:
    """A value for each place: the distinct values, and which of them each place has."""

    numbers: Ints
    values: Sequence[str]

    def each(self, change: Callable[[str], str | None]) -> _Column:
        """What becomes of the values, each changed once; where it is None, there is no value."""
        changed = _column([*map(change, self.values)])
        return _Column(changed.numbers[self.numbers], changed.values)

    def with_next(self, other: _Column, offset: int = 1) -> _Column:
        """The values joined with those that another column has so many places further on."""
        pairs = self.numbers * len(other.values) + np.roll(other.numbers, -offset)
        distinct, numbers = np.unique(pairs, return_inverse=True)
        lefts, rights = np.divmod(distinct, max(1, len(other.values)))
        places = zip(lefts.tolist(), rights.tolist(), strict=True)
        joined = _column([f"{self.values[left]}|{other.values[right]}" for left, right in places])
        return _Column(joined.numbers[numbers], joined.values)  # with bars in words, pairs may be the same text


def examples_of_words(rows: Sequence[Columns]) -> Examples:
    """The features of each word of sentences."""
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    places = np.arange(lengths.sum()) + np.repeat(REACH * (2 * np.arange(len(rows)) + 1), lengths)
    columns = _columns(rows)
    names = ["1"]
    features = np.zeros((len(places), 1 + len(_FEATURES)), dtype=np.int64)
    for nth, (name, column_name, offset) in enumerate(_FEATURES, start=1):
        column = columns[column_name]
        numbers = column.numbers[places + offset]
        features[:, nth] = np.where(numbers == _NO_VALUE, _NO_VALUE, numbers + len(names))
        names += [f"{name}|{value}" for value in column.values]
    active = features != _NO_VALUE
    return Examples(names, Active(features[active], np.append(0, active.sum(axis=1).cumsum())))


def _columns(rows: Sequence[Columns]) -> dict[str, _Column]:
    """All columns by name; sentences lie one behind another, each with its edges."""
    words, tags, shapes, dictionaries = (
        _column([*chain.from_iterable(map(attrgetter(name), rows))])
        for name in ("words", "tags", "shapes", "dictionaries")
    )
    word_pairs, tag_pairs = words.with_next(words), tags.with_next(tags)
    return {
        "w1": words,
        "t1": tags,
        "s1": shapes,
        "d1": dictionaries,
        "wt": words.with_next(tags, 0),
        "w2": word_pairs,
        "t2": tag_pairs,
        "w3": word_pairs.with_next(words, 2),
        "t3": tag_pairs.with_next(tags, 2),
        **{f"p{length}": words.each(partial(_affix, slice(length), length)) for length in AFFIXES},
        **{f"x{length}": words.each(partial(_affix, slice(-length, None), length)) for length in AFFIXES},
    }


def _affix(part: slice, length: int, word: str) -> str | None:
    return word[part] if len(word) >= length else None


def _column(texts: Sequence[str | None]) -> _Column:
    values = [text for text in dict.fromkeys(texts) if text is not None]
    numbers: dict[str | None, int] = {text: number for number, text in enumerate(values)}
    numbers[None] = _NO_VALUE
    return _Column(np.fromiter(map(numbers.__getitem__, texts), dtype=np.int64, count=len(texts)), values)
