"""The 2006 i2b2 challenge: one XML file, records with ids, PHI tags inside the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from incognote.errors import CannotHoldError
from incognote.formats.base import HOLDS_SPANS, Damage, Options, RecordFormat
from incognote.formats.xml import Event, damage, events, require_xml_characters
from incognote.types import Document, Span

_NAME = "i2b2-2006"
_REMEDY = 'a record is <RECORD ID="…"><TEXT>… <PHI TYPE="…">…</PHI> …</TEXT></RECORD>'
_ESCAPES = {"\r": "&#13;"}


def parse(file: Path, options: Options, report: Damage) -> Iterator[Document]:
    record: _Record | None = None
    for event in events(file):
        if event[:2] == ("start", "RECORD"):
            record = _Record(event)
        elif event[:2] == ("end", "RECORD") and record is not None:
            if record.problem is None:
                yield record.document()
            else:
                problem, line = record.problem
                report(damage(file, problem, _REMEDY, line))
            record = None
        elif record is not None:
            record.take(event)


class _Record:
    """A record being read; the first problem found in it is kept."""

    def __init__(self, start: Event) -> None:
        self.id = start.attributes.get("ID", "")
        self.problem = None if self.id else ("a record has no ID", start.line)
        self._pieces: list[str] = []
        self._length = 0
        self._spans: list[Span] = []
        self._inside = False
        self._opened: tuple[int, str] | None = None

    def take(self, event: Event) -> None:
        kind, value, attributes, line = event
        if kind == "text":
            if self._inside:
                self._pieces.append(value)
                self._length += len(value)
        elif value == "TEXT" and self._inside == (kind == "end") and self._opened is None:
            self._inside = kind == "start"
        elif value == "PHI" and self._inside:
            self._open(attributes.get("TYPE", ""), line) if kind == "start" else self._close(line)
        elif kind == "start":
            self._fail("an element stands where none may", line)

    def document(self) -> Document:
        return Document(self.id, "".join(self._pieces), tuple(self._spans))

    def _open(self, label: str, line: int) -> None:
        if self._opened is not None or not label:
            self._fail("a PHI tag is nested or has no TYPE", line)
        self._opened = (self._length, label)

    def _close(self, line: int) -> None:
        if self._opened is None or not self._opened[1] or self._opened[0] == self._length:
            self._fail("a PHI tag is nested or empty", line)
        else:
            start, label = self._opened
            self._spans.append(Span(start, self._length, label))
        self._opened = None

    def _fail(self, problem: str, line: int) -> None:
        self.problem = self.problem or (problem, line)


def render(docs: Iterable[Document], options: Options) -> Iterator[dict[str, bytes]]:
    yield {"": b'<?xml version="1.0" encoding="UTF-8"?>\n<ROOT>\n'}
    for doc in docs:
        yield {"": _record(doc).encode()}
    yield {"": b"</ROOT>\n"}


def _record(doc: Document) -> str:
    require_xml_characters(doc, _NAME)
    pieces = [f"<RECORD ID={_quoted(doc.id)}>\n<TEXT>"]
    at = 0
    for span in doc.spans:
        if span.start < at:
            raise CannotHoldError(doc.id, _NAME, "some of its spans overlap", "choose another format, such as brat")
        pieces += [
            _escaped(doc.text[at : span.start]),
            f"<PHI TYPE={_quoted(span.label)}>",
            _escaped(doc[span]),
            "</PHI>",
        ]
        at = span.end
    pieces += [_escaped(doc.text[at:]), "</TEXT>\n</RECORD>\n"]
    return "".join(pieces)


def _escaped(text: str) -> str:
    return escape(text, _ESCAPES)


def _quoted(value: str) -> str:
    return quoteattr(value)


FORMAT = RecordFormat(_NAME, (".xml",), HOLDS_SPANS, parse, render)
