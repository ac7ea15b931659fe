"""Originals put back into an answer, as it comes."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from incognote.roundtrip.dates import Dates
from incognote.roundtrip.exact import Exact
from incognote.roundtrip.looking import Found, Look, Looker
from incognote.roundtrip.memory import Memory, Pair
from incognote.roundtrip.numbers import Numbers
from incognote.roundtrip.phrases import Phrases
from incognote.roundtrip.words import common_words, is_word

_WORD_START = r"(?<![^\W_])(?<![\u0300-\u036f])[^\W_]"
_EXTENSION = r"(?<=\b[xX])\d"
"""The number of a telephone behind its x: x5580."""
_ADDRESSES = ("EMAIL", "URL", "USERNAME")
_BEFORE = 2
"""How many characters before a place can matter to what begins there."""


class Edit(NamedTuple):
    """A stretch of an answer, what comes in its place, and the sent texts that say so."""

    start: int
    end: int
    text: str
    sent: frozenset[str]

    def __repr__(self) -> str:
        return f"Edit({self.start}-{self.end})"


class Restorer:
    """Puts originals back by what was sent. What begins first wins, and of what begins at one place the longest.

    How an answer is cut into pieces makes no difference: text is held back as long as what follows may change it, and
    no longer.
    """

    def __init__(self, memory: Memory) -> None:
        exact = Exact((*memory.pairs, *_in_other_cases(memory.pairs)))
        common = common_words() if memory.pairs else frozenset()
        phrases = Phrases(memory.pairs, lambda word: word in memory.words or word in common)
        self._at_marks: tuple[Looker, ...] = (exact,)
        self._at_words: tuple[Looker, ...] = (exact, phrases, Numbers(memory.pairs), Dates(memory))
        marks = f"|[{re.escape(exact.marks())}]" if exact.marks() else ""
        self._start = re.compile(rf"{_WORD_START}|{_EXTENSION}{marks}")

    def edits(self, text: str) -> list[Edit]:
        """All changes of a whole answer, in order."""
        return self._scan(text, 0, True)[0]

    def stream(self, chunks: Iterable[str]) -> Iterator[str]:
        """The restored answer in pieces, each as soon as it is certain."""
        text, at = "", 0
        for chunk in chunks:
            text += chunk
            edits, reached = self._scan(text, at, False)
            if piece := applied(text, at, reached, edits):
                yield piece
            start = max(0, reached - _BEFORE)
            text, at = text[start:], reached - start
        if rest := applied(text, at, len(text), self._scan(text, at, True)[0]):
            yield rest

    def _scan(self, text: str, at: int, final: bool) -> tuple[list[Edit], int]:
        """The changes from a place on, and how far the text is certain."""
        edits: list[Edit] = []
        while place := self._start.search(text, at):
            start = place.start()
            lookers = self._at_words if is_word(place[0]) else self._at_marks
            looks = [look(text, start, final) for look in lookers]
            if any(look.is_open for look in looks):
                return edits, start
            best = _longest(looks)
            if best:
                edits.append(Edit(start, *best))
            at = best.end if best else start + 1
        return edits, len(text)


def _in_other_cases(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Addresses of the net in capitals and in small letters."""
    known = {pair.sent for pair in pairs}
    for pair in pairs:
        if pair.label in _ADDRESSES:
            for case in (str.upper, str.lower):
                if (sent := case(pair.sent)) not in known:
                    known.add(sent)
                    yield Pair(sent, case(pair.original), pair.label)


def applied(text: str, start: int, end: int, edits: Iterable[Edit]) -> str:
    """A stretch of a text with the changes that lie in it."""
    pieces, read = [], start
    for edit in edits:
        pieces += [text[read : edit.start], edit.text]
        read = edit.end
    return "".join([*pieces, text[read:end]])


def decoded(chunks: Iterable[bytes]) -> Iterator[str]:
    """UTF-8 as it comes, cut anywhere. Bytes that are none survive, as in names of files."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    for chunk in chunks:
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


def _longest(looks: Iterable[Look]) -> Found | None:
    """The find that ends last; of several, the first looker's."""
    return max((look.found for look in looks if look.found), key=lambda found: found.end, default=None)
