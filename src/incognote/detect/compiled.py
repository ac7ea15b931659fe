"""A rule made ready: its expression, what its first tokens can be, and its contexts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from incognote.detect.patterns import (
    POSITION_BITS,
    Beginnings,
    Conjunction,
    Pattern,
    compile_classes,
    compile_pattern,
    row_expression,
)
from incognote.errors import ConfigError

if TYPE_CHECKING:
    from incognote.detect.classes import Classes
    from incognote.detect.rows import Note
    from incognote.detect.rule import Rule

Place: TypeAlias = tuple[int, int, str]
"""Start, end and label of what a rule found."""

_PLACES = re.compile(rf"\b(?:{'|'.join(POSITION_BITS)})\b")


@dataclass(frozen=True)
class Compiled:
    """`heads` says what its first tokens may be, with the gap before them (nothing: anything).

    `anchor` are classes of which one of the first few tokens must be.
    """

    rule: Rule
    source: Pattern | re.Pattern[str]
    labels: tuple[str, ...]
    heads: tuple[Beginnings, ...] = ()
    anchor: tuple[Conjunction, ...] = ()
    contexts: tuple[_Context, ...] = ()

    @cached_property
    def match(self) -> Callable[..., re.Match[Any] | None]:
        return self.source.expression.match if isinstance(self.source, Pattern) else self.source.match

    def search(self, text: str) -> Iterator[Place]:
        """Where a rule without a first token finds something in the whole text."""
        if isinstance(self.source, re.Pattern) and self.rule.needs in text:
            for match in self.source.finditer(text):
                yield from self._places(match.regs)

    def at(self, note: Note, at: int) -> Sequence[Place]:
        """What it finds at a token."""
        on_rows = bool(self.rule.tokens)
        match = self.match(note.rows.data, at * note.rows.width) if on_rows else self.match(note.text, note.starts[at])
        return self.places(match, note, at) if match else ()

    def places(self, match: re.Match[Any], note: Note, at: int) -> Sequence[Place]:
        """What a match at a token gives, if its context holds."""
        if not self.rule.tokens:
            if self.contexts and not self._holds(note, at, note.token_from(at, match.end())):
                return ()
            return self._places(match.regs)
        width = note.rows.width
        if self.contexts and not self._holds(note, at, match.end() // width):
            return ()
        starts, ends, regs = note.starts, note.ends, match.regs
        spans = zip(regs[1:], self.labels, strict=True) if self.labels else ((regs[0], self.rule.label),)
        return [(starts[b // width], ends[e // width - 1], label) for (b, e), label in spans if b < e]

    def _holds(self, note: Note, first: int, after: int) -> bool:
        return all(context.holds(note, first, after) for context in self.contexts)

    def _places(self, regs: Sequence[tuple[int, int]]) -> list[Place]:
        if not self.labels:
            return [(*regs[0], self.rule.label)]
        return [(start, end, label) for (start, end), label in zip(regs[1:], self.labels, strict=True) if start < end]


@dataclass(frozen=True)
class _Context:
    """What must or must not stand before a match or behind it, not beyond a new line that begins a sentence.

    Or what its first token must be, where its place counts.
    """

    row: Callable[[bytes | bytearray, int], re.Match[bytes] | None]
    where: str
    within: int

    def holds(self, note: Note, first: int, after: int) -> bool:
        data, width = note.rows.data, note.rows.width
        if self.where == "at":
            return self.row(data, first * width) is not None
        wanted = not self.where.startswith("not")
        for place in self._behind(note, after) if self.where.endswith("before") else self._ahead(note, first):
            if self.row(data, place * width):
                return wanted
        return not wanted

    def _behind(self, note: Note, after: int) -> Sequence[int]:
        end = min(len(note.starts), after + self.within)
        for place in range(after, end):
            if note.opens_line(place):
                return range(after, place)
        return range(after, end)

    def _ahead(self, note: Note, first: int) -> Sequence[int]:
        begin = max(0, first - self.within)
        for place in range(first, begin, -1):
            if note.opens_line(place):
                return range(place, first)
        return range(begin, first)


def compile_rule(rule: Rule, classes: Classes) -> Compiled:
    contexts = tuple(
        _Context(_row(text if name == "at" else _with_rest(text, classes), classes), name, rule.within)
        for name in ("at", "after", "not_after", "before", "not_before")
        if (text := getattr(rule, name)) and (name != "at" or _PLACES.search(text))
    )
    anchor = compile_classes(rule.anchor, classes.bit) if rule.anchor else ()
    if rule.tokens:
        pattern = compile_pattern(rule.tokens, classes.bit, classes.width, rule.label)
        return Compiled(rule, pattern, pattern.labels, pattern.heads, anchor, contexts)
    expression = re.compile(rule.pattern)
    if expression.groups > len(expression.groupindex):
        raise ConfigError(f"the rule {rule.id} has a group without a name; write (?:…)")
    if expression.match(""):
        raise ConfigError(
            f"the rule {rule.id} has an expression that is content with nothing; make it ask for something"
        )
    labels = tuple(rule.label if name == "phi" else name.replace("_", "-") for name in expression.groupindex)
    if not rule.at:
        return Compiled(rule, expression, labels)
    heads = (_head("^", rule.at, classes), _head("~", rule.glued, classes) + _head("^", rule.then, classes), ())
    return Compiled(rule, expression, labels, heads, anchor, contexts)


def _head(gap: str, text: str, classes: Classes) -> Beginnings:
    return tuple((gap, one) for one in compile_classes(text, classes.bit)) if text else ()


def _with_rest(text: str, classes: Classes) -> str:
    """The classes of a context, and for items of several words their other words too: the `c` of `d/c`."""
    return "|".join([text, *(f"{name}-more" for name in text.split("|") if classes.has(f"{name}-more"))])


def _row(text: str, classes: Classes) -> Callable[[bytes | bytearray, int], re.Match[bytes] | None]:
    return re.compile(row_expression(compile_classes(text, classes.bit), classes.width), re.DOTALL).match
