"""The free texts of a FHIR resource: which elements they are says data/containers/fhir.toml."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from incognote.containers import markup
from incognote.containers.attachments import read_attached
from incognote.containers.base import Edit, UnfitError
from incognote.containers.json_places import Array, Object, Place, Value, read_string, string_at
from incognote.containers.readings import Text

_RESOURCE = "resourceType"


@cache
def _rules() -> dict[str, frozenset[str]]:
    from incognote.data import load_toml

    lists: dict[str, Any] = load_toml("containers/fhir.toml")["texts"]
    return {kind: frozenset(names.split() if isinstance(names, str) else names) for kind, names in lists.items()}


def texts_of(raw: str, resource: Object) -> Iterator[tuple[Object, Text]]:
    """The texts of a resource and of those inside it that hold anything, each with the resource that it is of."""
    for owner, text in _Walk(raw, resource).object(resource, "", ""):
        if text.says_something:
            yield owner, text


class _Walk:
    """A walk through a resource; `path` has the numbers of array elements, `element` has none."""

    def __init__(self, raw: str, resource: Object) -> None:
        self._raw = raw
        self._owner = resource
        self._kind = string_at(raw, resource.get(_RESOURCE)) or ""

    def object(self, value: Object, path: str, element: str) -> Iterator[tuple[Object, Text]]:
        if _RESOURCE in value and value is not self._owner:
            for owner, text in _Walk(self._raw, value).object(value, "", ""):
                yield owner, text._replace(name=f"{path}.{text.name}")
            return
        if self._is_attachment(value, element):
            yield self._owner, self._attachment(value, path)
        for key, child in value.items():
            if self._reads(key, child, path):
                below = (f"{path}.{key}", f"{element}.{key}") if path else (key, key)
                yield from self._value(child, key, *below)

    def _value(self, value: Value, key: str, path: str, element: str) -> Iterator[tuple[Object, Text]]:
        if isinstance(value, Object):
            yield from self.object(value, path, element)
        elif isinstance(value, Array):
            for number, item in enumerate(value):
                yield from self._value(item, key, f"{path}[{number}]", element)
        elif key.endswith("Base64Binary") or f"{self._kind}.{element}" in _rules()["bytes"]:
            raise UnfitError("it has bytes of which nobody says what they are; remove them")
        elif self._raw[value.start] == '"':
            if key in _rules()["markup"]:
                yield self._owner, _narrative(self._raw, value, path)
            elif self._is_text(key, element):
                reading = read_string(self._raw, value)
                yield self._owner, Text(path, reading.text, reading.raw_edits)

    def _reads(self, key: str, child: Value, path: str) -> bool:
        if self._kind in _rules()["people"] and not path:
            return key in ("text", "contained")
        return key not in _rules()["structured"] or _is_strings(self._raw, child)

    def _is_text(self, key: str, element: str) -> bool:
        rules = _rules()
        return (
            key in rules["anywhere"]
            or key.endswith(tuple(rules["endings"]))
            or f"{self._kind}.{element}" in rules["elements"]
        )

    def _is_attachment(self, value: Object, element: str) -> bool:
        """Whether it is an Attachment or a Binary; other things with data are signatures and sampled signals."""
        if (string_at(self._raw, value.get("url")) or "").lower().startswith("data:"):
            raise UnfitError("it has an attachment within its address; write it as data")
        other = "dimensions" in value or element.lower().endswith("signature")
        return string_at(self._raw, value.get("data")) is not None and ("contentType" in value or not other)

    def _attachment(self, value: Object, path: str) -> Text:
        data, kind = (string_at(self._raw, value.get(name)) for name in ("data", "contentType"))
        attached = read_attached(data or "", kind or "")

        def raw_edits(edits: Iterable[Edit]) -> list[Edit]:
            edits = list(edits)
            return _new_data(self._raw, value, attached.edited(edits)) if edits else []

        return Text(path or "data", attached.text, raw_edits)


def _is_strings(raw: str, value: Value) -> bool:
    return raw[value[0].start if isinstance(value, Array) and value else value.start] == '"'


def _narrative(raw: str, place: Place, path: str) -> Text:
    outer = read_string(raw, place)
    inner = markup.read(outer.text)
    return Text(path.removesuffix(".div"), inner.text, lambda edits: outer.raw_edits(inner.raw_edits(edits)))


def _new_data(raw: str, attachment: Object, data: bytes) -> list[Edit]:
    """The data, and its size and hash: the old ones would be false, and the hash would tell which text it was."""
    new = {
        "data": f'"{b64encode(data).decode()}"',
        "size": str(len(data)),
        "hash": f'"{b64encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode()}"',
    }
    places = ((name, attachment[name]) for name in new if isinstance(attachment.get(name), Place))
    return [Edit(place.start, place.end, new[name]) for name, place in places]
