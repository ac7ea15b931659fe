"""The 2014 i2b2/UTHealth challenge: XML a note, the text in CDATA, tags beside it with offsets and ids.

Comments on tags are kept in `meta["comments"]`; tags get new ids when they are written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from incognote.errors import CannotHoldError, DamagedInputError, SpanError
from incognote.formats.base import HOLDS_SPANS, NoteFormat, Options
from incognote.formats.xml import Event, events, require_xml_characters
from incognote.labels import main_category
from incognote.types import Document, Span

_NAME = "i2b2-2014"
_OFFSET = re.compile(r"\d{1,15}", re.ASCII)
_REMEDY = 'a note is <deIdi2b2><TEXT>…</TEXT><TAGS><NAME id="P0" start="0" end="4" TYPE="PATIENT"/></TAGS></deIdi2b2>'


def parse(file: Path, doc_id: str, options: Options) -> Document:
    text, tags = _text_and_tags(file)
    spans = [_span(file, text, tag) for tag in tags]
    comments = [(span, tag.attributes.get("comment", "")) for span, tag in zip(spans, tags, strict=True)]
    return Document(doc_id, text, tuple(spans), meta=_meta(comments))


def _meta(comments: Iterable[tuple[Span, str]]) -> dict[str, Any]:
    listed = sorted([span.start, span.end, span.label, comment] for span, comment in comments if comment)
    return {"comments": listed} if listed else {}


def _kept(meta: Mapping[str, Any]) -> list[tuple[Span, str]] | None:
    """The comments that `meta` holds, or None if that field is somebody else's."""
    try:
        comments = [(Span(start, end, label), comment) for start, end, label, comment in meta.get("comments", ())]
    except (TypeError, ValueError, SpanError):
        return None
    return comments if all(isinstance(comment, str) for _, comment in comments) else None


def relabelled(meta: Mapping[str, Any], new_label: Callable[[Span], str]) -> dict[str, Any]:
    """`meta` with the new labels of the commented tags; a comment goes where its tag goes."""
    comments = _kept(meta)
    if not comments:
        return dict(meta)
    renamed = [(replace(span, label=label), text) for span, text in comments if (label := new_label(span))]
    return {key: value for key, value in meta.items() if key != "comments"} | _meta(renamed)


def _text_and_tags(file: Path) -> tuple[str, list[Event]]:
    pieces: list[str] = []
    tags: list[Event] = []
    texts = depth = 0
    part = ""  # the element below the root
    for event in events(file):
        if event.kind == "end":
            depth -= 1
        elif event.kind == "text":
            if part == "TEXT" and depth == 2:
                pieces.append(event.value)
        else:
            depth += 1
            part = event.value if depth == 2 else part
            texts += depth == 2 and part == "TEXT"
            if depth > 2 and part == "TEXT":
                raise DamagedInputError(file, "an element stands in the text", _REMEDY, event.line)
            if depth == 3 and part == "TAGS":
                tags.append(event)
    if texts != 1:
        raise DamagedInputError(file, f"it has {texts} TEXT elements instead of one", _REMEDY)
    return "".join(pieces), tags


def _span(file: Path, text: str, tag: Event) -> Span:
    attributes = tag.attributes
    places = [attributes.get(name, "") for name in ("start", "end")]
    if not all(map(_OFFSET.fullmatch, places)):
        raise DamagedInputError(file, "a tag has no whole-number start or end", _REMEDY, tag.line)
    start, end = map(int, places)
    label = attributes.get("TYPE", "")
    if not label or not start < end <= len(text):
        raise DamagedInputError(file, "a tag has no TYPE, is empty or lies outside the text", _REMEDY, tag.line)
    quoted = attributes.get("text")
    if quoted is not None and quoted.split() != text[start:end].split():
        raise DamagedInputError(file, "a tag's text is not what stands at its offsets", _REMEDY, tag.line)
    if (tag.value, label) == ("LOCATION", "OTHER"):
        label = "LOCATION-OTHER"
    return Span(start, end, label)


def render(doc: Document) -> dict[str, bytes]:
    comments = _kept(doc.meta)
    if comments is None:
        raise CannotHoldError(doc.id, _NAME, "its field `comments` is not as 2014 files leave it", "rename it")
    require_xml_characters(doc, _NAME, *(comment for _, comment in comments))
    waiting: dict[Span, list[str]] = {}
    for span, comment in comments:
        waiting.setdefault(span, []).append(comment)
    text = doc.text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
    tags = "".join(
        _tag(doc, span, number, waiting[span].pop(0) if waiting.get(span) else "")
        for number, span in enumerate(doc.spans)
    )
    content = (
        '<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n'
        f"<TEXT><![CDATA[{text}]]></TEXT>\n<TAGS>\n{tags}</TAGS>\n</deIdi2b2>\n"
    )
    return {".xml": content.encode()}


def _tag(doc: Document, span: Span, number: int, comment: str) -> str:
    values = {
        "id": f"P{number}",
        "start": str(span.start),
        "end": str(span.end),
        "text": doc[span],
        "TYPE": span.label,
        "comment": comment,
    }
    attributes = " ".join(f"{name}={quoteattr(value)}" for name, value in values.items())
    return f"<{main_category(span.label)} {attributes} />\n"


FORMAT = NoteFormat(_NAME, (".xml",), HOLDS_SPANS | {"comments"}, parse, render)
