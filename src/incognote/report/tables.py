"""A table: one set of figures, shown by a terminal, as JSON or on a page."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, TypeAlias

from incognote.evaluate.scores import Macro, Score
from incognote.labels import LABELS, MAIN_CATEGORIES, main_category

Value: TypeAlias = str | int | float | tuple[float, float] | None
"""A pair of numbers is an interval."""
Row: TypeAlias = tuple[Value, ...]


class Significant(float):
    """A number that is shown with a star."""


SPARSE = "sparse"
"""The specification of a column that leaves zeros blank."""
TEXT = "text"
"""The specification of a column of words."""
RATE = "rate"
"""The specification of a column of rates that may be very small."""

NOT_PHI_NAME = "non-PHI"

_MAIN_RANKS = {main: number for number, main in enumerate(MAIN_CATEGORIES)}
_LABEL_RANKS = {label: number for number, label in enumerate(LABELS)}


@dataclass(frozen=True)
class Column:
    """A column's name, how its numbers are written (a format specification), and a shorter name for terminals."""

    name: str
    spec: str = ""
    short: str = ""

    def show(self, value: Value) -> str:
        if isinstance(value, tuple):
            return "–".join(map(self.show, value)) if value[0] == value[0] else "–"
        if value is None or value != value:  # not a number: there was nothing to count
            return "–"
        if isinstance(value, str):
            return value
        if self.spec == SPARSE:
            return f"{value:,}" if value else ""
        if self.spec == RATE:
            return f"{value:.2f}" if value >= 0.1 or not value else f"{value:.1g}"
        star = "*" if isinstance(value, Significant) else ""
        return format(value, self.spec or (".4f" if isinstance(value, float) else ",")) + star


@dataclass(frozen=True)
class Table:
    """`key` names the table in JSON; the first column names the rows. A `detail` is shown when asked for."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""
    detail: bool = False

    def as_json(self) -> dict[str, Any]:
        names = [column.name for column in self.columns]
        rows = [dict(zip(names, map(_plain, row), strict=True)) for row in self.rows]
        return {"title": self.title, "rows": rows, **({"note": self.note} if self.note else {})}


def _plain(value: Value) -> Any:
    if isinstance(value, tuple):
        return [_plain(end) for end in value]
    return None if isinstance(value, float) and value != value else value


def columns(*names: str, spec: str = "") -> tuple[Column, ...]:
    """Columns by their names, all numbers written alike."""
    return tuple(Column(name, spec) for name in names)


PRF = columns("precision", "recall", "F")


def interval_column(name: str, alpha: float, spec: str = ".3f", of: str = "") -> Column:
    """A column of intervals; terminals show its level."""
    return Column(name, spec, f"{level(alpha)}{of}")


def level(alpha: float) -> str:
    return f"{100 * (1 - alpha):g}%"


def prf(score: Score | Macro) -> tuple[float, float, float]:
    return score.precision, score.recall, score.f


def in_order(labels: Collection[str]) -> list[str]:
    """Our labels and main categories in their order, then others by name."""

    def rank(label: str) -> tuple[int, int, str]:
        last = len(LABELS)
        return _MAIN_RANKS.get(main_category(label), last), _LABEL_RANKS.get(label, last), label

    return sorted(labels, key=rank)
