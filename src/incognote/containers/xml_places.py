"""XML whose elements know where they are written, so that new texts can be put there and all else stays as it is.

What is read is what any XML parser reads: a document with a document type, entities of its own, XInclude, or
instructions inside is refused, and so is one that isn't well-formed, or not in the encoding that it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from incognote.containers.base import UnfitError

_DEEPEST = 200
_MOST = 1_000_000
_INCLUDES = "http://www.w3.org/2001/XInclude"
_ADDRESSES = ("value", "href", "src")
_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_CODECS = {
    "utf-8": "utf-8",
    "us-ascii": "ascii",
    "ascii": "ascii",
    "iso-8859-1": "latin-1",
    "latin1": "latin-1",
    "utf-16": "utf-16",
}
_DECLARED = re.compile(rb"""<\?xml\s[^<>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']""")
_NAME = re.compile("<[A-Za-z_]")


class Element:
    """An element: what is between its tags is written from `start` to `end`.

    `words` says whether there are letters among its children, `remarks` whether there are comments.
    """

    __slots__ = ("attributes", "children", "end", "name", "remarks", "space", "start", "words")

    def __init__(self, full_name: str, attributes: Mapping[str, str]) -> None:
        self.space, _, self.name = full_name.rpartition(" ")
        self.attributes = {name.rpartition(" ")[2]: value for name, value in attributes.items()} if attributes else {}
        self.children: list[Element] = []
        self.start = self.end = 0
        self.words = self.remarks = False

    def __repr__(self) -> str:
        return f"Element({self.start}, {self.end})"

    def all(self, *names: str) -> list[Element]:
        """The children of those names."""
        return [child for child in self.children if child.name in names]

    def walk(self) -> Iterator[Element]:
        """It and all below it, in order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.children)


def decoded(raw: bytes) -> tuple[str, str]:
    """A document's text, with its byte-order mark, and the codec by which that gives the same bytes."""
    codec = next((codec for mark, codec in _MARKS.items() if raw.startswith(mark)), None)
    if codec is None:
        declared = _DECLARED.match(raw)
        codec = _CODECS.get(declared[1].decode().lower(), "") if declared else "utf-8"
    if codec in ("", "utf-16"):  # which of the two orders it has, only a mark can tell
        raise UnfitError("its encoding is none of UTF-8, US-ASCII, ISO-8859-1, and UTF-16 with a mark")
    try:
        return raw.decode(codec), codec
    except UnicodeDecodeError:
        raise UnfitError("it is not in the encoding that it names") from None


def parse(text: str, codec: str) -> Element:
    """The root of a document that was decoded by that codec."""
    builder = _Builder(text, codec)
    try:
        return builder.root()
    except expat.ExpatError as error:
        problem = expat.errors.messages[error.code]
        raise UnfitError(f"it is not well-formed XML (line {error.lineno}: {problem}); mend it") from None


class _Builder:
    """Is told by the parser what there is, and where, and makes elements of it."""

    def __init__(self, text: str, codec: str) -> None:
        self._text = text
        self._codec = codec
        self._bytes = text.encode("utf-8")
        self._plain = len(self._bytes) == len(text)
        self._at_byte = self._at = 0
        self._open: list[Element] = []
        self._starting: Element | None = None
        self._top = Element("", {})
        self._count = 0
        self._parser = expat.ParserCreate("utf-8", " ")

    def root(self) -> Element:
        parser = self._parser
        parser.XmlDeclHandler = self._declared
        parser.StartDoctypeDeclHandler = _refuse_type
        parser.EntityDeclHandler = _refuse_type
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._finish
        parser.CharacterDataHandler = self._letters
        parser.CommentHandler = self._remark
        parser.ProcessingInstructionHandler = self._instruction
        parser.StartCdataSectionHandler = self._place
        self._open.append(self._top)
        parser.Parse(self._bytes, True)
        return self._top.children[0]

    def _place(self) -> int:
        """Where the parser is, in the text; what it tells behind a start tag tells where that tag ended."""
        index = self._parser.CurrentByteIndex
        if self._plain:
            self._at = index
        else:
            self._at += len(self._bytes[self._at_byte : index].decode("utf-8"))
            self._at_byte = index
        if self._starting:
            self._starting.start = self._at
            self._starting = None
        return self._at

    def _begin(self, name: str, attributes: Mapping[str, str]) -> None:
        element = Element(name, attributes)
        self._count += 1
        if element.space == _INCLUDES:
            raise UnfitError("it includes other files; write what they hold into it")
        if len(self._open) > _DEEPEST:
            raise UnfitError(f"it is nested more than {_DEEPEST} deep")
        if self._count > _MOST:
            raise UnfitError(f"it has more than {_MOST:,} elements")
        if not _NAME.match(self._text, self._place()):
            raise UnfitError("an element of it has a name that begins with none of A-Z, a-z and _")
        if any(attributes.get(name, "").lstrip().lower().startswith("data:") for name in _ADDRESSES):
            raise UnfitError("it has data within an address; remove it")
        self._open[-1].children.append(element)
        self._open.append(element)
        self._starting = element

    def _finish(self, _name: str) -> None:
        self._open.pop().end = self._place()

    def _letters(self, data: str) -> None:
        self._place()
        if not data.isspace():
            self._open[-1].words = True

    def _remark(self, _data: str) -> None:
        self._place()
        self._open[-1].remarks = True

    def _instruction(self, *_: str) -> None:
        if self._open[-1] is not self._top:
            raise UnfitError("it has a processing instruction inside; remove that")

    def _declared(self, version: str, encoding: str | None, _standalone: int) -> None:
        if version != "1.0":
            raise UnfitError("it is of another version than XML 1.0")
        if encoding and not self._codec.startswith(_CODECS.get(encoding.lower(), "another")):
            raise UnfitError("it is not in the encoding that it names")


def _refuse_type(*_: object) -> None:
    raise UnfitError("it has a document type, which may declare entities; remove that")
