"""What a format is, and the two kinds there are: a note a file, and many notes in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from incognote.config import COLUMN_ROLES
from incognote.errors import CannotHoldError, ConfigError, DamagedInputError
from incognote.formats.files import new_files, new_folder, note_files, note_id, note_path
from incognote.types import Document

Damage: TypeAlias = Callable[[DamagedInputError], None]
"""What to do about input that can't be read; if it returns, reading goes on behind it."""

Refusal: TypeAlias = Callable[[CannotHoldError], None]
"""What to do about a note that a format can't hold; if it returns, writing goes on without the note."""

Pieces: TypeAlias = Mapping[str, bytes]
"""What to write to a file (its key is "") and to its companions, by the ending of their names."""

HOLDS_SPANS = frozenset({"spans"})
HOLDS_ALL = frozenset({"spans", "scores", "patient", "meta"})


@dataclass(frozen=True)
class Options:
    """How to read: the encoding of text, and which columns or fields are the id, text, spans and patient.

    The patient may have the id's column, where each patient has one note.
    """

    encoding: str = "utf-8"
    columns: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        taken = [self.column(role) for role in COLUMN_ROLES if role != "patient" or not self.patient_is_id]
        if len(set(taken)) < len(taken):
            raise ConfigError("one column can't be two things; give each role a column of its own")

    @property
    def patient_is_id(self) -> bool:
        return self.column("patient") == self.column("id")

    def column(self, role: str) -> str:
        return self.columns.get(role, role)


class Format(Protocol):
    """Reads documents from a path and writes documents to one.

    `holds` says what it can keep besides id and text: spans, their scores, patient, meta, or single keys of meta;
    `companions` the endings of files that belong to those with its suffixes.
    """

    @property
    def name(self) -> str: ...
    @property
    def suffixes(self) -> tuple[str, ...]: ...
    @property
    def holds(self) -> frozenset[str]: ...
    @property
    def companions(self) -> tuple[str, ...]: ...
    @property
    def is_folder(self) -> bool: ...
    def files(self, path: Path) -> list[Path]: ...
    def read(self, path: Path, options: Options, damage: Damage) -> Iterator[Document]: ...
    def write(self, docs: Iterable[Document], path: Path, options: Options, refuse: Refusal) -> None: ...


@dataclass(frozen=True)
class NoteFormat:
    """A note a file, below a folder. `parse` makes a document of a file, `render` gives a note's files by suffix."""

    name: str
    suffixes: tuple[str, ...]
    holds: frozenset[str]
    parse: Callable[[Path, str, Options], Document]
    render: Callable[[Document], Pieces]
    companions = ()
    is_folder = True

    def files(self, path: Path) -> list[Path]:
        return note_files(path, self.suffixes)

    def read(self, path: Path, options: Options, damage: Damage) -> Iterator[Document]:
        for file in self.files(path):
            try:
                doc = self.parse(file, note_id(file, path), options)
            except DamagedInputError as error:
                damage(error)
            else:
                yield doc

    def write(self, docs: Iterable[Document], path: Path, options: Options, refuse: Refusal) -> None:
        with new_folder(path) as folder:
            for doc in docs:
                try:
                    pieces = self.render(doc)
                    files = {note_path(folder, doc.id, suffix, self.name): pieces[suffix] for suffix in pieces}
                except CannotHoldError as error:
                    refuse(error)
                    continue
                for file, content in files.items():
                    file.parent.mkdir(parents=True, exist_ok=True)
                    with file.open("xb") as out:
                        out.write(content)


@dataclass(frozen=True)
class RecordFormat:
    """Many notes in a file, which may have companions (`id.text`, `id.phi`), each named by its ending.

    `record` renders a document; it is told the first one written, whose fields a table's header names. `head` opens
    the file, before the first document or for none at all.
    """

    name: str
    suffixes: tuple[str, ...]
    holds: frozenset[str]
    parse: Callable[[Path, Options, Damage], Iterator[Document]]
    record: Callable[[Document, Document, Options], Pieces]
    head: Callable[[Document | None, Options], Pieces] = lambda first, options: {}
    tail: bytes = b""
    companions: tuple[str, ...] = ()
    is_folder = False

    def files(self, path: Path) -> list[Path]:
        return note_files(path, self.suffixes)

    def read(self, path: Path, options: Options, damage: Damage) -> Iterator[Document]:
        for file in self.files(path):
            try:
                yield from self.parse(file, options, damage)
            except DamagedInputError as error:
                damage(error.and_no_further())

    def write(self, docs: Iterable[Document], path: Path, options: Options, refuse: Refusal) -> None:
        endings = ("", *self.companions)
        paths = [path, *(path.with_name(path.stem + ending) for ending in self.companions)]
        with new_files(paths) as stand_ins, ExitStack() as open_files:
            places = zip(endings, stand_ins, strict=True)
            out = {ending: open_files.enter_context(stand_in.open("xb")) for ending, stand_in in places}
            for pieces in self._pieces(docs, options, refuse):
                for ending, piece in pieces.items():
                    out[ending].write(piece)

    def _pieces(self, docs: Iterable[Document], options: Options, refuse: Refusal) -> Iterator[Pieces]:
        first: Document | None = None
        for doc in docs:
            try:
                pieces = self.record(doc, first or doc, options)
                opening = self.head(doc, options) if first is None else {}
            except CannotHoldError as error:
                refuse(error)
                continue
            first = first or doc
            yield opening
            yield pieces
        if first is None:
            yield self.head(None, options)
        yield {"": self.tail}
