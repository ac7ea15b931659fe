"""Plain text with inline tags: `<PHI TYPE="CITY">Boston</PHI>`. Nothing is escaped; tags don't nest.

Strip the tags and what is left is the note, character for character.
"""

from __future__ import annotations

import re
from pathlib import Path

from incognote.errors import CannotHoldError, DamagedInputError
from incognote.formats.base import HOLDS_SPANS, NoteFormat, Options
from incognote.formats.files import encode, read_text
from incognote.formats.tags import tagged
from incognote.types import Document, Span

_NAME = "inline"
_TAG = re.compile(r'<PHI TYPE="(?P<label>[^"<>\r\n]+)">|(?P<end></PHI>)|</?PHI')
_LABEL = re.compile(r'[^"<>\r\n]+')


def parse(file: Path, doc_id: str, options: Options) -> Document:
    raw = read_text(file, options.encoding)
    pieces: list[str] = []
    spans: list[Span] = []
    at = length = 0
    opened: tuple[int, str] | None = None
    for tag in _TAG.finditer(raw):
        pieces.append(raw[at : tag.start()])
        length += tag.start() - at
        at = tag.end()
        if tag["label"] and opened is None:
            opened = (length, tag["label"])
        elif tag["end"] and opened is not None and opened[0] < length:
            spans.append(Span(opened[0], length, opened[1]))
            opened = None
        else:
            raise _damage(file, raw, tag.start(), "a PHI tag is nested, empty, unopened or malformed")
    if opened is not None:
        raise _damage(file, raw, len(raw), "a PHI tag is never closed")
    pieces.append(raw[at:])
    return Document(doc_id, "".join(pieces), tuple(spans))


def render(doc: Document) -> dict[str, bytes]:
    if _TAG.search(doc.text):
        raise _refusal(doc, "its text holds a literal PHI tag")
    if not all(_LABEL.fullmatch(span.label) for span in doc.spans):
        raise _refusal(doc, "a label holds quotes, angle brackets or a line break")
    return {".txt": encode(tagged(doc, _NAME, lambda label: f'<PHI TYPE="{label}">'), doc.id, _NAME)}


def _damage(file: Path, raw: str, at: int, problem: str) -> DamagedInputError:
    return DamagedInputError(file, problem, 'mend it: <PHI TYPE="X">text</PHI>', raw.count("\n", 0, at) + 1)


def _refusal(doc: Document, problem: str) -> CannotHoldError:
    return CannotHoldError(doc.id, _NAME, problem, "choose another format, such as brat or jsonl")


FORMAT = NoteFormat(_NAME, (".txt",), HOLDS_SPANS, parse, render)
