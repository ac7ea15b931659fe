"""A report in sections: text, tables and plots, written as one web page and as one Markdown page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TypeAlias

from incognote.report.page import head_html, table_html
from incognote.report.plots import Plot
from incognote.report.tables import TEXT, Table

Part: TypeAlias = str | Table | Plot
"""A paragraph, a table or a plot."""

_CODE = re.compile(r"`([^`]+)`")
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Section:
    title: str
    parts: Sequence[Part]


def write_report(folder: Path, name: str, title: str, sections: Sequence[Section]) -> None:
    """Write NAME.html, NAME.md and its plots, in place of those of an earlier report."""
    plots = folder / "plots"
    plots.mkdir(parents=True, exist_ok=True)
    for old in _plots_named(folder / f"{name}.md"):
        (plots / old).unlink(missing_ok=True)
    for section in sections:
        for part in section.parts:
            if isinstance(part, Plot):
                (plots / _file(part)).write_text(part.file(), "utf-8")
    (folder / f"{name}.html").write_text("".join(_html(title, sections)), "utf-8")
    (folder / f"{name}.md").write_text("".join(_markdown(title, sections)), "utf-8")


def _plots_named(report: Path) -> list[str]:
    """The files of an earlier report's plots."""
    return re.findall(r"\]\(plots/([\w-]+\.svg)\)", report.read_text("utf-8")) if report.exists() else []


def _file(plot: Plot) -> str:
    return _NOT_IN_NAMES.sub("-", plot.title.lower()).strip("-") + ".svg"


def _html(title: str, sections: Sequence[Section]) -> Iterator[str]:
    yield f"{head_html(title)}<h1>{escape(title)}</h1>\n"
    for section in sections:
        yield f'<h2 class="section">{escape(section.title)}</h2>\n'
        for part in section.parts:
            if isinstance(part, Table):
                yield table_html(part)
            else:
                yield part.figure() if isinstance(part, Plot) else _paragraph(part)
            yield "\n"
    yield "</body></html>\n"


def _paragraph(text: str) -> str:
    return "<p>" + _CODE.sub(r"<code>\1</code>", escape(text)) + "</p>"


def _markdown(title: str, sections: Sequence[Section]) -> Iterator[str]:
    yield f"# {title}\n"
    for section in sections:
        yield f"\n## {section.title}\n"
        for part in section.parts:
            if isinstance(part, Table):
                yield from markdown_table(part)
            else:
                yield f"\n![{part.title}](plots/{_file(part)})\n" if isinstance(part, Plot) else f"\n{part}\n"


def markdown_table(table: Table) -> Iterator[str]:
    """A table with its title and note, in pieces."""
    yield f"\n### {table.title}\n\n| {' | '.join(_cell(column.name) for column in table.columns)} |\n"
    rules = ("---" if column is table.columns[0] or column.spec == TEXT else "--:" for column in table.columns)
    yield f"|{'|'.join(rules)}|\n"
    for row in table.rows:
        cells = (_cell(column.show(value)) for column, value in zip(table.columns, row, strict=True))
        yield f"| {' | '.join(cells)} |\n"
    if table.note:
        yield f"\n{table.note}\n"


def _cell(text: str) -> str:
    return escape(text, quote=False).replace("|", "\\|")
