"""What SNoW looks at: features of phrases and of two neighbouring phrases of a sentence; for words see `snow_words`.

They are those of Roth and Yih (2002) as far as Uzuner (2008) and Sibanda (2006) tell them: words, tags, conjunctions of
the two, bigrams and trigrams of each, the number of words in a phrase, bigrams of its words, prefixes and suffixes, and
whether dictionaries list the phrase or its words. Shape is counted among the attributes that go "such as the prefix and
suffix": without it nothing tells one number from another, and dates and phones are to be found too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from incognote.learn.features.words import shape

EDGE = "<>"
REACH = 2  # words on both sides of a word or a phrase
AFFIXES = (2, 3, 4)  # letters
FAR = 8  # words or tags that are told of a phrase, or of what is between two
_LONG = 12
_ALIKE = re.compile(r"([Aa])\1+")


@dataclass(frozen=True, slots=True, repr=False)
class Sentence:
    """The words of a sentence, the tag of each (part of speech), and the dictionaries that list it or its phrase."""

    words: Sequence[str]
    tags: Sequence[str]
    dictionaries: Sequence[frozenset[str]]

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return f"Sentence({len(self)} words)"


@dataclass(frozen=True, slots=True, repr=False)
class Columns:
    """A sentence made ready for features: columns with edges, so that the word at place n is at n + 2."""

    words: list[str]
    tags: list[str]
    shapes: list[str]
    dictionaries: list[str]

    def __len__(self) -> int:
        return len(self.words) - 2 * REACH

    def __repr__(self) -> str:
        return f"Columns({len(self)} words)"


Phrase = tuple[int, int]
"""The places of its first word and of the word behind its last."""


def columns(sentences: Sequence[Sentence]) -> list[Columns]:
    """Each sentence made ready; what depends on a value alone is made once for it."""
    words = {word for sentence in sentences for word in sentence.words}
    lower = {word: _no_edge(word.lower()) for word in words}
    shapes = {word: _no_edge(short_shape(word)) for word in words}
    tags = {tag: _no_edge(tag) for sentence in sentences for tag in sentence.tags}
    listed = {names for sentence in sentences for names in sentence.dictionaries}
    lists = {names: "+".join(sorted(names)) for names in listed}
    return [
        Columns(
            _edged(map(lower.__getitem__, sentence.words)),
            _edged(map(tags.__getitem__, sentence.tags)),
            _edged(map(shapes.__getitem__, sentence.words)),
            _edged(map(lists.__getitem__, sentence.dictionaries)),
        )
        for sentence in sentences
    ]


def _edged(column: Iterable[str]) -> list[str]:
    edge = [EDGE] * REACH
    return [*edge, *column, *edge]


def _no_edge(value: str) -> str:
    """A value that is not taken for the edge: one that looks like it gets a space, which no word has."""
    return f"{value} " if value == EDGE else value


def short_shape(word: str) -> str:
    """The shape of a word's first letters, runs of capitals or small letters in one."""
    return _ALIKE.sub(r"\1", shape(word[:_LONG]))


def _around(name: str, column: list[str], first: int, end: int) -> Iterator[str]:
    """What stands on both sides of a phrase: single values and bigrams."""
    before, near_before, near_after, after = column[first - 2], column[first - 1], column[end], column[end + 1]
    yield f"{name}-2|{before}"
    yield f"{name}-1|{near_before}"
    yield f"{name}1|{near_after}"
    yield f"{name}2|{after}"
    yield f"{name}-2-1|{before}|{near_before}"
    yield f"{name}12|{near_after}|{after}"


def _affixes(word: str) -> Iterator[str]:
    for length in range(AFFIXES[0], min(len(word), AFFIXES[-1]) + 1):
        yield f"p|{word[:length]}"
        yield f"x|{word[-length:]}"


def phrase_features(sentence: Columns, phrase: Phrase) -> list[str]:
    """The features of a phrase: what it is made of, and what stands around it."""
    first, end = phrase[0] + REACH, phrase[1] + REACH
    words, tags, shapes = sentence.words[first:end], sentence.tags[first:end], sentence.shapes[first:end]
    listed = [set(names.split("+")) for names in sentence.dictionaries[first:end]]
    features = [
        "1",
        f"n|{min(len(words), FAR)}",
        f"W|{' '.join(words)}",
        f"T|{' '.join(tags[:FAR])}",
        f"S|{' '.join(shapes[:FAR])}",
        f"first|{shapes[0]}",
        f"last|{words[-1]}",
        *_around("w", sentence.words, first, end),
        *_around("t", sentence.tags, first, end),
        *_around("s", sentence.shapes, first, end),
        *(f"in|{word}" for word in words),
        *(f"tag|{tag}" for tag in tags),
        *(f"wt|{word}|{tag}" for word, tag in zip(words, tags, strict=True)),
        *(f"in2|{left}|{right}" for left, right in pairwise(words)),
        *(f"tag2|{left}|{right}" for left, right in pairwise(tags)),
        *(f"in3|{left}|{middle}|{right}" for left, middle, right in zip(words, words[1:], words[2:], strict=False)),
        *(affix for word in words for affix in _affixes(word)),
        *(f"some|{name}" for name in sorted(set.union(*listed))),
        *(f"all|{name}" for name in sorted(set.intersection(*listed))),
        f"edges|{sentence.words[first - 1]}|{sentence.words[end]}",
    ]
    return list(dict.fromkeys(features))


def relation_features(sentence: Columns, left: Phrase, right: Phrase) -> list[str]:
    """The features of two neighbouring phrases: the words between and around them, and how far apart they are."""
    first, end, first_right, end_right = (place + REACH for place in (*left, *right))
    between, tags = sentence.words[end:first_right][:FAR], sentence.tags[end:first_right][:FAR]
    features = [
        "1",
        f"n|{min(len(between), FAR)}",
        f"W|{' '.join(between)}",
        f"T|{' '.join(tags)}",
        *(f"in|{word}" for word in between),
        *(f"in2|{before}|{after}" for before, after in pairwise(between)),
        *(f"tag|{tag}" for tag in tags),
        f"before|{sentence.words[first - 1]}",
        f"before2|{sentence.words[first - 2]}|{sentence.words[first - 1]}",
        f"after|{sentence.words[end_right]}",
        f"after2|{sentence.words[end_right]}|{sentence.words[end_right + 1]}",
        f"left|{' '.join(sentence.shapes[first:end][:FAR])}",
        f"right|{' '.join(sentence.shapes[first_right:end_right][:FAR])}",
        f"lengths|{min(end - first, FAR)}|{min(end_right - first_right, FAR)}",
    ]
    return list(dict.fromkeys(features))
