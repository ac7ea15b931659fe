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
    numbers, codes = np.zeros(len(reading), dtype=np.int64), Codes()
    for first, last, span in reading.finds:
        inside, beginning = _names(span.label, int(_STEPS * span.score))
        numbers[first:last] = codes[inside]
        numbers[first] = codes[beginning]
    return Coded(numbers, list(codes))


@cache
def _names(label: str, step: int) -> tuple[str, str]:
    return f"in {label} {step}", f"begins {label} {step}"


def found_by(reading: Reading) -> Coded:
    """The rule of the surest find."""
    numbers, codes = np.zeros(len(reading), dtype=np.int64), Codes()
    for first, last, span in reading.finds:
        numbers[first:last] = codes[f"{span.source} {span.label}"]
    return Coded(numbers, list(codes))


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
    forms = reading.forms
    codes = Codes()
    best: dict[int, int] = {}
    inside = np.zeros(len(reading), dtype=bool)
    for first, last, span in reading.finds:
        if span.score >= _SURE:
            inside[first:last] = True
            best.update(dict.fromkeys(forms[first:last].tolist(), codes[main_category(span.label)]))
    if not best:
        return Coded(np.zeros(len(reading), dtype=np.int64), list(codes))
    known = np.array(sorted(best), dtype=np.int64)
    values = np.array([best[word] for word in known.tolist()], dtype=np.int64)
    at = known.searchsorted(forms).clip(max=len(known) - 1)
    again = (known[at] == forms) & ~inside & (reading.cases > 0)
    return Coded(np.where(again, values[at], 0), list(codes))
