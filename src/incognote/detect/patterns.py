"""Token patterns: what a rule says about words in a row, compiled to one expression over rows of class bits.

    {title} '.'? < {name} ({initial} '.'?)? {name}? >

`{class}` is a token of a class, `{a&!b|c}` one of `a` but not `b`, or of `c`; `'of'` is that word in any case. `?`,
`*`, `+`, `{1,3}`, `(… | …)` are as in regular expressions. `< … >` marks the PHI, `<CITY: … >` gives it another label
than the rule's. Tokens follow each other in a sentence without a wide gap; `~` before one means no gap at all, `_` a
gap of any width in the line or to the next, `^` any gap, even a blank line.

A token is a row of bytes, a bit a class, so that all of matching happens in the `re` module.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, chain

from incognote.errors import ConfigError

POSITION_BITS = ("adjacent", "wide", "newline", "paragraph", "sentence", "capitals", "ends-line", "small")
"""The first byte of a row: the gap before the token, whether it starts a sentence, stands among capitals, ends its
line, or is of a note that has hardly any capitals."""

PLACE_BITS = (1 << len(POSITION_BITS)) - 1
_ADJACENT, _WIDE, _NEWLINE, _PARAGRAPH, _SENTENCE = (1 << bit for bit in range(5))
GAPS = {
    "": (0, _WIDE | _PARAGRAPH | _SENTENCE),
    "~": (_ADJACENT, 0),
    "_": (0, _PARAGRAPH),
    "^": (0, 0),
}

HEADS = 4  # how many of a pattern's first tokens are looked at before it is tried

_OUTSIDE_QUOTES = r"(?=(?:[^']*'[^']+')*[^']*$)"
_OR, _AND = (re.compile(mark + _OUTSIDE_QUOTES) for mark in (r"\|", "&"))
_PIECE = re.compile(
    r"\s*(?:(?P<gap>[~_^]?)(?:\{(?P<classes>[^\d{}][^{}]*)\}|'(?P<word>[^']+|')')|(?P<label><(?:[A-Z-]+:)?)"
    r"|(?P<times>[?*+]|\{\d+(?:,\d*)?\})|(?P<mark>[()|>]))"
)


@dataclass(frozen=True)
class Conjunction:
    """Classes that a token must have and must not have, as bits of its row."""

    has: int
    lacks: int

    def fits(self, bits: int) -> bool:
        return bits & self.has == self.has and not bits & self.lacks


Beginnings = tuple[tuple[str, Conjunction], ...]
"""What a token may be, with the gap before it."""


@dataclass(frozen=True)
class Pattern:
    """A token pattern as an expression, and the labels of its groups.

    `heads` are, for each of its alternatives, the classes that the first few tokens may have, with the gap before them;
    there are none where the pattern may have ended.
    """

    source: bytes
    heads: tuple[tuple[Beginnings, ...], ...]
    labels: tuple[str, ...]

    @functools.cached_property
    def expression(self) -> re.Pattern[bytes]:
        """Compiled when it is first tried, for most rules have nothing to do in most notes."""
        return re.compile(self.source, re.DOTALL)


Bit = Callable[[str], int]
"""The bit of a class by its name; a word in quotes is a class too: `'of'`."""


def compile_pattern(text: str, bit: Bit, width: int, label: str) -> Pattern:
    """The pattern of a text; `width` is the number of bytes of a row."""
    parser = _Parser(text, bit, width, label)
    branches = parser.branches()
    if parser.piece is not None:
        raise ConfigError(f"the token pattern {text!r} has a bracket too many")
    if any(branch.may_be_empty for branch in branches) or not parser.begins_firmly:
        raise ConfigError(f"the token pattern {text!r} must begin with a token that can't be left out")
    return Pattern(_either(branches).expression, tuple(branch.firm_heads for branch in branches), tuple(parser.labels))


def compile_classes(text: str, bit: Bit) -> tuple[Conjunction, ...]:
    """A class expression such as `a&!b|c`."""
    return tuple(_conjunction(part, bit) for part in _OR.split(text))


def row_expression(conjunctions: tuple[Conjunction, ...], width: int, gap: str = "^") -> bytes:
    """The expression that matches the row of a token."""
    has, lacks = GAPS[gap]
    if any((one.has | has) & (one.lacks | lacks) for one in conjunctions):
        raise ConfigError("a token must be what it mustn't be, or stand where it can't; mend its classes or its gap")
    rows = [_row(one.has | has, one.lacks | lacks, width) for one in conjunctions]
    return rows[0] if len(rows) == 1 else b"(?:" + b"|".join(rows) + b")"


def _conjunction(text: str, bit: Bit) -> Conjunction:
    has = lacks = 0
    for name in _AND.split(text):
        bare = name.strip()
        if bare.startswith("!"):
            lacks |= 1 << bit(bare[1:].strip())
        else:
            has |= 1 << bit(bare)
    return Conjunction(has, lacks)


def _row(has: int, lacks: int, width: int) -> bytes:
    expression, at, asked = b"", 0, has | lacks
    while asked:
        byte = ((asked & -asked).bit_length() - 1) // 8
        expression += _any(byte - at) + _byte(has >> 8 * byte & 255, lacks >> 8 * byte & 255)
        at = byte + 1
        asked = asked >> 8 * at << 8 * at
    return expression + _any(width - at)


@functools.cache
def _byte(need: int, refuse: int) -> bytes:
    """The bytes that have all bits of one set and none of another, as few ranges as can be."""
    values = [value for value in range(256) if value & need == need and not value & refuse]
    firsts = [value for value in values if value - 1 not in values]
    lasts = [value for value in values if value + 1 not in values]
    return b"[" + b"".join(_range(*pair) for pair in zip(firsts, lasts, strict=True)) + b"]"


def _range(first: int, last: int) -> bytes:
    """Bytes as they are wherever that is safe, since escapes are slow to compile."""
    ends = [re.escape(bytes([value])) for value in (first, last)]
    return ends[0] if first == last else b"-".join(ends)


def _any(times: int) -> bytes:
    return b"." if times == 1 else b".{%d}" % times if times else b""


def _once_less(times: str) -> str:
    """How often an item may come after its first time: `+` or `{1,3}` give `*` or `{0,2}`."""
    if times == "+":
        return "*"
    least, comma, most = times[1:-1].partition(",")
    return f"{{{max(0, int(least) - 1)}{comma}{int(most) - 1 if most else ''}}}"


@dataclass
class _Part:
    """A part of a pattern: what each of its first tokens may be, and how many it may have (the last for more)."""

    expression: bytes
    heads: tuple[Beginnings, ...] = ((),) * HEADS
    lengths: frozenset[int] = frozenset({0})

    @property
    def may_be_empty(self) -> bool:
        return 0 in self.lengths

    @property
    def firm_heads(self) -> tuple[Beginnings, ...]:
        """What its tokens may be as far as it can't have ended."""
        return tuple(head if min(self.lengths) > at else () for at, head in enumerate(self.heads))

    def then(self, other: _Part) -> _Part:
        heads = list(self.heads)
        for length in self.lengths:
            for at in range(length, HEADS):
                heads[at] += other.heads[at - length]
        lengths = frozenset(min(one + more, HEADS) for one in self.lengths for more in other.lengths)
        return _Part(self.expression + other.expression, tuple(map(_once_each, heads)), lengths)

    def repeated(self, times: str) -> _Part:
        often = [self] if times == "?" else list(accumulate([self] * HEADS, _Part.then))
        lengths = frozenset({0} if times in "?*" or times.startswith("{0") else ())
        lengths = lengths.union(*(part.lengths for part in often))
        return _Part(b"(?:" + self.expression + b")" + times.encode(), often[-1].heads, lengths)


