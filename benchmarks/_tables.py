"""The tables of `accuracy.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from _counts import FIGURES, Figure, Note, fairly, has_labels
from _measured import CASES, Measured
from _scatter import scatter
from incognote.evaluate.scores import Score, total
from incognote.report.plots import Plot
from incognote.report.tables import TEXT, Column, Row, Table, Value, interval_column

Found = Mapping[str, Mapping[str, Sequence[Note]]]
"""By names of sets of notes, by engines. The first set is the corpus, by folds."""

ALPHA = 0.05
PRECISION, RECALL = FIGURES[:2]


def accuracy(found: Found, eponyms: Mapping[str, float], intervals: bool = False) -> Table:
    """One row an engine and set of notes; `eponyms` are of engines as they are shipped."""
    corpus = next(iter(found))
    rows: list[Row] = []
    for where, engines in found.items():
        for engine, notes in engines.items():
            cells = [cell for figure in FIGURES for cell in _cells(figure, fairly(notes), intervals)]
            rows.append((engine, where, *cells, None if where == corpus else eponyms[engine]))
    return Table(
        "accuracy",
        "Accuracy: " + "; ".join(f"{where}, {_size(engines)}" for where, engines in found.items() if engines),
        (Column("engine"), Column("notes", TEXT), *_columns(intervals), Column("eponyms", ".2%")),
        tuple(rows),
        f"{corpus}: each note labelled by an engine trained on other authors; other notes by the engine as shipped. "
        "Tokens: runs of Latin letters or of digits, found whatever the label. names: tokens of PATIENT and DOCTOR. "
        "strict: place and label of entities. clean notes: no letter or digit of PHI left bare. touched: tokens that "
        f"aren't PHI. eponyms: words of 400 terms of medicine that are touched.{_by_place(found)}",
    )


def _columns(intervals: bool) -> Iterator[Column]:
    for figure in FIGURES:
        yield Column(figure.name, figure.spec)
        if intervals:
            yield interval_column(f"interval of {figure.name}", ALPHA, figure.spec.replace(".4f", ".3f"))


def _cells(figure: Figure, notes: Sequence[Note], intervals: bool) -> list[Value]:
    return [figure.value(notes), figure.interval(notes)] if intervals else [figure.value(notes)]


def _size(engines: Mapping[str, Sequence[Note]]) -> str:
    return f"{len(next(iter(engines.values()))):,} notes"


def _by_place(found: Found) -> str:
    names = {engine for engines in found.values() for engine, notes in engines.items() if not has_labels(notes)}
    return f" {', '.join(sorted(names))}: strict F goes by place alone, for want of labels." if names else ""


def probes(shipped: Mapping[str, Measured]) -> Iterator[Table]:
    """A table for each probe that was asked for."""
    some = next(iter(shipped.values()), None)
    if some and some.cases:
        yield _cases(shipped)
    if some and some.cultures:
        yield _cultures(shipped, list(some.cultures))
    if some and some.ordinary.gold:
        yield _ordinary(shipped)


def _cases(shipped: Mapping[str, Measured]) -> Table:
    rows: list[Row] = []
    for engine, one in shipped.items():
        written = total(note.tokens for note in one.gold)
        cells = [cell for case in CASES for cell in _in_case(one.cases[case], written)]
        rows.append((engine, written.precision, written.recall, *cells))
    by_case = [
        Column(f"{name}, {case}", spec)
        for case in CASES
        for name, spec in (("precision", ".4f"), ("recall", ".4f"), ("points lost", ".1f"))
    ]
    return Table(
        "cases",
        "The same notes in capitals and in small letters",
        (Column("engine"), Column("precision", ".4f"), Column("recall", ".4f"), *by_case),
        tuple(rows),
        "points lost: of recall, against the notes as they were written.",
    )


def _in_case(score: Score, written: Score) -> tuple[float, float, float]:
    return score.precision, score.recall, 100 * (written.recall - score.recall)


def _cultures(shipped: Mapping[str, Measured], groups: Sequence[str]) -> Table:
    rows: list[Row] = []
    for engine, one in shipped.items():
        recalls = [one.cultures[group].recall for group in groups]
        rows.append((engine, *recalls, 100 * (max(recalls) - min(recalls))))
    words = min(one.cultures[group].gold for one in shipped.values() for group in groups)
    return Table(
        "cultures",
        f"The same sentences with names of eight groups: recall of at least {words:,} words of names each",
        (Column("engine"), *(Column(group, ".3f") for group in groups), Column("difference", ".1f")),
        tuple(rows),
        "difference: of the best and the worst group, in points.",
    )


def _ordinary(shipped: Mapping[str, Measured]) -> Table:
    return Table(
        "ordinary",
        "Ordinary text",
        (Column("engine"), Column("words"), Column("touched"), Column("share", ".2%")),
        tuple((engine, one.ordinary.gold, one.ordinary.tp, one.ordinary.recall) for engine, one in shipped.items()),
        "Words that aren't annotated as PHI. Where nothing is annotated, PHI is among what is touched.",
    )


def plot(found: Found) -> Plot:
    dots = [
        (engine, where, PRECISION.value(notes), RECALL.value(notes))
        for where, engines in found.items()
        for engine, notes in engines.items()
    ]
    return scatter(dots, "Recall against precision of tokens")
