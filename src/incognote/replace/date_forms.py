"""What a date's text says: which of its characters are the day, the month and the year."""

from __future__ import annotations

from calendar import isleap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from incognote.replace.date_names import DECADE, MONTH
from incognote.replace.date_tokens import AMBIGUOUS, DAY, IMPOSSIBLE, NOT_UNDERSTOOD, NUMBER, YEAR, NotRead, Token

_LAST_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Part(NamedTuple):
    """One date: the tokens of its day, month and year as far as it has them.

    `year_shows` is set where a number can only be a year because no day is over 31, and `day_shows` where one can only
    be a day because no month is over 12: a shifted date must show it as well. `glued` dates are one number.
    """

    day: Token | None = None
    month: Token | None = None
    year: Token | None = None
    year_shows: bool = False
    day_shows: bool = False
    glued: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """How a note writes dates that can be read in two ways."""

    day_first: bool = False
    year_first: bool = False


def order_of(dates: Iterable[Sequence[Token]], day_first: bool) -> Order:
    """The order that most of a note's dates show; `day_first` decides where none does."""
    day_votes = year_votes = 0
    for tokens in dates:
        kinds = "".join([token.kind for token in tokens])
        if kinds in ("nn", "nnn") and tokens[0].size <= 2:
            first, second = tokens[0].value, tokens[1].value
            day_votes += (12 < first <= 31 and second <= 12) - (12 < second <= 31 and first <= 12)
        elif kinds == "nmn" and tokens[0].size == tokens[2].size == 2:
            year_votes += (tokens[0].value > 31) - (tokens[2].value > 31)
    return Order(day_votes > 0 or (day_votes == 0 and day_first), year_votes > 0)


def read(text: str, tokens: Sequence[Token], order: Order) -> Part:
    """What the tokens of one date are."""
    kinds = "".join([token.kind for token in tokens])
    if kinds == "n":
        return _one_number(tokens[0], order)
    if kinds == "nn":
        if "," in text[tokens[0].end : tokens[1].start]:
            raise NotRead(NOT_UNDERSTOOD)  # 24, 2058: the month stands elsewhere
        return _two_numbers(tokens[0], tokens[1], order)
    if kinds == "nnn":
        return _three_numbers(tokens[0], tokens[1], tokens[2], order)
    if MONTH in kinds:
        return _with_month(kinds, tokens, order)
    if kinds in ("s", "sn", "ns"):
        years = [token for token in tokens if token.kind == NUMBER]
        return _checked(Part(year=years[0] if years else None))
    if not kinds:
        return Part()
    raise NotRead(NOT_UNDERSTOOD)


def read_all(text: str, dates: Sequence[Sequence[Token]], order: Order) -> list[Part]:
    """What the tokens are of one date, or of the two dates of a range."""
    parts = [read(text, date, order) for date in dates]
    if len(parts) == 2 and not _go_together(*parts):
        raise NotRead(AMBIGUOUS)
    return parts


def _go_together(first: Part, second: Part) -> bool:
    """Whether two dates are a range: not those of `3-7/6/2022` with the month first, nor `7/3` and `6/2022`."""
    if first.year or first.day is None or second.month is None or second.month.kind == MONTH:
        return True
    if first.month:
        return second.day is not None
    return second.day is not None and second.day.start < second.month.start


def _one_number(token: Token, order: Order) -> Part:
    size = token.size
    if token.mark == DAY:
        return _checked(Part(day=token))
    if size == 8:
        return _glued(token, (4, 2, 2), order) or _glued(token, (2, 2, 4), order) or _raise(IMPOSSIBLE)
    if size == 6:
        return _glued(token, (2, 2, 2), order) or _raise(IMPOSSIBLE)
    if size == 4 or token.mark:
        return _checked(Part(year=token))
    if size <= 2 and 0 < token.value <= 31:
        return Part(day=token)
    return _checked(Part(year=token, year_shows=True))


