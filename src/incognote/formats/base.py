"""What a format is, and the two kinds there are: a note a file, and many notes in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from incognote.errors import DamagedInputError
from incognote.formats.files import note_files, note_id, note_path, staged
from incognote.types import Document

Damage: TypeAlias = Callable[[DamagedInputError], None]
"""What to do about input that can't be read; if it returns, reading goes on behind it."""

HOLDS_SPANS = frozenset({"spans"})
HOLDS_ALL = frozenset({"spans", "patient", "meta"})


@dataclass(frozen=True)
class Options:
    """How to read: the encoding of text, and which columns or fields are the id, text, spans and patient."""

    encoding: str = "utf-8"
    columns: Mapping[str, str] = field(default_factory=dict)

    def column(self, role: str) -> str:
        return self.columns.get(role, role)


class Format(Protocol):
    """Reads documents from a path and writes documents to one.

    `holds` says what it can keep besides id and text: spans, patient, meta, or single keys of meta.
    """

    @property
    def name(self) -> str: ...
    @property
    def holds(self) -> frozenset[str]: ...
    def files(self, path: Path) -> list[Path]: ...
    def read(self, path: Path, options: Options, damage: Damage) -> Iterator[Document]: ...
    def check(self, doc: Document) -> None: ...
    def write(self, docs: Iterable[Document], path: Path, options: Options) -> None: ...


@dataclass(frozen=True)
class NoteFormat:
    """A note a file, below a folder. `parse` makes a document of a file, `render` gives a note's files by suffix."""

    name: str
    suffixes: tuple[str, ...]
    holds: frozenset[str]
    parse: Callable[[Path, str, Options], Document]
    render: Callable[[Document], Mapping[str, bytes]]

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

    def check(self, doc: Document) -> None:
        for suffix in self.render(doc):
            note_path(Path(), doc.id, suffix, self.name)

    def write(self, docs: Iterable[Document], path: Path, options: Options) -> None:
        with staged([path]) as (folder,):
            folder.mkdir()
            for doc in docs:
                for suffix, content in self.render(doc).items():
                    file = note_path(folder, doc.id, suffix, self.name)
                    file.parent.mkdir(parents=True, exist_ok=True)
                    with file.open("xb") as out:
                        out.write(content)


@dataclass(frozen=True)
class RecordFormat:
    """Many notes in a file, which may have companions (`id.text`, `id.phi`), each named by its ending.

    `render` turns documents into pieces: for each, what to append to the file and to its companions.
    """

    name: str
    suffixes: tuple[str, ...]
    holds: frozenset[str]
    parse: Callable[[Path, Options, Damage], Iterator[Document]]
    render: Callable[[Iterable[Document], Options], Iterator[Mapping[str, bytes]]]
    companions: tuple[str, ...] = ()

    def files(self, path: Path) -> list[Path]:
        return note_files(path, self.suffixes)

    def read(self, path: Path, options: Options, damage: Damage) -> Iterator[Document]:
        for file in self.files(path):
            try:
                yield from self.parse(file, options, damage)
            except DamagedInputError as error:
                damage(error)

    def check(self, doc: Document) -> None:
        for _ in self.render([doc], Options()):
            pass

    def write(self, docs: Iterable[Document], path: Path, options: Options) -> None:
        endings = ("", *self.companions)
        paths = [path, *(path.with_name(path.stem + ending) for ending in self.companions)]
        with staged(paths) as stand_ins, ExitStack() as open_files:
            out = {
                ending: open_files.enter_context(stand_in.open("xb"))
                for ending, stand_in in zip(endings, stand_ins, strict=True)
            }
            for pieces in self.render(docs, options):
                for ending, piece in pieces.items():
                    out[ending].write(piece)
