"""The notes of an output by their ids, without holding all of them. Of several with one id, the first is taken."""

from __future__ import annotations

from collections import defaultdict
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
        self._files: dict[str, list[Path]] = defaultdict(list)
        for file in files:
            self._files[note_id(file, folder)].append(file)
        self._how = format_name, options, damage

    def take(self, doc_id: str) -> Document | None:
        file = self._files[doc_id].pop(0) if self._files.get(doc_id) else None
        doc = next(formats.read(file, *self._how), None) if file else None
        return replace(doc, id=doc_id) if doc else None

    def rest(self) -> Iterable[str]:
        return sorted(doc_id for doc_id, files in self._files.items() for _ in files)


class Stream:
    """Notes one after another. Those that come before the one that is asked for are kept until they are asked for."""

    def __init__(self, docs: Iterator[Document]) -> None:
        self._docs = docs
        self._waiting: dict[str, list[Document]] = defaultdict(list)

    def take(self, doc_id: str) -> Document | None:
        if self._waiting.get(doc_id):
            return self._waiting[doc_id].pop(0)
        for doc in self._docs:
            if doc.id == doc_id:
                return doc
            self._waiting[doc.id].append(doc)
        return None

    def rest(self) -> Iterable[str]:
        left = [doc_id for doc_id, docs in self._waiting.items() for _ in docs]
        return sorted([*left, *(doc.id for doc in self._docs)])
