"""What JSON lines and tables share: which field is what, and spans as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from incognote.config import COLUMN_ROLES
from incognote.errors import CannotHoldError, SpanError
from incognote.formats.base import Options
from incognote.types import Document, Span

_SPAN_REMEDY = 'spans are a list of {"start": 0, "end": 4, "label": "PATIENT"}, optionally with score, source and text'
_SPAN_TYPES: dict[str, tuple[type, ...]] = {
    "start": (int,),
    "end": (int,),
    "label": (str,),
    "score": (int, float),
    "source": (str,),
    "text": (str,),
}


class FieldError(Exception):
    """A field that can't be read; `problem` and `remedy` don't quote it."""

    def __init__(self, problem: str, remedy: str) -> None:
        self.problem = problem
        self.remedy = remedy


def document(fields: Mapping[str, Any], options: Options) -> Document:
    """A document from named fields; fields that have no role go to `meta`."""
    columns = {role: options.column(role) for role in COLUMN_ROLES}
    for role in ("id", "text"):
        if columns[role] not in fields:
            remedy = f"say which holds the {role}: --columns {role}=NAME"
            raise FieldError(f"there is no field {columns[role]!r}", remedy)
    text = fields[columns["text"]]
    if not isinstance(text, str):
        raise FieldError(f"the field {columns['text']!r} is not text", "check --columns")
    patient = fields.get(columns["patient"])
    meta = {name: value for name, value in fields.items() if name not in columns.values()}
    try:
        return Document(
            _name(fields[columns["id"]], columns["id"]),
            text,
            _spans(fields.get(columns["spans"]) or [], text),
            None if patient in (None, "") else _name(patient, columns["patient"]),
            meta,
        )
    except SpanError as error:
        raise FieldError(str(error), _SPAN_REMEDY) from None


def require_one_id(doc: Document, options: Options, format_name: str) -> None:
    """Refuse a document with another id than its patient's where one column holds both."""
    if options.patient_is_id and doc.patient != doc.id:
        raise CannotHoldError(doc.id, format_name, "its patient's id is another", "give id and patient two columns")


def _name(value: Any, field: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise FieldError(f"the field {field!r} is not a name", "it must be text or a whole number")
    return str(value)


def _spans(values: Any, text: str) -> tuple[Span, ...]:
    if not isinstance(values, list):
        raise FieldError("the spans are malformed", _SPAN_REMEDY)
    for value in values:
        keys = set(value) if isinstance(value, dict) else set()
        if not {"start", "end", "label"} <= keys <= set(_SPAN_TYPES):
            raise FieldError("a span is malformed", _SPAN_REMEDY)
        if any(isinstance(value[key], bool) or not isinstance(value[key], _SPAN_TYPES[key]) for key in keys):
            raise FieldError("a span has a value of the wrong kind", _SPAN_REMEDY)
        if value.get("text", quoted := text[value["start"] : value["end"]]) != quoted:
            raise FieldError("a span's text is not what stands at its offsets", "offsets count characters from 0")
    return tuple(Span(**{key: value[key] for key in value if key != "text"}) for value in values)


def from_json(text: str, what: str, remedy: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise FieldError(f"{what} not JSON", remedy) from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def spans_from_json(text: str) -> Any:
    return from_json(text, "the spans are", _SPAN_REMEDY)


def span_values(spans: Iterable[Span]) -> list[dict[str, Any]]:
    """Spans as JSON values; score and source only where they say something."""
    return [
        {
            "start": span.start,
            "end": span.end,
            "label": span.label,
            **({"score": span.score} if span.score != 1.0 else {}),
            **({"source": span.source} if span.source else {}),
        }
        for span in spans
    ]


def to_json(value: Any) -> str:
    """JSON in one line, readable where it can be: only half surrogate pairs make it escape other letters."""
    written = json.dumps(value, ensure_ascii=False)
    try:
        written.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return written
