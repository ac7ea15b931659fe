"""JSON lines: new values are put into a line where the old ones stood; everything else stays byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

from incognote.containers.base import Chunk, Cutting, Failure, NewNote, Note, Pieces, UnfitError
from incognote.containers.columns import Columns, named, new_date, new_name, note_of, staying
from incognote.containers.streams import blocks, cut, join_bytes, lines, readable
from incognote.containers.table import plain_encoding
from incognote.errors import ConfigError

_MARK = "\ufeff"
_BLANKS = " \t\n\r"
_LOOK = 100  # objects, whose fields an error names
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, repr=False)
class Lines:
    """Whole lines, the names of the fields that matter, and the encoding."""

    columns: Columns
    encoding: str
    raw: bytes

    def __repr__(self) -> str:
        return f"Lines({len(self.raw)} bytes)"


@dataclass(frozen=True)
class Field:
    """A field of an object: from where to where the whole of it stands, where its value starts, and the value."""

    start: int
    value_start: int
    end: int
    value: Any


@dataclass(frozen=True)
class _Line:
    text: str
    fields: dict[str, Field] | None


@dataclass(frozen=True, repr=False)
class OpenedLines:
    """Lines, with those that hold a note; blank ones have no fields."""

    columns: Columns
    encoding: str
    lines: Sequence[_Line]
    notes: Sequence[Note]
    failures: Sequence[Failure]

    def written(self, new: Sequence[NewNote | None]) -> Pieces:
        out, notes = [], iter(new)
        for line in self.lines:
            if line.fields is None:
                out.append(line.text.encode(self.encoding))
            elif (note := next(notes)) is not None:
                out.append(self._line(line.text, line.fields, note))
        return {"": b"".join(out)}

    def _line(self, text: str, fields: dict[str, Field], new: NewNote) -> bytes:
        values = _new_values(self.columns, {name: field.value for name, field in fields.items()}, new)
        written, rest, is_first = [], 0, True
        for name, field in fields.items():
            if name in self.columns.dropped:
                written.append(text[rest : field.start])
                rest = field.end
                continue
            if is_first and text[field.start] == ",":  # all before it were dropped
                written.append(text[rest : field.start])
                rest = field.start + 1
            is_first = False
            if name in values and values[name] != field.value:
                written += [text[rest : field.value_start], self._json(values[name], text)]
                rest = field.end
        return "".join([*written, text[rest:]]).encode(self.encoding)

    def _json(self, value: object, line: str) -> str:
        """A value as the line writes others: with letters escaped or not, and always where they can't be written."""
        as_is = json.dumps(value, ensure_ascii=False)
        try:
            as_is.encode(self.encoding)
        except UnicodeEncodeError:
            return json.dumps(value)
        return json.dumps(value) if line.removeprefix(_MARK).isascii() else as_is


def _new_values(columns: Columns, old: dict[str, Any], new: NewNote) -> dict[str, object]:
    values: dict[str, object] = {columns.id: new_name(old[columns.id], new.doc.id)}
    if old[columns.text] is not None:
        values[columns.text] = new.doc.text
    if columns.patient in old:
        values[columns.patient] = new_name(old[columns.patient], new.doc.patient)
    return values | {name: new_date(name, old[name], new) for name in columns.dates if name in old}


