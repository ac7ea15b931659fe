"""A note before and after, side by side on a terminal. It shows the record."""

from __future__ import annotations

from typing import TextIO

from rich import box
from rich.table import Table
from rich.text import Text

from incognote.errors import shown
from incognote.report.terminal import PipeConsole
from incognote.types import Document

_WIDTH_OFF_TERMINALS = 160


def print_sides(before: Document, after: Document, file: TextIO) -> None:
    """Print a note with its PHI, and beside it the note with what stands in the place of that."""
    console = PipeConsole(file=file, highlight=False)
    if not console.is_terminal:
        console.width = _WIDTH_OFF_TERMINALS
    table = Table(box=box.SIMPLE_HEAD, expand=True, pad_edge=False)
    for doc in (before, after):
        table.add_column(Text(f"note {shown(doc.id)}", style="bold"), ratio=1)
    old, new = _marked(before, "bold red"), _marked(after, "bold green")
    lines = [text.split("\n", allow_blank=True) for text in (old, new)]
    same = len(lines[0]) == len(lines[1])  # no line break was replaced, so lines stay beside each other
    for row in zip(*lines, strict=True) if same else [(old, new)]:
        table.add_row(*row)
    console.print(table)


def _marked(doc: Document, style: str) -> Text:
    text = Text(doc.text)
    for span in doc.spans:
        text.stylize(style, span.start, span.end)
    return text
