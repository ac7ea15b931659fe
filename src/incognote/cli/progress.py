"""Progress of long work on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from incognote.learn.learner import no_progress

if TYPE_CHECKING:
    from incognote.learn.learner import Progress


PARSES_HELP = "File to keep parses of sentences in, for engines that look at syntax. Keep it like the notes."


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """A bar that says what is being done, how far it is, and how long it takes."""
    if not sys.stderr.isatty():
        yield no_progress
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def tell(what: str, done: int, of: int) -> None:
            if of != bar.tasks[0].total or done < bar.tasks[0].completed:  # other work has begun
                bar.reset(task, total=of)
            bar.update(task, description=escape(what), completed=done)

        yield tell
