"""Annotators and engines measured against a gold standard, with exact intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from incognote.config import EvaluateConfig
from incognote.evaluate.agreement import Annotation, together
from incognote.evaluate.match import Comparison, compare
from incognote.evaluate.safety import safety
from incognote.evaluate.scores import Score, total
from incognote.evaluate.sensitivity import Sensitivity, label_scores, sensitivity
from incognote.evaluate.significance import Interval, exact_interval
from incognote.labels import main_category
from incognote.report.plots import Plot, grouped_bars, intervals
from incognote.report.tables import TEXT, Column, Row, Table, columns, in_order, interval_column, level
from incognote.types import Document
from incognote.wording import number


@dataclass(frozen=True, repr=False)
class System:
    """An annotator or engine: notes of the gold, each with what they found in it. Each measure is taken once."""

    pairs: Sequence[tuple[Document, Document]]

    @classmethod
    def of(cls, gold: Annotation, found: Annotation) -> System:
        """In the notes that both have."""
        return cls([(doc, found[doc_id]) for doc_id, doc in gold.items() if doc_id in found])

    @cached_property
    def found(self) -> Sensitivity:
        return sensitivity(self.pairs)

    @cached_property
    def score(self) -> Score:
        return self.found.score()

    @cached_property
    def comparisons(self) -> Sequence[Comparison]:
        return [compare(*pair) for pair in self.pairs]

    @cached_property
    def labels(self) -> Mapping[str, Score]:
        return label_scores(self.pairs)


def people_and_engines_table(
    gold: Annotation, people: Mapping[str, Annotation], engines: Mapping[str, System], settings: EvaluateConfig
) -> Table:
    """The thesis's Table 4.1: one, two, three people with their marks together, and engines."""
    rows: list[Row] = []
    for row in together(gold, list(people.values())):
        name = f"{row.people} {'person' if row.people == 1 else 'people'}"
        rows += _measures(name, row.scores, settings.alpha)
    for name, engine in engines.items():
        rows += _measures(name, [engine.score], settings.alpha) if engine.pairs else []
    return Table(
        "people_and_engines",
        "People and engines against the gold standard (Neamatullah 2006, Table 4.1)",
        (
            Column("who"),
            Column("measure", TEXT),
            *columns("min", "max", "mean"),
            interval_column("interval", settings.alpha),
        ),
        tuple(rows),
        f"Least, most, mean of all groups of so many; where there is one, its exact {level(settings.alpha)} interval."
        + _fewer_notes(gold, people, engines),
    )


def _fewer_notes(gold: Annotation, people: Mapping[str, Annotation], engines: Mapping[str, System]) -> str:
    """Who was measured on less than the whole gold."""
    told = [
        f" {name} looked at {len(engine.pairs):,} of the {number(len(gold), 'note')} and is measured on these alone."
        for name, engine in engines.items()
        if len(engine.pairs) < len(gold)
    ]
    if any(len(found.keys() & gold.keys()) < len(gold) for found in people.values()):
        told.insert(0, " A group of people is measured on the notes that all of it had.")
    return "".join(told)


def _measures(name: str, scores: Sequence[Score], alpha: float) -> list[Row]:
    rows: list[Row] = []
    for measure, share, interval in (
        ("sensitivity", _recall, _recall_interval),
        ("PPV", _precision, _precision_interval),
    ):
        values = [share(score) for score in scores]
        known = interval(scores[0], alpha) if len(scores) == 1 else None
        least, most = (min(values), max(values)) if len(values) > 1 else (None, None)
        rows.append((name, measure, least, most, sum(values) / len(values), known))
    return rows


def measured_table(systems: Mapping[str, System], settings: EvaluateConfig) -> Table:
    """A row an annotator or engine."""
    rows: list[Row] = []
    for name, system in systems.items():
        score, safe = system.score, safety(system.comparisons)
        rows.append(
            (
                *(name, len(system.pairs), score.gold, score.tp, score.fp),
                *(score.recall, _recall_interval(score, settings.alpha)),
                *(score.precision, _precision_interval(score, settings.alpha)),
                safe.clean_notes / safe.notes if safe.notes else None,
                exact_interval(safe.clean_notes, safe.notes, settings.alpha) if safe.notes else None,
            )
        )
    return Table(
        "measured",
        "Each annotator and engine against the gold standard",
        (
            Column("who"),
            *columns("notes", "PHI", "identified", "false positives"),
            *(Column("sensitivity"), interval_column("interval of sensitivity", settings.alpha)),
            *(Column("PPV"), interval_column("interval of PPV", settings.alpha)),
            Column("notes without a leak", ".1%"),
            interval_column("interval of those", settings.alpha, ".1%"),
        ),
        tuple(rows),
        "Without professions, organisations and ages under 90, which the thesis doesn't identify; a note is without a "
        f"leak if no word of any PHI is left bare. Exact {level(settings.alpha)} intervals.",
    )


def label_table(system: System, settings: EvaluateConfig) -> Table:
    """What one of them found of each label."""
    scores = system.labels
    rows = [(label, scores[label]) for label in in_order(scores)]
    return Table(
        "found_by_label",
        "Found by label",
        (
            *columns("label", "PHI", "identified", "escaped"),
            *(Column("sensitivity"), interval_column("interval", settings.alpha)),
            Column("false positives"),
        ),
        tuple(
            (
                *(label, score.gold, score.tp, score.fn, score.tp / score.gold if score.gold else None),
                *(_recall_interval(score, settings.alpha), score.fp),
            )
            for label, score in [*rows, ("all", total(scores.values()))]
        ),
        f"PHI is identified if all its letters and digits are covered. Exact {level(settings.alpha)} intervals.",
    )


def sensitivity_plot(systems: Mapping[str, System], settings: EvaluateConfig) -> Plot:
    rows = [
        (
            name,
            {
                "sensitivity": (score.recall, _recall_interval(score, settings.alpha)),
                "PPV": (score.precision, _precision_interval(score, settings.alpha)),
            },
        )
        for name, score in ((name, system.score) for name, system in systems.items())
    ]
    return intervals(rows, f"Sensitivity and PPV with exact {level(settings.alpha)} intervals")


def categories_plot(systems: Mapping[str, System]) -> Plot:
    """Of each main category, how much each of them identified."""
    by_main: dict[str, dict[str, Score]] = {}
    for name, system in systems.items():
        for label, score in system.labels.items():
            of_main = by_main.setdefault(main_category(label), dict.fromkeys(systems, Score()))
            of_main[name] += score
    rows = [
        (main, {name: _recall(score) for name, score in by_main[main].items()})
        for main in in_order(by_main)
        if any(score.gold for score in by_main[main].values())
    ]
    return grouped_bars(rows, "Sensitivity by main category")


def _recall(score: Score) -> float:
    return score.recall


def _precision(score: Score) -> float:
    return score.precision


def _recall_interval(score: Score, alpha: float) -> Interval | None:
    return exact_interval(score.tp, score.gold, alpha) if score.gold else None


def _precision_interval(score: Score, alpha: float) -> Interval | None:
    return exact_interval(score.tp, score.system, alpha) if score.system else None
