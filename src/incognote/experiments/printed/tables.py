"""What a paper prints: tables of results, tables of numbers, and claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Corpus = Literal[
    "random", "ambiguous", "oov", "authentic", "challenge", "i2b2-2006", "i2b2-2014", "gold standard"
]  # fmt: skip
Scored = Literal[
    "all PHI", "all PHI but IDs", "people, locations, organizations", "only ambiguous", "only oov", "each class"
]  # fmt: skip


class Row(NamedTuple):
    """What a method achieved on a class, in per cent; None where a table has no such column."""

    method: str
    kind: str
    precision: float | None
    recall: float | None
    f: float | None
    marked: bool = False


@dataclass(frozen=True)
class Printed:
    """A table of results. `number` is the paper's, and the corpus where one table is about several: "19-random"."""

    number: str
    title: str
    corpus: Corpus
    scored: Scored
    rows: tuple[Row, ...]
    marks: str = ""
    """What it means that a row is marked, if the table has marks."""

    def of(self, method: str, kind: str) -> Row:
        """The row of a method and a class."""
        return next(row for row in self.rows if (row.method, row.kind) == (method, kind))


@dataclass(frozen=True)
class Counted:
    """A table of numbers or shares: row -> column -> number."""

    number: str
    title: str
    cells: Mapping[str, Mapping[str, float]]

    def column(self, name: str) -> dict[str, float]:
        return {row: cells[name] for row, cells in self.cells.items()}


class Basis(NamedTuple):
    """Rows of a table, by its number; no methods or classes means all of them."""

    table: str
    methods: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Claim:
    """A sentence of a paper, where it stands, and the rows it rests on. A key is "paper.claim"."""

    key: str
    section: str
    quote: str
    basis: tuple[Basis, ...] = ()

    @property
    def paper(self) -> str:
        return self.key.partition(".")[0]


def grid(columns: Sequence[str], rows: Mapping[str, Sequence[float]]) -> dict[str, dict[str, float]]:
    """The cells of a table whose rows all have the same columns."""
    return {row: dict(zip(columns, numbers, strict=True)) for row, numbers in rows.items()}
