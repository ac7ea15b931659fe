"""Counts in words."""

from __future__ import annotations


def number(count: int, noun: str) -> str:
    """A count with its noun: `1 note`, `2 notes`, `2 processes`, `3 ids of a patient`."""
    first, *others = noun.split()
    ending = "es" if first.endswith("s") else "s"
    return " ".join([f"{count:,} {first}{'' if count == 1 else ending}", *others])
