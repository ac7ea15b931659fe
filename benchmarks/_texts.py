"""Texts for measuring speed, out of the open corpus."""

from __future__ import annotations

from itertools import cycle, islice

LONG_NOTE = 625_000
ORDINARY_NOTE = 3_000


def size(text: str) -> float:
    """Megabytes."""
    return len(text.encode()) / 1e6


def repeated(texts: list[str], megabytes: float) -> list[str]:
    return list(islice(cycle(texts), round(len(texts) * megabytes / sum(map(size, texts)))))


def joined(texts: list[str]) -> list[str]:
    """Texts put together to notes of at least ORDINARY_NOTE characters."""
    notes = [""]
    for text in texts:
        if len(notes[-1]) >= ORDINARY_NOTE:
            notes.append("")
        notes[-1] += text + "\n"
    return notes


def long_note(texts: list[str], times: int) -> str:
    """One note of `times` LONG_NOTE characters."""
    prose = "\n".join(texts)
    return (prose * (1 + times * LONG_NOTE // len(prose)))[: times * LONG_NOTE]
