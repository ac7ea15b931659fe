"""A project's gold, or one annotator's marks, in any format."""

from __future__ import annotations

import io
import json
import re
import secrets
import shutil
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from incognote import formats, registry
from incognote.errors import ConfigError, OutputError, hint
from incognote.serve.importing import INCOMING
from incognote.serve.problems import MissingError
from incognote.serve.projects.gold import gold_of
from incognote.serve.projects.marks import DONE, EDIT, Mark, Marked, all_marks, with_marks
from incognote.serve.store import Store
from incognote.types import Document

GOLD = "gold"
_LONGEST_STEM = 100  # bytes of a file's name
REPLACEMENTS = "replacements"
"""The field for replacements that annotators suggest: the JSON of `[[start, end, "replacement"], …]`."""


def exported(store: Store, project: int, of: str) -> list[Document]:
    """The notes of the gold, or those that an annotator or engine has touched, with their spans."""
    if of == GOLD:
        docs, marks = gold_of(store, project), all_marks(store, project)
        if not docs:
            raise MissingError("no note is gold yet: its annotators must be done, and its rows decided")
        return _suggesting([(doc, _everybodys(marks.get(note, {}).values())) for note, doc in sorted(docs.items())])
    theirs = {note: marks[of] for note, marks in sorted(all_marks(store, project, of).items())}
    if not theirs:
        names = {GOLD, *store.authors(project, (EDIT, DONE))}
        raise MissingError(f"nobody called {of!r} has marked notes of the project; {hint(of, sorted(names))}")
    notes = store.notes(project, list(theirs))
    return _suggesting([(with_marks(notes[note], one.marks), one.marks) for note, one in theirs.items()])


def formats_with_spans() -> list[str]:
    """What marks can be exported in."""
    return [name for name in registry.names("formats") if "spans" in formats.get(name).holds]


def require_spans(format: str) -> None:
    """Refuse a format that would drop what was marked."""
    formats.get(format)
    if format not in (fitting := formats_with_spans()):
        raise ConfigError(f"the format {format} can't hold what was marked; take one of {', '.join(fitting)}")


def as_file(store: Store, docs: Iterable[Document], format: str, name: str) -> tuple[str, bytes]:
    """Notes as one file, with its name: a zip if the format is a folder or several files."""
    require_spans(format)
    fmt = formats.get(format)
    stem = re.sub(r"[^\w.-]+", "-", name).encode()[:_LONGEST_STEM].decode("utf-8", "ignore").strip("-.") or "notes"
    folder = store.folder / f"{INCOMING}{secrets.token_hex(8)}"
    folder.mkdir(mode=0o700)
    try:
        formats.write(docs, folder / (stem if fmt.is_folder else f"{stem}{fmt.suffixes[0]}"), format)
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        if len(files) == 1 and not fmt.is_folder:
            return files[0].name, files[0].read_bytes()
        return f"{stem}.zip", _zipped(files, folder)
    except OutputError as error:
        raise ConfigError(str(error).replace(f"{folder}", "the export")) from None
    finally:
        shutil.rmtree(folder)


def _zipped(files: Iterable[Path], folder: Path) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, file.relative_to(folder).as_posix())
    return out.getvalue()


def _everybodys(marked: Iterable[Marked]) -> list[Mark]:
    return [mark for one in marked for mark in one.marks]


def _suggesting(marked: Sequence[tuple[Document, Sequence[Mark]]]) -> list[Document]:
    """Notes with the replacements that are suggested for their spans; tables want the field in all, or in none."""
    suggested = [_suggested(doc, marks) for doc, marks in marked]
    if not any(suggested):
        return [doc for doc, _ in marked]
    fields = [{REPLACEMENTS: json.dumps(values, ensure_ascii=False)} for values in suggested]
    return [replace(doc, meta={**doc.meta, **field}) for (doc, _), field in zip(marked, fields, strict=True)]


def _suggested(doc: Document, marks: Iterable[Mark]) -> list[tuple[int, int, str]]:
    places = {(span.start, span.end) for span in doc.spans}
    found = {mark[:2]: mark.replacement for mark in marks if mark.replacement and mark[:2] in places}
    return [(start, end, replacement) for (start, end), replacement in sorted(found.items())]
