"""Work counted in the place of time: the calls of Python, which are the same wherever a test runs."""

import sys
from collections.abc import Callable, Sequence

_NO_MORE = 1.2  # than in proportion: what is done once, and what grows by a logarithm


def steps(work: Callable[[], object]) -> int:
    """How many functions are called, whether of Python or of C."""
    count = 0

    def told(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(told)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def grows_in_proportion(work: Callable[[int], object], sizes: Sequence[int] = (200, 800)) -> bool:
    """Whether work grows no faster than what is given it."""
    small, large = sizes
    work(small)  # what is loaded once isn't counted
    return steps(lambda: work(large)) <= _NO_MORE * large / small * steps(lambda: work(small))
