"""The numbers and names in a date's text, and where a range of two dates divides."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from incognote.replace.date_names import BETWEEN, DECADE, FILLER, MONTH, ORDINAL, SEASON, WEEKDAY, names

IMPOSSIBLE, HOLIDAY, NOT_UNDERSTOOD, AMBIGUOUS = "impossible", "holiday", "not understood", "ambiguous"
FUTURE = "future"
"""Why a date isn't shifted."""

_TOKEN = re.compile(
    r"""(?ix)
      (?P<time>(?:[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:\s?[ap]\.?m\b\.?)?
                |[0-9]{1,2}\s?[ap]\.?m\b\.?|(?<![/.-])(?:[01][0-9]|2[0-3])[0-5][0-9]\s?h(?:rs|ours)?\b
                |(?<=[0-9]t)[0-9]{4}(?:[0-9]{2})?(?![0-9])|(?<=[0-9]{8})[0-9]{4}(?:[0-9]{2})?(?![0-9]))
               (?:\s?(?:utc|gmt)\b|\s?[+-][01][0-9]:?[0-9]{2}(?![0-9:-]))?)
    | (?P<apostrophe>['’‘`](?=[0-9]{2}(?![0-9])))?
      (?P<number>[12][0-9]{7}(?=(?:[01][0-9]|2[0-3])[0-5][0-9](?:[0-5][0-9])?(?![0-9]))|[0-9]+)
      (?:(?P<suffix>st|nd|rd|th)(?!\w)|(?P<decade>['’]?s)(?!\w))?
    | (?P<word>(?:twenty|thirty)[-\s](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b
              |q[1-4](?!\d)|[年月日]|[^\W\d_年月日]+|&)
    | (?P<gap>(?:[\s.,/\-–—()\[\]*:;+~@"]|['’‘`](?![0-9]{2}(?![0-9])))+)
    """
)

_NUMBERS = re.compile(r"[0-9]{1,4}/[0-9]{1,4}(?:/[0-9]{1,4})?")
"""As most dates are written; there is no more to find in them."""
_DIGITS = re.compile(r"[0-9]+")

NUMBER = "n"
RANGE = "-"
YEAR, DAY = "year", "day"


_FIRST_YEAR, _LAST_YEAR = 1850, 2199
_DASHES = ("-", "–", "—")


class Token(NamedTuple):
    """A number or a word of a date.

    `size` is how many digits a plain number has; `mark` says what a number must be by its apostrophe, suffix or `s`.
    """

    kind: str
    start: int
    end: int
    text: str
    value: int = 0
    size: int = 0
    mark: str = ""


class NotRead(Exception):  # noqa: N818
    """A date that can't be shifted, for one of the reasons above; it holds no text and never leaves this package."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@lru_cache(maxsize=1_000)  # a note's dates come again, and are read for years of birth as well
def tokens_of(text: str) -> list[list[Token]]:
    """The numbers and names of each date in a text, which may be a range of two; none in a time of day."""
    if _NUMBERS.fullmatch(text):
        return [[_plain(number) for number in _DIGITS.finditer(text)]]
    found, words, times = _scan(text)
    if words:
        only_a_year = all(token.size == 4 or token.mark == YEAR for token in found if token.kind == NUMBER)
        raise NotRead(HOLIDAY if only_a_year else NOT_UNDERSTOOD)
    if not found and not times:
        raise NotRead(NOT_UNDERSTOOD)
    for first, second in pairwise(found):
        if second.kind == WEEKDAY and first.mark == DAY:
            raise NotRead(NOT_UNDERSTOOD)  # the second Sunday
    return _split(text, _without_time(text, [token for token in found if token.kind != WEEKDAY]))


def _scan(text: str) -> tuple[list[Token], bool, bool]:
    """The tokens of a text, whether there are words among them that aren't of dates, and whether times of day."""
    found: list[Token] = []
    unknown, times, end = False, False, 0
    for match in _TOKEN.finditer(text):
        if match.start() != end:
            raise NotRead(NOT_UNDERSTOOD)
        end = match.end()
        times = times or match["time"] is not None
        if match["number"]:
            found.append(_number(match))
        elif match["word"]:
            token = _word(match)
            if token is None:
                unknown = True
            elif token.kind != FILLER:
                found.append(token)
    if end != len(text):
        raise NotRead(NOT_UNDERSTOOD)
    return found, unknown, times