def _either(parts: list[_Part]) -> _Part:
    """One of several parts."""
    if len(parts) == 1:
        return parts[0]
    return _Part(
        b"(?:" + b"|".join(part.expression for part in parts) + b")",
        tuple(_once_each(chain(*heads)) for heads in zip(*(part.heads for part in parts), strict=True)),
        frozenset().union(*(part.lengths for part in parts)),
    )


def _once_each(head: Iterable[tuple[str, Conjunction]]) -> Beginnings:
    return tuple(dict.fromkeys(head))


class _Parser:
    def __init__(self, text: str, bit: Bit, width: int, label: str) -> None:
        self.text = text
        self.bit = bit
        self.width = width
        self.label = label
        self.labels: list[str] = []
        self._pieces = list(self._split())
        self._at = 0
        self._begun = False
        self.begins_firmly = True

    @property
    def piece(self) -> re.Match[str] | None:
        return self._pieces[self._at] if self._at < len(self._pieces) else None

    def branches(self) -> list[_Part]:
        """The alternatives up to a closing bracket or the end."""
        begun = self._begun
        branches = [self._branch()]
        while self._mark() == "|":
            self._next()
            self._begun = begun
            branches.append(self._branch())
        self._begun = True
        return branches

    def _branch(self) -> _Part:
        whole = _Part(b"")
        while self.piece is not None and self._mark() not in ("|", ")", ">"):
            begun = self._begun
            item = self._quantified()
            self.begins_firmly &= begun or not item.may_be_empty
            whole = whole.then(item)
        return whole

    def _item(self) -> _Part:
        piece = self.piece
        assert piece is not None
        self._next()
        if piece["label"]:
            self.labels.append(piece["label"][1:-1] or self.label)
            return self._bracketed(b"(", ">")
        if piece["mark"] == "(":
            return self._bracketed(b"(?:", ")")
        if piece["times"]:
            raise ConfigError(f"the token pattern {self.text!r} repeats nothing")
        word = piece["word"]
        conjunctions = (
            (Conjunction(1 << self.bit(f"'{word}'"), 0),) if word else compile_classes(piece["classes"], self.bit)
        )
        gap = piece["gap"] if self._begun or piece["gap"] else "^"
        self._begun = True
        token = tuple((gap, conjunction) for conjunction in conjunctions)
        return _Part(row_expression(conjunctions, self.width, gap), (token, *((),) * (HEADS - 1)), frozenset({1}))

    def _bracketed(self, opening: bytes, closing: str) -> _Part:
        body = _either(self.branches())
        if self._mark() != closing:
            raise ConfigError(f"the token pattern {self.text!r} lacks a {closing!r}")
        self._next()
        return replace(body, expression=opening + body.expression + b")")

    def _quantified(self) -> _Part:
        """An item and how often it may come. What begins a pattern minds no gap, but minds it when it comes again."""
        start, begun, labels = self._at, self._begun, len(self.labels)
        item = self._item()
        times = self.piece["times"] if self.piece is not None else None
        if not times:
            return item
        end = self._at + 1
        if not begun and times not in "?*" and not times.startswith("{0"):
            self._at, self._begun, self.labels = start, True, self.labels[:labels]
            item = item.then(self._item().repeated(_once_less(times)))
        else:
            item = item.repeated(times)
        self._at = end
        return item

    def _mark(self) -> str | None:
        return self.piece["mark"] if self.piece is not None else None

    def _next(self) -> None:
        self._at += 1

    def _split(self) -> Iterator[re.Match[str]]:
        at = 0
        text = self.text.rstrip()
        while at < len(text):
            piece = _PIECE.match(text, at)
            if piece is None:
                raise ConfigError(f"the token pattern {self.text!r} can't be read from {text[at : at + 20]!r} on")
            yield piece
            at = piece.end()
