"""A container for tests: a note a line, `id|patient|text`; and one whose notes make workers die or hang."""

import os

from incognote.containers.base import Chunk, Failure, Note
from incognote.types import Document


class Opened:
    def __init__(self, chunk):
        rows = [line.split("|", 2) for line in chunk.payload]
        self.failures = [Failure(chunk.first + i, "it has no text") for i, row in enumerate(rows) if len(row) < 3]
        self._rows = [(i, row) for i, row in enumerate(rows) if len(row) == 3]
        self.notes = [Note(Document(row[0], row[2], patient=row[1]), chunk.first + i) for i, row in self._rows]

    def written(self, new):
        if any("cannot be written" in note.doc.text for note in new if note):
            raise ValueError("it quotes the note")
        return {"": "".join(f"{n.doc.id}|{n.doc.patient}|{n.doc.text}\n" for n in new if n).encode()}


class Lines:
    name = "lines"
    suffixes = (".lines",)

    def chunks(self, path, cutting):
        lines = path.read_text("utf-8").splitlines()
        for i in range(0, len(lines), cutting.chunk_records):
            yield Chunk(i + 1, lines[i : i + cutting.chunk_records])

    def open(self, chunk, cutting):
        for line in chunk.payload:
            if line.startswith("opening dies"):
                os._exit(1)
        return Opened(chunk)

    def join(self, parts, out, like, cutting):
        with out.open("xb") as file:
            for pieces in parts:
                file.write(pieces.get("", b""))
