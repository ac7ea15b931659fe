"""Annotators against each other, and one, two, three of them against an adjudicated gold standard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from incognote.evaluate.confusion import confusion
from incognote.evaluate.entities import STRICT, note_scores
from incognote.evaluate.match import compare_all
from incognote.evaluate.scores import total
from incognote.evaluate.sensitivity import sensitivity
from incognote.types import Document, Span

Annotation = Mapping[str, Document]
"""One annotator's notes by id."""


@dataclass(frozen=True)
class Agreement:
    """How two annotators agree: on which words are PHI, on their labels, on entities. Symmetric."""

    kappa_phi: float
    kappa_labels: float
    word_f: float
    strict_f: float


def agreement(one: Annotation, other: Annotation) -> Agreement:
    comparisons = compare_all(one, other)
    words = confusion(comparisons)
    return Agreement(
        confusion(comparisons, class_of=lambda _: "PHI").kappa(),
        words.kappa(),
        words.phi().f,
        total(note_scores(comparisons, STRICT)).f,
    )


@dataclass(frozen=True)
class Together:
    """The sensitivity and PPV of each group of `people` annotators with their marks together (thesis, Table 2.1)."""

    people: int
    sensitivity: tuple[float, ...]
    ppv: tuple[float, ...]


def together(gold: Annotation, annotators: Sequence[Annotation]) -> list[Together]:
    """One row for one annotator, one for each two, one for each three."""
    rows = []
    for people in range(1, min(3, len(annotators)) + 1):
        results = [
            sensitivity((doc, _union(doc, [notes[doc_id] for notes in group])) for doc_id, doc in gold.items())
            for group in combinations(annotators, people)
        ]
        rows.append(
            Together(people, tuple(result.sensitivity for result in results), tuple(result.ppv for result in results))
        )
    return rows


def _union(gold: Document, docs: Sequence[Document]) -> Document:
    """All marks of several annotators; marks that overlap become one with the label of the first."""
    merged: list[Span] = []
    for span in sorted(span for doc in docs for span in doc.spans):
        if merged and span.start < merged[-1].end:
            last = merged[-1]
            merged[-1] = Span(last.start, max(last.end, span.end), last.label)
        else:
            merged.append(span)
    return gold.with_spans(merged)
