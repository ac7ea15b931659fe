"""Ages: kept, in groups, and over 89 in one."""

from __future__ import annotations

import pytest

from incognote.replace.keys import Key
from incognote.replace.surrogates.ages import Ages, filler
from incognote.replace.surrogates.scope import Scope
from incognote.types import Document, Span


def new(text: str, ages: Ages, after: str = "") -> str | None:
    doc = Document("1", text + after, (Span(0, len(text), "AGE"),))
    return filler(ages)(doc, doc.spans, Scope(Key(bytes(range(32))))).get(doc.spans[0]) or None


@pytest.mark.parametrize(
    ("text", "group", "coarse"),
    [
        ("62", "62", "60-64"),
        ("62-year-old", "62-year-old", "60-64-year-old"),
        ("89", "89", "85-89"),
        ("90", "90+", "90+"),
        ("92-year-old", "90+-year-old", "90+-year-old"),
        ("104", "90+", "90+"),
        ("92yo", "90+yo", "90+yo"),
        ("sixty-two", "sixty-two", "sixty to sixty-four"),
        ("Ninety-two", "Over eighty-nine", "Over eighty-nine"),
        ("one hundred and two", "over eighty-nine", "over eighty-nine"),
        ("3", "3", "3"),
        ("7", "7", "5-9"),
        ("60s", "60s", "60s"),
        ("90s", "90s", "90s"),
        ("nineties", "nineties", "nineties"),
        ("18 months", "18 months", "18 months"),
        ("9/12", "9/12", "9/12"),
        ("centenarian", None, None),
        ("95, in her nineties", "90+, in her nineties", "90+, in her nineties"),
        ("94s", None, None),
        ("95M", "90+M", "90+M"),
        ("٩٥", None, None),
        ("1OO", None, None),
        ("9 5", None, None),
        ("93rd", None, None),
        ("over ninety", "over eighty-nine", "over eighty-nine"),
    ],
)
def test_ages(text: str, group: str | None, coarse: str | None) -> None:
    assert new(text, "keep") == text
    assert new(text, "group") == group
    assert new(text, "coarse") == coarse


def test_the_unit_may_stand_behind() -> None:
    assert new("14", "coarse", "-month-old boy") == "14"
    assert new("14", "coarse", " days") == "14"
    assert new("14", "coarse", "-year-old boy") == "10-14"
