"""Folds for cross-validation: by author, so that a learner meets notes of a style that it never saw, or at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from incognote.errors import ConfigError

if TYPE_CHECKING:
    from incognote.types import Document

AUTHOR, RANDOM = "author", "random"
KINDS = (AUTHOR, RANDOM)

_SEED = 2006


def author(doc: Document) -> str:
    """The part of a note's id before the hyphen."""
    return doc.id.partition("-")[0]


def has_authors(docs: Sequence[Document]) -> bool:
    """Whether ids name several authors; where each note has one of its own, they name notes."""
    return 1 < len({author(doc) for doc in docs}) < len(docs)


def folds_by(kind: str, docs: Sequence[Document], folds: int) -> list[list[int]]:
    """Folds of a kind: by author or random."""
    return author_folds(docs, folds) if kind == AUTHOR else random_folds(len(docs), folds)


def author_folds(docs: Sequence[Document], folds: int) -> list[list[int]]:
    """Notes in at most so many folds of nearly the same size, all notes of an author in one; numbers of notes."""
    _require_enough(len(docs), folds)
    authors = [author(doc) for doc in docs]
    if len(set(authors)) < 2:
        raise ConfigError("all notes are of one author, by the part of their ids before the hyphen; use random folds")
    return _grouped(authors, folds)


def patient_folds(docs: Sequence[Document], folds: int) -> list[list[int]]:
    """Notes in at most so many folds of nearly the same size, all notes of a patient that is known in one."""
    _require_enough(len(docs), folds)
    patients = [f"patient {doc.patient}" if doc.patient else f"note {number}" for number, doc in enumerate(docs)]
    if len(set(patients)) < 2:
        raise ConfigError("all notes are of one patient; give notes of more")
    return _grouped(patients, folds)


def _grouped(groups: Sequence[str], folds: int) -> list[list[int]]:
    """The numbers of notes by folds; notes of a group stay together."""
    notes: dict[str, list[int]] = {}
    for number, group in enumerate(groups):
        notes.setdefault(group, []).append(number)
    filled: list[list[int]] = [[] for _ in range(min(folds, len(notes)))]
    for name in sorted(notes, key=lambda name: (-len(notes[name]), name)):
        min(filled, key=len).extend(notes[name])
    return [sorted(fold) for fold in filled]


def random_folds(notes: int, folds: int) -> list[list[int]]:
    """Numbers of notes in so many folds of nearly the same size; the same call gives the same folds."""
    _require_enough(notes, folds)
    order = np.random.default_rng(_SEED).permutation(notes)
    return [sorted(part.tolist()) for part in np.array_split(order, folds)]


def author_split(docs: Sequence[Document]) -> list[int]:
    """The numbers of notes to measure on: those of two authors in five, by their names."""
    names = sorted({author(doc) for doc in docs})
    held_out = {name for place, name in enumerate(names) if place % 5 in (1, 4)}
    if not held_out:
        raise ConfigError("all notes are of one author, by the part of their ids before the hyphen; give notes of more")
    return [number for number, doc in enumerate(docs) if author(doc) in held_out]


def _require_enough(notes: int, folds: int) -> None:
    if not 2 <= folds <= notes:
        raise ConfigError(f"too few notes for {folds} folds ({notes}); give at least 2 folds and as many notes")
