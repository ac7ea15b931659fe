"""Notes drawn at random from an output, of whatever kind it is, with what lies beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from incognote import formats, registry
from incognote.containers.base import Cutting
from incognote.containers.detect import container_of
from incognote.containers.reading import notes_in
from incognote.errors import ConfigError, DamagedInputError
from incognote.evaluate.sampling import drawn
from incognote.replace.alignment_file import Aligned, digest_of, path_beside, read_about, read_notes
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
    """Notes in random order, of how many, and how many couldn't be read. What was replaced in them is their spans.

    `unknown` are the ids of those of which that isn't known.
    """

    docs: tuple[Document, ...]
    notes: int
    unread: int
    unknown: frozenset[str] = frozenset()

    @property
    def shows_replaced(self) -> bool:
        return not self.unknown


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
    docs = list(_named_apart(docs))
    told = _told_of(docs, alignment) if alignment else {}
    if not alignment and any(doc.spans for doc in docs):
        told = {doc.id: doc.spans for doc in docs}
    unknown = frozenset(doc.id for doc in docs if doc.id not in told)
    return Drawn(tuple(doc.with_spans(told.get(doc.id, ())) for doc in docs), notes, unread, unknown)


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
    yield from notes_in(output, container, cutting, lambda error: cannot_read(1))


def _told(docs: Iterator[Document], tell: Callable[[int], None]) -> Iterator[Document]:
    number = 0
    for number, doc in enumerate(docs, 1):
        if number % _TOLD_EVERY == 0:
            tell(number)
        yield doc
    tell(number)


def _told_of(docs: list[Document], alignment: Path) -> dict[str, Iterable[Span]]:
    """What was replaced in notes, by their ids, where the file tells it of notes that read so.

    Of notes that came to read alike it is only what was replaced in all of them.
    """
    read_about(alignment)  # an error if it is another kind of file
    digests = {doc.id: digest_of(doc.text) for doc in docs}
    wanted = set(digests.values())
    found: dict[str, set[Span]] = {digest_of(""): set()}
    for note in read_notes(alignment):
        if note.digest in wanted:
            spans = _spans(note)
            found[note.digest] = found.get(note.digest, spans) & spans
    return {name: found[digest] for name, digest in digests.items() if digest in found}


def _spans(note: Aligned) -> set[Span]:
    return {Span(one.new_start, one.new_end, one.label) for one in note.stretches if one.new_start < one.new_end}


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
