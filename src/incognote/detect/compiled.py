"""A rule made ready: its expression, what its first tokens can be, and its contexts."""

from __future__ import annotations

import re
from collections.abc import Callable
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

    def search(self, text: str) -> list[Place]:
        """Where a rule without a first token finds something in the whole text."""
        assert isinstance(self.source, re.Pattern)
        return [place for match in self.source.finditer(text) for place in self.places(match)]

    def at(self, note: Note, at: int) -> list[Place]:
        """What it finds at a token."""
        if self.rule.tokens:
            match = self.match(note.rows.data, at * note.rows.width)
            return self.places_of_rows(match, note) if match and self.holds(match, note, at) else []
        match = self.match(note.text, note.starts[at])
        return self.places(match) if match and self.holds(match, note, at) else []

    def holds(self, match: re.Match[Any], note: Note, at: int) -> bool:
        """Whether a match at a token has the context that it needs."""
        if not self.contexts and not self.begins:
            return True
        width = note.rows.width
        if self.begins and not self.begins(note.rows.data, at * width):
            return False
        after = match.end() // width if self.rule.tokens else note.token_from(at, match.end())
        return all(context.holds(note, at, after) for context in self.contexts)

    def places_of_rows(self, match: re.Match[bytes], note: Note) -> list[Place]:
        """What a match of a token pattern finds."""
        starts, ends, width = note.starts, note.ends, note.rows.width
        return [(starts[begin // width], ends[end // width - 1], label) for begin, end, label in self.places(match)]

    def places(self, match: re.Match[Any]) -> list[Place]:
        """What a match finds, where its groups are."""
        if not self.labels:
            return [(*match.span(), self.rule.label)]
        return [
            (start, end, label) for (start, end), label in zip(match.regs[1:], self.labels, strict=True) if start < end
        ]


@dataclass(frozen=True)
class _Context:
    """What must or must not stand before a match or behind it, not beyond a new line that begins a sentence."""

    match: Callable[..., re.Match[bytes] | None]
    behind: bool
    refused: bool
    within: int

    def holds(self, note: Note, first: int, after: int) -> bool:
        if self.behind:
            begin, end = after, min(after + self.within, note.next_opening(after))
        else:
            begin, end = max(first - self.within, note.last_opening(first)), first
        width = note.rows.width
        return (self.match(note.rows.data, begin * width, end * width) is None) == self.refused


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


def _anywhere(text: str, classes: Classes) -> Callable[..., re.Match[bytes] | None]:
    """Matches rows of which one has the classes; for items of several words, any of their words: the `c` of `d/c`."""
    names = [text, *(f"{name}-more" for name in text.split("|") if classes.has(f"{name}-more"))]
    row = row_expression(compile_classes("|".join(names), classes.bit), classes.width)
    return re.compile(b"(?:.{%d})*?" % classes.width + row, re.DOTALL).match
