"""Shifted dates in the style of the old ones: leading zeros, names of months, case and suffixes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from incognote.replace.date_forms import Part
from incognote.replace.date_moves import Values
from incognote.replace.date_names import MONTH, SHORT, names
from incognote.replace.date_tokens import AMBIGUOUS, DAY, NotRead, Token

_Form: TypeAlias = tuple[bool, int, bool]


@dataclass(frozen=True, slots=True)
class Style:
    """What a note's dates show of its style: votes for leading zeros, and for the lists its months are from."""

    zeros: Counter[tuple[_Form, bool]] = field(default_factory=Counter)
    lists: Counter[str] = field(default_factory=Counter)


def style_of(parts: Iterable[Part]) -> Style:
    style = Style()
    for part in parts:
        if part.month and part.month.kind == MONTH:
            style.lists.update(names().month(part.month.text.lower()).keys())
        if not part.glued:
            style.zeros[_form(part), True] += _zero_vote(part.day)
            style.zeros[_form(part), False] += _zero_vote(part.month)
    return style


def writes_day_first(parts: Iterable[Part], otherwise: bool) -> bool:
    """Whether most dates with a month in letters have the day first: 5th September, not September 5."""
    votes = sum(
        1 if part.day.start < part.month.start else -1
        for part in parts
        if part.day and part.month and part.month.kind == MONTH
    )
    return votes > 0 or (votes == 0 and otherwise)


def write(text: str, parts: Sequence[Part], moved: Sequence[Values], style: Style) -> str:
    """The text with the new values in the places of the old ones."""
    edits: list[tuple[int, int, str]] = []
    for part, values in zip(parts, moved, strict=True):
        if part.day:
            edits.append((part.day.start, part.day.end, _day(text, part, part.day, values.day, style)))
        if part.month:
            edits.append((part.month.start, part.month.end, _month(text, part, part.month, values.month, style)))
        if part.year:
            edits.append((part.year.start, part.year.end, _year(part.year, values.year)))
    pieces, read = [], 0
    for start, end, new in sorted(edits):
        pieces += [text[read:start], new]
        read = end
    return "".join([*pieces, text[read:]])


def _year(token: Token, year: int) -> str:
    if token.text.isdigit():
        return f"{year:04}" if token.size == 4 else f"{year % 100:02}"
    decade = year % 100 // 10 - 2
    if decade < 0:
        raise NotRead(AMBIGUOUS)  # the years after a century's turn have no such name
    return in_case(names().decades[decade], token.text)


def _day(text: str, part: Part, token: Token, day: int, style: Style) -> str:
    if token.mark != DAY:
        return _number(text, part, token, day, style)
    if token.text[0].isdigit():
        suffix = {1: "st", 2: "nd", 3: "rd"}.get(day % 10 if day // 10 != 1 else 0, "th")
        return f"{day}{suffix.upper() if token.text.isupper() else suffix}"
    return in_case(names().ordinals[day - 1], token.text) if day != token.value else token.text


def _month(text: str, part: Part, token: Token, month: int, style: Style) -> str:
    if token.kind != MONTH:
        return _number(text, part, token, month, style)
    if month == token.value:
        return token.text
    known = names()
    lists = known.month(token.text.lower())
    short_first = text[token.end : token.end + 1] == "." or _tight(text, part)
    best = max(
        lists,
        key=lambda name: (
            style.lists[name],
            short_first and name.endswith(SHORT),
            token.text.istitle() and token.text == known.lists[name][token.value - 1],  # Mai is German, mai French
        ),
    )
    return in_case(known.lists[best][month - 1], token.text)


def _number(text: str, part: Part, token: Token, value: int, style: Style) -> str:
    """A day or month in digits.

    Leading zeros go by the number itself, else by its neighbour, else by its like in the note, else by habit.
    """
    form = _form(part)
    vote = (
        _zero_vote(token)
        or sum(_zero_vote(other) for other in (part.day, part.month))
        or style.zeros[form, token is part.day]
        or style.zeros[form, token is not part.day]
    )
    zero = part.glued or vote > 0 or (vote == 0 and _zero_by_habit(text, part))
    return f"{value:02}" if zero else str(value)


def _zero_by_habit(text: str, part: Part) -> bool:
    """Whether most notes would write a leading zero: 02/03/2020, 02-Jan, 02 Jan 2020, JAN 02, but 2/3 and January 2."""
    if not _is_named(part):
        return part.year is not None
    if part.day is None or part.month is None:
        return False
    short = all(name.endswith(SHORT) for name in names().month(part.month.text.lower()))
    day_first = part.day.start < part.month.start
    return _tight(text, part) or part.month.text.isupper() or (day_first and short)


def _is_named(part: Part) -> bool:
    return part.month is not None and part.month.kind == MONTH


def _form(part: Part) -> _Form:
    """Dates of one form have one style: with a month in letters or not, with what year, with the year first or not."""
    year_first = part.year is not None and part.day is not None and part.year.start < part.day.start
    return _is_named(part), part.year.size if part.year else 0, year_first


def _zero_vote(token: Token | None) -> int:
    if token is None or not token.size or token.value > 9:
        return 0
    return 1 if token.size == 2 else -1


def _tight(text: str, part: Part) -> bool:
    """Whether a day and a month in letters stand side by side without a blank: 2-Jan, 02JAN."""
    if part.day is None or part.month is None:
        return False
    return not text[min(part.day.end, part.month.end) : max(part.day.start, part.month.start)].endswith((" ", "\n"))


def in_case(word: str, like: str) -> str:
    if like.isupper():
        return word.upper()
    return word.lower() if like.islower() else word[:1].upper() + word[1:]
