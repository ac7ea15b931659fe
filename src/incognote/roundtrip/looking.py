"""What looks for something that was sent, at a place of an answer that may still go on."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Found(NamedTuple):
    """Where a find ends, what comes in its place, and the sent texts that say so."""

    end: int
    text: str
    sent: frozenset[str]

    def __repr__(self) -> str:
        return f"Found(until {self.end})"


class Look(NamedTuple):
    """The longest find, and whether what is still to come may change it."""

    found: Found | None = None
    is_open: bool = False


class Looker(Protocol):
    """Looks for what begins at a place. The text before that place is there as far as it can matter."""

    def __call__(self, text: str, start: int, final: bool) -> Look: ...
