"""JSON lines: a note a line, `{"id": …, "text": …, "spans": [{"start": …, "end": …, "label": …}], "patient": …}`.

Other fields are kept in `meta` and written back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from incognote.config import COLUMN_ROLES
from incognote.errors import CannotHoldError, DamagedInputError
from incognote.formats.base import HOLDS_ALL, Damage, Options, Pieces, RecordFormat
from incognote.formats.fields import FieldError, document, from_json, require_one_id, span_values, to_json
from incognote.formats.files import lines_of
from incognote.types import Document

_NAME = "jsonl"
_REMEDY = "write one object a line"


def parse(file: Path, options: Options, report: Damage) -> Iterator[Document]:
    for number, line in lines_of(file, options.encoding, report):
        if line.isspace():
            continue
        try:
            doc = document(_object(line), options)
        except FieldError as error:
            report(DamagedInputError(file, error.problem, error.remedy, number))
        else:
            yield doc


def _object(line: str) -> dict[str, object]:
    value = from_json(line, "the line is", _REMEDY)
    if not isinstance(value, dict):
        raise FieldError("the line is not a JSON object", _REMEDY)
    return value


def record(doc: Document, first: Document, options: Options) -> Pieces:
    columns = {role: options.column(role) for role in COLUMN_ROLES}
    require_one_id(doc, options, _NAME)
    for name, value in doc.meta.items():
        if name in columns.values() or not _survives(value):
            problem = f"the field {name!r} has a name that we use, or a value that JSON changes"
            raise CannotHoldError(doc.id, _NAME, problem, "rename or drop it")
    fields: dict[str, object] = {columns["id"]: doc.id, columns["text"]: doc.text}
    if doc.spans:
        fields[columns["spans"]] = span_values(doc.spans)
    if doc.patient is not None:
        fields[columns["patient"]] = doc.patient
    return {"": f"{to_json({**fields, **doc.meta})}\n".encode()}


def _survives(value: object) -> bool:
    try:
        return bool(json.loads(json.dumps(value, allow_nan=False)) == value)
    except (TypeError, ValueError, RecursionError):
        return False


FORMAT = RecordFormat(_NAME, (".jsonl", ".ndjson"), HOLDS_ALL, parse, record)
