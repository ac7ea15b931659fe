"""CoNLL columns: a word a line, its tag (O, B-LABEL, I-LABEL) in the last column, a blank line between sentences.

Columns are parted by tabs, or else by blanks. In IOB1 I- may begin a span, in IOB2 B- does; both are read, IOB2 is
written. A line `-DOCSTART-` begins a new note. Words are joined by blanks and sentences by line feeds, unless a column
says otherwise as one of CoNLL-U does: `SpaceAfter=No`, or `SpacesAfter=` with `\\s`, `\\t`, `\\r`, `\\n`, `\\p` (a bar)
and `\\\\`. We write such a column, and `Id=` in that of `-DOCSTART-`, so that notes come back as they were.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from incognote.errors import CannotHoldError, DamagedInputError
from incognote.formats.base import HOLDS_SPANS, Damage, Options, Pieces, RecordFormat
from incognote.formats.files import encode, lines_of, note_id
from incognote.layout.tokens import token_bounds
from incognote.types import Document, Span

_NAME = "conll"
_START = "-DOCSTART-"
_NOTHING = "_"
_NO_SPACE = "SpaceAfter=No"
_TAG = re.compile(r"O|([BI])-(\S+)")
_ESCAPES = {"\\": r"\\", " ": r"\s", "\t": r"\t", "\r": r"\r", "\n": r"\n", "|": r"\p"}
_ESCAPED = re.compile(r"\\(.)")
_CHARACTERS = {escape[1]: char for char, escape in _ESCAPES.items()}


def parse(file: Path, options: Options, report: Damage) -> Iterator[Document]:
    stem = note_id(file, file)
    note, starts = _Note(stem), 0
    for number, line in lines_of(file, options.encoding):
        cells = cells_of(line)
        if cells and cells[0] == _START:
            yield from note.documents(file, report)
            starts += 1
            note = _Note(f"{stem}-{starts}")
            note.open(cells[1:])
        elif cells:
            note.take(cells, number)
        else:
            note.end_sentence()
    yield from note.documents(file, report)


def cells_of(line: str) -> list[str]:
    """The columns of a line; none if it is blank."""
    if line.isspace():
        return []
    line = line.rstrip("\r\n")
    return line.split("\t") if "\t" in line else [cell for cell in line.split(" ") if cell]


def is_tagged(cells: list[str]) -> bool:
    """Whether these are a word's columns."""
    return len(cells) > 1 and _TAG.fullmatch(cells[-1].strip()) is not None


class _Note:
    """A note being read; the first problem found in it is kept, with its line."""

    def __init__(self, doc_id: str) -> None:
        self._id = doc_id
        self._named = False
        self._problem: tuple[str, int] | None = None
        self._pieces: list[str] = []
        self._length = 0
        self._gap: str | None = ""  # what stands before the next word, if it is said
        self._new_sentence = True
        self._spans: list[tuple[int, int, str]] = []
        self._label = ""  # that of the span which the next word may continue

    def open(self, cells: list[str]) -> None:
        """Take what the line that begins a note says of it."""
        parts = [part for cell in cells for part in cell.split("|")]
        self._id = next((_unescaped(part[3:]) for part in parts if part.startswith("Id=")), self._id)
        self._named = any(part.startswith("Id=") for part in parts)
        self._gap = _gap_behind(cells) or ""

    def take(self, cells: list[str], number: int) -> None:
        word, tag = cells[0].strip(), _TAG.fullmatch(cells[-1].strip())
        if not tag or len(cells) < 2:
            self._problem = self._problem or ("a line has no word and tag", number)
        elif word:
            self._append(("\n" if self._new_sentence else " ") if self._gap is None else self._gap)
            start = self._length
            self._append(word)
            self._mark(start, *tag.groups())
            self._gap, self._new_sentence = _gap_behind(cells[1:-1]), False

    def end_sentence(self) -> None:
        self._new_sentence, self._label = True, ""

    def documents(self, file: Path, report: Damage) -> Iterator[Document]:
        """The note, if there is one and nothing is wrong with it."""
        if self._problem:
            problem, line = self._problem
            report(DamagedInputError(file, problem, "a line is a word, a tab, and O, B-LABEL or I-LABEL", line))
        elif self._named or self._pieces:
            self._append(self._gap or "")
            yield Document(self._id, "".join(self._pieces), tuple(Span(*span) for span in self._spans))

    def _append(self, piece: str) -> None:
        self._pieces.append(piece)
        self._length += len(piece)

    def _mark(self, start: int, begins: str | None, label: str | None) -> None:
        if label and begins == "I" and label == self._label:
            self._spans[-1] = (self._spans[-1][0], self._length, label)
        elif label:
            self._spans.append((start, self._length, label))
        self._label = label or ""


