"""A rule made ready: its expression, what its first tokens can be, and its contexts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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

_REACH = 200  # characters; longer than anything that is searched for
_PLACES = re.compile(rf"\b(?:{'|'.join(POSITION_BITS)})\b")


@dataclass(frozen=True)
class Compiled:
    """`heads` says, for each way to begin, what its first tokens may be, with the gap before them (nothing: anything).

    `anchor` are classes of which one of the first few tokens must be.
    """

    rule: Rule
    source: Pattern | re.Pattern[str]
    labels: tuple[str, ...]
    heads: tuple[tuple[Beginnings, ...], ...] = ()
    anchor: tuple[Conjunction, ...] = ()
    contexts: tuple[_Context, ...] = ()
    begins: Callable[..., re.Match[bytes] | None] | None = None
    """Matches the rows of its first tokens, where their places count."""

    @cached_property
    def match(self) -> Callable[..., re.Match[Any] | None]:
        return self.source.expression.match if isinstance(self.source, Pattern) else self.source.match

    @cached_property
    def _groups(self) -> tuple[tuple[int, str], ...]:
        return tuple(enumerate(self.labels, 1)) or ((0, self.rule.label),)

    def search(self, text: str) -> list[Place]:
        """Where a rule without a first token finds something, near the text that it needs."""
        assert isinstance(self.source, re.Pattern)
        return [
            place
            for start, end in _neighbourhoods(text, self.rule.needs)
            for match in self.source.finditer(text, start, end)
            for place in self._places(match)
        ]

    def found(self, match: re.Match[Any], note: Note, at: int) -> list[Place]:
        """What a match at a token finds, if it has the context that it needs."""
        rows, width, on_rows = note.rows.data, note.rows.width, self.rule.tokens
        if self.begins and not self.begins(rows, at * width):
            return []
        if self.contexts:
            after = match.end() // width if on_rows else note.token_from(at, match.end())
            for context in self.contexts:
                if not context.holds(note, at, after):
                    return []
        if not on_rows:
            return self._places(match)
        places: list[Place] = []
        for group, label in self._groups:
            start, end = match.span(group)
            if start < end:
                places.append((note.starts[start // width], note.ends[end // width - 1], label))
        return places

    def _places(self, match: re.Match[Any]) -> list[Place]:
        """What a match finds, where its groups are."""
        places: list[Place] = []
        for group, label in self._groups:
            start, end = match.span(group)
            if start < end:
                places.append((start, end, label))
        return places


@dataclass(frozen=True)
class _Context:
    """What must or must not stand before a match or behind it, not beyond a new line that begins a sentence."""

    source: bytes
    behind: bool
    refused: bool
    within: int

    @cached_property
    def match(self) -> Callable[..., re.Match[bytes] | None]:
        """Compiled when it is first tried, as patterns are."""
        return re.compile(self.source, re.DOTALL).match

    def holds(self, note: Note, first: int, after: int) -> bool:
        if self.behind:
            begin, end = after, note.behind(after, self.within)
        else:
            begin, end = note.before(first, self.within), first
        width = note.rows.width
        return (self.match(note.rows.data, begin * width, end * width) is None) == self.refused


def _neighbourhoods(text: str, needed: str) -> Iterator[tuple[int, int]]:
    """The parts of a text, apart from each other, that are near a text."""
    at = text.find(needed)
    while at >= 0:
        start = max(0, at - _REACH)
        while (following := text.find(needed, at + 1, at + 2 * _REACH)) >= 0:
            at = following
        yield start, at + _REACH
        at = text.find(needed, at + 1)


def compile_rule(rule: Rule, classes: Classes) -> Compiled:
    contexts = tuple(
        _Context(_anywhere(text, classes), behind, refused, rule.within)
        for text, behind, refused in (
            (rule.after, False, False),
            (rule.not_after, False, True),
            (rule.before, True, False),
            (rule.not_before, True, True),
        )
        if text
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
    beginning = compile_pattern(rule.at, classes.bit, classes.width, rule.label)
    begins = beginning.expression.match if _PLACES.search(rule.at) else None
    return Compiled(rule, expression, labels, beginning.heads, anchor, contexts, begins)


def _anywhere(text: str, classes: Classes) -> bytes:
    """Rows of which one has the classes; for items of several words, any of their words: the `c` of `d/c`."""
    names = [text, *(f"{name}-more" for name in text.split("|") if classes.has(f"{name}-more"))]
    row = row_expression(compile_classes("|".join(names), classes.bit), classes.width)
    return b"(?:.{%d})*?" % classes.width + row
