"""Why spans were found, on a terminal. It shows words of the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rich.console import Console
from rich.text import Text

from incognote.errors import UnknownNameError, shown
from incognote.evaluate.match import Overlaps
from incognote.types import Document, Span

_CONTEXT = 40
_RULES = "rules:"
_PARTS = ("tokens", "pattern", "at", "after", "not_after", "before", "not_before")


def print_reasons(found: Document, suspects: Document, at: int | None, file: TextIO) -> int:
    """Print each span of a note, or the one at an offset, with what suspected it; how many there were."""
    console = Console(file=file, highlight=False, soft_wrap=True)
    spans = [span for span in found.spans if at is None or span.start <= at < span.end]
    overlaps = Overlaps(suspects.spans)
    if spans:
        console.print(Text(f"note {shown(found.id)}", style="bold"))
    for span in spans:
        console.print(_in_context(found, span))
        for suspect in sorted(overlaps.of(span), key=lambda other: (not decided(span, other), -other.score, other)):
            console.print(_reason(span, suspect))
        console.print()
    return len(spans)


def decided(span: Span, suspect: Span) -> bool:
    """Whether a suspicion is the one that gave a span its label."""
    return (span.source, span.label, span.score) == (suspect.source, suspect.label, suspect.score)


def _in_context(doc: Document, span: Span) -> Text:
    before = " ".join(doc.text[max(0, span.start - _CONTEXT) : span.start].splitlines())
    after = " ".join(doc.text[span.end : span.end + _CONTEXT].splitlines())
    return Text.assemble(
        (f"{span.start}-{span.end} ", "dim"),
        (f"{span.label} ", "bold cyan"),
        f" {before}",
        (doc[span], "bold reverse"),
        after,
    )


def _reason(span: Span, suspect: Span) -> Text:
    won = decided(span, suspect)
    place = "" if (suspect.start, suspect.end) == (span.start, span.end) else f" at {suspect.start}-{suspect.end}"
    first = f"{suspect.source} ({suspect.label}, score {suspect.score:g}{place})"
    lines = [Text(f"    {'found by' if won else 'also by'} {first}", style="green" if won else "yellow")]
    lines += [Text(f"      {name}: {what}", style="dim") for name, what in looks_for(suspect.source)]
    return Text("\n").join(lines)


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
