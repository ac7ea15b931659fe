"""The 2014 i2b2/UTHealth challenge: an XML file a note, the text in CDATA, tags beside it with offsets and ids."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import quoteattr

from incognote.formats.base import HOLDS_SPANS, NoteFormat, Options
from incognote.formats.xml import Event, damage, events, require_xml_characters
from incognote.labels import main_category
from incognote.types import Document, Span

_NAME = "i2b2-2014"
_REMEDY = 'a tag is <NAME id="P0" start="0" end="4" text="…" TYPE="PATIENT"/> with offsets into TEXT'


def parse(file: Path, doc_id: str, options: Options) -> Document:
    pieces: list[str] = []
    tags: list[Event] = []
    inside: list[str] = []
    for event in events(file):
        if event.kind == "text" and inside[1:] == ["TEXT"]:
            pieces.append(event.value)
        elif event.kind == "start":
            if inside[1:] == ["TAGS"]:
                tags.append(event)
            inside.append(event.value)
        elif event.kind == "end":
            inside.pop()
    text = "".join(pieces)
    return Document(doc_id, text, tuple(_span(file, text, tag) for tag in tags))


def _span(file: Path, text: str, tag: Event) -> Span:
    attributes = tag.attributes
    try:
        start, end = int(attributes["start"]), int(attributes["end"])
    except (KeyError, ValueError):
        raise damage(file, "a tag has no whole-number start or end", _REMEDY, tag.line) from None
    label = attributes.get("TYPE", "")
    if not label or not 0 <= start < end <= len(text):
        raise damage(file, "a tag has no TYPE, is empty or lies outside the text", _REMEDY, tag.line)
    quoted = attributes.get("text")
    if quoted is not None and quoted.split() != text[start:end].split():
        raise damage(file, "a tag's text is not what stands at its offsets", _REMEDY, tag.line)
    if (tag.value, label) == ("LOCATION", "OTHER"):
        label = "LOCATION-OTHER"
    return Span(start, end, label)


def render(doc: Document) -> dict[str, bytes]:
    require_xml_characters(doc, _NAME)
    text = doc.text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
    tags = "".join(
        f"<{main_category(span.label)} id={quoteattr(f'P{number}')} start={quoteattr(str(span.start))}"
        f' end={quoteattr(str(span.end))} text={quoteattr(doc[span])} TYPE={quoteattr(span.label)} comment="" />\n'
        for number, span in enumerate(doc.spans)
    )
    content = (
        '<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n'
        f"<TEXT><![CDATA[{text}]]></TEXT>\n<TAGS>\n{tags}</TAGS>\n</deIdi2b2>\n"
    )
    return {".xml": content.encode()}


FORMAT = NoteFormat(_NAME, (".xml",), HOLDS_SPANS, parse, render)
