"""Why spans were found, in words: what decided, what else suspected something there, and what each looks for.

They hold words of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from incognote.errors import UnknownNameError
from incognote.evaluate.match import Overlaps
from incognote.types import Document, Span

if TYPE_CHECKING:
    from incognote.detect.cascade import Cascade
    from incognote.detect.tagger import Decision, Tagger

Learned: TypeAlias = "Tagger | Cascade"

_LONGEST = 240
_MOST_FEATURES = 8
_RULES = "rules:"
_PARTS = ("tokens", "pattern", "at", "after", "not_after", "before", "not_before")


@dataclass(frozen=True, repr=False)
class Reason:
    """A suspicion, and whether it gave the span its label: a line about it, and lines that say more."""

    won: bool
    line: str
    details: list[str] = field(default_factory=list)


def reasons(
    found: Document, suspects: Document, spans: Sequence[Span], taggers: Sequence[Learned] = ()
) -> Iterator[tuple[Span, list[Reason]]]:
    """Some spans of a note, each with why it is there; `suspects` is the note with all that was suspected."""
    overlaps = Overlaps(suspects.spans)
    decisions = [tagger.explained(found) for tagger in taggers] if spans else []
    for span in spans:
        yield span, _reasons(span, overlaps.of(span), decisions)


def decided(span: Span, suspect: Span) -> bool:
    """Whether a suspicion is the one that gave a span its label."""
    return (span.source, span.label, span.score) == (suspect.source, suspect.label, suspect.score)


def _reasons(
    span: Span, suspects: Sequence[Span], decisions: Sequence[Callable[[Span], list[Decision]]]
) -> list[Reason]:
    explained: set[str] = set()
    found = []
    for suspect in _in_order(span, suspects):
        won = decided(span, suspect)
        place = "" if (suspect.start, suspect.end) == (span.start, span.end) else f" at {suspect.start}-{suspect.end}"
        about = f"{suspect.source} ({suspect.label}, score {suspect.score:g}{place})"
        rule = looks_for(suspect.source) if suspect.source not in explained else ()
        details = [f"{name}: {shorten(what)}" for name, what in rule]
        details += [line for some in decisions for line in _decision_lines(some(suspect))]
        explained.add(suspect.source)
        found.append(Reason(won, f"{'found by' if won else 'also by'} {about}", details))
    return found


def _in_order(span: Span, suspects: Sequence[Span]) -> list[Span]:
    """Suspicions, each once: what decided first, then by score."""
    distinct = {(suspect, suspect.source): suspect for suspect in suspects}.values()
    return sorted(distinct, key=lambda suspect: (not decided(span, suspect), -suspect.score, suspect, suspect.source))


def _decision_lines(decisions: Sequence[Decision]) -> Iterator[str]:
    """A line a word, or for several words that were decided together."""
    for why, together in groupby(decisions, key=lambda decision: decision.reasons[:_MOST_FEATURES]):
        words = " ".join(f"{decision.word} {decision.label}{_likely(decision.chances)}" for decision in together)
        weights = [f"{name} {weight:+.2f}" for name, weight in why]
        yield f"{words}: {', '.join(weights) or 'no feature of its own, but its neighbours'}"


def _likely(chances: Mapping[str, float]) -> str:
    """How likely something is PHI, by whom."""
    return f" ({', '.join(f'{name} {chance:.2f}' for name, chance in chances.items())})" if chances else ""


def shorten(text: str) -> str:
    """A text in one line, cut where it is longer than anyone reads."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def looks_for(source: str) -> Sequence[tuple[str, str]]:
    """What the rule behind a source looks for, part by part, and an example of it; nothing for other sources."""
    if not source.startswith(_RULES):
        return []
    from incognote.detect.rule import rule

    try:
        found = rule(source.removeprefix(_RULES))
    except UnknownNameError:  # a rule of another package
        return []
    parts = [(name.replace("_", " "), str(getattr(found, name))) for name in _PARTS if getattr(found, name)]
    return [*parts, ("such as", found.found[0])]
