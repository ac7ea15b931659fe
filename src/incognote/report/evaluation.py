"""An evaluation: what was measured once, and its tables and JSON."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from incognote.config import EvaluateConfig
from incognote.evaluate.agreement import Annotation
from incognote.evaluate.entities import RELAXED, STRICT, TOKEN
from incognote.evaluate.match import Comparison
from incognote.evaluate.mistakes import Mistake, find_mistakes
from incognote.evaluate.sensitivity import Instance, Sensitivity, sensitivity
from incognote.report import annotators, entities, instances, words
from incognote.report.tables import Table
from incognote.types import Span


@dataclass(frozen=True)
class Evaluation:
    """One annotation against another: the notes, the mistakes of each, and the PHI instances of all."""

    comparisons: Sequence[Comparison]
    mistakes: Sequence[Sequence[Mistake]]
    instances: Sensitivity

    def tables(self, settings: EvaluateConfig, dictionary: Collection[str] = ()) -> list[Table]:
        """Every score; those marked as details come with --details, in JSON and on the page."""
        mistakes = [mistake for of_note in self.mistakes for mistake in of_note]
        return [
            words.safety_table(self.comparisons, settings),
            words.phi_table(self.comparisons, settings, dictionary),
            words.class_table(self.comparisons),
            words.confusion_table(self.comparisons),
            entities.level_table(self.comparisons, settings),
            *(entities.type_table(self.comparisons, metric) for metric in (STRICT, RELAXED, TOKEN)),
            entities.group_table(mistakes),
            entities.extent_table(mistakes),
            entities.confusion_table(self.comparisons, mistakes),
            instances.sensitivity_table(self.instances),
            instances.type_table(self.instances),
            instances.risk_table(self.instances),
        ]

    def lists(self) -> dict[str, Any]:
        """The mistakes, escaped PHI and false positives by place, without text."""
        mistakes = [
            {
                "id": pair.gold.id,
                "kind": mistake.kind,
                **({"extent": mistake.extent} if mistake.extent else {}),
                "gold": _place(mistake.gold) if mistake.gold else None,
                "found": _place(mistake.pred) if mistake.pred else None,
            }
            for pair, of_note in zip(self.comparisons, self.mistakes, strict=True)
            for mistake in of_note
        ]
        return {
            "mistakes": mistakes,
            "false_negatives": [_row(found) for found in self.instances.false_negatives],
            "false_positives": [_row(found) for found in self.instances.false_positives],
        }


def evaluate(comparisons: Sequence[Comparison]) -> Evaluation:
    mistakes = [find_mistakes(pair.gold, pair.pred) for pair in comparisons]
    return Evaluation(comparisons, mistakes, sensitivity((pair.gold, pair.pred) for pair in comparisons))


def comparison_tables(
    gold: Annotation, systems: Mapping[str, Sequence[Comparison]], engines: Collection[str], settings: EvaluateConfig
) -> list[Table]:
    """Several annotations of the same notes: each against the first and, of those by no engine, how they agree."""
    people = {
        name: {pair.pred.id: pair.pred for pair in pairs} for name, pairs in systems.items() if name not in engines
    }
    tables = [annotators.side_by_side_table(systems, settings)]
    if len(people) > 1:
        tables += [annotators.agreement_table(people), annotators.together_table(gold, list(people.values()))]
    return tables


def _row(found: Instance) -> dict[str, Any]:
    return {"id": found.doc_id, **_place(found.span), "thesis": found.tag or None}


def _place(span: Span) -> dict[str, Any]:
    return {"start": span.start, "end": span.end, "label": span.label}
