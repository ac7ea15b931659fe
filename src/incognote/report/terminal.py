"""Tables on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from incognote.report.tables import Table

_PIPED_WIDTH = 1000


def print_tables(tables: Iterable[Table], file: TextIO | None = None) -> None:
    """Print tables; off a terminal without colour and without cutting lines."""
    file = file or sys.stdout
    console = Console(file=file, width=None if file.isatty() else _PIPED_WIDTH, highlight=False)
    for table in tables:
        console.print(Text(table.title, style="bold"))
        console.print(_rich(table))
        if table.note:
            console.print(Text(table.note, style="dim"))
        console.print()


def _rich(table: Table) -> RichTable:
    shown = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 1))
    for number, column in enumerate(table.columns):
        shown.add_column(Text(column.name), justify="right" if number else "left", no_wrap=number > 0)
    for row in table.rows:
        shown.add_row(*(Text(column.show(value)) for column, value in zip(table.columns, row, strict=True)))
    return shown
