"""Date shifting: all dates of a note are moved by its patient's shift, in the format they have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from incognote.layout.folding import usual_text
from incognote.replace.date_notes import shift_dates, years_of
from incognote.replace.edits import Replacer
from incognote.replace.shifts import Reach, Shift, shift_of
from incognote.thesis import tells_over_89
from incognote.types import Document

__all__ = ["NO_SHIFT", "DateShifter", "Reach", "Shift", "shift_of"]

NO_SHIFT = "no shift"
"""Why dates aren't shifted in a note whose shift isn't known."""


Births = Literal["old", "all", "none"]

_OVER_89 = "birth, age over 89"
_COARSE = "birth, ages are coarse"
_UNSURE = "not sure to be dates"
_SURE = 0.5  # a tag can be seen, where 1/2 NS in place of a date can't
_HIGHEST_AGE = 89
_CENTURY = 100
_BORN = re.compile(r"(?i)(?:\bdob\b|\bd\.o\.b|\bbirth|\bborn\b)[^\n\d]{0,20}$|\b(?-i:b)\.\s*$")


def _births(doc: Document, dates: list[int]) -> set[int]:
    return {i for i in dates if _BORN.search(doc.text, max(0, doc.spans[i].start - 40), doc.spans[i].start)}


def _births_of_the_old(doc: Document, dates: list[int], day_first: bool) -> set[int]:
    """The birth dates of a note that has an age over 89, or a year so much later, which shifted ones would tell."""
    births = _births(doc, dates)
    if not births or tells_over_89(doc):
        return births
    found = years_of([usual_text(doc[doc.spans[i]]) for i in dates], day_first)
    years = {i: found.get(at, []) for at, i in enumerate(dates)}
    latest = max((year for i in dates if i not in births for year in years[i]), default=0)
    return {i for i in births if any(latest - _before(year, latest) > _HIGHEST_AGE for year in years[i])}


def _before(born: int, latest: int) -> int:
    """The year of birth; one that lies ahead was written with two digits."""
    return born - _CENTURY if born > latest else born


@dataclass(frozen=True)
class DateShifter:
    """A replacer that moves dates by the shift of the note's patient and leaves all else to another replacer.

    Dates that can't be moved, what is less likely a date than not, and all dates of a note without a shift are left to
    the other replacer too; `not_shifted` counts them by reason. `wrapped` writes `[**2010/4/2**]`, as the thesis does.
    `day_first` is for notes whose dates don't show whether the day or the month comes first. No new date lies after the
    `latest` day, if there is one: a date that would is left to the other replacer. `tag_births` says whose birth dates
    are: those of people over 89, by the note or because `is_old` knows of the patient; everybody's; or nobody's.
    """

    shift_for: Callable[[Document], Shift | None]
    otherwise: Replacer
    wrapped: bool = False
    day_first: bool = False
    latest: date | None = None
    tag_births: Births = "old"
    is_old: Callable[[Document], bool] = lambda doc: False
    not_shifted: Counter[str] = field(default_factory=Counter, compare=False)

    def __call__(self, doc: Document) -> list[str]:
        dates = [i for i, span in enumerate(doc.spans) if span.label == "DATE"]
        new = self._shifted(doc, dates) if dates else {}
        others = [i for i in range(len(doc.spans)) if i not in new]
        tags = self.otherwise(doc.with_spans(doc.spans[i] for i in others))
        new |= dict(zip(others, tags, strict=True))
        return [new[i] for i in range(len(doc.spans))]

    def _shifted(self, doc: Document, dates: list[int]) -> dict[int, str]:
        """The shifted dates by the index of their span."""
        shift = self.shift_for(doc)
        if shift is None:
            self.not_shifted[NO_SHIFT] += len(dates)
            return {}
        sure = [i for i in dates if doc.spans[i].score >= _SURE]
        self.not_shifted.update({_UNSURE: len(dates) - len(sure)} if len(sure) < len(dates) else {})
        dates = sure
        births = self._births(doc, dates)
        self.not_shifted.update({_COARSE if self.tag_births == "all" else _OVER_89: len(births)} if births else {})
        dates = [i for i in dates if i not in births]
        texts, reasons = shift_dates(doc.with_spans(doc.spans[i] for i in dates), shift, self.day_first, self.latest)
        self.not_shifted.update(reasons)
        return {dates[i]: f"[**{text}**]" if self.wrapped else text for i, text in texts.items()}

    def _births(self, doc: Document, dates: list[int]) -> set[int]:
        if self.tag_births == "none":
            return set()
        if self.tag_births == "all" or self.is_old(doc):
            return _births(doc, dates)
        return _births_of_the_old(doc, dates, self.day_first)
