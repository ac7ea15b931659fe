"""Why spans were found, on a terminal. It shows words of the record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TextIO

from rich.text import Text

from incognote.errors import shown
from incognote.report.reasons import Learned, reasons
from incognote.report.terminal import PipeConsole
from incognote.types import Document, Span

_CONTEXT = 40
_LINE_END = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_LINE_END_SIGN = "⏎"


def print_reasons(
    found: Document, suspects: Document, at: int | None, file: TextIO, taggers: Sequence[Learned] = ()
) -> int:
    """Print each span of a note, or the one at an offset, with what suspected it; how many there were."""
    console = PipeConsole(file=file, highlight=False, soft_wrap=True)
    spans = [span for span in found.spans if at is None or span.start <= at < span.end]
    if not spans:
        return 0
    console.print(Text(f"note {shown(found.id)}", style="bold"))
    for span, why in reasons(found, suspects, spans, taggers):
        console.print(_in_context(found, span))
        for reason in why:
            console.print(Text(f"    {reason.line}", style="green" if reason.won else "yellow"))
            for detail in reason.details:
                console.print(Text(f"      {detail}", style="dim"))
        console.print()
    return len(spans)


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