def _gap_behind(cells: list[str]) -> str | None:
    """What stands behind a word, if one of its columns says it."""
    for part in (part for cell in cells for part in cell.split("|")):
        if part == _NO_SPACE:
            return ""
        if part.startswith("SpacesAfter="):
            return _unescaped(part.partition("=")[2])
    return None


def record(doc: Document, first: Document, options: Options) -> Pieces:
    words = _words(doc)
    tags = _tags(doc, words)
    starts = [start for start, _ in words]
    leading = doc.text[: starts[0] if starts else None]
    spaces = f"|SpacesAfter={_escape(leading)}" if leading else ""
    lines = [f"{_START}\tId={_escape(doc.id)}{spaces}\tO\n\n"]
    behind = zip([*starts[1:], len(doc.text)], [*tags[1:], ""], strict=True)
    for (start, end), tag, (next_start, next_tag) in zip(words, tags, behind, strict=False):  # there may be no words
        gap = doc.text[end:next_start]
        ends = not next_tag or ("\n" in gap and not next_tag.startswith("I-"))
        lines.append(f"{doc.text[start:end]}\t{_said_of(gap, ends, not next_tag)}\t{tag}\n" + "\n" * ends)
    return {"": encode("".join(lines), doc.id, _NAME)}


def _said_of(gap: str, ends_sentence: bool, ends_note: bool) -> str:
    """What the middle column says of the gap behind a word: nothing, where it is what readers expect."""
    if gap == ("" if ends_note else "\n" if ends_sentence else " "):
        return _NOTHING
    return f"SpacesAfter={_escape(gap)}" if gap else _NO_SPACE


def _words(doc: Document) -> list[tuple[int, int]]:
    """Our fine tokens, cut where a span begins or ends inside one."""
    cuts = sorted({place for span in doc.spans for place in (span.start, span.end)})
    words: list[tuple[int, int]] = []
    for start, end in zip(*(bounds.tolist() for bounds in token_bounds(doc.text)), strict=True):
        inside = cuts[bisect_right(cuts, start) : bisect_left(cuts, end)]
        words += pairwise([start, *inside, end])
    return words


def _tags(doc: Document, words: list[tuple[int, int]]) -> list[str]:
    first = {start: number for number, (start, _) in enumerate(words)}
    last = {end: number for number, (_, end) in enumerate(words)}
    tags = ["O"] * len(words)
    reached = 0
    for span in doc.spans:
        if span.start < reached or not _TAG.fullmatch(f"B-{span.label}"):
            raise _refusal(doc, "some of its spans overlap, or a label has a blank in it")
        if span.start not in first or span.end not in last:
            raise _refusal(doc, "a span begins or ends with a blank")
        start, end = first[span.start], last[span.end] + 1
        tags[start:end] = [f"B-{span.label}", *[f"I-{span.label}"] * (end - start - 1)]
        reached = span.end
    return tags


def _refusal(doc: Document, problem: str) -> CannotHoldError:
    return CannotHoldError(doc.id, _NAME, problem, "choose another format, such as brat or jsonl")


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(char, char) for char in text)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: _CHARACTERS.get(match[1], match[0]), text)


FORMAT = RecordFormat(_NAME, (".conll", ".annotated"), HOLDS_SPANS, parse, record)
