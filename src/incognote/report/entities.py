"""Tables of entities, as He 2015 prints them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from incognote.config import EvaluateConfig
from incognote.evaluate.entities import METRICS, STRICT, class_scores, note_scores
from incognote.evaluate.match import Comparison
from incognote.evaluate.mistakes import EXTENTS, KINDS, MISSING, SPURIOUS, TYPE, Mistake
from incognote.evaluate.scores import macro, total
from incognote.evaluate.significance import bootstrap
from incognote.labels import HIPAA_LABELS, main_category
from incognote.report.tables import (
    PRF,
    SPARSE,
    TEXT,
    Column,
    Row,
    Table,
    columns,
    in_order,
    interval_column,
    level,
    prf,
)


def level_table(comparisons: Sequence[Comparison], settings: EvaluateConfig) -> Table:
    rows: list[Row] = []
    for name, keep in (("i2b2", None), ("HIPAA", HIPAA_LABELS)):
        for metric in METRICS:
            notes = note_scores(comparisons, metric, keep)
            interval = bootstrap(notes, lambda score: score.f, settings.alpha, settings.resamples, settings.seed)
            rows.append((f"{name} {metric}", *prf(total(notes)), interval, *prf(macro(notes))))
    return Table(
        "entities",
        "Entities (He 2015, Table 3)",
        (
            Column("level"),
            *(Column(f"micro {column.name}", short=column.name) for column in PRF),
            interval_column("interval of micro F", settings.alpha, of=" of F"),
            *(Column(f"macro {column.name}", short=f"macro {column.name[0].upper()}") for column in PRF),
        ),
        tuple(rows),
        f"{level(settings.alpha)} intervals by drawing notes again. relaxed: the end may be off by two characters. "
        "token: pieces of an entity count. macro: mean over notes.",
    )


def type_table(comparisons: Sequence[Comparison], metric: str) -> Table:
    types = class_scores(comparisons, metric)
    mains = class_scores(comparisons, metric, class_of=main_category)
    hipaa = class_scores(comparisons, metric, HIPAA_LABELS, main_category)
    rows: list[Row] = []
    for main in in_order(mains):
        own = [label for label in in_order(types) if main_category(label) == main]
        named = [(label, types[label]) for label in own]
        if own != [main]:
            named.append(("overall", mains[main]))
        if main in hipaa and not HIPAA_LABELS.issuperset(own):
            named.append(("HIPAA", hipaa[main]))
        rows += ((main, name, score.gold, score.system, score.tp, *prf(score)) for name, score in named)
    return Table(
        "entity_types" if metric == STRICT else f"entity_types_{metric}",
        f"Entities by type, {metric} (He 2015, Table 4)",
        (Column("main category", short="main"), Column("type", TEXT), *columns("gold", "system", "agree"), *PRF),
        tuple(rows),
        "overall: a type confused with another of its main category counts as found. HIPAA: of its labels only.",
        detail=metric != STRICT,
    )


def group_table(mistakes: Sequence[Mistake]) -> Table:
    counts = Counter(mistake.kind for mistake in mistakes)
    return Table(
        "errors",
        "Mistakes in entities, strict (He 2015, Table 6)",
        (Column("group"), Column("number"), Column("share", ".2%")),
        tuple((f"{kind} error", counts[kind], counts[kind] / len(mistakes) if mistakes else None) for kind in KINDS),
    )


def extent_table(mistakes: Sequence[Mistake]) -> Table:
    counts = Counter((mistake.extent, mistake.span.label) for mistake in mistakes if mistake.extent)
    labels = in_order({label for _, label in counts})
    rows = [(extent, [counts[extent, label] for label in labels]) for extent in EXTENTS]
    rows.append(("total", [sum(counts[extent, label] for extent in EXTENTS) for label in labels]))
    return Table(
        "extents",
        "Extent mistakes by the type of what was found (He 2015, Table 8)",
        columns("extent", *labels, "total"),
        tuple((name, *numbers, sum(numbers)) for name, numbers in rows),
        "short: a part of the entity was found. long: more than the entity was found.",
        detail=True,
    )


def _abbreviated(labels: Sequence[str]) -> list[Column]:
    """A narrow column a label, named by as many first letters as tell it from the others; two at least."""
    begin_so = Counter(label[:size] for label in labels for size in range(2, len(label) + 1))

    def short(label: str) -> str:
        return next((label[:size] for size in range(2, len(label)) if begin_so[label[:size]] == 1), label)

    return [Column(label, SPARSE, short(label)) for label in labels]


def confusion_table(comparisons: Sequence[Comparison], mistakes: Sequence[Mistake]) -> Table:
    counts = Counter(
        (span.label, span.label) for pair in comparisons for span in set(pair.gold.spans) & set(pair.pred.spans)
    )
    counts.update(
        (mistake.gold.label if mistake.gold else SPURIOUS, mistake.pred.label if mistake.pred else MISSING)
        for mistake in mistakes
        if mistake.kind in (TYPE, MISSING, SPURIOUS)
    )
    labels = in_order({name for pair in counts for name in pair} - {MISSING, SPURIOUS})
    return Table(
        "type_confusion",
        "Entities found at the right place: gold type (rows) and found type (columns) (He 2015, Table 7)",
        (Column("gold"), *_abbreviated(labels), Column(MISSING, SPARSE)),
        tuple((gold, *(counts[gold, pred] for pred in (*labels, MISSING))) for gold in (*labels, SPURIOUS)),
        detail=True,
    )
