"""New names for notes and patients that have whole numbers: a keyed permutation, so that none are mistaken for others.

A number stays in its range, and so in the type of its column.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise

from incognote.replace.ff1 import Permutation
from incognote.replace.keys import Key

_LIMITS = (0, 10**9, 2**31, 10**18, 2**63, 10**38)
"""Where ranges begin and end: what databases call int, bigint and numeric, the first two parted at whole digits."""


def number_name(key: Key, kind: str, number: int) -> int:
    """The number that takes the place of another of that kind (`note`, `patient`)."""
    return -1 - _above(key, kind, -1 - number) if number < 0 else _above(key, kind, number)


def _above(key: Key, kind: str, number: int) -> int:
    at = bisect_right(_LIMITS, number) - 1
    if at == len(_LIMITS) - 1:
        raise ValueError("the number is out of range")
    return _LIMITS[at] + _orders(key, kind)[at].place(number - _LIMITS[at])


@lru_cache(maxsize=16)
def _orders(key: Key, kind: str) -> tuple[Permutation, ...]:
    secret = key.subkey("number-names/1")
    return tuple(Permutation(secret, high - low, f"{kind}/{low}".encode()) for low, high in pairwise(_LIMITS))
