"""The 2006 i2b2 challenge: one XML file, records with ids, PHI tags inside the text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from incognote.errors import DamagedInputError
from incognote.formats.base import HOLDS_SPANS, Damage, Options, Pieces, RecordFormat
from incognote.formats.tags import tagged
from incognote.formats.xml import Event, events, require_xml_characters
from incognote.types import Document, Span

_NAME = "i2b2-2006"
_REMEDY = 'a record is <RECORD ID="…"><TEXT>… <PHI TYPE="…">…</PHI> …</TEXT></RECORD>'


def parse(file: Path, options: Options, report: Damage) -> Iterator[Document]:
    current: _Record | None = None
    ours = False
    for event in events(file):
        ours = ours or event.value in ("ROOT", "RECORD")
        if event[:2] == ("start", "RECORD"):
            current = _Record(event)
        elif event[:2] == ("end", "RECORD") and current is not None:
            problem, line = current.problem
            if problem:
                report(DamagedInputError(file, problem, _REMEDY, line))
            else:
                yield current.document()
            current = None
        elif current is not None:
            current.take(event)
    if not ours:
        raise DamagedInputError(file, "it has no RECORD", _REMEDY)


class _Record:
    """A record being read; the first problem found in it is kept, with its line."""

    def __init__(self, start: Event) -> None:
        self.id = start.attributes.get("ID", "")
        self._line = start.line
        self._problem = ("" if self.id else "a record has no ID", start.line)
        self._pieces: list[str] = []
        self._length = 0
        self._spans: list[Span] = []
        self._texts = 0
        self._inside = False
        self._opened: tuple[int, str] | None = None

    @property
    def problem(self) -> tuple[str, int]:
        if not self._problem[0] and self._texts != 1:
            return f"a record has {self._texts} TEXT elements instead of one", self._line
        return self._problem

    def take(self, event: Event) -> None:
        kind, value, attributes, line = event
        if kind == "text":
            if self._inside:
                self._pieces.append(value)
                self._length += len(value)
        elif value == "TEXT" and self._inside == (kind == "end"):
            self._inside = kind == "start"
            self._texts += self._inside
        elif self._inside and value == "PHI":
            self._open(attributes.get("TYPE", ""), line) if kind == "start" else self._close(line)
        elif self._inside:
            self._fail("an element other than PHI stands in the text", line)

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
        if not self._problem[0]:
            self._problem = (problem, line)


def head(first: Document | None, options: Options) -> Pieces:
    return {"": b'<?xml version="1.0" encoding="UTF-8"?>\n<ROOT>\n'}


def record(doc: Document, first: Document, options: Options) -> Pieces:
    require_xml_characters(doc, _NAME)
    text = tagged(doc, _NAME, lambda label: f"<PHI TYPE={quoteattr(label)}>", _escaped)
    return {"": f"<RECORD ID={quoteattr(doc.id)}>\n<TEXT>{text}</TEXT>\n</RECORD>\n".encode()}


def _escaped(text: str) -> str:
    return escape(text, {"\r": "&#13;"})


FORMAT = RecordFormat(_NAME, (".xml",), HOLDS_SPANS, parse, record, head, b"</ROOT>\n")
