"""The notes of an output by their ids, without holding all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from incognote import formats
from incognote.formats.files import note_id
from incognote.types import Document


class Files:
    """Notes in a folder, a file each, read when they are taken."""

    def __init__(self, folder: Path, format_name: str, options: formats.Options, damage: formats.Damage) -> None:
        files = formats.get(format_name).files(folder)
        self._files = {note_id(file, folder): file for file in files}
        self._how = format_name, options, damage

    def take(self, doc_id: str) -> Document | None:
        file = self._files.pop(doc_id, None)
        doc = next(formats.read(file, *self._how), None) if file else None
        return replace(doc, id=doc_id) if doc else None

    def rest(self) -> Iterable[str]:
        return sorted(self._files)


class Stream:
    """Notes one after another. Those that come before the one that is asked for are kept until they are asked for."""

    def __init__(self, docs: Iterator[Document]) -> None:
        self._docs = docs
        self._waiting: dict[str, Document] = {}

    def take(self, doc_id: str) -> Document | None:
        if doc_id in self._waiting:
            return self._waiting.pop(doc_id)
        for doc in self._docs:
            if doc.id == doc_id:
                return doc
            self._waiting[doc.id] = doc
        return None

    def rest(self) -> Iterable[str]:
        self._waiting.update((doc.id, doc) for doc in self._docs)
        return sorted(self._waiting)
