"""Operating points: how likely something must be PHI to count as it.

A recipe may name points, each a table of thresholds: `all`, and labels that have one of their own. A threshold of 0.5
takes what is more likely PHI than not; a lower one finds more and spoils more.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import Any

from incognote.errors import ConfigError, UnknownNameError, hint
from incognote.kinds import Kind
from incognote.labels import LABELS
from incognote.learn.bio import OUTSIDE

ALL = "all"
SHARE = Kind("a number between 0 and 1", lambda value: isinstance(value, int | float) and 0 < value < 1)


def thresholds_of(
    recipe: Mapping[str, Any], engine: str, point: str | None, own: Mapping[str, float]
) -> dict[str, float]:
    """The thresholds of a point of a recipe, or of its first where none is named; a user's own win."""
    points: Mapping[str, Any] = recipe.get("points", {})
    if point is not None and point not in points:
        there = hint(point, points) if points else "it has none; `incognote` and `incognote-fast` have"
        raise UnknownNameError(f"no operating point of {engine} is called {point!r}; {there}")
    if own and not points:
        raise ConfigError(f"{engine} doesn't tell how likely PHI is, so it takes no thresholds; incognote does")
    chosen = points[point or next(iter(points))] if points else {}
    found = {**({} if ALL in own else chosen), **own}  # one for all is for all
    for label, threshold in found.items():
        if label not in (ALL, *LABELS):
            raise UnknownNameError(f"no label is called {label!r}; {hint(label, (ALL, *LABELS))}")
        if not SHARE.fits(threshold):
            raise ConfigError(f"the threshold of {label} must be {SHARE.what}")
    return found


def leaning(thresholds: Mapping[str, float]) -> dict[str, float]:
    """What thresholds add to the logarithms of labels' probabilities, and of the outside's."""
    if not thresholds:
        return {}
    amounts = {label: log((1 - threshold) / threshold) for label, threshold in thresholds.items()}
    common = amounts.pop(ALL, 0.0)
    return {OUTSIDE: -common, **{label: amount - common for label, amount in amounts.items()}}
