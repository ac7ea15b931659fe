"""Where what was replaced lies in the notes of a batch: told of each chunk, and joined to the output's side file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from incognote.batch.job import Left
from incognote.containers.base import NewNote, Note, Pieces
from incognote.formats.files import ALIGNMENT
from incognote.replace.alignment_file import About, Aligned, digest_of, head, line_of

_NUMBER = '{"number":'


def piece(old: Sequence[Note], new: Sequence[NewNote | Left]) -> bytes:
    """How many notes a chunk had, and the lines of those that are written, numbered within the chunk."""
    pairs = list(zip(old, new, strict=True))
    left = {note.record for note, one in pairs if isinstance(one, Left)}  # the other notes of a record go with it
    lines = [
        line_of(Aligned(at, one.doc.id, len(note.doc.text), len(one.doc.text), one.replaced, digest_of(one.doc.text)))
        for at, (note, one) in enumerate(pairs, 1)
        if isinstance(one, NewNote) and note.record not in left
    ]
    return "".join([f"{len(pairs)}\n", *lines]).encode("ascii")


def joined(about: About, parts: Iterable[Pieces]) -> Iterator[str]:
    """The side file, its notes numbered in the order of the input, whatever the chunks."""
    yield head(about)
    before = 0
    for pieces in parts:
        count, *lines = pieces[ALIGNMENT].decode("ascii").splitlines(keepends=True)
        for one in lines:
            number, rest = one.removeprefix(_NUMBER).split(",", 1)
            yield f"{_NUMBER}{before + int(number)},{rest}"
        before += int(count)
