"""Tables on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from incognote.report.tables import TEXT, Table

_WIDEST = 10_000


class PipeConsole(Console):
    """A console whose reader may have seen enough: `incognote explain … | head`."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def print_tables(tables: Iterable[Table], file: TextIO | None = None) -> None:
    """Print tables as wide as they are, so that no figure is cut. No colour off a terminal."""
    file = file or sys.stdout
    console = Console(file=file, highlight=False, width=_WIDEST)
    for table in tables:
        with console.capture() as shown:
            console.print(Text(table.title, style="bold"))
            console.print(_rich(table))
            if table.note:
                console.print(Text(table.note, style="dim"))
        file.write(shown.get() + "\n")


def _rich(table: Table) -> RichTable:
    shown = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
    for column in table.columns:
        is_text = column is table.columns[0] or column.spec == TEXT
        shown.add_column(Text(column.short or column.name), justify="left" if is_text else "right", no_wrap=True)
    for row in table.rows:
        shown.add_row(*(Text(column.show(value)) for column, value in zip(table.columns, row, strict=True)))
    return shown
