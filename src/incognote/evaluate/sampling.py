"""What a random sample proves: how it is drawn, how much may have been missed, how much more has to be looked at.

Notes are drawn without replacement, so what they prove of the whole that they were drawn from is hypergeometric: when
all have been read, nothing is left to be guessed. What they prove of notes made alike, which nobody has seen, is
binomial. Where rounding might matter, it makes a bound larger.

Whoever draws more after they have read looks again, and may be wrong again: all looks share one level (`alpha_of`).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from math import ceil, comb, exp, floor, inf, lgamma, log
from random import Random
from typing import TypeVar

from incognote.evaluate.significance import exact_interval

T = TypeVar("T")

ALPHA = 0.05
_KEY_BITS = 64
_EXACT = 2_000  # notes up to which a chance that is all but alpha is counted in whole numbers
_ROUNDING = 1e-6


def drawn(items: Iterable[T], size: int, seed: int) -> tuple[list[T], int]:
    """Some of the items at random, without replacement and in random order, and how many there were in all.

    One pass that holds no more than `size` of them. The first n are the same for every larger `size`: who draws more
    gets what they had, and then others.
    """
    random = Random(seed)
    held: list[tuple[int, int, T]] = []  # a heap; the first has the highest key of those that are held
    count = 0
    for item in items:
        entry = (-random.getrandbits(_KEY_BITS), -count, item)
        count += 1
        if len(held) < size:
            heapq.heappush(held, entry)
        elif held and entry > held[0]:
            heapq.heapreplace(held, entry)
    return [item for *_, item in sorted(held, key=lambda entry: entry[:2], reverse=True)], count


def alpha_of(look: int, is_only: bool, alpha: float = ALPHA) -> float:
    """The share of alpha that a look at a sample may spend: half of what is left; all of it if there is but one.

    The last look might have all that is left, were all sizes fixed before; a size that was chosen by what was found
    spends more than its share.
    """
    return alpha if is_only else alpha / (1 << look)


def most_in_whole(leaky: int, read: int, whole: int, alpha: float = ALPHA) -> int:
    """Of `whole` notes, the most that may leak, at a level of 1 - alpha, if `leaky` of the `read` ones did.

    It is the largest number that isn't ruled out: one with which so few leaky notes are drawn at least once in 1/alpha.
    """
    low, high = leaky, whole - (read - leaky)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (low, middle - 1) if is_ruled_out(middle, leaky, read, whole, alpha) else (middle, high)
    return low


def is_ruled_out(number: int, leaky: int, read: int, whole: int, alpha: float = ALPHA) -> bool:
    """Whether, if `number` of `whole` notes leak, it is less likely than alpha to find so few as `leaky`."""
    if number > whole - (read - leaky):
        return True
    counts = range(max(0, read - (whole - number)), min(leaky, number) + 1)
    all_ways = _log_choose(whole, read)
    chance = sum(
        exp(_log_choose(number, found) + _log_choose(whole - number, read - found) - all_ways) for found in counts
    )
    if whole <= _EXACT and abs(chance - alpha) < alpha * _ROUNDING:
        ways = sum(comb(number, found) * comb(whole - number, read - found) for found in counts)
        return ways / comb(whole, read) < alpha
    return chance < alpha * (1 - _ROUNDING)


def most_made_alike(leaky: int, read: int, alpha: float = ALPHA) -> float:
    """The largest share of notes made alike that may leak (Clopper and Pearson, one-sided)."""
    return exact_interval(leaky, read, 2 * alpha)[1]


def most_expected(count: int, alpha: float = ALPHA) -> float:
    """The largest number of leaks to be expected in as many words, if `count` were found (Poisson, one-sided).

    It is exact only if leaks come one by one; those of one note often come together.
    """
    low, high = float(count), count + 10.0
    while _poisson(count, high) > alpha:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _poisson(count, middle) > alpha else (low, middle)
    return high


def shows(leaky: int, read: int, whole: int, target: float, alpha: float = ALPHA) -> bool:
    """Whether so few leaky notes show that at most that share of the whole leaks."""
    return is_ruled_out(floor(target * whole + _ROUNDING) + 1, leaky, read, whole, alpha)


def notes_needed(
    leaky: int,
    read: int,
    whole: int,
    target: float,
    goes_on: bool = False,
    alpha: float = ALPHA,
    beyond: int = 0,
) -> int | None:
    """A number of notes that is enough to read in all to show the target; None if even reading all can't show it.

    That is if no more leaks are found, and then it is the least that is enough; or, where it `goes_on`, if they are
    found as often as so far: then it is enough, though fewer may be, since leaks come whole. It is at least `beyond`.
    """

    def found(size: int) -> int:
        return ceil(leaky * size / read) if goes_on and read else leaky

    return _enough(lambda size: shows(found(size), size, whole, target, alpha), max(read, beyond), whole)


def _enough(is_enough: Callable[[int], bool], low: int, most: int) -> int | None:
    """A size that is enough while one less isn't, found from small ones up."""
    if is_enough(low):
        return low
    step, high = 64, low
    while not is_enough(high):
        if high == most:
            return None
        low, high, step = high, min(most, high + step), step * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _poisson(count: int, mean: float) -> float:
    """How likely at most so many are where so many are to be expected."""
    return sum(exp(k * log(mean) - mean - lgamma(k + 1)) for k in range(count + 1)) if mean else 1.0


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) if 0 <= k <= n else -inf
