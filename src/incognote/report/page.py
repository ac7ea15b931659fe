"""An evaluation as one web page that needs nothing else: plots, tables, and every mistake in its context.

The page quotes the notes, so it holds PHI and says so; it is written for its owner's eyes only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from incognote import __version__
from incognote.errors import OutputError
from incognote.evaluate.entities import class_scores
from incognote.evaluate.match import Comparison
from incognote.evaluate.mistakes import KINDS, Mistake, find_mistakes
from incognote.evaluate.safety import leaked_words
from incognote.evaluate.tokens import confusion
from incognote.evaluate.words import NOT_PHI
from incognote.labels import main_category
from incognote.report.plots import grouped_bars, heat_map, histogram
from incognote.report.tables import Table, in_order
from incognote.types import Document, Span

_CONTEXT = 60
_MOST_SHOWN = 1000
_WARNING = (
    "This page quotes the notes and holds protected health information. Keep it where the notes themselves may be kept."
)


def write_page(path: Path, title: str, tables: Sequence[Table], comparisons: Sequence[Comparison]) -> None:
    """Write the page, readable by its owner alone."""
    try:
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
            out.writelines(_page(title, tables, comparisons))
    except OSError as error:
        raise OutputError(f"{path} could not be written ({error.strerror}); choose another place") from None


def _page(title: str, tables: Sequence[Table], comparisons: Sequence[Comparison]) -> Iterator[str]:
    style = files("incognote").joinpath("data/report/page.css").read_text("utf-8")
    yield f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
    yield f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head><body>\n'
    yield f'<p class="warning" role="alert">{_WARNING}</p>\n<h1>{escape(title)}</h1>\n'
    yield f"<p>{len(comparisons):,} notes, measured by incognote {__version__}.</p>\n"
    if comparisons:
        yield f'<div class="plots">{"".join(_plots(comparisons))}</div>\n'
    yield from map(_table, tables)
    yield from _mistakes(comparisons)
    yield "</body></html>\n"


def _plots(comparisons: Sequence[Comparison]) -> Iterator[str]:
    mains = class_scores(comparisons, class_of=main_category)
    bars = [
        (name, {"precision": mains[name].precision, "recall": mains[name].recall, "F": mains[name].f})
        for name in in_order(mains)
    ]
    yield grouped_bars(bars, "Entities by main category, strict")
    found = confusion(comparisons, main_category)
    names = [NOT_PHI, *in_order(found.classes())]
    counts = [[found.counts[gold, pred] for pred in names] for gold in names]
    yield heat_map([name or "non-PHI" for name in names], counts, "Words: gold (rows) and found (columns)")
    yield histogram([len(leaked_words(pair)) for pair in comparisons], "Notes by number of leaked words")


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(column.name)}</th>" for column in table.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(c.show(v))}</td>" for c, v in zip(table.columns, row, strict=True)) + "</tr>\n"
        for row in table.rows
    )
    note = f"<p>{escape(table.note)}</p>" if table.note else ""
    return f"<h2>{escape(table.title)}</h2>\n<table><tr>{head}</tr>\n{rows}</table>{note}\n"


def _mistakes(comparisons: Sequence[Comparison]) -> Iterator[str]:
    by_kind: dict[str, list[tuple[Document, Mistake]]] = {kind: [] for kind in KINDS}
    for pair in comparisons:
        for mistake in find_mistakes(pair.gold, pair.pred):
            by_kind[mistake.kind].append((pair.gold, mistake))
    yield '<h2>Mistakes in context</h2>\n<p><mark class="gold">gold</mark> <mark class="pred">found</mark> '
    yield '<mark class="both">both</mark></p>\n'
    for kind, found in by_kind.items():
        yield f"<details><summary>{kind}: {len(found):,}</summary>\n"
        if len(found) > _MOST_SHOWN:
            yield f"<p>The first {_MOST_SHOWN:,} are shown.</p>"
        yield "<table><tr><th>note</th><th>from</th><th>gold</th><th>found</th><th>context</th></tr>\n"
        for doc, mistake in found[:_MOST_SHOWN]:
            cells = (doc.id, str(mistake.span.start), _label(mistake.gold), _label(mistake.pred))
            yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            yield f'<td class="context">{_context(doc, mistake)}</td></tr>\n'
        yield "</table></details>\n"


def _label(span: Span | None) -> str:
    return span.label if span else "–"


def _context(doc: Document, mistake: Mistake) -> str:
    """The words around a mistake, its gold and found stretches marked."""
    spans = [span for span in (mistake.gold, mistake.pred) if span]
    first = max(0, min(span.start for span in spans) - _CONTEXT)
    last = min(len(doc.text), max(span.end for span in spans) + _CONTEXT)
    cuts = sorted({first, last, *(place for span in spans for place in (span.start, span.end))})
    pieces = []
    for start, end in pairwise(cuts):
        text = escape(doc.text[start:end])
        kind = _kind(start, mistake)
        pieces.append(f'<mark class="{kind}">{text}</mark>' if kind else text)
    return "".join(pieces)


def _kind(at: int, mistake: Mistake) -> str:
    in_gold = mistake.gold is not None and mistake.gold.start <= at < mistake.gold.end
    in_pred = mistake.pred is not None and mistake.pred.start <= at < mistake.pred.end
    return {(True, True): "both", (True, False): "gold", (False, True): "pred"}.get((in_gold, in_pred), "")
