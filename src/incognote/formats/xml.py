"""XML as a stream of events with line numbers. Entities are refused, so nothing can expand, be fetched or get lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from incognote.errors import CannotHoldError, DamagedInputError
from incognote.formats.files import unreadable
from incognote.types import Document

_CHUNK = 1 << 16
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Event(NamedTuple):
    """`start` and `end` of an element by name, or `text` between."""

    kind: str
    value: str
    attributes: Mapping[str, str]
    line: int

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, line {self.line})"


def events(file: Path) -> Iterator[Event]:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    pending: list[Event] = []

    def add(kind: str, value: str, attributes: Mapping[str, str]) -> None:
        pending.append(Event(kind, value, attributes, parser.CurrentLineNumber))

    def refuse(*_: object) -> None:
        remedy = "write the characters themselves"
        raise DamagedInputError(file, "it declares or uses entities", remedy, parser.CurrentLineNumber)

    parser.StartElementHandler = lambda name, attributes: add("start", name, attributes)
    parser.EndElementHandler = lambda name: add("end", name, {})
    parser.CharacterDataHandler = lambda data: add("text", data, {})
    parser.EntityDeclHandler = refuse
    parser.SkippedEntityHandler = refuse
    try:
        with file.open("rb") as source:
            chunk = b" "
            while chunk:
                chunk = source.read(_CHUNK)
                parser.Parse(chunk, not chunk)
                yield from pending
                pending.clear()
    except expat.ExpatError as error:
        yield from pending
        problem = f"it is not well-formed XML ({expat.errors.messages[error.code]})"
        raise DamagedInputError(file, problem, "mend the file", error.lineno) from None
    except (LookupError, ValueError):
        raise DamagedInputError(file, "its encoding is not known here", "save it as UTF-8", 1) from None
    except OSError as error:
        raise unreadable(file, error) from None


def require_xml_characters(doc: Document, format_name: str, *others: str) -> None:
    """Refuse what XML 1.0 has no way to write: NUL, form feeds, most other controls, lone surrogates."""
    written = (doc.text, doc.id, *others, *(span.label for span in doc.spans))
    if any(map(_ILLEGAL.search, written)):
        problem = "it has characters that XML cannot hold (NUL, form feed or another control)"
        raise CannotHoldError(doc.id, format_name, problem, "choose another format, such as brat or jsonl")
