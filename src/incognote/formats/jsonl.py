"""JSON lines: a note a line, `{"id": …, "text": …, "spans": [{"start": …, "end": …, "label": …}], "patient": …}`.

Other fields are kept in `meta` and written back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from incognote.errors import CannotHoldError, DamagedInputError
from incognote.formats.base import HOLDS_ALL, Damage, Options, RecordFormat
from incognote.formats.fields import ROLES, FieldError, document, span_values, to_json
from incognote.formats.files import lines_of
from incognote.types import Document

_NAME = "jsonl"


def parse(file: Path, options: Options, report: Damage) -> Iterator[Document]:
    for number, line in lines_of(file, options.encoding):
        if line.isspace():
            continue
        try:
            doc = document(_object(line), options)
        except FieldError as error:
            report(DamagedInputError(file, error.problem, error.remedy, number))
        else:
            yield doc


def _object(line: str) -> dict[str, object]:
    try:
        value = json.loads(line)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise FieldError("the line is not a JSON object", "write one object a line")
    return value


def render(docs: Iterable[Document], options: Options) -> Iterator[dict[str, bytes]]:
    columns = {role: options.column(role) for role in ROLES}
    for doc in docs:
        if not doc.id or set(doc.meta) & set(columns.values()) or not _survives(doc.meta):
            raise CannotHoldError(
                doc.id,
                _NAME,
                "it has no id, or metadata that JSON changes or that bears a name of ours",
                "rename or drop it",
            )
        fields: dict[str, object] = {columns["id"]: doc.id, columns["text"]: doc.text}
        if doc.spans:
            fields[columns["spans"]] = span_values(doc)
        if doc.patient is not None:
            fields[columns["patient"]] = doc.patient
        yield {"": f"{to_json({**fields, **doc.meta})}\n".encode()}


def _survives(meta: object) -> bool:
    try:
        return bool(json.loads(json.dumps(meta)) == meta)
    except (TypeError, ValueError):
        return False


FORMAT = RecordFormat(_NAME, (".jsonl", ".ndjson"), HOLDS_ALL, parse, render)
