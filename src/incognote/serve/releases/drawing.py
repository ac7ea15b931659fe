"""Notes drawn at random from an output, of whatever kind it is, with what lies beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from incognote import formats, registry
from incognote.containers.base import Cutting
from incognote.containers.detect import container_of, files_of
from incognote.errors import ConfigError, DamagedInputError
from incognote.evaluate.sampling import drawn
from incognote.replace.alignment_file import Aligned, path_beside, read_about, read_notes
from incognote.types import Document, Span

_TOLD_EVERY = 500  # notes


@dataclass(frozen=True)
class How:
    """How an output is read: its format if its content doesn't tell, its columns, its encoding."""

    format: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    encoding: str = "utf-8"


@dataclass(frozen=True, repr=False)
class Drawn:
    """Notes in random order, of how many, how many couldn't be read, and whether we know what was replaced in them.

    Where that is known it is their spans.
    """

    docs: tuple[Document, ...]
    notes: int
    unread: int
    shows_replaced: bool


def draw(
    output: Path,
    how: How,
    size: int,
    seed: int,
    alignment: Path | None = None,
    tell: Callable[[int], None] = lambda notes: None,
) -> Drawn:
    """Draw from an output in one pass. `alignment` is the file beside it that says where what was replaced lies."""
    unread = 0

    def cannot_read(number: int) -> None:
        nonlocal unread
        unread += number

    docs, notes = drawn(_told(_notes(output, how, cannot_read), tell), size, seed)
    if not notes:
        raise ConfigError("there are no notes in the output; check the path and --format")
    if alignment is None and path_beside(output).exists():
        alignment = path_beside(output)
    docs, shows = _with_replaced(docs, alignment) if alignment else (docs, any(doc.spans for doc in docs))
    return Drawn(tuple(_named_apart(docs)), notes, unread, shows)


def _notes(output: Path, how: How, cannot_read: Callable[[int], None]) -> Iterator[Document]:
    """All notes: as a batch reads archives, or in a format of notes."""
    try:
        if how.format and how.format not in registry.names("containers"):
            raise DamagedInputError(output, "it is of a format of notes", "")
        container = container_of(output, how.format)
    except DamagedInputError:
        options = formats.Options(how.encoding, how.columns)
        yield from formats.read(output, how.format, options, lambda error: cannot_read(1))
        return
    cutting = Cutting(columns=how.columns, encoding=how.encoding)
    for file in files_of(output, container):
        for chunk in container.chunks(file, cutting):
            opened = container.open(chunk, cutting)
            cannot_read(len(chunk.refused) + len(opened.failures))
            yield from (note.doc for note in opened.notes)


def _told(docs: Iterator[Document], tell: Callable[[int], None]) -> Iterator[Document]:
    number = 0
    for number, doc in enumerate(docs, 1):
        if number % _TOLD_EVERY == 0:
            tell(number)
        yield doc
    tell(number)


def _with_replaced(docs: list[Document], alignment: Path) -> tuple[list[Document], bool]:
    """The notes with what was replaced in them as spans, if the file is about these very notes."""
    read_about(alignment)  # an error if it is another kind of file
    wanted = {doc.id for doc in docs}
    places: dict[str, Aligned] = {note.id: note for note in read_notes(alignment) if note.id in wanted}
    if any(doc.id not in places or places[doc.id].new_length != len(doc.text) for doc in docs):
        return docs, False
    return [doc.with_spans(_spans(places[doc.id])) for doc in docs], True


def _spans(note: Aligned) -> list[Span]:
    return [Span(one.new_start, one.new_end, one.label) for one in note.stretches if one.new_start < one.new_end]


def _named_apart(docs: list[Document]) -> Iterator[Document]:
    """Several notes of an archive may have one id; here each needs its own. Nothing but text and spans is kept."""
    seen: set[str] = set()
    for doc in docs:
        name, number = doc.id, 1
        while name in seen:
            number += 1
            name = f"{doc.id} ({number})"
        seen.add(name)
        yield replace(doc, id=name, patient=None, meta={})
