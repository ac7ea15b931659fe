"""Where a token stands: the gap before it, its place in the line and in the note, the label of its line, its case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.features.coded import Coded, Codes
from incognote.learn.word_table import CAPITALS, SMALL

if TYPE_CHECKING:
    from incognote.learn.reading import Reading

_GAPS = ("none", "blank", "wide", "line", "paragraph")
_EDGES = np.array([1, 2, 3, 5, 10, 20, 40])  # lines from the top or the bottom: fewer than these
_COLUMNS = 5  # tokens from the start of the line that are told apart
_MOST = 0.7  # of the words of a text, for it to be in capitals
_ALMOST_ALL = 0.93  # for it to be in small letters: any prose has many of these
_CASES = ("mixed", "capitals", "small", "line in capitals")
_STEPS = tuple(str(step) for step in range(len(_EDGES) + 1))
_KINDS = ("none", "mixed", "capitals", "small", "capitalised")
_CASES_HERE = tuple(f"{kind} in {about}" for about in _CASES for kind in _KINDS)
_PLACES = tuple(f"{place}{last}" for last in ("", " last") for place in range(_COLUMNS + 1))
_LONGEST_LABEL = 4  # words before a colon
_COLON = ":"


def gap(reading: Reading) -> Coded:
    """What is between a token and the one before it."""
    tokens = reading.layout.tokens
    between, lines = tokens.starts.copy(), reading.line_of.copy()
    between[1:] -= tokens.ends[:-1]
    lines[1:] -= reading.line_of[:-1]
    lines[:1] = 2
    return Coded(np.minimum(np.where(lines, lines + 2, np.minimum(between, 2)), 4), _GAPS)


def column(reading: Reading) -> Coded:
    """How many tokens come before it in its line, and whether it is the last."""
    starts, ends = reading.line_bounds
    at = np.arange(len(reading))
    numbers = (at - starts).clip(max=_COLUMNS) + (_COLUMNS + 1) * (at + 1 == ends)
    return Coded(numbers, _PLACES)


def line_length(reading: Reading) -> Coded:
    """About how many tokens its line has."""
    starts, ends = reading.line_bounds
    return Coded(_EDGES.searchsorted(ends - starts, side="right"), _STEPS)


def from_top(reading: Reading) -> Coded:
    """About how many lines come before its line."""
    return Coded(_EDGES.searchsorted(reading.line_of, side="right"), _STEPS)


def from_bottom(reading: Reading) -> Coded:
    """About how many lines come behind its line."""
    behind = len(reading.layout.lines) - 1 - reading.line_of
    return Coded(_EDGES.searchsorted(behind, side="right"), _STEPS)


def case(reading: Reading) -> Coded:
    """Whether the case of letters tells anything here: not in a note or a line in capitals, nor in small letters."""
    kinds = reading.cases
    counts = np.bincount(kinds, minlength=len(_KINDS)).tolist()
    words, capitals, small = sum(counts[1:]), counts[CAPITALS], counts[SMALL]
    if capitals > _MOST * words:
        return Coded(np.full(len(reading), 1, dtype=np.int64), _CASES)
    if small > _ALMOST_ALL * words:
        return Coded(np.full(len(reading), 2, dtype=np.int64), _CASES)
    lines = reading.line_of
    of_line = np.bincount(lines, kinds > 0)
    loud = np.bincount(lines, kinds == CAPITALS)
    return Coded(np.where((loud > 1) & (loud > _MOST * of_line), 3, 0)[lines], _CASES)


def case_here(reading: Reading) -> Coded:
    """The case of a word together with whether it tells anything."""
    around = case(reading)
    return Coded(around.numbers * len(_KINDS) + reading.cases, _CASES_HERE)


def label(reading: Reading) -> Coded:
    """The words before the last colon in front of a token in its line, folded: `name`, `date of birth`."""
    table, forms = reading.word_table, reading.forms
    codes, numbers = Codes(), np.zeros(len(reading), dtype=np.int64)
    colons = (forms == table.form(_COLON)).nonzero()[0]
    starts, ends = (bounds[colons].tolist() for bounds in reading.line_bounds)
    before = 0  # behind the last colon
    for at, start, end in zip(colons.tolist(), starts, ends, strict=True):
        first = max(start, before, at - _LONGEST_LABEL)
        if first < at:
            named = [table.texts[form] for form in forms[first:at].tolist()]
            numbers[at + 1 : end] = codes[" ".join(named)]
        before = at + 1
    return Coded(numbers, list(codes))


def line_word(reading: Reading) -> Coded:
    """The first word of a token's line, folded; of that word itself none."""
    firsts = reading.line_starts[:-1][reading.line_starts[1:] > reading.line_starts[:-1]]
    forms = reading.forms[firsts].tolist()
    number_of = {form: number for number, form in enumerate(sorted(set(forms)), 1)}
    lengths = np.append(firsts[1:], len(reading)) - firsts
    numbers = np.repeat(np.array([number_of[form] for form in forms], dtype=np.int64), lengths)
    numbers[firsts] = 0
    return Coded(numbers, ["", *(reading.word_table.texts[form] for form in number_of)])
