"""Tables of words: what is safe, PHI against the rest, each class."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from incognote.config import EvaluateConfig
from incognote.evaluate.confusion import Confusion, ambiguous_words, confusion
from incognote.evaluate.match import Comparison
from incognote.evaluate.safety import safety
from incognote.evaluate.scores import Score, total
from incognote.evaluate.significance import bootstrap, exact_interval
from incognote.evaluate.words import NOT_PHI
from incognote.labels import main_category
from incognote.report.tables import (
    NOT_PHI_NAME,
    PRF,
    RATE,
    TEXT,
    Column,
    Row,
    Table,
    Value,
    columns,
    in_order,
    interval_column,
    level,
    prf,
)

_MEASURES: dict[str, Callable[[Score], float]] = {
    "precision": lambda score: score.precision,
    "recall": lambda score: score.recall,
    "F": lambda score: score.f,
}


def safety_table(comparisons: Sequence[Comparison], settings: EvaluateConfig) -> Table:
    found = safety(comparisons)
    rows = (
        ("notes without a leak", found.clean_notes, found.notes, 100),
        ("words of PHI leaked", found.leaked_words, found.phi_words, 100),
        ("leaks among all words", found.leaked_words, found.words, 10_000),
        ("other words touched", found.touched_words, found.other_words, 100),
    )
    return Table(
        "safety",
        "What a data officer asks",
        (
            *columns("question", "number", "of"),
            Column("rate", RATE),
            interval_column("interval", settings.alpha, RATE),
            Column("unit", TEXT),
        ),
        tuple(_share_row(*row, settings.alpha) for row in rows),
        "A word leaks if a letter or digit of PHI in it is left bare. Exact binomial intervals.",
    )


def _share_row(what: str, part: int, whole: int, per: int, alpha: float) -> Row:
    unit = "%" if per == 100 else f"per {per:,}"
    if not whole:
        return what, part, whole, None, None, unit
    low, high = exact_interval(part, whole, alpha)
    return what, part, whole, per * part / whole, (per * low, per * high), unit


def phi_table(comparisons: Sequence[Comparison], settings: EvaluateConfig, dictionary: Collection[str]) -> Table:
    ambiguous = ambiguous_words(comparisons)
    rows = [
        *_phi_rows("all", comparisons, None, settings),
        *_phi_rows("ambiguous", comparisons, ambiguous.__contains__, settings),
    ]
    if dictionary:
        rows += _phi_rows("in no dictionary", comparisons, lambda word: word not in dictionary, settings)
    return Table(
        "words",
        "Words: PHI against the rest",
        (Column("words"), Column("gold words", short="gold"), *prf_columns(settings.alpha)),
        tuple(rows),
        f"{level(settings.alpha)} intervals by drawing notes again. "
        "A word is ambiguous if the gold has it both as PHI and as something else.",
    )


def _phi_rows(
    name: str, comparisons: Sequence[Comparison], words: Callable[[str], bool] | None, settings: EvaluateConfig
) -> list[Row]:
    notes = [confusion([comparison], words=words) for comparison in comparisons]
    rows: list[Row] = []
    for kind, scores in (
        ("PHI", [note.phi() for note in notes]),
        (NOT_PHI_NAME, [note.not_phi() for note in notes]),
    ):
        rows.append((f"{kind}, {name}", total(scores).gold, *prf_cells(scores, settings)))
    return rows


def prf_columns(alpha: float) -> list[Column]:
    """Precision, recall and F, each with its interval."""
    return [column for name in _MEASURES for column in (Column(name), interval_column(f"interval of {name}", alpha))]


def prf_cells(notes: Sequence[Score], settings: EvaluateConfig) -> list[Value]:
    """What goes into these columns, from the scores of notes."""
    cells: list[Value] = []
    for measure in _MEASURES.values():
        interval = bootstrap(notes, measure, settings.alpha, settings.resamples, settings.seed)
        cells += [measure(total(notes)), interval]
    return cells


def class_table(comparisons: Sequence[Comparison]) -> Table:
    found = confusion(comparisons)
    scores = found.scores()
    rows = [*((name, scores[name]) for name in in_order(found.classes())), (NOT_PHI_NAME, found.not_phi())]
    return Table(
        "word_classes",
        "Words: each class (Uzuner 2008, Table 20)",
        (*columns("class", "gold words", "found words"), *PRF),
        tuple((name, score.gold, score.system, *prf(score)) for name, score in rows),
        detail=True,
    )


def confusion_table(comparisons: Sequence[Comparison]) -> Table:
    found: Confusion = confusion(comparisons, main_category)
    names = [NOT_PHI, *in_order(found.classes())]
    return Table(
        "word_confusion",
        "Words: gold class (rows) and found class (columns) (Uzuner 2008, Table 21)",
        columns("gold", *(name or NOT_PHI_NAME for name in names)),
        tuple((gold or NOT_PHI_NAME, *(found.counts[gold, pred] for pred in names)) for gold in names),
        detail=True,
    )
