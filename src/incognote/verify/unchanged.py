"""Whether the text outside the replacements is what it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from incognote.replace.alignment_file import Aligned, Stretch


class Compared(NamedTuple):
    """Where the new text differs from the old one outside the stretches, if it does, and the stretches that are sure.

    The end is exclusive, and the start where characters are missing. Behind a difference the stretches have moved.
    """

    difference: tuple[int, int] | None
    stretches: Sequence[Stretch]


def compared(old: str, new: str, note: Aligned) -> Compared:
    """Compare what is outside the stretches from both ends, so that what is sure is known around a difference."""
    gaps = _gaps(note)
    first = next((i for i, (a, b, c, d) in enumerate(gaps) if old[a:b] != new[c:d]), len(gaps))
    if first == len(gaps) and len(new) == note.new_length:
        return Compared(None, note.stretches)
    first = min(first, len(gaps) - 1)
    a, b, c, d = gaps[first]
    start = min(c + _alike(old[a:b], new[c:d]), len(new))
    moved = len(new) - note.new_length
    last = len(gaps) - 1
    while last > first and _same(old, new, gaps[last], moved, start):
        last -= 1
    a, b, _, d = gaps[last]
    behind = new[start : max(start, d + moved)]
    end = start + len(behind) - _alike(old[a:b][::-1], behind[::-1])
    sure = [*note.stretches[:first], *(_moved(stretch, moved) for stretch in note.stretches[last:])]
    return Compared((start, end), sure)


def _gaps(note: Aligned) -> list[tuple[int, int, int, int]]:
    """What lies before, between and behind the stretches: from where to where, old and new."""
    starts = [(0, 0), *((stretch.old_end, stretch.new_end) for stretch in note.stretches)]
    ends = [*((stretch.old_start, stretch.new_start) for stretch in note.stretches), (note.old_length, note.new_length)]
    return [(a, b, c, d) for (a, c), (b, d) in zip(starts, ends, strict=True)]


def _same(old: str, new: str, gap: tuple[int, int, int, int], moved: int, start: int) -> bool:
    a, b, c, d = gap
    return c + moved >= start and old[a:b] == new[c + moved : d + moved]


def _moved(stretch: Stretch, by: int) -> Stretch:
    return stretch._replace(new_start=stretch.new_start + by, new_end=stretch.new_end + by)


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common before they differ."""
    shorter = min(len(one), len(other))
    return next((at for at in range(shorter) if one[at] != other[at]), shorter)
