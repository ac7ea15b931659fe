"""The thesis's statistics: sensitivity, positive predictive value, false negatives by type and risk.

A PHI counts as identified if every letter and digit of it is covered, whatever the label. A span counts as a false
positive if it touches no PHI. Spans of kinds that the thesis doesn't identify (see `thesis_tags`) are listed, but don't
count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from incognote.evaluate.match import Overlaps, covered, leaks
from incognote.evaluate.scores import Score
from incognote.evaluate.words import word_places
from incognote.thesis import RISKS, TAGS, thesis_tags
from incognote.types import Document, Span


class Instance(NamedTuple):
    """A span of a note, and the thesis's tag for it: "" if it has none."""

    doc_id: str
    span: Span
    tag: str


@dataclass
class Sensitivity:
    """What was identified and what escaped, by the thesis's types; the lists hold the other types too."""

    notes: int = 0
    words: int = 0
    identified: Counter[str] = field(default_factory=Counter)
    escaped: Counter[str] = field(default_factory=Counter)
    false_positives: list[Instance] = field(default_factory=list)
    false_negatives: list[Instance] = field(default_factory=list)

    def score(self) -> Score:
        return Score(
            self.identified.total(), sum(bool(found.tag) for found in self.false_positives), self.escaped.total()
        )

    @property
    def sensitivity(self) -> float:
        return self.score().recall

    @property
    def ppv(self) -> float:
        return self.score().precision

    def per_10_000_words(self) -> float:
        return 10_000 * self.escaped.total() / self.words if self.words else 0.0

    def per_note(self) -> float:
        return self.escaped.total() / self.notes if self.notes else 0.0

    def by_risk(self) -> dict[str, int]:
        """Table 4.4: escaped PHI by the risk of each type."""
        return {risk: sum(self.escaped[tag] for tag in tags) for risk, tags in RISKS.items()}

    def types(self) -> list[str]:
        return [tag for tag in TAGS if self.identified[tag] + self.escaped[tag]]

    def add(self, gold: Document, pred: Document) -> None:
        self.notes += 1
        self.words += len(word_places(gold.text))
        cover = covered(pred.spans)
        for span, tag in sorted(set(thesis_tags(gold))):
            escapes = leaks(gold.text, span.start, span.end, cover)
            if escapes:
                self.false_negatives.append(Instance(gold.id, span, tag))
            if tag:
                (self.escaped if escapes else self.identified)[tag] += 1
        phi = Overlaps(gold.spans)
        for span, tag in sorted(set(thesis_tags(pred))):
            if not phi.of(span):
                self.false_positives.append(Instance(gold.id, span, tag))


def label_scores(pairs: Iterable[tuple[Document, Document]]) -> dict[str, Score]:
    """Of each label: gold spans that are covered, whatever the label, and that aren't; spans that touch no PHI."""
    sums: dict[str, Score] = {}
    for gold, pred in pairs:
        cover, phi = covered(pred.spans), Overlaps(gold.spans)
        for span in set(gold.spans):
            escapes = leaks(gold.text, span.start, span.end, cover)
            sums[span.label] = sums.get(span.label, Score()) + Score(tp=not escapes, fn=escapes)
        for span in set(pred.spans):
            if not phi.of(span):
                sums[span.label] = sums.get(span.label, Score()) + Score(fp=1)
    return sums


def sensitivity(pairs: Iterable[tuple[Document, Document]]) -> Sensitivity:
    result = Sensitivity()
    for gold, pred in pairs:
        result.add(gold, pred)
    return result
