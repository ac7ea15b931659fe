"""Numbers and ids that were sent, written again with other marks between their digits: 555-0142, 555 0142, 5550142."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

from incognote.roundtrip.looking import Found, Look
from incognote.roundtrip.memory import Pair
from incognote.roundtrip.words import WORD, ends, plain, starts_number

_FEWEST = 5
_FEWEST_DIGITS = 3
_BETWEEN = re.compile(r"[-‐‑–. /()]{1,3}")


def _bare(text: str) -> str:
    return "".join(plain(run[0]) for run in WORD.finditer(text))


def _is_number(bare: str) -> bool:
    digits = sum(map(str.isdecimal, bare))
    return len(bare) >= _FEWEST and digits >= _FEWEST_DIGITS and 2 * digits >= len(bare)


class Numbers:
    """Finds numbers by their digits and letters alone. Two that have the same ones are left to exact finds."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        known: dict[str, Pair | None] = {}
        for pair in pairs:
            if _is_number(bare := _bare(pair.sent)) and pair.label != "DATE":
                known[bare] = None if bare in known and not _same(known[bare], pair) else pair
        self._pairs = {bare: pair for bare, pair in known.items() if pair}
        self._sorted = sorted(self._pairs)

    def _may_become(self, begun: str) -> bool:
        place = bisect_left(self._sorted, begun)
        return place < len(self._sorted) and self._sorted[place].startswith(begun)

    def __call__(self, text: str, start: int, final: bool) -> Look:
        found: Found | None = None
        bare, at = "", start
        while starts_number(text, start) and (run := WORD.match(text, at)):
            end = run.end()
            bare += plain(run[0])
            if not self._may_become(bare):
                break
            if end == len(text) and not final:
                return Look(found, True)
            if pair := self._pairs.get(bare):
                ended = ends(text, end, final)
                if ended is None:
                    return Look(found, True)
                found = Found(end, _filled(text[start:end], pair.original), frozenset((pair.sent,))) if ended else found
            between = _BETWEEN.match(text, end)
            if between and between.end() == len(text):
                return Look(found, not final)
            at = between.end() if between else len(text)
        return Look(found)


def _same(known: Pair | None, pair: Pair) -> bool:
    return known is not None and _bare(known.original) == _bare(pair.original)


def _filled(form: str, original: str) -> str:
    """The original with the marks of the form, where both have as many letters and digits; else as it was."""
    chars = [char for char in original if char.isalnum()]
    if len(chars) != sum(map(str.isalnum, form)):
        return original
    new = iter(chars)
    return "".join(next(new) if char.isalnum() else char for char in form)
