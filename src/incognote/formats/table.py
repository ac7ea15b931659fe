"""CSV and TSV with a header: columns for id, text, spans (as JSON) and patient; others are kept in `meta`."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from incognote.errors import CannotHoldError, DamagedInputError
from incognote.formats.base import HOLDS_ALL, Damage, Options, RecordFormat
from incognote.formats.fields import ROLES, SPAN_REMEDY, FieldError, document, span_values, to_json
from incognote.formats.files import encode, lines_of
from incognote.types import Document

_QUOTING = "quote texts that hold quotes, separators or line breaks, and double the quotes inside"


def _parser(delimiter: str) -> Callable[[Path, Options, Damage], Iterator[Document]]:
    def parse(file: Path, options: Options, report: Damage) -> Iterator[Document]:
        csv.field_size_limit(sys.maxsize)
        rows = csv.reader((line for _, line in lines_of(file, options.encoding)), delimiter=delimiter, strict=True)
        try:
            header = next(rows, [])
            if len(set(header)) < len(header):
                raise DamagedInputError(file, "two columns have one name", "rename one", 1)
            _require(header, options, file)
            for row in rows:
                try:
                    yield _document(header, row, options)
                except FieldError as error:
                    report(DamagedInputError(file, error.problem, error.remedy, rows.line_num))
        except csv.Error:
            raise DamagedInputError(file, "the quoting is broken", _QUOTING, rows.line_num) from None

    return parse


def _require(header: list[str], options: Options, file: Path) -> None:
    for role in ("id", "text"):
        if options.column(role) not in header:
            raise DamagedInputError(
                file,
                f"none of its {len(header)} columns is called {options.column(role)!r}",
                f"the first row must name the columns; say which holds the {role}: --columns {role}=NAME",
                1,
            )


def _document(header: list[str], row: list[str], options: Options) -> Document:
    if len(row) != len(header):
        raise FieldError(f"a row has {len(row)} fields instead of {len(header)}", _QUOTING)
    fields: dict[str, object] = dict(zip(header, row, strict=True))
    spans, patient = options.column("spans"), options.column("patient")
    if fields.get(spans):
        try:
            fields[spans] = json.loads(str(fields[spans]))
        except ValueError:
            raise FieldError("a span is malformed", SPAN_REMEDY) from None
    fields[patient] = fields.get(patient) or None
    return document(fields, options)


def _renderer(name: str, delimiter: str) -> Callable[[Iterable[Document], Options], Iterator[dict[str, bytes]]]:
    def render(docs: Iterable[Document], options: Options) -> Iterator[dict[str, bytes]]:
        columns = [options.column(role) for role in ROLES]
        header: list[str] = []
        for doc in docs:
            if not header:
                header = [*columns, *doc.meta]
                yield {"": _row(header, delimiter, doc.id, name)}
            _require_fit(doc, columns, header, name)
            spans = to_json(span_values(doc)) if doc.spans else ""
            row = [
                doc.id,
                doc.text,
                spans,
                doc.patient or "",
                *(doc.meta[column] for column in header[len(columns) :]),
            ]
            yield {"": _row(row, delimiter, doc.id, name)}
        if not header:
            yield {"": _row(columns, delimiter, "", name)}

    return render


def _require_fit(doc: Document, columns: list[str], header: list[str], name: str) -> None:
    if doc.id and {*columns, *doc.meta} == set(header) and all(isinstance(value, str) for value in doc.meta.values()):
        return
    raise CannotHoldError(
        doc.id,
        name,
        "it has no id, other metadata than the first note, or metadata that isn't text",
        "choose jsonl",
    )


def _row(values: list[str], delimiter: str, doc_id: str, name: str) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL).writerow(values)
    return encode(out.getvalue(), doc_id, name)


CSV = RecordFormat("csv", (".csv",), HOLDS_ALL, _parser(","), _renderer("csv", ","))
TSV = RecordFormat("tsv", (".tsv",), HOLDS_ALL, _parser("\t"), _renderer("tsv", "\t"))
