"""The annotated notes that the default engine learns from: the open corpus, and those of `training/`."""

from __future__ import annotations

from pathlib import Path

from incognote import corpus, formats
from incognote.types import Document

TRAINING = Path(__file__).parents[1] / "training"
FOLDS = (
    ("t1", "t7", "w4", "w9", "w10", "w16"),
    ("t2", "t5", "t8", "w6", "w12", "w22"),
    ("t3", "t10", "w2", "w7", "w11", "w15", "w21"),
    ("t4", "t11", "w1", "w5", "w14", "w17", "w19"),
    ("t6", "t9", "t12", "w3", "w8", "w13", "w18", "w20"),
)
"""The authors that both tiers leave out together when they are measured."""
STUDIED = 1
"""The fold on which the encoder's training is studied."""


def gold() -> list[Document]:
    """All of them, in order of their authors."""
    return [*corpus.read(), *formats.read(TRAINING, "inline")]


def author(doc: Document) -> str:
    return doc.id.split("-")[0]
