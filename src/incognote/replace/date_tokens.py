"""The numbers and names in a date's text, and where a range of two dates divides."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from incognote.replace.date_names import BETWEEN, FILLER, MONTH, ORDINAL, WEEKDAY, names

IMPOSSIBLE, HOLIDAY, NOT_UNDERSTOOD, AMBIGUOUS = "impossible", "holiday", "not understood", "ambiguous"
"""Why a date isn't shifted."""

_TOKEN = re.compile(
    r"""(?ix)
      (?P<time>[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:\s?[ap]\.?m\b\.?)?)
    | (?P<apostrophe>['’‘`](?=[0-9]{2}(?![0-9])))?(?P<number>[0-9]+)
      (?:(?P<suffix>st|nd|rd|th)(?!\w)|(?P<decade>['’]?s)(?!\w))?
    | (?P<word>(?:twenty|thirty)[-\s](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b
              |q[1-4](?!\d)|[年月日]|[^\W\d_年月日]+)
    | (?P<gap>(?:[\s.,/\-–—()\[\]*:;+~"]|['’‘`](?![0-9]{2}(?![0-9])))+)
    """
)

NUMBER = "n"
RANGE = "-"
YEAR, DAY, DECADE = "year", "day", "decade"


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


def tokens_of(text: str) -> list[list[Token]]:
    """The numbers and names of each date in a text, which may be a range of two."""
    found, words = _scan(text)
    if words:
        only_a_year = all(token.size == 4 or token.mark == YEAR for token in found if token.kind == NUMBER)
        raise NotRead(HOLIDAY if only_a_year else NOT_UNDERSTOOD)
    if not found:
        raise NotRead(NOT_UNDERSTOOD)
    for first, second in pairwise(found):
        if second.kind == WEEKDAY and first.mark == DAY:
            raise NotRead(NOT_UNDERSTOOD)  # the second Sunday
    return _split(text, [token for token in found if token.kind != WEEKDAY])


def _scan(text: str) -> tuple[list[Token], bool]:
    """The tokens of a text, and whether there are words among them that aren't of dates."""
    found: list[Token] = []
    unknown, end = False, 0
    for match in _TOKEN.finditer(text):
        if match.start() != end:
            raise NotRead(NOT_UNDERSTOOD)
        end = match.end()
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
    return found, unknown


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
    if kind == MONTH:
        return Token(MONTH, start, end, match[0], 1 + next(iter(known.month(word).values())))
    return Token(RANGE if kind == BETWEEN else kind, start, end, match[0]) if kind else None


def _split(text: str, found: list[Token]) -> list[list[Token]]:
    """The tokens of each date of a range: `3/4-3/9/22`, `June 3-7`, `3-7 June`, `2019-2021`."""
    dates: list[list[Token]] = [[]]
    months = [i for i, token in enumerate(found) if token.kind == MONTH]
    for i, token in enumerate(found):
        if token.kind == RANGE:
            dates.append([])
            continue
        gap = text[found[i - 1].end : token.start] if i else ""
        if gap.strip() in ("-", "–", "—") and found[i - 1].kind == token.kind:
            if _parts_dates(text, gap, found[i - 1], token, len(found)) and (token.kind == MONTH or not months):
                dates.append([])
            elif len(months) == 1 and 0 < token.size <= 2 and not token.mark:
                # in `June 3-7, 2022` the month and the year belong to the 3, in `3-7 June 2022` to the 7
                return [[*found[:i], *found[i + 1 :]], [token]] if months[0] < i else [found[:i], found[i:]]
        dates[-1].append(token)
    return [date for date in dates if date] or [[]]


def _parts_dates(text: str, gap: str, before: Token, after: Token, tokens: int) -> bool:
    """Whether a dash stands between two dates and not inside one."""
    if after.kind == MONTH or before.size == after.size == 4:
        return True
    return "/" in text or "." in text or (tokens > 3 and gap[0].isspace() and gap[-1].isspace())
