"""What JSON lines and tables share: which field is what, and spans as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from incognote.errors import SpanError
from incognote.formats.base import Options
from incognote.types import Document, Span

ROLES = ("id", "text", "spans", "patient")
SPAN_REMEDY = 'spans are a list of {"start": 0, "end": 4, "label": "PATIENT"}, optionally with score and source'


class FieldError(Exception):
    """A field that can't be read; `problem` and `remedy` don't quote it."""

    def __init__(self, problem: str, remedy: str) -> None:
        self.problem = problem
        self.remedy = remedy


def document(fields: Mapping[str, Any], options: Options) -> Document:
    """A document from named fields; fields that have no role go to `meta`."""
    columns = {role: options.column(role) for role in ROLES}
    for role in ("id", "text"):
        if columns[role] not in fields:
            raise FieldError(
                f"there is no field {columns[role]!r}", f"say which holds the {role}: --columns {role}=NAME"
            )
    doc_id, text = fields[columns["id"]], fields[columns["text"]]
    if isinstance(doc_id, bool) or not isinstance(doc_id, str | int) or doc_id == "":
        raise FieldError(f"the field {columns['id']!r} is not an id", "it must be text or a whole number")
    if not isinstance(text, str):
        raise FieldError(f"the field {columns['text']!r} is not text", "check --columns")
    patient = fields.get(columns["patient"])
    meta = {name: value for name, value in fields.items() if name not in columns.values()}
    try:
        spans = _spans(fields.get(columns["spans"]) or [])
        return Document(str(doc_id), text, spans, None if patient is None else str(patient), meta)
    except SpanError as error:
        raise FieldError(str(error), SPAN_REMEDY) from None


def _spans(values: Any) -> tuple[Span, ...]:
    try:
        return tuple(Span(**value) for value in values if _is_span(value))
    except TypeError:
        raise FieldError("a span is malformed", SPAN_REMEDY) from None


def _is_span(value: Any) -> bool:
    whole = all(isinstance(value.get(key), int) for key in ("start", "end")) if isinstance(value, dict) else False
    if not whole or not isinstance(value.get("label"), str):
        raise FieldError("a span is malformed", SPAN_REMEDY)
    return True


def span_values(doc: Document) -> list[dict[str, Any]]:
    """Spans as JSON values; score and source only where they say something."""
    return [
        {
            "start": span.start,
            "end": span.end,
            "label": span.label,
            **({"score": span.score} if span.score != 1.0 else {}),
            **({"source": span.source} if span.source else {}),
        }
        for span in doc.spans
    ]


def to_json(value: Any) -> str:
    """JSON in one line, readable where it can be: only half surrogate pairs make it escape other letters."""
    written = json.dumps(value, ensure_ascii=False)
    try:
        written.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return written