@dataclass(frozen=True)
class JsonLines:
    """An object a line, as other programs write them."""

    name = "jsonl"
    suffixes = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")

    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]:
        columns, encoding = named(cutting), plain_encoding(cutting.encoding)
        return cut(lines(blocks(path), cutting.largest), cutting, lambda raw: Lines(columns, encoding, raw))

    def staying(self, paths: Sequence[Path], cutting: Cutting) -> tuple[str, ...]:
        """The fields that stay as they are; any file may have one that was named, and none need have a record."""
        names: dict[str, None] = {}
        for path in paths:
            names |= dict.fromkeys(self._names(path, cutting))
            with suppress(ConfigError):
                return staying(tuple(names), cutting)
        return staying(tuple(names), cutting) if names else ()

    def _names(self, path: Path, cutting: Cutting) -> tuple[str, ...]:
        """The names of the fields of its first objects, and of the fields that must be there, wherever they are."""
        columns, encoding = named(cutting), plain_encoding(cutting.encoding)
        payload = Lines(columns, encoding, b"")
        wanted = {columns.id, columns.text, cutting.column("patient"), *columns.dates, *columns.dropped}
        missing = {name for name in wanted if name is not None}
        found: dict[str, None] = {}
        for number, raw in enumerate(readable(lines(blocks(path), cutting.largest))):
            if isinstance(raw, bytes) and (number < _LOOK or any(_may_have(raw, name, encoding) for name in missing)):
                with suppress(UnfitError):
                    found |= dict.fromkeys(_line(raw, payload).fields or ())
                    missing -= found.keys()
            if number >= _LOOK and not missing:
                break
        return tuple(found)

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedLines:
        payload: Lines = chunk.payload
        opened: list[_Line] = []
        notes: list[Note] = []
        failures: list[Failure] = []
        number = chunk.first
        for raw in _LINE.findall(payload.raw):
            try:
                line = _line(raw, payload)
                if line.fields is not None:
                    notes.append(_note(number, line.fields, payload.columns))
                opened.append(line)
            except UnfitError as error:
                failures.append(Failure(number, error.reason))
            number += raw not in (b"\n", b"\r\n")
        return OpenedLines(payload.columns, payload.encoding, opened, notes, failures)

    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None:
        join_bytes(parts, out)


def _may_have(line: bytes, name: str, encoding: str) -> bool:
    """Whether a line has a text of this name, with letters escaped or not."""
    return json.dumps(name).encode() in line or json.dumps(name, ensure_ascii=False).encode(encoding, "replace") in line


def _line(raw: bytes, payload: Lines) -> _Line:
    try:
        text = raw.decode(payload.encoding)
    except UnicodeError:
        raise UnfitError(f"it is not {payload.encoding} text; name its encoding with --encoding") from None
    return _Line(text, None if text.strip(_BLANKS + _MARK) == "" else fields_of(text, payload.columns))


def fields_of(line: str, columns: Columns) -> dict[str, Field]:
    """The fields of the object in a line, in order; of those that matter, none may be there twice."""
    try:
        fields, end = _scanned(line)
    except (ValueError, IndexError, RecursionError):
        raise UnfitError("it is not a JSON object; write one object a line") from None
    if line[end:].strip(_BLANKS):
        raise UnfitError("there is something behind its JSON object; write one object a line")
    found: dict[str, Field] = {}
    for name, field in fields:
        if name in found and name in {*columns.used, *columns.dropped}:
            raise UnfitError(f"it has two fields {name!r}")
        found.setdefault(name, field)  # so that they are in the order of the line
    return found


def _scanned(line: str) -> tuple[list[tuple[str, Field]], int]:
    """Fields, and the place behind the object. A field that is dropped goes with the comma that parts it."""
    fields: list[tuple[str, Field]] = []
    at = _expect("{", line, _skip(line, len(line) - len(line.removeprefix(_MARK))))
    start = at
    if line[_skip(line, at)] == "}":
        return fields, _skip(line, at) + 1
    while True:
        name, at = scanstring(line, _expect('"', line, _skip(line, at)), True)
        value_start = _skip(line, _expect(":", line, _skip(line, at)))
        value, end = _DECODER.raw_decode(line, value_start)
        fields.append((name, Field(start, value_start, end, value)))
        start = _skip(line, end)
        if line[start] == "}":
            return fields, start + 1
        at = _expect(",", line, start)


def _skip(line: str, at: int) -> int:
    while line[at] in _BLANKS:
        at += 1
    return at


def _expect(mark: str, line: str, at: int) -> int:
    if line[at] != mark:
        raise ValueError("not JSON")
    return at + 1


def _note(number: int, fields: dict[str, Field], columns: Columns) -> Note:
    for name in (columns.id, columns.text):
        if name not in fields:
            raise UnfitError(f"there is no field {name!r}")
    name, text = fields[columns.id].value, fields[columns.text].value
    patient = fields[columns.patient].value if columns.patient in fields else None
    if not isinstance(text, str | None):
        raise UnfitError(f"the field {columns.text!r} is not text")
    if any(isinstance(value, bool) or not isinstance(value, str | int | None) for value in (name, patient)):
        raise UnfitError("its id or patient is neither text nor a whole number")
    return note_of(number, name, text, patient)


CONTAINER = JsonLines()
