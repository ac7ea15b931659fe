"""The open corpus: invented notes with gold annotations, CC BY 4.0."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from incognote import formats
from incognote.errors import IncognoteError
from incognote.types import Document

_PLACES = (Path(__file__).parent / "data" / "corpus", Path(__file__).parents[2] / "corpus")


def path() -> Path:
    """Where the corpus lies: inside an installed package, or beside the source."""
    for place in _PLACES:
        if place.is_dir():
            return place
    raise IncognoteError("the open corpus is missing; install the package again")


def read() -> Iterator[Document]:
    """Its notes. The part of an id before the hyphen names the author."""
    return formats.read(path(), "inline")
