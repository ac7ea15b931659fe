"""The table of an engine that was adapted: before and after, by cross-validation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from incognote.evaluate.confusion import Confusion, confusion
from incognote.evaluate.entities import note_scores, shared_classes
from incognote.evaluate.match import Comparison
from incognote.evaluate.safety import safety
from incognote.evaluate.scores import total
from incognote.evaluate.words import NOT_PHI
from incognote.labels import main_category
from incognote.report.tables import PRF, Column, Row, Table, prf

_NAME = "NAME"
COLUMNS = (
    Column("engine"),
    Column("threshold", ".2g"),
    *PRF,
    Column("recall of names", short="names"),
    Column("strict F"),
    Column("clean notes", ".1%"),
    Column("words touched", short="touched"),
)


def adapting_table(trials: Mapping[str, tuple[float, Sequence[Comparison]]], which: str, best: str | None) -> Table:
    """A row for each way in which the engine was tried, with its threshold; `which` are the notes, `best` is taken."""
    return Table(
        "adapting",
        f"Adapting, {which}: words of PHI, strict entities, notes without a leak",
        COLUMNS,
        tuple(
            _row(f"{way}  <- taken" if way == best else way, threshold, pairs)
            for way, (threshold, pairs) in trials.items()
        ),
        "recall of names: of their words, whatever the label. touched: words that aren't PHI and would be taken out.",
    )


def _row(way: str, threshold: float, pairs: Sequence[Comparison]) -> Row:
    words, found = confusion(pairs), safety(pairs)
    strict = total(note_scores(pairs, class_of=shared_classes(pairs))).f
    clean = found.clean_notes / found.notes
    return (way, threshold, *prf(words.phi()), names_recall(words), strict, clean, found.touched_words)


def names_recall(words: Confusion) -> float:
    """The share of the words of names that were found, whatever the label."""
    names = [(pred, number) for (gold, pred), number in words.counts.items() if main_category(gold) == _NAME]
    there = sum(number for _, number in names)
    return sum(number for pred, number in names if pred != NOT_PHI) / there if there else float("nan")
