"""Figures of a table side by side, as claims compare them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from incognote.experiments.judged import Tables
from incognote.experiments.printed import Row

Measure = Literal["f", "precision", "recall"]


class Column(NamedTuple):
    """Figures that may be compared, by name: methods, classes or rows of a table."""

    place: str
    figures: Mapping[str, float]
    marked: frozenset[str] | None = None
    """Methods that differ significantly from the paper's own; None where a table has no marks."""


def by_method(tables: Tables, number: str, kind: str = "PHI", measure: Measure = "f") -> Column:
    """The methods on a class; by recall in a table without F."""
    table = tables.results.get(number)
    if not table:
        return Column(titled(number), {})
    used: Measure = "recall" if all(row.f is None for row in table.rows) and measure == "f" else measure
    rows = [row for row in table.rows if row.kind == kind]
    place = titled(number, kind, used if used != "f" else "")
    marked = frozenset(row.method for row in rows if row.marked) if table.marks else None
    return Column(place, _figures({row.method: row for row in rows}, used), marked)


def by_kind(tables: Tables, number: str, method: str, measure: Measure = "f") -> Column:
    """A method on the classes."""
    table = tables.results.get(number)
    rows = {row.kind: row for row in table.rows if row.method == method} if table else {}
    return Column(titled(number, method, measure if measure != "f" else ""), _figures(rows, measure))


def by_table(tables: Tables, numbers: Sequence[str], method: str, measure: Measure = "f") -> Column:
    """A method on PHI in several tables."""
    found = {titled(number): by_method(tables, number, measure=measure).figures.get(method) for number in numbers}
    place = f"{method}, PHI" if measure == "f" else f"{method}, PHI, {measure}"
    return Column(place, {name: figure for name, figure in found.items() if figure is not None})


def counted(tables: Tables, number: str, column: str) -> Column:
    """A column of a table of numbers."""
    rows = _cells(tables, number)
    return Column(titled(number, column), {row: cells[column] for row, cells in rows.items() if column in cells})


def counted_row(tables: Tables, number: str, row: str) -> Column:
    """A row of a table of numbers."""
    return Column(titled(number, row), _cells(tables, number).get(row, {}))


def rises(place: str, before: Column, after: Column) -> Column:
    """How much each figure rose, in points."""
    names = [name for name in before.figures if name in after.figures]
    return Column(place, {name: after.figures[name] - before.figures[name] for name in names})


def shares(column: Column) -> Column:
    """Numbers in per cent of their sum."""
    whole = sum(column.figures.values())
    figures = {name: 100 * number / whole for name, number in column.figures.items()} if whole else {}
    return Column(f"{column.place}, per cent", figures)


def filled(column: Column, *names: str) -> Column:
    """The same with zero where a table of numbers has left these empty."""
    return column._replace(figures={**dict.fromkeys(names, 0), **column.figures}) if column.figures else column


def only(column: Column, names: Sequence[str]) -> Column:
    """The figures of these names alone."""
    return column._replace(figures={name: column.figures[name] for name in names if name in column.figures})


def without(column: Column, *names: str) -> Column:
    """The figures of all other names."""
    return only(column, [name for name in column.figures if name not in names])


def titled(number: str, *parts: str) -> str:
    """A table as a report names it: "Table 19 (random), PHI", "Figure 2"."""
    whole, _, part = number.partition("-")
    name = f"Figure {part}" if whole == "fig" else f"Table {whole} ({part})" if part else f"Table {whole}"
    return ", ".join((name, *(part for part in parts if part)))


def _figures(rows: Mapping[str, Row], measure: Measure) -> dict[str, float]:
    return {name: figure for name, row in rows.items() if (figure := getattr(row, measure)) is not None}


def _cells(tables: Tables, number: str) -> Mapping[str, Mapping[str, float]]:
    table = tables.counts.get(number)
    return table.cells if table else {}


def shown(*figures: float) -> list[str]:
    """Figures with a decimal, or with up to three where these tell them apart; whole numbers without."""
    fewest = 0 if all(isinstance(figure, int) for figure in figures) else 1
    for decimals in range(fewest, 4):
        texts = [f"{figure:.{decimals}f}" for figure in figures]
        near = all(abs(float(text) - figure) <= abs(figure) / 10 for text, figure in zip(texts, figures, strict=True))
        if near and len(set(texts)) == len(set(figures)):
            break
    return texts
