"""CSV and TSV: the fields for id, text, patient and dates are written anew, all others byte for byte."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from incognote.containers.base import Chunk, Cutting, Failure, NewNote, Note, Pieces, UnfitError
from incognote.containers.columns import Columns, columns_of, new_date, new_name, note_of, staying
from incognote.containers.csv_grammar import grammar, records
from incognote.containers.streams import blocks, cut, join_bytes
from incognote.errors import ConfigError, DamagedInputError

_MARK = b"\xef\xbb\xbf"
_SPECIAL = '\n\r,;\t"'
_STATEFUL = ("iso2022", "hz", "utf-7")


@dataclass(frozen=True, repr=False)
class Rows:
    """Whole rows of a table, and what its header tells."""

    names: tuple[str, ...]
    columns: Columns
    separator: bytes
    encoding: str
    raw: bytes

    def __repr__(self) -> str:
        return f"Rows({len(self.raw)} bytes)"


@dataclass(frozen=True)
class _Head:
    names: tuple[str, ...]
    separator: bytes
    encoding: str
    raw: bytes


@dataclass(frozen=True)
class _Row:
    fields: list[bytes]
    end: bytes
    values: dict[str, str]


@dataclass(frozen=True, repr=False)
class OpenedRows:
    """Rows, with those that hold a note; blank lines are rows without fields."""

    table: Rows
    rows: Sequence[_Row]
    notes: Sequence[Note]
    failures: Sequence[Failure]

    def written(self, new: Sequence[NewNote | None]) -> Pieces:
        kept = _kept(self.table.names, self.table.columns)
        out, notes = [], iter(new)
        for row in self.rows:
            if not row.fields:
                out.append(row.end)
            elif (note := next(notes)) is not None:
                fields = self._fields(row, note)
                out += [self.table.separator.join([fields[at] for at in kept]), row.end]
        return {"": b"".join(out)}

    def _fields(self, row: _Row, new: NewNote) -> list[bytes]:
        columns, fields = self.table.columns, list(row.fields)
        for name, value in new_values(columns, row.values, new).items():
            if value != row.values[name]:
                at = self.table.names.index(name)
                fields[at] = self._field(str(value or ""), fields[at])
        return fields

    def _field(self, value: str, old: bytes) -> bytes:
        # What was put in place of PHI may hold letters that the table's encoding hasn't; the rest came from it.
        data = value.encode(self.table.encoding, "replace")
        if old.startswith(b'"') or data.startswith(b'"') or any(mark in data for mark in _marks(self.table.separator)):
            return b'"%b"' % data.replace(b'"', b'""')
        return data


def _marks(separator: bytes) -> tuple[bytes, ...]:
    return (separator, b"\n", b"\r", b'"')


def new_values(columns: Columns, old: dict[str, str], new: NewNote) -> dict[str, object]:
    """The new values of the columns that have any."""
    values: dict[str, object] = {columns.id: new_name(old[columns.id], new.doc.id), columns.text: new.doc.text}
    if columns.patient:
        values[columns.patient] = new_name(old[columns.patient], new.doc.patient)
    return values | {name: new_date(name, old[name], new) for name in columns.dates}


@dataclass(frozen=True)
class TableContainer:
    """Tables with a header; a CSV whose header has semicolons and no comma is read with semicolons.

    `numbers` says that ids and patients must be whole numbers.
    """

    name: str
    suffixes: tuple[str, ...]
    separator: bytes
    numbers: bool = False

    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]:
        head, rest = self._head(path, cutting)
        columns = replace(columns_of(head.names, cutting), numbers=self.numbers)
        table = Rows(head.names, columns, head.separator, head.encoding, b"")
        return _chunks(table, rest, cutting)

    def staying(self, paths: Sequence[Path], cutting: Cutting) -> tuple[str, ...]:
        """The columns of the first table that stay as they are."""
        return staying(self.names(paths[0], cutting), cutting)

    def names(self, path: Path, cutting: Cutting) -> tuple[str, ...]:
        """The names of the columns."""
        return self._head(path, cutting)[0].names

    def _head(self, path: Path, cutting: Cutting) -> tuple[_Head, Iterator[bytes]]:
        encoding = plain_encoding(cutting.encoding)
        source, held = blocks(path), b""
        while b"\n" not in held and len(held) <= cutting.largest and (block := next(source, b"")):
            held += block
        if not held:
            raise DamagedInputError(path, "it is empty", "the first row must name the columns")
        mark = _MARK if held.startswith(_MARK) else b""
        held = held.removeprefix(mark)
        line = held.split(b"\n", 1)[0]
        rules = grammar(b";" if self.separator == b"," and b";" in line and b"," not in line else self.separator)
        while not (found := rules.record.match(held)) and len(held) <= cutting.largest and (block := next(source, b"")):
            held += block
        found = found or rules.last.match(held)
        try:
            names = [_text(field, encoding) for field in rules.split(found.group())[0]] if found else []
        except UnicodeError:
            raise DamagedInputError(
                path, f"it is not {encoding} text", "name its encoding with --encoding", 1
            ) from None
        if not found:
            raise DamagedInputError(path, "its first row has no end", "the first row must name the columns", 1)
        head = _Head(tuple(names), rules.separator, encoding, mark + found.group())
        return head, chain([held[found.end() :]], source)

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedRows:
        table: Rows = chunk.payload
        rows: list[_Row] = []
        notes: list[Note] = []
        failures: list[Failure] = []
        number = chunk.first
        for raw in grammar(table.separator).rows(table.raw):
            fields, end = grammar(table.separator).split(raw)
            if fields == [b""]:
                rows.append(_Row([], end, {}))
                continue
            try:
                values = _values(table, fields)
                notes.append(_note(number, table.columns, values))
                rows.append(_Row(fields, end, values))
            except UnfitError as error:
                failures.append(Failure(number, error.reason))
            number += 1
        return OpenedRows(table, rows, notes, failures)

    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None:
        head, _ = self._head(like, cutting)
        # The header is in no part, since any of them may have failed as a whole.
        join_bytes(parts, out, _header(head, _kept(head.names, columns_of(head.names, cutting))))


def _chunks(table: Rows, rest: Iterable[bytes], cutting: Cutting) -> Iterator[Chunk]:
    rules = grammar(table.separator)
    resume = rules.resume(len(table.names), table.names.index(table.columns.text))
    rows = records(rest, rules, resume, cutting.largest)
    yield from cut(rows, cutting, lambda raw: replace(table, raw=raw))


def _kept(names: Sequence[str], columns: Columns) -> list[int]:
    return [at for at, name in enumerate(names) if name not in columns.dropped]


def _header(head: _Head, kept: list[int]) -> bytes:
    if len(kept) == len(head.names):
        return head.raw
    mark = _MARK if head.raw.startswith(_MARK) else b""
    fields, end = grammar(head.separator).split(head.raw.removeprefix(mark))
    return mark + head.separator.join([fields[at] for at in kept]) + end


def plain_encoding(name: str) -> str:
    """The encoding; refuses those in which bytes of other characters look like quotes and separators."""
    encoding = codecs.lookup(name).name
    if (_SPECIAL.encode(encoding) != _SPECIAL.encode("ascii") and encoding != "utf-8-sig") or encoding.startswith(
        _STATEFUL
    ):
        raise ConfigError(f"tables in {name} can't be read piece by piece; convert them to UTF-8")
    return "utf-8" if encoding == "utf-8-sig" else encoding


def _note(number: int, columns: Columns, values: dict[str, str]) -> Note:
    patient = values[columns.patient] if columns.patient else None
    if columns.numbers:
        return note_of(number, _number(values[columns.id]), values[columns.text], _number(patient))
    return note_of(number, values[columns.id], values[columns.text], patient)


def _number(value: str | None) -> int | None:
    try:
        return int(value) if value and value.strip() else None
    except ValueError:
        raise UnfitError("its id or patient is not a whole number") from None


def _values(table: Rows, fields: list[bytes]) -> dict[str, str]:
    if len(fields) != len(table.names):
        raise UnfitError(f"it has {len(fields)} fields instead of {len(table.names)}")
    try:
        return {name: _text(fields[table.names.index(name)], table.encoding) for name in table.columns.used}
    except UnicodeError:
        raise UnfitError(f"it is not {table.encoding} text; name its encoding with --encoding") from None


def _text(field: bytes, encoding: str) -> str:
    return (field[1:-1].replace(b'""', b'"') if field.startswith(b'"') else field).decode(encoding)


CSV = TableContainer("csv", (".csv", ".csv.gz"), b",")
TSV = TableContainer("tsv", (".tsv", ".tsv.gz"), b"\t")
