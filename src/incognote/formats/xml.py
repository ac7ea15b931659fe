"""XML as a stream of events with line numbers. Entity declarations are refused, so nothing can expand or be fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from incognote.errors import CannotHoldError, DamagedInputError
from incognote.types import Document

_CHUNK = 1 << 16
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Event(NamedTuple):
    """`start` and `end` of an element by name, or `text` between."""

    kind: str
    value: str
    attributes: Mapping[str, str]
    line: int


def events(file: Path) -> Iterator[Event]:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    pending: list[Event] = []

    def add(kind: str, value: str, attributes: Mapping[str, str]) -> None:
        pending.append(Event(kind, value, attributes, parser.CurrentLineNumber))

    def refuse(*_: object) -> None:
        raise damage(file, "it declares entities", "remove the declarations", parser.CurrentLineNumber)

    parser.StartElementHandler = lambda name, attributes: add("start", name, attributes)
    parser.EndElementHandler = lambda name: add("end", name, {})
    parser.CharacterDataHandler = lambda data: add("text", data, {})
    parser.EntityDeclHandler = refuse
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
        problem = expat.errors.messages[error.code]
        raise damage(file, f"it is not well-formed XML ({problem})", "mend the file", error.lineno) from None
    except OSError as error:
        raise damage(file, f"it cannot be opened ({error.strerror})", "check its permissions", None) from None


def damage(file: Path, problem: str, remedy: str, line: int | None) -> DamagedInputError:
    return DamagedInputError(file, problem, remedy, line)


def require_xml_characters(doc: Document, format_name: str) -> None:
    """Refuse what XML 1.0 has no way to write: NUL, form feeds, most other controls, lone surrogates."""
    labels = "".join(span.label for span in doc.spans)
    if _ILLEGAL.search(doc.text) or _ILLEGAL.search(labels) or _ILLEGAL.search(doc.id):
        raise CannotHoldError(
            doc.id,
            format_name,
            "it has characters that XML cannot hold (NUL, form feed or another control)",
            "choose another format, such as brat or jsonl",
        )
