"""A report to print: its content once, shown as a web page or as PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from incognote.report.tables import TEXT, Table

Part: TypeAlias = str | Table | tuple[str, ...]
"""A paragraph, a table, or the points of a list."""


@dataclass(frozen=True)
class Section:
    heading: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Paper:
    """A title, the lines below it, and sections."""

    title: str
    lines: tuple[str, ...]
    sections: tuple[Section, ...]


_STYLE = """
body { font: 15px/1.5 "Source Sans Pro", system-ui, sans-serif; color: #1d2530; background: #fff; max-width: 60rem;
  margin: 2rem auto; padding: 0 1.2rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; }
h2 { font-size: 1.2rem; margin-top: 2rem; border-bottom: 1px solid #d5dae1; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; } .lines { color: #5a6675; margin: 0 0 1.5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { border-bottom: 1px solid #d5dae1; padding: .2rem .6rem; text-align: right; vertical-align: top; }
th:first-child, td:first-child, .text { text-align: left; } thead th { color: #5a6675; } tbody th { font-weight: 400; }
td, th { overflow-wrap: break-word; } .note { color: #5a6675; font-size: .85rem; margin: .3rem 0 0; }
@page { margin: 18mm; @bottom-right { content: counter(page) " / " counter(pages); } }
@media print { body { margin: 0; max-width: none; font-size: 10.5pt; } h2, h3 { break-after: avoid; }
  tr { break-inside: avoid; } thead { display: table-header-group; } }
"""


def paper_html(paper: Paper) -> str:
    """A page that needs nothing else."""
    head = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(paper.title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head>\n<body>\n'
    )
    lines = "<br>\n".join(map(escape, paper.lines))
    body = "".join(_section(section) for section in paper.sections)
    return f'{head}<h1>{escape(paper.title)}</h1>\n<p class="lines">{lines}</p>\n{body}</body></html>\n'


def _section(section: Section) -> str:
    return f"<section>\n<h2>{escape(section.heading)}</h2>\n{''.join(map(_part, section.parts))}</section>\n"


def _part(part: Part) -> str:
    if isinstance(part, str):
        return f"<p>{escape(part)}</p>\n"
    if isinstance(part, Table):
        return _table(part)
    points = "".join(f"<li>{escape(point)}</li>\n" for point in part)
    return f"<ul>\n{points}</ul>\n"


def _table(table: Table) -> str:
    kinds = [' class="text"' if column.spec == TEXT else "" for column in table.columns]
    names = (
        f'<th scope="col"{kind}>{escape(column.name)}</th>' for column, kind in zip(table.columns, kinds, strict=True)
    )
    rows = "".join(f"<tr>{''.join(_cells(row, kinds))}</tr>\n" for row in shown_rows(table))
    note = f'<p class="note">{escape(table.note)}</p>\n' if table.note else ""
    title = f"<h3>{escape(table.title)}</h3>\n" if table.title else ""
    return f"{title}<table><thead><tr>{''.join(names)}</tr></thead>\n<tbody>\n{rows}</tbody></table>\n{note}"


def shown_rows(table: Table) -> Iterator[list[str]]:
    """The rows of a table as they are shown."""
    for row in table.rows:
        yield [column.show(value) for column, value in zip(table.columns, row, strict=True)]


def _cells(row: Sequence[str], kinds: Sequence[str]) -> Iterator[str]:
    first, *others = row
    yield f'<th scope="row">{escape(first)}</th>'
    yield from (f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(others, kinds[1:], strict=True))
