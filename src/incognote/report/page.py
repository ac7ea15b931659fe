"""An evaluation as one web page that needs nothing else: plots, tables, and the mistakes in their context.

The page quotes the notes, so it holds PHI and says so; it is written for its owner's eyes only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from incognote import __version__
from incognote.evaluate.confusion import confusion
from incognote.evaluate.entities import class_scores
from incognote.evaluate.match import Comparison, Overlaps
from incognote.evaluate.mistakes import KINDS
from incognote.evaluate.safety import leaked_words
from incognote.evaluate.words import NOT_PHI
from incognote.labels import main_category
from incognote.report.evaluation import Evaluation
from incognote.report.plots import Plot, grouped_bars, heat_map, histogram
from incognote.report.tables import TEXT, Row, Table, in_order
from incognote.types import Document, Span

_AROUND = 60
_MOST_SHOWN = 1000
_ESCAPED = "PHI of which a letter or digit is left bare"
_IN_VAIN = "found where no PHI is"
_WARNING = (
    "This page quotes the notes and holds protected health information. Keep it where the notes themselves may be kept."
)


def write_page(
    path: Path, title: str, tables: Sequence[Table], evaluation: Evaluation, set_aside: Sequence[str] = ()
) -> None:
    """Write the page to a new file, readable by its owner alone; it lists what had to be left out."""
    path.touch(0o600, exist_ok=False)
    with path.open("w", encoding="utf-8", errors="backslashreplace") as out:
        out.writelines(_page(title, tables, evaluation, set_aside))


def _page(title: str, tables: Sequence[Table], evaluation: Evaluation, set_aside: Sequence[str]) -> Iterator[str]:
    yield head_html(title)
    yield f'<p class="warning" role="alert">{_WARNING}</p>\n<h1>{escape(title)}</h1>\n'
    yield f"<p>{len(evaluation.comparisons):,} notes, measured by incognote {__version__}.</p>\n"
    if set_aside:
        yield f"<p>Set aside, and not in any figure: {len(set_aside):,}.</p>\n<ul>"
        yield from (f"<li>{escape(problem)}</li>\n" for problem in set_aside)
        yield "</ul>\n"
    yield f'<div class="plots">{"".join(plot.figure() for plot in _plots(evaluation.comparisons))}</div>\n'
    yield from map(table_html, tables)
    yield from _mistakes(evaluation)
    yield "</body></html>\n"


def head_html(title: str) -> str:
    """The beginning of a page, up to its body."""
    style = files("incognote").joinpath("data/report/page.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head><body>\n'
    )


def _plots(comparisons: Sequence[Comparison]) -> Iterator[Plot]:
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


def table_html(table: Table) -> str:
    kinds = [' class="text"' if column.spec == TEXT else "" for column in table.columns]
    head = "".join(f"<th{kind}>{escape(column.name)}</th>" for column, kind in zip(table.columns, kinds, strict=True))
    rows = "".join(f"<tr>{''.join(_cells(table, row, kinds))}</tr>\n" for row in table.rows)
    note = f"<p>{escape(table.note)}</p>" if table.note else ""
    return f"<h2>{escape(table.title)}</h2>\n<table><tr>{head}</tr>\n{rows}</table>{note}\n"


def _cells(table: Table, row: Row, kinds: Sequence[str]) -> Iterator[str]:
    for column, value, kind in zip(table.columns, row, kinds, strict=True):
        yield f"<td{kind}>{escape(column.show(value))}</td>"


def _mistakes(evaluation: Evaluation) -> Iterator[str]:
    """Escaped PHI and false positives first, then the groups of strict mistakes; each in its context."""
    groups: dict[str, list[_Place]] = {_ESCAPED: [], _IN_VAIN: [], **{f"{kind} mistakes": [] for kind in KINDS}}
    contexts = {pair.gold.id: _Context.of(pair) for pair in evaluation.comparisons}
    groups[_ESCAPED] = [_Place(contexts[i], span, span, None) for i, span, _ in evaluation.instances.false_negatives]
    groups[_IN_VAIN] = [_Place(contexts[i], span, None, span) for i, span, _ in evaluation.instances.false_positives]
    for pair, mistakes in zip(evaluation.comparisons, evaluation.mistakes, strict=True):
        for mistake in mistakes:
            place = _Place(contexts[pair.gold.id], mistake.span, mistake.gold, mistake.pred)
            groups[f"{mistake.kind} mistakes"].append(place)
    yield '<h2>Mistakes in context</h2>\n<p><mark class="gold">gold</mark> <mark class="pred">found</mark> '
    yield '<mark class="both">both</mark></p>\n'
    for name, places in groups.items():
        yield f"<details><summary>{name}: {len(places):,}</summary>\n"
        if len(places) > _MOST_SHOWN:
            yield f"<p>The first {_MOST_SHOWN:,} are shown.</p>"
        yield "<table><tr><th>note</th><th>from</th><th>gold</th><th>found</th><th>context</th></tr>\n"
        yield from map(_mistake_row, places[:_MOST_SHOWN])
        yield "</table></details>\n"


@dataclass(frozen=True)
class _Context:
    """A note and what is marked in it."""

    doc: Document
    gold: Overlaps
    pred: Overlaps

    @classmethod
    def of(cls, pair: Comparison) -> _Context:
        return cls(pair.gold, Overlaps(pair.gold.spans), Overlaps(pair.pred.spans))


class _Place(NamedTuple):
    """Where a mistake is in a note, and the entity and the found span that it is about."""

    context: _Context
    span: Span
    gold: Span | None
    pred: Span | None


def _mistake_row(place: _Place) -> str:
    labels = (span.label if span else "–" for span in (place.gold, place.pred))
    cells = (place.context.doc.id, str(place.span.start), *labels)
    shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr>{shown}<td class="context">{_marked(place)}</td></tr>\n'


def _marked(place: _Place) -> str:
    """The words around a mistake with all that is gold and all that was found; the mistake itself is underlined."""
    doc = place.context.doc
    window = Span(max(0, place.span.start - _AROUND), min(len(doc.text), place.span.end + _AROUND), "-")
    gold, pred = place.context.gold.of(window), place.context.pred.of(window)
    edges = {at for span in (*gold, *pred, place.span) for at in (span.start, span.end)}
    cuts = sorted({window.start, window.end, *(at for at in edges if window.start < at < window.end)})
    return "".join(_piece(doc.text[start:end], start, gold, pred, place.span) for start, end in pairwise(cuts))


def _piece(text: str, at: int, gold: Sequence[Span], pred: Sequence[Span], mistake: Span) -> str:
    in_gold, in_pred = (any(span.start <= at < span.end for span in spans) for spans in (gold, pred))
    shown = f"<u>{escape(text)}</u>" if mistake.start <= at < mistake.end else escape(text)
    if not in_gold and not in_pred:
        return shown
    kind = "both" if in_gold and in_pred else "gold" if in_gold else "pred"
    return f'<mark class="{kind}">{shown}</mark>'
