"""Why spans were found, on a terminal. It shows words of the record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TextIO

from rich.text import Text

from incognote.errors import UnknownNameError, shown
from incognote.evaluate.match import Overlaps
from incognote.report.terminal import PipeConsole
from incognote.types import Document, Span

if TYPE_CHECKING:
    from incognote.detect.cascade import Cascade
    from incognote.detect.tagger import Decision, Tagger

_CONTEXT = 40
_LONGEST = 240
_MOST_FEATURES = 8
_LINE_END = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_LINE_END_SIGN = "⏎"
_RULES = "rules:"
_PARTS = ("tokens", "pattern", "at", "after", "not_after", "before", "not_before")


def print_reasons(
    found: Document, suspects: Document, at: int | None, file: TextIO, taggers: Sequence[Tagger | Cascade] = ()
) -> int:
    """Print each span of a note, or the one at an offset, with what suspected it; how many there were."""
    console = PipeConsole(file=file, highlight=False, soft_wrap=True)
    spans = [span for span in found.spans if at is None or span.start <= at < span.end]
    overlaps = Overlaps(suspects.spans)
    if not spans:
        return 0
    decisions = [tagger.explained(found) for tagger in taggers]
    console.print(Text(f"note {shown(found.id)}", style="bold"))
    for span in spans:
        console.print(_in_context(found, span))
        explained: set[str] = set()
        for suspect in _in_order(span, overlaps.of(span)):
            console.print(_reason(span, suspect, suspect.source not in explained))
            for line in (line for some in decisions for line in _shown_decisions(some(suspect))):
                console.print(Text(f"      {line}", style="dim"))
            explained.add(suspect.source)
        console.print()
    return len(spans)


def decided(span: Span, suspect: Span) -> bool:
    """Whether a suspicion is the one that gave a span its label."""
    return (span.source, span.label, span.score) == (suspect.source, suspect.label, suspect.score)


def _in_context(doc: Document, span: Span) -> Text:
    """A span and what stands around it, in one line."""
    before, after = doc.text[max(0, span.start - _CONTEXT) : span.start], doc.text[span.end : span.end + _CONTEXT]
    before, inside, after = (_LINE_END.sub(_LINE_END_SIGN, text) for text in (before, doc[span], after))
    return Text.assemble(
        (f"{span.start}-{span.end} ", "dim"),
        (f"{span.label} ", "bold cyan"),
        f" {before}",
        (inside, "bold reverse"),
        after,
    )


def _in_order(span: Span, suspects: Sequence[Span]) -> list[Span]:
    """Suspicions, each once: what decided first, then by score."""
    distinct = {(suspect, suspect.source): suspect for suspect in suspects}.values()
    return sorted(distinct, key=lambda suspect: (not decided(span, suspect), -suspect.score, suspect, suspect.source))


def _reason(span: Span, suspect: Span, with_rule: bool) -> Text:
    won = decided(span, suspect)
    place = "" if (suspect.start, suspect.end) == (span.start, span.end) else f" at {suspect.start}-{suspect.end}"
    first = f"{suspect.source} ({suspect.label}, score {suspect.score:g}{place})"
    lines = [Text(f"    {'found by' if won else 'also by'} {first}", style="green" if won else "yellow")]
    for name, what in looks_for(suspect.source) if with_rule else ():
        lines.append(Text(f"      {name}: {shorten(what)}", style="dim"))
    return Text("\n").join(lines)


def _shown_decisions(decisions: Sequence[Decision]) -> Iterator[str]:
    """A line a word, or for several words that were decided together."""
    for reasons, together in groupby(decisions, key=lambda decision: decision.reasons[:_MOST_FEATURES]):
        words = " ".join(f"{decision.word} {decision.label}{_likely(decision.chances)}" for decision in together)
        weights = [f"{name} {weight:+.2f}" for name, weight in reasons]
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
