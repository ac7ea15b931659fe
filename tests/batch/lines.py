"""A container for tests, a note a line, `id|patient|text`; runs of it, and what they set aside."""

import json
import os
from pathlib import Path

from incognote.batch.job import Job
from incognote.batch.run import Batch, FileSource
from incognote.containers.base import Chunk, Cutting, Failure, Note
from incognote.engine_choice import EngineChoice
from incognote.replace.choices import ReplaceChoice
from incognote.replace.keys import Key
from incognote.types import Document

KEY = Key(bytes(range(32)))


class Opened:
    def __init__(self, chunk):
        rows = [line.split("|", 2) for line in chunk.payload]
        self.failures = [Failure(chunk.first + i, "it has no text") for i, row in enumerate(rows) if len(row) < 3]
        self._rows = [(i, row) for i, row in enumerate(rows) if len(row) == 3]
        self.notes = [Note(Document(row[0], row[2], patient=row[1]), chunk.first + i) for i, row in self._rows]

    def written(self, new):
        if any("kills who writes it" in note.doc.text for note in new if note):
            os._exit(1)
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


def set_aside(out):
    """The records that a run set aside, with the reasons."""
    lines = out.with_name(f"{out.name}.quarantine.jsonl").read_text("utf-8").splitlines()
    return [(one["record"], one["reason"]) for one in map(json.loads, lines)]


def batch(path, out, engine="deid", workers=1, records=10, style="surrogates", **others):
    container = Lines()
    job = Job(KEY, EngineChoice(engine), replacing=ReplaceChoice(style))
    paths = path if isinstance(path, list) else [path]
    sources = [
        FileSource(container, path, Path(out.name, path.name) if paths[1:] else Path(out.name)) for path in paths
    ]
    given = {"plan": {"options": {"--style": style, "--scope": None}, "format": "lines"}, "workers": workers, **others}
    return Batch(job, container, Cutting(chunk_records=records), sources, out, **given)


def stop_at(number):
    def tell(what, *_):
        tell.left -= what == "rewriting"
        if tell.left == 0:
            raise KeyboardInterrupt

    tell.left = number
    return tell
