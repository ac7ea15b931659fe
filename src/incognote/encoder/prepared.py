"""Annotated notes in the form that training reads: columns of pieces with their labels, all notes in a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from incognote.encoder.pieces import WordPieces
from incognote.layout import lay_out
from incognote.learn.bio import labels_of
from incognote.learn.blending import BIO_LABELS
from incognote.types import Document
from incognote.vocabulary import Vocabulary

if TYPE_CHECKING:
    from incognote.encoder.pieces import Pieces
    from incognote.types import Ints, Layout

_NUMBERS = {label: number for number, label in enumerate(BIO_LABELS)}
FIRST, SCORED = 1, 2
"""A piece that begins a token; one that begins a token of letters or digits."""
Column = npt.NDArray[np.integer]


@dataclass(frozen=True, eq=False, repr=False)
class Prepared:
    """The pieces of many notes; note k has those from `ends[k - 1]` to `ends[k]`. A group is an author's notes, say."""

    ids: Column
    marks: Column
    places: Column
    labels: Column
    firsts: Column
    ends: Column
    groups: Column

    def __len__(self) -> int:
        return len(self.ends)

    def __repr__(self) -> str:
        return f"Prepared({len(self)} notes)"

    @property
    def starts(self) -> Column:
        return np.append(0, self.ends[:-1]) if len(self) else self.ends

    def save(self, file: Path) -> None:
        small = {name: column.astype(_TYPES.get(name, np.uint8)) for name, column in vars(self).items()}
        np.savez_compressed(file, **small)


_TYPES = {"ids": np.uint16, "ends": np.int64, "groups": np.int16}


def load(file: Path) -> Prepared:
    with np.load(file) as columns:
        return Prepared(**{name: columns[name] for name in columns.files})


def prepare(docs: Iterable[Document], groups: Sequence[int], cut: WordPieces) -> Prepared:
    """The notes in pieces; a note's group is a number, such as its author's."""
    columns: dict[str, list[Column]] = {name: [] for name in ("ids", "marks", "places", "labels", "firsts")}
    lengths = []
    vocabulary = Vocabulary(limit=500_000)
    for doc in docs:
        vocabulary = vocabulary.renewed()
        layout = lay_out(doc.text, vocabulary)
        pieces = cut(layout)
        found = {"ids": pieces.ids, "marks": pieces.marks, "places": pieces.places}
        firsts = np.zeros(len(pieces), dtype=np.int64)
        firsts[pieces.firsts[:-1]] = [_first(doc.text[start]) for start in layout.tokens.starts.tolist()]
        found |= {"labels": piece_labels(doc, layout, pieces), "firsts": firsts}
        for name, column in found.items():
            columns[name].append(column.astype(_TYPES.get(name, np.uint8)))
        lengths.append(len(pieces))
    joined = {name: np.concatenate(parts) for name, parts in columns.items()}
    return Prepared(**joined, ends=np.cumsum(lengths), groups=np.asarray(groups))


def piece_labels(doc: Document, layout: Layout, pieces: Pieces) -> Ints:
    """The number of each piece's label; only the first piece of a token begins a span."""
    numbers = np.array([_NUMBERS[label] for label in labels_of(doc.spans, layout.tokens)], dtype=np.int64)
    labels = numbers.repeat(np.diff(pieces.firsts))
    is_first = np.zeros(len(pieces), dtype=bool)
    is_first[pieces.firsts[:-1]] = True
    numbers_of_pieces: Ints = labels + ((labels % 2 == 1) & ~is_first)
    return numbers_of_pieces


def _first(char: str) -> int:
    return FIRST | SCORED if char.isalnum() else FIRST
