"""Tables of what a corpus holds, as Uzuner 2008 prints them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from incognote.evaluate.describe import Counts
from incognote.evaluate.words import NOT_PHI
from incognote.labels import main_category
from incognote.report.tables import NOT_PHI_NAME, TEXT, Column, Row, Table, columns, in_order


def corpus_tables(counts: Counts, dictionaries: Mapping[str, frozenset[str]] | None = None) -> list[Table]:
    """Size, PHI and words by label (Table 1), ambiguous words (Table 2), overlap with dictionaries (Table 3)."""
    tables = [_size(counts), _by_label(counts), _ambiguous(counts)]
    return [*tables, _overlap(counts, dictionaries)] if dictionaries else tables


def _size(counts: Counts) -> Table:
    words = counts.words.total()
    rows: list[Row] = [
        ("notes", counts.notes),
        ("notes without PHI", counts.clean_notes),
        ("characters", counts.characters),
        ("words", words),
        ("PHI", counts.phi.total()),
        ("words of PHI", words - counts.words_with(NOT_PHI)),
    ]
    return Table("size", "Size", columns("what", "number"), tuple(rows))


def _by_label(counts: Counts) -> Table:
    rows: list[Row] = []
    for label in (*in_order(counts.labels()), NOT_PHI):
        words = counts.words_with(label)
        main = main_category(label) if label else NOT_PHI_NAME
        rows.append((label or NOT_PHI_NAME, main, counts.phi[label], words, _share(words, counts.words.total())))
    return Table(
        "words",
        "PHI and words by label (Uzuner 2008, Table 1)",
        (Column("label"), Column("main category", TEXT), *columns("PHI", "words"), Column("of all words", ".2%")),
        tuple(rows),
    )


def _ambiguous(counts: Counts) -> Table:
    ambiguous = counts.ambiguous_words()
    found: Counter[str] = Counter()
    for (word, label), number in counts.words.items():
        found[label] += number * (word in ambiguous)
    rows = [
        (label or NOT_PHI_NAME, found[label], words, _share(found[label], words))
        for label in (NOT_PHI, *in_order(counts.labels()))
        for words in [counts.words_with(label)]
    ]
    return Table(
        "ambiguous",
        "Words that are PHI in one place and not in another (Uzuner 2008, Table 2)",
        (*columns("label", "ambiguous words", "words"), Column("share", ".1%")),
        tuple(rows),
    )


def _overlap(counts: Counts, dictionaries: Mapping[str, frozenset[str]]) -> Table:
    rows: list[Row] = []
    for label in (NOT_PHI, *in_order(counts.labels())):
        own = [(word, number) for (word, found), number in counts.words.items() if found == label]
        whole = sum(number for _, number in own)
        parts = [sum(number for word, number in own if word in words) for words in dictionaries.values()]
        rows.append((label or NOT_PHI_NAME, whole, *(_share(part, whole) for part in parts)))
    return Table(
        "dictionaries",
        "Share of words that a dictionary has (Uzuner 2008, Table 3)",
        (*columns("label", "words"), *columns(*dictionaries, spec=".2%")),
        tuple(rows),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