def _glued(token: Token, sizes: tuple[int, int, int], order: Order) -> Part | None:
    pieces, start = [], 0
    for size in sizes:
        text = token.text[start : start + size]
        pieces.append(Token(NUMBER, token.start + start, token.start + start + size, text, int(text), size))
        start += size
    if sizes[0] == 4:
        return _first_that_fits([Part(year=pieces[0], month=pieces[1], day=pieces[2], glued=True)])
    month_first = Part(month=pieces[0], day=pieces[1], year=pieces[2], glued=True)
    day_first = Part(day=pieces[0], month=pieces[1], year=pieces[2], glued=True)
    return _first_that_fits([day_first, month_first] if order.day_first else [month_first, day_first])


def _two_numbers(first: Token, second: Token, order: Order) -> Part:
    if second.size == 4 or second.mark == YEAR:
        if first.mark or first.value > 12:
            raise NotRead(NOT_UNDERSTOOD)
        return _checked(Part(month=first, year=second))
    if first.size == 4:
        return _checked(Part(year=first, month=second))
    if _is_no_day(second):
        return _checked(Part(month=first, year=second, year_shows=True))
    options = [Part(month=first, day=second), Part(day=first, month=second)]
    return _first_that_fits(options[::-1] if order.day_first else options) or _raise(IMPOSSIBLE)


def _three_numbers(first: Token, second: Token, third: Token, order: Order) -> Part:
    if first.size == 4:
        options = [
            Part(year=first, month=second, day=third),
            Part(year=first, day=second, month=third, day_shows=True),
        ]
    elif first.mark == YEAR or (_is_no_day(first) and third.size <= 2):
        options = [Part(year=first, month=second, day=third, year_shows=not first.mark)]
    else:
        options = [Part(month=first, day=second, year=third), Part(day=first, month=second, year=third)]
        options = options[::-1] if order.day_first else options
    return _first_that_fits(options) or _raise(IMPOSSIBLE)


def _with_month(kinds: str, tokens: Sequence[Token], order: Order) -> Part:
    month = tokens[kinds.index(MONTH)]
    numbers = [token for token in tokens if token.kind == NUMBER]
    first, last = tokens[0], tokens[-1]
    if kinds == MONTH:
        return Part(month=month)
    if kinds in ("mn", "nm"):
        return _month_and(numbers[0], month)
    if kinds == "mnn":
        return _checked(Part(month=month, day=numbers[0], year=numbers[1]))
    if kinds == "nmn":
        shows = _is_no_day(first)
        if first.size == 4 or first.mark == YEAR or shows or (order.year_first and last.size == 2):
            return _checked(Part(year=first, month=month, day=last, year_shows=shows))
        return _checked(Part(day=first, month=month, year=last))
    raise NotRead(NOT_UNDERSTOOD)


def _month_and(number: Token, month: Token) -> Part:
    if number.mark == YEAR or number.size == 4:
        return _checked(Part(month=month, year=number))
    if number.mark == DAY or 0 < number.value <= 31:
        return _checked(Part(month=month, day=number))
    return _checked(Part(month=month, year=number, year_shows=True))


def year_of(token: Token) -> int:
    """The year; two digits stand for one from 1951 to 2050."""
    return token.value if token.size == 4 else in_this_century(token.value)


def in_this_century(digits: int) -> int:
    """The year of two digits, from 1951 to 2050."""
    return 1951 + (digits - 51) % 100


def _is_no_day(token: Token) -> bool:
    return token.size == 2 and not 1 <= token.value <= 31


def _fits(part: Part) -> bool:
    """Whether there is such a date."""
    day, month, year = part.day, part.month, part.year
    if year and (year.size not in (2, 4) or year_of(year) < 1000 or (year.mark == DECADE and month)):
        return False
    if month and (month.size > 2 or month.mark or not 1 <= month.value <= 12):
        return False
    if day is None:
        return True
    if day.size > 2 or day.mark not in ("", DAY):
        return False
    return 1 <= day.value <= (_last_day(month.value, year_of(year) if year else 2000) if month else 31)


def _last_day(month: int, year: int) -> int:
    return 29 if month == 2 and isleap(year) else _LAST_DAYS[month - 1]


def _checked(part: Part) -> Part:
    return part if _fits(part) else _raise(IMPOSSIBLE)


def _first_that_fits(options: Iterable[Part]) -> Part | None:
    return next((part for part in options if _fits(part)), None)


def _raise(reason: str) -> Part:
    raise NotRead(reason)
