"""Progress of a batch on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from incognote.wording import number

if TYPE_CHECKING:
    from incognote.batch.run import Progress

_MEGABYTE = 1_000_000


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """A bar with rate, megabytes and time left where standard error is a terminal; otherwise a line now and then."""
    if not sys.stderr.isatty():
        yield _lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    text = "{task.description}: {task.fields[told]}"
    with Bar(TextColumn(text), BarColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task("reading", total=None, told="")
        begin: dict[str, tuple[float, int, int]] = {}

        def tell(what: str, notes: int, size: int, of: tuple[int, int] | None) -> None:
            if _is_going_on(what, notes):
                return
            told = _told(begin, what, notes, size)
            bar.update(task, description=what, completed=size, total=of[1] if of else None, told=told)

        yield tell


def _is_going_on(what: str, notes: int) -> bool:
    """Says so at once, if that is what is told."""
    from incognote.batch.run import GOING_ON

    if what == GOING_ON:
        click.echo(f"{what}: {number(notes, 'note')} done so far", err=True)
    return what == GOING_ON


def _told(begin: dict[str, tuple[float, int, int]], what: str, notes: int, size: int) -> str:
    """How much is done, and how fast; what an earlier start did doesn't count for the rate."""
    start, notes_before, size_before = begin.setdefault(what, (time.monotonic(), notes, size))
    done = f"{notes:,} notes, {size / _MEGABYTE:,.1f} MB"
    if notes == notes_before:
        return done
    passed = max(time.monotonic() - start, 1e-3)
    megabytes = (size - size_before) / _MEGABYTE
    return f"{done}, {(notes - notes_before) / passed:,.0f} notes/s, {megabytes / passed:.2f} MB/s"


def _lines(every: float = 30) -> Progress:
    """Tells on a line every half a minute, for logs."""
    begin: dict[str, tuple[float, int, int]] = {}
    last = time.monotonic()

    def tell(what: str, notes: int, size: int, of: tuple[int, int] | None) -> None:
        nonlocal last
        if _is_going_on(what, notes):
            return
        told = _told(begin, what, notes, size)
        if time.monotonic() - last > every:
            last = time.monotonic()
            click.echo(f"{what}: {told}" + (f" of {of[0]:,} notes" if of else ""), err=True)

    return tell
