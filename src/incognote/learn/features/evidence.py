"""What earlier detectors of the pipeline found at a token, and what they found of its word elsewhere in the note."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from incognote.labels import main_category
from incognote.learn.features.coded import Coded, Codes

if TYPE_CHECKING:
    from incognote.learn.reading import Reading

PREFIX = "found-"
_SURE = 0.85
_STEPS = 5  # of scores, from 0 to 1: what differs less counts as equally sure


def found_label(reading: Reading) -> Coded:
    """The label of the surest find, whether it begins here, and how sure it is."""
    codes = Codes()
    names = [_names(span.label, int(_STEPS * span.score)) for _, _, span in reading.finds]
    inside, beginning = ([0, *(codes[pair[place]] for pair in names)] for place in (0, 1))
    firsts = np.array([-1, *(first for first, _, _ in reading.finds)])[reading.surest + 1]
    begins = firsts == np.arange(len(reading))
    return Coded(np.array([inside, beginning])[begins.astype(np.intp), reading.surest + 1], list(codes))


@cache
def _names(label: str, step: int) -> tuple[str, str]:
    return f"in {label} {step}", f"begins {label} {step}"


def found_by(reading: Reading) -> Coded:
    """The rule of the surest find."""
    codes = Codes()
    numbers = [0, *(codes[f"{span.source} {span.label}"] for _, _, span in reading.finds)]
    return Coded(np.array(numbers)[reading.surest + 1], list(codes))


def found_besides(reading: Reading) -> Coded:
    """The label of the least sure find, where there are others: what the surest one overrules."""
    numbers, codes = np.zeros(len(reading), dtype=np.int64), Codes()
    times = np.zeros(len(reading), dtype=np.int64)
    for first, last, span in reversed(reading.finds):
        times[first:last] += 1
        numbers[first:last] = codes[span.label]
    return Coded(np.where(times > 1, numbers, 0), list(codes))


def found_elsewhere(reading: Reading) -> Coded:
    """The main category of a sure find elsewhere in the note that has the token's word, in whatever case."""
    forms, surest, codes = reading.forms, reading.surest, Codes()
    categories = [codes[main_category(span.label)] if span.score >= _SURE else 0 for _, _, span in reading.finds]
    inside = np.array([0, *categories])[surest + 1] > 0
    if not inside.any():
        return Coded(np.zeros(len(reading), dtype=np.int64), list(codes))
    known, numbers = np.unique(forms[inside], return_inverse=True)
    best = np.full(len(known), -1)
    np.maximum.at(best, numbers, surest[inside])
    values = np.array(categories)[best]
    at = known.searchsorted(forms).clip(max=len(known) - 1)
    again = (known[at] == forms) & ~inside & (reading.cases > 0)
    return Coded(np.where(again, values[at], 0), list(codes))
