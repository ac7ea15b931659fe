"""The annotated notes that the default engine learns from: the open corpus, and those of `training/`."""

from __future__ import annotations

from pathlib import Path

from incognote import corpus, formats
from incognote.types import Document

TRAINING = Path(__file__).parents[1] / "training"


def gold() -> list[Document]:
    """All of them, in order of their authors."""
    return [*corpus.read(), *formats.read(TRAINING, "inline")]


def author(doc: Document) -> str:
    return doc.id.split("-")[0]
