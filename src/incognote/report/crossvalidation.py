"""Tables of recipes that were cross-validated on the same notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from incognote.config import EvaluateConfig
from incognote.evaluate.confusion import confusion
from incognote.evaluate.entities import note_scores, one_class, shared_classes
from incognote.evaluate.match import Comparison
from incognote.evaluate.safety import safety
from incognote.evaluate.scores import total
from incognote.evaluate.significance import bootstrap
from incognote.report.annotators import without_labels, word_scores, z_mark
from incognote.report.tables import Column, Row, Table, columns, interval_column, level
from incognote.report.words import prf_cells, prf_columns

Systems = Mapping[str, Sequence[Comparison]]


def crossvalidation_tables(
    folds: str, systems: Systems, seconds: Mapping[str, float], settings: EvaluateConfig
) -> list[Table]:
    """All figures of recipes over one kind of folds, and a test of each two; `folds` says which folds."""
    tests = [z_table(folds, systems, settings)] if len(systems) > 1 else []
    return [recipe_table(folds, systems, seconds, settings), *tests]


def recipe_table(folds: str, systems: Systems, seconds: Mapping[str, float], settings: EvaluateConfig) -> Table:
    rows: list[Row] = []
    for name, comparisons in systems.items():
        words = [confusion([comparison]).phi() for comparison in comparisons]
        strict = note_scores(comparisons, class_of=shared_classes(comparisons))
        interval = bootstrap(strict, lambda score: score.f, settings.alpha, settings.resamples, settings.seed)
        extent = total(note_scores(comparisons, class_of=one_class)).f
        found = safety(comparisons)
        clean = found.clean_notes / found.notes
        cells = total(strict).f, interval, extent, clean, seconds[name] or None
        rows.append((name, *prf_cells(words, settings), *cells))
    return Table(
        "recipes",
        f"Cross-validation, {folds}: words of PHI, strict entities, notes without a leak",
        (
            Column("recipe"),
            *prf_columns(settings.alpha),
            Column("strict F"),
            interval_column("interval of strict F", settings.alpha),
            Column("extent F"),
            Column("clean notes", ".1%"),
            Column("training seconds", ".1f", "training s"),
        ),
        tuple(rows),
        f"{level(settings.alpha)} intervals by drawing notes again. extent F: the same place, whatever the label. "
        f"training: seconds a fold.{without_labels(systems)}",
    )


def z_table(folds: str, systems: Systems, settings: EvaluateConfig) -> Table:
    scores = {name: word_scores(comparisons) for name, comparisons in systems.items()}
    rows: list[Row] = []
    for one, other in combinations(systems, 2):
        marks = [z_mark(*pair, settings.alpha) for pair in zip(scores[one], scores[other], strict=True)]
        rows.append((f"{one} / {other}", scores[one][0].f - scores[other][0].f, *marks))
    return Table(
        "recipe_tests",
        f"Two recipes, {folds}: does the F of words differ? (Uzuner 2008, section 8.2)",
        (Column("recipes"), Column("difference of F", "+.4f"), *columns("z", "other z", spec="+.2f")),
        tuple(rows),
        "z of the first F against the second, by the test of two proportions, for words of PHI and for other words; "
        f"* significant at {settings.alpha:g}.",
    )