def _without_time(text: str, found: list[Token]) -> list[Token]:
    """Without the 0752 of `6/18/2024 0752`; what may be a year isn't taken for a time."""
    *date, last = found or [Token("", 0, 0, "")]
    if len(date) != 3 or last.size != 4 or not any(token.size == 4 for token in date):
        return found
    is_time = last.value // 100 < 24 and last.value % 100 < 60 and not _FIRST_YEAR <= last.value <= _LAST_YEAR
    return date if is_time and text[date[-1].end : last.start].isspace() else found


def _plain(number: re.Match[str]) -> Token:
    return Token(NUMBER, *number.span(), number[0], int(number[0]), len(number[0]))


def _number(match: re.Match[str]) -> Token:
    text = match["number"]
    if len(text) > 8:
        raise NotRead(NOT_UNDERSTOOD)
    if match["suffix"]:
        return Token(NUMBER, match.start("number"), match.end("suffix"), match[0], int(text), 0, DAY)
    mark = DECADE if match["decade"] else YEAR if match["apostrophe"] else ""
    return Token(NUMBER, match.start("number"), match.end("number"), text, int(text), len(text), mark)


def _word(match: re.Match[str]) -> Token | None:
    known = names()
    word = "-".join(match[0].lower().split())
    kind = known.kind(word)
    start, end = match.span()
    if kind == ORDINAL:
        return Token(NUMBER, start, end, match[0], known.ordinals.index(word) + 1, 0, DAY)
    if kind == DECADE:
        return Token(NUMBER, start, end, match[0], 20 + 10 * known.decades.index(word), 2, DECADE)
    if kind == MONTH:
        return Token(MONTH, start, end, match[0], 1 + next(iter(known.month(word).values())))
    return Token(RANGE if kind == BETWEEN else kind, start, end, match[0]) if kind else None


def _split(text: str, found: list[Token]) -> list[list[Token]]:
    """The tokens of each date of a range: `3/4-3/9/22`, `June 3-7`, `3-7 June`, `Dec 27-Jan 3`, `2019-2021`."""
    months = [i for i, token in enumerate(found) if token.kind == MONTH]
    if len(months) == 2 and (second := _second_start(text, found, *months)):
        return [found[:second], found[second:]]
    dates: list[list[Token]] = [[]]
    inside = text[found[0].start : found[-1].end] if found else ""
    for i, token in enumerate(found):
        if token.kind == RANGE:
            dates.append([])
            continue
        before, gap = (found[i - 1], text[found[i - 1].end : token.start].strip()) if i else (token, "")
        if gap in _DASHES and before.kind == token.kind:
            spaced = text[before.end].isspace() and text[token.start - 1].isspace()
            if found[0].kind == SEASON and token.size in (2, 4):
                token = token._replace(mark=YEAR)
                dates.append([])
            elif _parts_dates(inside, spaced, before, token, len(found)) and (token.kind == MONTH or not months):
                dates.append([])
            elif len(months) == 1 and (token.mark == DAY or (0 < token.size <= 2 and not token.mark)):
                # in `June 3-7, 2022` the month and the year belong to the 3, in `3-7 June 2022` to the 7
                return [[*found[:i], *found[i + 1 :]], [token]] if months[0] < i else [found[:i], found[i:]]
        elif _is_next_in_list(text, gap, before, token):
            dates.append([])
        dates[-1].append(token)
    return [date for date in dates if date] or [[]]


def _second_start(text: str, found: list[Token], first_month: int, second_month: int) -> int:
    """Where the second date of a range with two months starts: with the same kind of token as the first; 0 if unclear.

    A dash between blanks counts before one without: `2-Jan-2020 - 5-Jan-2020`.
    """
    starts = {}
    for i in range(first_month + 1, second_month + 1):
        gap = text[found[i - 1].end : found[i].start]
        if gap.strip() in (*_DASHES, "/") and found[i].kind == found[0].kind:
            starts[i] = gap[0].isspace() and gap[-1].isspace()
    spaced = [i for i, is_spaced in starts.items() if is_spaced] or list(starts)
    return spaced[0] if len(spaced) == 1 else 0


def _parts_dates(inside: str, spaced: bool, before: Token, after: Token, tokens: int) -> bool:
    """Whether a dash stands between two dates and not inside one."""
    if after.kind == MONTH or before.size == after.size == 4:
        return True
    return "/" in inside or "." in inside or (tokens > 3 and spaced)


def _is_next_in_list(text: str, gap: str, before: Token, token: Token) -> bool:
    """Whether a token starts another date: the second of `3/4, 3/5`, of `spring/summer 2020`."""
    if before.kind == token.kind == SEASON:
        return gap == "/"
    return gap in (",", ";") and before.kind == token.kind == NUMBER and text[token.end : token.end + 1] == "/"
