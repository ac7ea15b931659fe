"""brat standoff: `.txt` and `.ann` side by side.

The fragments of a discontinuous annotation become spans of their own, linked by label and offsets in
`meta["fragments"]`. Lines other than text annotations (relations, attributes, notes) are kept in `meta["brat"]` with
the ids they refer to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from incognote.errors import CannotHoldError, DamagedInputError
from incognote.formats.base import HOLDS_SPANS, NoteFormat, Options
from incognote.formats.files import encode, read_text
from incognote.types import Document, Span

_NAME = "brat"
_REMEDY = "a text annotation is: T1<tab>LABEL 0 4<tab>text"
_ANNOTATION = re.compile(r"(T\S+)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)(?:\t(.*))?")


class _Entity(NamedTuple):
    label: str
    fragments: tuple[tuple[int, int], ...]


def parse(file: Path, doc_id: str, options: Options) -> Document:
    text = read_text(file.with_suffix(".txt"), options.encoding)
    annotations = file.with_suffix(".ann")
    if not annotations.exists():
        raise DamagedInputError(file, "its .ann file is missing", "create an empty one if the note has no annotations")
    entities: dict[str, _Entity] = {}
    others: list[str] = []
    for number, line in enumerate(read_text(annotations, options.encoding).split("\n"), 1):
        line = line.removesuffix("\r")
        if line.startswith("T"):
            entity_id, entity = _entity(line, text, annotations, number)
            entities[entity_id] = entity
        elif line:
            others.append(line)
    spans = tuple(Span(*fragment, entity.label) for entity in entities.values() for fragment in entity.fragments)
    return Document(doc_id, text, spans, meta=_meta(entities, others))


def _entity(line: str, text: str, file: Path, number: int) -> tuple[str, _Entity]:
    match = _ANNOTATION.fullmatch(line)
    if not match:
        raise DamagedInputError(file, "a text annotation is malformed", _REMEDY, number)
    entity_id, label, offsets, quoted = match.groups()
    fragments = tuple((int(start), int(end)) for start, end in (part.split() for part in offsets.split(";")))
    if any(not 0 <= start < end <= len(text) for start, end in fragments):
        raise DamagedInputError(file, "an annotation is empty or lies outside the text", _REMEDY, number)
    if quoted is not None and quoted.split() != " ".join(text[start:end] for start, end in fragments).split():
        raise DamagedInputError(file, "an annotation's text is not what stands at its offsets", _REMEDY, number)
    return entity_id, _Entity(label, fragments)


def _meta(entities: dict[str, _Entity], others: list[str]) -> dict[str, Any]:
    meta: dict[str, Any] = {}
    linked = sorted(entity for entity in entities.values() if len(entity.fragments) > 1)
    if linked:
        meta["fragments"] = [_as_list(entity) for entity in linked]
    if others:
        ids = {entity_id: _as_list(entity) for entity_id, entity in entities.items()}
        meta["brat"] = {"ids": ids, "lines": others}
    return meta


def _as_list(entity: _Entity) -> list[Any]:
    return [entity.label, *map(list, entity.fragments)]


def _from_list(values: list[Any]) -> _Entity:
    return _Entity(values[0], tuple((start, end) for start, end in values[1:]))


def render(doc: Document) -> dict[str, bytes]:
    if any(re.search(r"\s", span.label) for span in doc.spans):
        raise CannotHoldError(doc.id, _NAME, "a label has a blank in it", "choose another format, such as jsonl")
    kept = doc.meta.get("brat", {"ids": {}, "lines": []})
    old_ids: dict[_Entity, list[str]] = {}
    for entity_id, values in kept["ids"].items():
        old_ids.setdefault(_from_list(values), []).append(entity_id)
    new_ids = (f"T{number}" for number in count(1) if f"T{number}" not in kept["ids"])
    lines = []
    for entity in _entities(doc):
        entity_id = old_ids[entity].pop(0) if old_ids.get(entity) else next(new_ids)
        lines.append(_line(entity_id, entity, doc.text))
    annotations = "".join(line + "\n" for line in (*lines, *kept["lines"]))
    return {".txt": encode(doc.text, doc.id, _NAME), ".ann": encode(annotations, doc.id, _NAME)}


def _entities(doc: Document) -> list[_Entity]:
    """The annotations of a document: linked fragments together, every other span by itself."""
    spans = list(doc.spans)
    entities = []
    for values in doc.meta.get("fragments", ()):
        entity = _from_list(values)
        parts = [Span(*fragment, entity.label) for fragment in entity.fragments]
        if not Counter(parts) - Counter(spans):
            entities.append(entity)
            for part in parts:
                spans.remove(part)
    entities += (_Entity(span.label, ((span.start, span.end),)) for span in spans)
    return entities


def _line(entity_id: str, entity: _Entity, text: str) -> str:
    offsets = ";".join(f"{start} {end}" for start, end in entity.fragments)
    quoted = _one_line(text[start:end] for start, end in entity.fragments)
    return f"{entity_id}\t{entity.label} {offsets}\t{quoted}"


def _one_line(pieces: Iterable[str]) -> str:
    return re.sub(r"[\r\n]", " ", " ".join(pieces))


FORMAT = NoteFormat(_NAME, (".txt", ".ann"), HOLDS_SPANS | {"fragments", "brat"}, parse, render)
