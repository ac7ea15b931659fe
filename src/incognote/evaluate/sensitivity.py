"""The thesis's statistics: sensitivity, positive predictive value, false negatives by type and risk.

A PHI counts as identified if every letter and digit of it is covered, whatever the label. A span counts as a false
positive if it touches no PHI; spans of kinds that the thesis doesn't identify (see `thesis_tags`) don't count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from incognote.evaluate.match import Overlaps, covered, leaks
from incognote.evaluate.scores import Score
from incognote.evaluate.words import word_places
from incognote.thesis import RISKS, TAGS, thesis_tags
from incognote.types import Document, Span


@dataclass
class Sensitivity:
    """What was identified and what escaped, by the thesis's types."""

    notes: int = 0
    words: int = 0
    identified: Counter[str] = field(default_factory=Counter)
    escaped: Counter[str] = field(default_factory=Counter)
    false_positives: list[tuple[str, Span]] = field(default_factory=list)
    false_negatives: list[tuple[str, Span]] = field(default_factory=list)
    """The lists pair a note's id with the span."""

    def score(self) -> Score:
        return Score(self.identified.total(), len(self.false_positives), self.escaped.total())

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
            if tag and leaks(gold.text, span.start, span.end, cover):
                self.escaped[tag] += 1
                self.false_negatives.append((gold.id, span))
            elif tag:
                self.identified[tag] += 1
        phi = Overlaps(gold.spans)
        for span, tag in sorted(set(thesis_tags(pred))):
            if tag and not phi.of(span):
                self.false_positives.append((gold.id, span))


def sensitivity(pairs: Iterable[tuple[Document, Document]]) -> Sensitivity:
    result = Sensitivity()
    for gold, pred in pairs:
        result.add(gold, pred)
    return result
