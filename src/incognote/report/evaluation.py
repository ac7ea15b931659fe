"""The tables of an evaluation: all scores of one annotation, or several annotations side by side."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from incognote.config import EvaluateConfig
from incognote.evaluate.agreement import Annotation
from incognote.evaluate.match import Comparison
from incognote.evaluate.mistakes import find_mistakes
from incognote.evaluate.sensitivity import sensitivity
from incognote.report import annotators, entities, instances, words
from incognote.report.tables import Table


def evaluation_tables(
    comparisons: Sequence[Comparison], settings: EvaluateConfig, dictionary: Collection[str] = ()
) -> list[Table]:
    """Every score of one annotation against another."""
    mistakes = [mistake for pair in comparisons for mistake in find_mistakes(pair.gold, pair.pred)]
    escaped = sensitivity((pair.gold, pair.pred) for pair in comparisons)
    return [
        words.safety_table(comparisons, settings),
        words.phi_table(comparisons, settings, dictionary),
        words.class_table(comparisons),
        words.confusion_table(comparisons),
        entities.level_table(comparisons, settings),
        entities.type_table(comparisons),
        entities.group_table(mistakes),
        entities.extent_table(mistakes),
        entities.confusion_table(comparisons, mistakes),
        instances.sensitivity_table(escaped),
        instances.type_table(escaped),
        instances.risk_table(escaped),
    ]


def comparison_tables(
    gold: Annotation, systems: Mapping[str, Sequence[Comparison]], settings: EvaluateConfig
) -> list[Table]:
    """Several annotations of the same notes: each against the first, as annotators, and put together."""
    people = {name: {pair.pred.id: pair.pred for pair in pairs} for name, pairs in systems.items()}
    return [
        annotators.side_by_side_table(systems, settings),
        annotators.agreement_table(people),
        annotators.together_table(gold, list(people.values())),
    ]
