"""Locks between processes, each on a file of its own; a process that ends, however it does, gives them back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ModuleNotFoundError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]


@contextmanager
def locked(path: Path, wait: bool = True) -> Iterator[bool]:
    """Hold a lock. Without waiting, whether it is held: it isn't if another process has it."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield fcntl is None or _taken(file, wait)
    finally:
        os.close(file)


def _taken(file: int, wait: bool) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True
