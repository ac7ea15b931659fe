"""Full dates of an answer moved back by the shift that the dates of the prompts have, in the answer's notation."""

from __future__ import annotations

from collections.abc import Iterable

from incognote.replace.date_moves import CENTURY
from incognote.replace.date_notes import shift_dates
from incognote.replace.shifts import Shift
from incognote.roundtrip.full_dates import begun_date, day_of, full_date, shown_order
from incognote.roundtrip.looking import Found, Look
from incognote.roundtrip.memory import Memory, Pair
from incognote.roundtrip.words import starts_number
from incognote.types import Document, Span

_DATE = "DATE"
_WEEK = 7
_AHEAD = 2
"""How many characters behind a date decide whether it ends there."""


class Dates:
    """Finds full dates, those too that no prompt had: what was counted from a moved date is as far off as it is.

    A day that a prompt had outside its PHI stays as it is. Nothing is found where the dates of the prompts don't share
    one shift of whole weeks.
    """

    def __init__(self, memory: Memory) -> None:
        pairs = [pair for pair in memory.pairs if pair.label == _DATE]
        self._days = memory.days
        self._order = shown_order([pair.original for pair in pairs], memory.day_first)
        self._shift = self._shared_shift(pairs)

    def _shared_shift(self, pairs: Iterable[Pair]) -> Shift | None:
        moves = {days for pair in pairs if (days := self._days_between(pair)) is not None}
        days = moves.pop() if len(moves) == 1 else 0
        return Shift(days // _WEEK) if days and days % _WEEK == 0 else None

    def _days_between(self, pair: Pair) -> int | None:
        old, new = day_of(pair.original, self._order), day_of(pair.sent, self._order)
        if old is None or new is None:
            return None
        days = (new.day - old.day).days
        half = CENTURY.size // 2
        return (days + half) % CENTURY.size - half if old.cycle else days

    def __call__(self, text: str, start: int, final: bool) -> Look:
        if self._shift is None or not starts_number(text, start):
            return Look()
        match = full_date().match(text, start)
        if not final and (begun_date().match(text, start) or (match and match.end() + _AHEAD > len(text))):
            return Look(None, True)
        day = day_of(match[0], self._order) if match else None
        if match is None or day is None or day.day in self._days:
            return Look()
        doc = Document("date", match[0], (Span(0, len(match[0]), _DATE),))
        moved, _ = shift_dates(doc, -self._shift, self._order.day_first)
        return Look(Found(match.end(), moved[0], frozenset()) if moved else None)
