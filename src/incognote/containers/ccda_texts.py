"""The free texts of a ClinicalDocument: which elements they are says data/containers/ccda.toml."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeAlias

from incognote.containers import markup
from incognote.containers.attachments import is_markup, read_attached
from incognote.containers.base import Edit, UnfitError
from incognote.containers.readings import Reading, Text, fitting, shifted
from incognote.containers.xml_places import Element

_RawEdits: TypeAlias = Callable[[Iterable[Edit]], list[Edit]]


@cache
def _rules() -> dict[str, frozenset[str]]:
    from incognote.data import load_toml

    return {kind: frozenset(names) for kind, names in load_toml("containers/ccda.toml")["texts"].items()}


def texts_of(raw: str, root: Element, codec: str, largest: int) -> Iterator[Text]:
    """The texts of a document that hold anything, in order; what edits of them mean for the whole document."""
    for element, path in _places(root, "", False):
        if element.end - element.start > largest:
            raise UnfitError(f"a text of it is larger than {largest:,} bytes")
        read, raw_edits = _read(raw, element)
        text = Text(path, read, _placed(raw_edits, element.start, codec))
        if text.says_something:
            yield text


def _placed(raw_edits: _RawEdits, start: int, codec: str) -> _RawEdits:
    def placed(edits: Iterable[Edit]) -> list[Edit]:
        fit = [Edit(edit.start, edit.end, fitting(edit.new, codec)) for edit in edits]
        return shifted(raw_edits(fit), start)

    return placed


def _places(element: Element, path: str, structured: bool) -> Iterator[tuple[Element, str]]:
    """The elements that are texts, and their paths, with numbers where several have one name."""
    rules, name = _rules(), element.name
    structured = _is_structured(element, structured)
    if not structured and (name in rules["whole"] or element.words):
        if name not in rules["whole"] | rules["mixed"] and element.children:
            raise UnfitError("it has letters between elements, where a ClinicalDocument has none")
        yield element, path
        return
    several = Counter(child.name for child in element.children)
    seen: Counter[str] = Counter()
    for child in element.children:
        seen[child.name] += 1
        step = f"{child.name}[{seen[child.name]}]" if several[child.name] > 1 else child.name
        yield from _places(child, f"{path}.{step}" if path else step, structured)


def _is_structured(element: Element, within: bool) -> bool:
    if element.name in _rules()["always"]:
        return False
    kind = element.attributes.get("type", "").rpartition(":")[2]
    return within or element.name in _rules()["structured"] or (element.name == "value" and kind in _rules()["types"])


def _read(raw: str, element: Element) -> tuple[str, _RawEdits]:
    """What is read of an element, and what edits of it mean for what is between its tags."""
    _require_readable(element)
    content = raw[element.start : element.end]
    media = element.attributes.get("mediaType", "").strip()
    if not _holds(element):
        return "", lambda edits: []
    if element.attributes.get("representation", "TXT") == "B64":
        return _attached(content, media, element.attributes.get("charset"))
    escaped = bool(media) and media.lower() not in _rules()["media"] and is_markup(media) and not element.children
    outer = _reading(content, element)
    if not escaped:
        return outer.text, outer.raw_edits
    inner = markup.read(outer.text)
    return inner.text, lambda edits: outer.raw_edits(inner.raw_edits(edits))


def _holds(element: Element) -> bool:
    """Whether there may be anything to read; a link to another place alone is nothing, whatever lies there."""
    links = _rules()["links"]
    return element.words or element.remarks or any(child.name not in links for child in element.children)


def _reading(content: str, element: Element) -> Reading:
    """White space is layout where there are tags, and stays as it is where there are none."""
    return markup.read(content) if element.children or element.remarks else markup.characters(content)


def _require_readable(element: Element) -> None:
    """Refuses what isn't read as it is written; a hash of the old text would tell whether a guess at it is right."""
    for part in element.walk():
        if part.name.lower() in _rules()["refused"]:
            raise UnfitError("it has a script or a style within a text; remove it")
        if not (part.words or part.children):
            continue
        if "integrityCheck" in part.attributes:
            raise UnfitError("it has a text with a hash of it; remove that (integrityCheck)")
        kind = part.attributes.get("representation", "TXT")
        if "compression" in part.attributes or kind not in ("TXT", "B64") or (kind == "B64" and part is not element):
            raise UnfitError("it has a text in a form that isn't read; write it as text or in Base64")
        if part is not element and (media := part.attributes.get("mediaType")):
            is_markup(media)  # refuses what is neither that nor plain text


def _attached(content: str, media: str, charset: str | None) -> tuple[str, _RawEdits]:
    data = markup.characters(content).text
    attached = read_attached(data, f"{media}; charset={charset}" if charset else media)

    def raw_edits(edits: Iterable[Edit]) -> list[Edit]:
        edits = list(edits)
        return [Edit(0, len(content), b64encode(attached.edited(edits)).decode())] if edits else []

    return attached.text, raw_edits
