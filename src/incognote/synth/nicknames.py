"""Given names and what their bearers are called: Robert and Bob."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from incognote.data import load_toml


def short_forms(name: str) -> tuple[str, ...]:
    """The short and pet forms of a folded name."""
    return _forms()[0].get(name, ())


def full_forms(name: str) -> tuple[str, ...]:
    """The names that a folded name is short for."""
    return _forms()[1].get(name, ())


def other_forms(name: str) -> tuple[str, ...]:
    """The other names of a folded name's bearers."""
    return tuple(sorted({*short_forms(name), *full_forms(name)}))


def same_bearer(name: str, other: str) -> bool:
    """Whether two given names may be one person's."""
    return other in short_forms(name) or other in full_forms(name)


def all_forms() -> Iterator[str]:
    """All names that others are short for, and all short forms."""
    return (name for forms in _forms() for name in forms)


@cache
def _forms() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    short: dict[str, list[str]] = defaultdict(list)
    full: dict[str, list[str]] = defaultdict(list)
    for lines in load_toml("nicknames.toml").values():
        for line in lines:
            first, *others = line.split()
            short[first] += others
            for other in others:
                full[other].append(first)
    return _frozen(short), _frozen(full)


def _frozen(lists: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(sorted(set(others))) for name, others in lists.items()}
