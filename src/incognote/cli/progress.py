"""Progress of long work on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from incognote.learn.learner import no_progress

if TYPE_CHECKING:
    from incognote.learn.learner import Progress


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """A bar that says what is being done, how far it is, and how long it takes."""
    if not sys.stderr.isatty():
        yield no_progress
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        last = ""

        def tell(what: str, done: int, of: int) -> None:
            nonlocal last
            if what != last:
                bar.reset(task, total=of, description=what)
                last = what
            bar.update(task, completed=done, total=of)

        yield tell
