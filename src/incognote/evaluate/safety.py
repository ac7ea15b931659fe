"""What a data officer asks: which notes are safe, how much leaks, how much is spoilt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from incognote.evaluate.match import Comparison, bare_parts, covered
from incognote.evaluate.words import NOT_PHI, word_labels
from incognote.types import Span


@dataclass(frozen=True)
class Safety:
    """Counts of notes and words. A word leaks if a letter or digit of PHI in it is left bare."""

    notes: int
    clean_notes: int
    words: int
    phi_words: int
    leaked_words: int
    touched_words: int
    """Words that aren't PHI and would be taken out."""

    @property
    def other_words(self) -> int:
        return self.words - self.phi_words


def safety(comparisons: Iterable[Comparison]) -> Safety:
    notes = clean = words = phi = leaked = touched = 0
    for comparison in comparisons:
        lost = leaked_words(comparison)
        notes += 1
        clean += not lost
        words += len(comparison.places)
        phi += sum(label != NOT_PHI for label in comparison.gold_labels)
        leaked += len(lost)
        labels = zip(comparison.gold_labels, comparison.pred_labels, strict=True)
        touched += sum(gold == NOT_PHI != pred for gold, pred in labels)
    return Safety(notes, clean, words, phi, leaked, touched)


def leaked_words(comparison: Comparison) -> list[tuple[int, int]]:
    """The places of the words of a note that leak."""
    cover = covered(comparison.pred.spans)
    bare = [part for start, end in covered(comparison.gold.spans) for part in bare_parts(start, end, cover)]
    labels = word_labels([Span(start, end, "bare") for start, end in bare], comparison.places)
    return [place for place, label in zip(comparison.places, labels, strict=True) if label]
