"""Syntax as Link Grammar sees it: sentences, links between their words, and the syntactic bigrams of Uzuner 2008.

`layout/parsing.py` makes the links. Here they get the names that the paper prints and the places of our own tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from incognote.layout.link_grammar import Answer
    from incognote.types import Layout

WALL = -1
"""The place of LEFT-WALL, which stands before the first word and which the main words of a sentence link to."""

NONE = "NONE"
"""The link to a neighbour of a word that has no links on that side."""

LONGEST = 60  # words of a sentence that is parsed at all; longer ones take seconds and seldom are sentences
_LONGEST_WORD = 40  # characters; far longer ones can abort the parser
_LONGEST_STRETCH = 60  # characters without a blank
_LONGEST_RUN = 3  # of one mark: the parser takes marks off a word one by one, which is slow for ruled lines

_KIND = re.compile("[A-Z]*")
_NEWER = ("WV", "IV")  # from a wall to the main verb, from a verb to an infinitive; the parser of the paper had neither
_IDIOM = "ID"


class Link(NamedTuple):
    """A link from a word to one on its right; `left` may be WALL."""

    left: int
    right: int
    label: str


@dataclass(frozen=True, slots=True)
class Parse:
    """The links of a sentence. A partial parse leaves words out; `lost` is a sentence whose parser died."""

    kind: Literal["full", "partial", "none", "lost"]
    links: tuple[Link, ...] = ()


NO_PARSE = Parse("none")


@dataclass(frozen=True, slots=True, repr=False)
class Sentence:
    """Its words, and those (by index) that touch the word before, without a blank between."""

    words: tuple[str, ...]
    touching: frozenset[int] = frozenset()

    def __repr__(self) -> str:
        return f"Sentence({len(self.words)} words)"


@dataclass(frozen=True, slots=True, repr=False)
class Bigrams:
    """The words one and two links to the left and to the right of a word, each with the link that leads to it."""

    left1: frozenset[tuple[str, str]]
    left2: frozenset[tuple[str, str]]
    right1: frozenset[tuple[str, str]]
    right2: frozenset[tuple[str, str]]


def sentences_of(layout: Layout) -> list[Sentence]:
    """The sentences of a text, in order."""
    starts, ends = layout.tokens.starts.tolist(), layout.tokens.ends.tolist()
    words = [layout.text[start:end] for start, end in zip(starts, ends, strict=True)]
    touches = [start == end for start, end in zip(starts[1:], ends, strict=False)]
    cuts = [*layout.sentences.tolist(), len(words)]
    return [
        Sentence(tuple(words[cut:end]), frozenset(word - cut for word in range(cut + 1, end) if touches[word - 1]))
        for cut, end in pairwise(cuts)
    ]


def syntactic_bigrams(words: Sequence[str], links: Iterable[Link]) -> list[Bigrams]:
    """The syntactic bigrams of each word (section 6.4.2.2).

    A word without links to the left has the two words before it instead, each with the link NONE, and so to the right.
    """
    lefts: list[list[Link]] = [[] for _ in range(len(words) + 1)]  # the last is the wall's
    rights: list[list[Link]] = [[] for _ in range(len(words) + 1)]
    for link in links:
        lefts[link.right].append(link)
        rights[link.left].append(link)
    named = [*words, "LEFT-WALL"]
    bigrams = []
    for word in range(len(words)):
        left1 = {(named[link.left], link.label) for link in lefts[word]}
        left2 = {(named[far.left], far.label) for link in lefts[word] for far in lefts[link.left]}
        right1 = {(named[link.right], link.label) for link in rights[word]}
        right2 = {(named[far.right], far.label) for link in rights[word] for far in rights[link.right]}
        if not left1:
            left1, left2 = _neighbour(words, word - 1), _neighbour(words, word - 2)
        if not right1:
            right1, right2 = _neighbour(words, word + 1), _neighbour(words, word + 2)
        bigrams.append(Bigrams(*map(frozenset, (left1, left2, right1, right2))))
    return bigrams


def _neighbour(words: Sequence[str], place: int) -> set[tuple[str, str]]:
    return {(words[place], NONE)} if 0 <= place < len(words) else set()


def parser_text(sentence: Sentence) -> tuple[str, list[int]]:
    """What the parser gets to read, and the word that each of its characters belongs to, or -1.

    The text is harmless: of bounded length, without control characters and lone surrogates; empty if there is
    nothing to parse.
    """
    text, owners = "", list[int]()
    if len(sentence.words) > LONGEST:
        return text, owners
    for place, word in enumerate(sentence.words):
        shown = _harmless(word)
        stretch = len(text) - text.rfind(" ") - 1
        if place and (place not in sentence.touching or stretch + len(shown) > _LONGEST_STRETCH):
            text += " "
            owners.append(-1)
        text += shown
        owners += [place] * len(shown)
    return (text, owners) if text.strip() else ("", [])


def _harmless(word: str) -> str:
    if len(word) > _LONGEST_RUN and not word[0].isalnum() and word.count(word[0]) == len(word):
        word = word[:_LONGEST_RUN]
    return "".join(char if char.isprintable() else " " for char in word[:_LONGEST_WORD])


def links_of(answer: Answer, owners: Sequence[int], words: Sequence[str]) -> Parse:
    """The parser's answer about a text, told of our words.

    A word of the parser that is several of ours (Beth - Israel) links all of them that aren't mere punctuation; several
    that are one of ours (brother's) give it the links of each.
    """
    nulls, spans, links = answer
    places = [_places(span, owners, words) for span in spans]
    if spans and spans[0][0] == spans[0][1]:
        places[0] = [WALL]  # the right wall has no extent either, and no place here
    modifiers = {right for _, right, label in links if label.startswith("MV")}
    ours = {
        Link(left, right, _plain(label))
        for far_left, far_right, label in links
        if not _is_newer(label, far_right in modifiers)
        for left in places[far_left]
        for right in places[far_right]
        if left < right
    }
    return Parse("partial" if nulls else "full", tuple(sorted(ours)))


def _places(span: tuple[int, int], owners: Sequence[int], words: Sequence[str]) -> list[int]:
    start, end = span
    places = sorted(set(owners[start:end]) - {-1})
    return [place for place in places if any(map(str.isalnum, words[place]))] or places


def _is_newer(label: str, modifies_a_verb: bool) -> bool:
    """Whether the parser of the paper would not have drawn this link.

    Today's links a preposition to a noun and to its verb at once, then it linked it to one of the two.
    """
    kind = _KIND.match(label)
    return (kind is not None and kind[0] in _NEWER) or (modifies_a_verb and label == "Mp")


def _plain(label: str) -> str:
    """A name as the paper prints it: Ss for Ss*s, Ds for Ds**c, ID for whatever holds an idiom together."""
    if label.startswith(("_", _IDIOM)):
        return _IDIOM
    return label.partition("*")[0]
