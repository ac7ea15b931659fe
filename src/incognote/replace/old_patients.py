"""Patients whose notes, taken together, tell an age over 89: a birth date in one note, a later year in another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from incognote.known.ids import plain_id
from incognote.types import Document

_HIGHEST_AGE = 89
_AGE = re.compile(
    r"(?i)(?<![\d./-])(?:9\d|1[01]\d)[\s-]{0,2}(?:y\.?\s?o\b|y/o|yrs?\b|years?\b)|\bage[d:]?\s{1,3}(?:9\d|1[01]\d)\b(?![./])"
    r"|\b(?:ninety|nonagenarian|centenarian)"
)
_BIRTH = re.compile(
    r"(?i)(?:\bd\.?o\.?b\b|\bbirth|\bborn\b)[^\n\d]{0,20}(?:\d{1,2}[^\d\n]\w{1,9}[^\d\n])?(1[89]\d\d|20\d\d)\b"
)
_YEAR = re.compile(r"(?<![\d.,])(?:1[89]|20)\d\d(?![\d.,]\d|\d)")


@dataclass(slots=True)
class _Seen:
    born: int = 9999
    latest: int = 0
    old: bool = False


def old_patients(docs: Iterable[Document]) -> frozenset[str]:
    """The plain ids of patients who are over 89 by the ages, or by the years, that stand in their notes.

    They are looked for in the text, so that some are taken for old who aren't: a tag too many tells nothing.
    """
    seen: dict[str, _Seen] = {}
    for doc in docs:
        if doc.patient:
            one = seen.setdefault(plain_id(doc.patient), _Seen())
            births = [int(year) for year in _BIRTH.findall(doc.text)]
            one.born = min([one.born, *births])
            one.latest = max([one.latest, *map(int, _YEAR.findall(doc.text))])
            one.old = one.old or _AGE.search(doc.text) is not None
    return frozenset(name for name, one in seen.items() if one.old or one.latest - one.born > _HIGHEST_AGE)
