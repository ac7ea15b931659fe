"""CSV and TSV with a header: columns for id, text, spans (as JSON) and patient; others are kept in `meta`.

A CSV whose header has semicolons and no comma is read with semicolons. Blank lines are skipped.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path

from incognote.config import COLUMN_ROLES
from incognote.errors import CannotHoldError, DamagedInputError
from incognote.formats.base import HOLDS_ALL, Damage, Options, Pieces, RecordFormat
from incognote.formats.fields import FieldError, document, require_one_id, span_values, spans_from_json, to_json
from incognote.formats.files import encode, lines_of
from incognote.types import Document

_QUOTING = "quote texts that hold quotes, separators or line breaks, and double the quotes inside"


def _parse(delimiter: str, file: Path, options: Options, report: Damage) -> Iterator[Document]:
    csv.field_size_limit(sys.maxsize)
    lines = (line for _, line in lines_of(file, options.encoding))
    first = next(lines, "")
    if delimiter == "," and ";" in first and "," not in first:
        delimiter = ";"
    rows = csv.reader(chain([first], lines), delimiter=delimiter, strict=True)
    begin = 1
    try:
        header = next(rows, [])
        _require(header, options, file)
        begin = rows.line_num + 1
        for row in rows:
            if row:
                try:
                    yield _document(header, row, options)
                except FieldError as error:
                    report(DamagedInputError(file, error.problem, error.remedy, begin))
            begin = rows.line_num + 1
    except csv.Error:
        raise DamagedInputError(file, "the quoting of a row is broken", _QUOTING, begin) from None


def _require(header: list[str], options: Options, file: Path) -> None:
    if len(set(header)) < len(header):
        raise DamagedInputError(file, "two columns have one name", "rename one", 1)
    for role in ("id", "text"):
        if options.column(role) not in header:
            problem = f"none of its {len(header)} columns is called {options.column(role)!r}"
            remedy = f"the first row must name the columns; say which holds the {role}: --columns {role}=NAME"
            raise DamagedInputError(file, problem, remedy, 1)


def _document(header: list[str], row: list[str], options: Options) -> Document:
    if len(row) != len(header):
        raise FieldError(f"a row has {len(row)} fields instead of {len(header)}", _QUOTING)
    fields: dict[str, object] = dict(zip(header, row, strict=True))
    spans, patient = options.column("spans"), options.column("patient")
    if fields.get(spans):
        fields[spans] = spans_from_json(str(fields[spans]))
    fields[patient] = fields.get(patient) or None
    return document(fields, options)


def _head(delimiter: str, name: str, first: Document | None, options: Options) -> Pieces:
    header = [*dict.fromkeys(options.column(role) for role in COLUMN_ROLES), *(first.meta if first else ())]
    return {"": _row(header, delimiter, "", name)}


def _record(delimiter: str, name: str, doc: Document, first: Document, options: Options) -> Pieces:
    _require_fit(doc, first, options, name)
    spans = to_json(span_values(doc.spans)) if doc.spans else ""
    others = [str(doc.meta[column]) for column in first.meta]
    patient = [] if options.patient_is_id else [doc.patient or ""]
    return {"": _row([doc.id, doc.text, spans, *patient, *others], delimiter, doc.id, name)}


def _require_fit(doc: Document, first: Document, options: Options, name: str) -> None:
    require_one_id(doc, options, name)
    ours = {options.column(role) for role in COLUMN_ROLES}
    for field in sorted({*doc.meta, *first.meta}):
        problem = ""
        if field not in doc.meta or field not in first.meta:
            problem = f"it and the first note don't both have the field {field!r}"
        elif field in ours or not isinstance(doc.meta[field], str):
            problem = f"the field {field!r} has a name that we use, or isn't text"
        if problem:
            raise CannotHoldError(doc.id, name, problem, "choose jsonl, which holds any fields")


def _row(values: list[str], delimiter: str, doc_id: str, name: str) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL).writerow(values)
    return encode(out.getvalue(), doc_id, name)


def _format(name: str, delimiter: str) -> RecordFormat:
    return RecordFormat(
        name,
        (f".{name}",),
        HOLDS_ALL,
        partial(_parse, delimiter),
        partial(_record, delimiter, name),
        partial(_head, delimiter, name),
    )


CSV = _format("csv", ",")
TSV = _format("tsv", "\t")
