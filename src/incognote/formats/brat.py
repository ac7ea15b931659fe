"""brat standoff: `.txt` and `.ann` side by side.

The fragments of a discontinuous annotation become spans of their own, linked by label and offsets in
`meta["fragments"]`. Lines other than text annotations (relations, attributes, notes) are kept in `meta["brat"]` with
the ids they refer to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from incognote.errors import CannotHoldError, DamagedInputError, SpanError
from incognote.formats.base import HOLDS_SPANS, NoteFormat, Options
from incognote.formats.files import encode, lines_of, read_text
from incognote.types import Document, Span

_NAME = "brat"
_REMEDY = "a text annotation is: T1<tab>LABEL 0 4<tab>text"
_ANNOTATION = re.compile(r"(T\S+)\t(\S+) (\d{1,15} \d{1,15}(?:;\d{1,15} \d{1,15})*)(?:\t(.*))?", re.ASCII)
_ID = re.compile(r"T\S+")
_OTHER_LINE = re.compile(r"[REAMN#*][^\r\n]*")
_NOT_OURS = (TypeError, ValueError, LookupError, AttributeError, SpanError)


class _Entity(NamedTuple):
    label: str
    fragments: tuple[tuple[int, int], ...]

    def spans(self) -> list[Span]:
        return [Span(*fragment, self.label) for fragment in self.fragments]


def parse(file: Path, doc_id: str, options: Options) -> Document:
    text_file, annotations = (_companion(file, suffix) for suffix in (".txt", ".ann"))
    text = read_text(text_file, options.encoding)
    if not annotations.exists():
        remedy = "create an empty one if the note has no annotations"
        raise DamagedInputError(file, "its .ann file is missing", remedy)
    entities: dict[str, _Entity] = {}
    others: list[str] = []
    for number, raw in lines_of(annotations, options.encoding):
        line = raw.rstrip("\r\n")
        if line.startswith("T"):
            entity_id, entity = _entity(line, text, annotations, number)
            if entity_id in entities:
                raise DamagedInputError(annotations, "an id is used twice", "give each annotation its own", number)
            entities[entity_id] = entity
        elif _OTHER_LINE.fullmatch(line):
            others.append(line)
        elif line:
            raise DamagedInputError(annotations, "a line is no annotation", _REMEDY, number)
    spans = [span for entity in entities.values() for span in entity.spans()]
    return Document(doc_id, text, tuple(spans), meta=_meta(entities, others))


def _companion(file: Path, suffix: str) -> Path:
    """The file itself or the one beside it with the suffix, in small letters or in capitals."""
    if file.suffix.lower() == suffix:
        return file
    in_capitals = file.with_suffix(suffix.upper())
    return in_capitals if in_capitals.exists() else file.with_suffix(suffix)


def _entity(line: str, text: str, file: Path, number: int) -> tuple[str, _Entity]:
    match = _ANNOTATION.fullmatch(line)
    if not match:
        raise DamagedInputError(file, "a text annotation is malformed", _REMEDY, number)
    entity_id, label, offsets, quoted = match.groups()
    fragments = tuple((int(start), int(end)) for start, end in (part.split() for part in offsets.split(";")))
    if any(not start < end <= len(text) for start, end in fragments):
        raise DamagedInputError(file, "an annotation is empty or lies outside the text", _REMEDY, number)
    if quoted is not None and quoted.split() != " ".join(text[start:end] for start, end in fragments).split():
        raise DamagedInputError(file, "an annotation's text is not what stands at its offsets", _REMEDY, number)
    return entity_id, _Entity(label, fragments)


def _meta(entities: Mapping[str, _Entity], others: list[str]) -> dict[str, Any]:
    linked = sorted(entity for entity in entities.values() if len(entity.fragments) > 1)
    ids = {entity_id: _as_list(entity) for entity_id, entity in entities.items()}
    return {
        **({"fragments": [_as_list(entity) for entity in linked]} if linked else {}),
        **({"brat": {"ids": ids, "lines": others}} if others else {}),
    }


def _as_list(entity: _Entity) -> list[Any]:
    return [entity.label, *map(list, entity.fragments)]


def _from_list(values: list[Any]) -> _Entity:
    label, *fragments = values
    entity = _Entity(label, tuple((start, end) for start, end in fragments))
    if not entity.spans():
        raise ValueError("an annotation without a place")
    return entity


def _kept(meta: Mapping[str, Any]) -> tuple[list[_Entity], dict[str, _Entity], list[str]]:
    """What `meta` holds of ours: linked annotations, annotations by id, other lines."""
    kept = meta.get("brat", {"ids": {}, "lines": []})
    ids = {entity_id: _from_list(values) for entity_id, values in kept["ids"].items()}
    linked = [_from_list(values) for values in meta.get("fragments", ())]
    lines = list(kept["lines"])
    if not all(_ID.fullmatch(entity_id) for entity_id in ids) or not all(_OTHER_LINE.fullmatch(line) for line in lines):
        raise ValueError("not as this module leaves them")
    return linked, ids, lines


def relabelled(meta: Mapping[str, Any], new_label: Callable[[Span], str]) -> dict[str, Any]:
    """`meta` with the new labels of its annotations; what refers to one without a new label goes with it."""
    if not {"fragments", "brat"} & set(meta):
        return dict(meta)
    try:
        linked, ids, lines = _kept(meta)
    except _NOT_OURS:
        return dict(meta)
    entities = ids or {f"T{number}": entity for number, entity in enumerate(linked)}
    renamed = {name: entity._replace(label=new_label(entity.spans()[0])) for name, entity in entities.items()}
    kept = {name: entity for name, entity in renamed.items() if entity.label}
    gone = set(renamed) - set(kept)
    others = [line for line in lines if not gone & set(re.split(r"[\s:]+", line))]
    return {key: value for key, value in meta.items() if key not in ("fragments", "brat")} | _meta(kept, others)


def render(doc: Document) -> dict[str, bytes]:
    if any(re.search(r"\s", span.label) for span in doc.spans):
        raise CannotHoldError(doc.id, _NAME, "a label has a blank in it", "choose another format, such as jsonl")
    try:
        annotations = _annotations(doc)
    except _NOT_OURS:
        problem = "its fields `fragments` and `brat` are not as brat files leave them"
        raise CannotHoldError(doc.id, _NAME, problem, "rename them") from None
    return {".txt": encode(doc.text, doc.id, _NAME), ".ann": encode(annotations, doc.id, _NAME)}


def _annotations(doc: Document) -> str:
    linked, ids, lines = _kept(doc.meta)
    old_ids: dict[_Entity, list[str]] = {}
    for entity_id, entity in ids.items():
        old_ids.setdefault(entity, []).append(entity_id)
    new_ids = (f"T{number}" for number in count(1) if f"T{number}" not in ids)
    written = []
    for entity in _entities(doc, linked):
        entity_id = old_ids[entity].pop(0) if old_ids.get(entity) else next(new_ids)
        offsets = ";".join(f"{start} {end}" for start, end in entity.fragments)
        quoted = re.sub(r"[\r\n]", " ", " ".join(doc.text[start:end] for start, end in entity.fragments))
        written.append(f"{entity_id}\t{entity.label} {offsets}\t{quoted}")
    return "".join(line + "\n" for line in (*written, *lines))


def _entities(doc: Document, linked: list[_Entity]) -> list[_Entity]:
    """The annotations of a document: linked fragments together, every other span by itself."""
    left = Counter(doc.spans)
    entities = []
    for entity in linked:
        parts = Counter(entity.spans())
        if all(left[part] >= number for part, number in parts.items()):
            entities.append(entity)
            left.subtract(parts)
    entities += (_Entity(span.label, ((span.start, span.end),)) for span in sorted(left.elements()))
    return entities


FORMAT = NoteFormat(_NAME, (".txt", ".ann"), HOLDS_SPANS | {"fragments", "brat"}, parse, render)
