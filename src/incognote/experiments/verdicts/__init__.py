"""What tables, the papers' own or ours in their shape, say of each claim.

A claim of a figure ("a sensitivity of 0.87") holds for figures that are as good or better.
"""

from collections.abc import Callable

from incognote.experiments.judged import Check, Tables
from incognote.experiments.verdicts import aramaki2006, he2015, neamatullah2006, sibanda2006, uzuner2008

CHECKS: dict[str, Callable[[Tables], list[Check]]] = {
    **uzuner2008.CHECKS,
    **sibanda2006.CHECKS,
    **aramaki2006.CHECKS,
    **he2015.CHECKS,
    **neamatullah2006.CHECKS,
}
"""What decides each claim, by key."""

WHY_NOT: dict[str, str] = dict(neamatullah2006.WHY_NOT)
"""Claims that no figures of ours can decide, and why."""

__all__ = ["CHECKS", "WHY_NOT"]
