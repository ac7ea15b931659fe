"""The checks that many claims share. What a table lacks isn't checked."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence

from incognote.experiments.judged import Check, Tables
from incognote.experiments.verdicts.figures import Column, by_method, only, shown, without

PHI = ("PHI",)
BOTH = ("PHI", "Non-PHI")

_COMPARED = {">": operator.gt, "≥": operator.ge, "<": operator.lt, "=": operator.eq}


def compared(place: str, one: tuple[str, float], sign: str, other: tuple[str, float], note: str = "") -> Check:
    """A figure beside another: "Table 11, PHI: Stat De-id 97.4 > H+D 38.7"."""
    left, right = shown(one[1], other[1])
    return Check(f"{place}: {one[0]} {left} {sign} {other[0]} {right}{note}", _COMPARED[sign](one[1], other[1]))


def over(column: Column, winner: str, losers: Sequence[str] = (), by: float = 0) -> list[Check]:
    """A figure is greater than others, or than all others if none are named, maybe by so many points at least."""
    if winner not in column.figures:
        return []
    others = only(column, losers) if losers else without(column, winner)
    mine = (winner, column.figures[winner])
    if not by:
        return [compared(column.place, mine, ">", other) for other in others.figures.items()]
    return [
        Check(f"{column.place}: {winner} {left} ≥ {name} {right} + {by:g}", round(mine[1] - figure, 6) >= by)
        for name, figure in others.figures.items()
        for left, right in [shown(mine[1], figure)]
    ]


def significantly_over(column: Column, winner: str, losers: Sequence[str] = ()) -> list[Check]:
    """A figure is greater than others, which are marked as significantly different; not checked without marks."""
    if column.marked is None:
        return []
    return [
        Check(f"{check.statement}, significantly", check.holds and loser in column.marked)
        for loser in losers or without(column, winner).figures
        for check in over(column, winner, (loser,))
    ]


def over_in(tables: Tables, numbers: Sequence[str], winner: str, *losers: str) -> list[Check]:
    """A method is better than others on PHI in each of these tables."""
    return [check for column in columns(tables, numbers) for check in over(column, winner, losers)]


def significantly_over_in(tables: Tables, numbers: Sequence[str], winner: str, *losers: str) -> list[Check]:
    """A method is significantly better than others, on PHI and on the other words, in each of these tables."""
    return [check for column in columns(tables, numbers, BOTH) for check in significantly_over(column, winner, losers)]


def columns(tables: Tables, numbers: Sequence[str], kinds: Sequence[str] = PHI) -> Iterator[Column]:
    """The methods in each of these tables."""
    return (by_method(tables, number, kind) for number in numbers for kind in kinds)


def highest(column: Column, *names: str) -> list[Check]:
    """Each of these is greater than all the others."""
    others = without(column, *names).figures
    if not others:
        return []
    best = max(others.items(), key=lambda figure: figure[1])
    return [
        compared(column.place, mine, ">", best, ", the highest of the others")
        for mine in only(column, names).figures.items()
    ]


def lowest(column: Column, *names: str) -> list[Check]:
    """Each of these is less than all the others."""
    others = without(column, *names).figures
    if not others:
        return []
    worst = min(others.items(), key=lambda figure: figure[1])
    return [
        compared(column.place, mine, "<", worst, ", the lowest of the others")
        for mine in only(column, names).figures.items()
    ]


def bound(column: Column, sign: str, limit: float, *names: str) -> list[Check]:
    """Each of these is above or below a limit: "Table 8, PHI, recall: Stat De-id 94.3 > 90"."""
    return [
        Check(f"{column.place}: {name} {shown(figure, limit)[0]} {sign} {limit:g}", _COMPARED[sign](figure, limit))
        for name, figure in only(column, names).figures.items()
    ]
