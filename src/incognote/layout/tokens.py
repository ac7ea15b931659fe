"""The fine tokeniser: small enough that PHI begins and ends where tokens do.

A token is a run of letters, a run of digits, or a run of one and the same other character. Fused words part where case
shows it (`JaffreyMarital`, `ALMarital`), and the date of a time stamp of 12 or 14 digits parts from its time of day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incognote.layout.characters import DIGIT, LOWER, MARK, SPACE, UPPER, classes_of, codes_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.layout.characters import Classes, Codes
    from incognote.types import Ints

_DATE_DIGITS = 8  # YYYYMMDD

_CLASSES = 5
_TWO_MARKS, _TWO_CAPITALS, _CAPITAL_AND_SMALL = (
    first * _CLASSES + second for first, second in ((MARK, MARK), (UPPER, UPPER), (UPPER, LOWER))
)
_PARTS = ~np.eye(_CLASSES, dtype=bool).ravel()  # whether a token begins between characters of two classes
_PARTS[_CAPITAL_AND_SMALL] = False  # Smith


def token_bounds(text: str) -> tuple[Ints, Ints]:
    """Where each token starts and where it ends."""
    codes = codes_of(text)
    classes = classes_of(codes)
    begins = np.ones(len(classes) + 1, dtype=bool)  # the last one is the end of the text
    if text:
        begins[1:-1] = _parts(codes, classes)
    cuts = begins.nonzero()[0]
    starts, ends = cuts[:-1], cuts[1:]
    solid = classes[starts] != SPACE
    return _with_dates_parted(text, starts[solid], ends[solid], classes)


def _parts(codes: Codes, classes: Classes) -> npt.NDArray[np.bool_]:
    """Whether a token begins at each character but the first."""
    pairs = classes[:-1] * _CLASSES + classes[1:]
    parts: npt.NDArray[np.bool_] = _PARTS[pairs]
    parts |= (pairs == _TWO_MARKS) & (codes[:-1] != codes[1:])
    parts[:-1] |= (pairs[:-1] == _TWO_CAPITALS) & (pairs[1:] == _CAPITAL_AND_SMALL)  # AL|Marital
    return parts


def _with_dates_parted(text: str, starts: Ints, ends: Ints, classes: Classes) -> tuple[Ints, Ints]:
    lengths = ends - starts
    long = (lengths == 12) | (lengths == 14)
    stamps = [at for at in long.nonzero()[0].tolist() if _is_stamp(text, starts[at], classes)]
    if not stamps:
        return starts, ends
    middles = starts[stamps] + _DATE_DIGITS
    after = np.array(stamps) + 1
    return np.insert(starts, after, middles), np.insert(ends, stamps, middles)


def _is_stamp(text: str, start: int, classes: Classes) -> bool:
    return bool(classes[start] == DIGIT) and text.startswith(("19", "20"), start)
