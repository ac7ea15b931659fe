"""Invented dates where none can be moved: other holidays, weekdays and months of any calendar, other numbers."""

from __future__ import annotations

import re
from functools import cache
from itertools import zip_longest
from random import Random

from incognote import lexicons
from incognote.lexicons import normal
from incognote.replace.shifts import Shift
from incognote.synth.surfaces import another, in_case, with_digits
from incognote.synth.tables import table

_PIECE = re.compile(
    r"(?P<number>(?<![^\W\d_])\d+)(?P<suffix>st\b|nd\b|rd\b|th\b|['’]?s\b)?|(?P<word>[^\s\d,;:()/]+)", re.IGNORECASE
)
_SMALL_WORDS = frozenset({"of", "the", "and", "de", "la", "al", "el", "for", "in"})
_COMMON_SHARE = 0.7
_MONTHS, _DAYS, _LAST_DAY = 12, 28, 31


def odd_date(model: str, shift: Shift, days: int, rng: Random) -> str:
    """A date as it could be moved if it were understood.

    Years move, weekdays go `days` on, words of a list become others of it, and days and months are drawn. What has none
    of these is a holiday.
    """

    def piece(match: re.Match[str]) -> str:
        if match["word"]:
            return _other_word(match["word"], days, rng)
        return _other_number(match, model, shift, rng)

    new = another(model, lambda: _PIECE.sub(piece, model))
    return new if new != model else fill_holiday(model, rng)


def fill_holiday(model: str, rng: Random) -> str:
    """Another holiday of as many words, in the model's case and with its line breaks."""
    return another(model, lambda: _holiday(model, rng))


def holiday_end(text: str) -> int:
    """Where the name of a holiday at the start of a text ends; 0 if there is none."""
    common, others = _holidays()
    words = list(re.finditer(r"\S+", text))
    for last in reversed(words):
        name = text[: last.end()].rstrip(",.;:")
        if normal(name) in common or normal(name) in others:
            return len(name)
    return 0


def is_listed(text: str) -> bool:
    """Whether the words of a text are of our lists: of decades, of another calendar."""
    words = [_key(match["word"]) for match in _PIECE.finditer(text) if match["word"]]
    return all(word in _lists() for word in words)


def _holiday(model: str, rng: Random) -> str:
    words, gaps = model.split(), re.findall(r"\s+", model.strip())
    pools = _by_size()
    size = next(fewer for fewer in range(len(words), 0, -1) if fewer in pools[1])
    pool = pools[0].get(size) if rng.random() < _COMMON_SHARE else None
    name = rng.choice(pool or pools[1][size])
    if model.isupper():
        name = name.upper()
    elif model.islower():
        name = name.lower()
    return "".join(word + gap for word, gap in zip_longest(name.split(), gaps[: size - 1], fillvalue=""))


@cache
def _holidays() -> tuple[dict[str, str], dict[str, str]]:
    """Holidays by their normal form: the common ones, and those of the lexicon, which has no capitals."""
    common = {normal(name): name for name in table("dates")["holidays"]}
    others = {name: _titled(name) for name in sorted(lexicons.load("holidays")) if not re.search(r"[\d/]", name)}
    return common, others


@cache
def _by_size() -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """The holidays by how many words they have; a common one stands there as often as in its list."""
    sizes: tuple[dict[int, list[str]], dict[int, list[str]]] = ({}, {})
    for names, found in zip((table("dates")["holidays"], _holidays()[1].values()), sizes, strict=True):
        for name in names:
            found.setdefault(len(name.split()), []).append(name)
    return sizes


def _titled(name: str) -> str:
    return " ".join(word if word in _SMALL_WORDS else word[:1].upper() + word[1:] for word in name.split())


def _key(word: str) -> str:
    return re.sub(r"['’‘ʿ]", "", word.lower())


def _other_word(word: str, days: int, rng: Random) -> str:
    lists = _lists()
    for form, rest in ((word, ""), (word.rstrip("."), word[len(word.rstrip(".")) :])):
        names, are_days = lists.get(_key(form), ((), False))
        if are_days:
            return in_case(names[(names.index(_key(form)) + days) % len(names)], form) + rest
        if names:
            return in_case(rng.choice([name for name in names if name != _key(form)]), form) + rest
    return word


@cache
def _lists() -> dict[str, tuple[tuple[str, ...], bool]]:
    """The list of each word, and whether it is one of weekdays; the first list that has the word counts."""
    found: dict[str, tuple[tuple[str, ...], bool]] = {}
    for kind in ("weekdays", "others"):
        for line in table("dates")[kind]:
            for word in line.split():
                found.setdefault(word, (tuple(line.split()), kind == "weekdays"))
    return found


def _other_number(match: re.Match[str], model: str, shift: Shift, rng: Random) -> str:
    """A year moves; a number that can be a month stays one, and one that can only be a day stays that."""
    digits, suffix = match["number"], match["suffix"] or ""
    old = int(digits)
    if suffix.lower().endswith("s"):
        new = old + rng.choice((-10, 10)) if len(digits) == 4 else 50 + (old - 50 + rng.choice((-10, 10))) % 50
    elif len(digits) == 4:
        new = old + shift.years
    elif len(digits) > 2 or model[: match.start()].endswith(("'", "’")) or (old > _LAST_DAY and not suffix):
        new = (old + shift.years) % 10 ** len(digits)
    else:
        new = rng.randint(1, _MONTHS) if old <= _MONTHS else rng.randint(_MONTHS + 1, _DAYS)
    padded = len(digits) > 1 and (re.search(r"(?<!\d)0\d", model) or len(digits) > 2 or old > _LAST_DAY)
    text = str(new).zfill(len(digits)) if padded else str(new)
    text = with_digits(digits, text) if len(text) == len(digits) else text
    return text + (in_case(ordinal(new), suffix) if suffix[-1:].lower() in ("t", "d", "h") else suffix)


def ordinal(day: int) -> str:
    """What makes a number an ordinal: the th of 5th."""
    return {1: "st", 2: "nd", 3: "rd"}.get(day % 10 if day // 10 % 10 != 1 else 0, "th")
