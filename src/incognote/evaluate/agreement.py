"""Annotators against each other, and one, two, three of them against an adjudicated gold standard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from incognote.evaluate.confusion import Confusion, confusion
from incognote.evaluate.entities import STRICT, note_scores
from incognote.evaluate.match import Comparison, compare_all
from incognote.evaluate.scores import Score, total
from incognote.evaluate.sensitivity import sensitivity
from incognote.thesis import thesis_tags
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


@dataclass(frozen=True)
class NoteAgreement:
    """What one note adds to the agreement of two annotators."""

    words: Counter[tuple[str, str]]
    entities: Score


def agreement(one: Annotation, other: Annotation) -> Agreement:
    return agreement_over(map(note_agreement, compare_all(one, other)))


def note_agreement(comparison: Comparison) -> NoteAgreement:
    return NoteAgreement(confusion([comparison]).counts, total(note_scores([comparison], STRICT)))


def agreement_over(notes: Iterable[NoteAgreement]) -> Agreement:
    """The agreement of two annotators over some notes."""
    words, phi, entities = Counter[tuple[str, str]](), Counter[tuple[str, str]](), Score()
    for note in notes:
        words.update(note.words)
        entities += note.entities
    for (mine, theirs), number in words.items():
        phi[mine and "PHI", theirs and "PHI"] += number
    found = Confusion(words)
    return Agreement(Confusion(phi).kappa(), found.kappa(), found.phi().f, entities.f)


@dataclass(frozen=True)
class Together:
    """The sensitivity and PPV of each group of `people` annotators with their marks together (thesis, Table 2.1)."""

    people: int
    scores: tuple[Score, ...]

    @property
    def sensitivity(self) -> tuple[float, ...]:
        return tuple(score.recall for score in self.scores)

    @property
    def ppv(self) -> tuple[float, ...]:
        return tuple(score.precision for score in self.scores)


def together(gold: Annotation, annotators: Sequence[Annotation]) -> list[Together]:
    """One row for one annotator, one for each two, one for each three; a group is measured on notes that all have."""
    rows = []
    for people in range(1, min(3, len(annotators)) + 1):
        scores = []
        for group in combinations(annotators, people):
            shared = [doc for doc_id, doc in gold.items() if all(doc_id in notes for notes in group)]
            if shared:
                pairs = ((doc, united(doc, [notes[doc.id] for notes in group])) for doc in shared)
                scores.append(sensitivity(pairs).score())
        if scores:
            rows.append(Together(people, tuple(scores)))
    return rows


def united(gold: Document, docs: Sequence[Document]) -> Document:
    """All marks of several annotators; marks that overlap become one.

    Its label is that of the first mark in it that is of a kind the thesis counts, or of the first at all.
    """
    if len(docs) == 1:
        return docs[0]
    merged: list[Span] = []
    counts = False
    for span, tag in sorted(pair for doc in docs for pair in thesis_tags(doc)):
        if merged and span.start < merged[-1].end:
            last = merged[-1]
            label = span.label if tag and not counts else last.label
            merged[-1] = Span(last.start, max(last.end, span.end), label)
            counts = counts or bool(tag)
        else:
            merged.append(span)
            counts = bool(tag)
    return gold.with_spans(merged)
