"""A folder of plain text, a note a file. It holds no annotations."""

from __future__ import annotations

from pathlib import Path

from incognote.formats.base import NoteFormat, Options
from incognote.formats.files import encode, read_text
from incognote.types import Document


def parse(file: Path, doc_id: str, options: Options) -> Document:
    return Document(doc_id, read_text(file, options.encoding))


def render(doc: Document) -> dict[str, bytes]:
    return {".txt": encode(doc.text, doc.id, "text")}


FORMAT = NoteFormat("text", (".txt",), frozenset(), parse, render)
