"""An HL7 v2 message taken apart: its segments, fields and escapes, and where each of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from incognote.containers.readings import Reader, UnreadableError

_FRAME = "\x0b\x1c"
_NAME = re.compile(r"[A-Z][A-Z0-9]{2}")
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2})+")
_FEWEST_MARKS = 1
_MOST_MARKS = 5


class Stretch(NamedTuple):
    """From where to where something stands in a message."""

    start: int
    end: int


class Marks(NamedTuple):
    """The characters that part things in a message: its MSH-1 and MSH-2."""

    field: str
    component: str = "^"
    repetition: str = "~"
    escape: str = "\\"
    subcomponent: str = "&"


@dataclass(frozen=True, repr=False)
class Segment:
    """A segment: its name, the number of its place in the message, and its fields, from 0, which is its name."""

    name: str
    number: int
    fields: tuple[Stretch, ...]

    def field(self, number: int) -> Stretch | None:
        """A field by the standard's number, under which MSH-1 is the mark between fields itself."""
        at = number - 1 if self.name == "MSH" else number
        return self.fields[at] if at < len(self.fields) else None


@dataclass(frozen=True, repr=False)
class Message:
    """A message: its text, its marks and its segments."""

    text: str
    marks: Marks
    encoding: str
    segments: tuple[Segment, ...]

    def value(self, stretch: Stretch | None, component: int = 1) -> str:
        """The plain text of a component of a field's first repetition."""
        parts = self.parts(stretch, self.marks.repetition)
        return self.component(parts[0], component) if parts else ""

    def component(self, stretch: Stretch, number: int) -> str:
        """The plain text of a component, or of its first part."""
        components = self.parts(stretch, self.marks.component)
        if number > len(components):
            return ""
        first = self.parts(components[number - 1], self.marks.subcomponent)[0]
        out = Reader()
        self.read(first, out)
        return out.reading().text.strip()

    def parts(self, stretch: Stretch | None, mark: str) -> list[Stretch]:
        """What lies between marks; nothing if there is no text."""
        if stretch is None or stretch.start == stretch.end:
            return []
        parts, start = [], stretch.start
        while (end := self.text.find(mark, start, stretch.end)) >= 0:
            parts.append(Stretch(start, end))
            start = end + len(mark)
        return [*parts, Stretch(start, stretch.end)]

    def read(self, stretch: Stretch, out: Reader) -> None:
        """Read a text: marks are unescaped, `\\.br\\` is a line break, and highlighting is left out."""
        at, mark = stretch.start, self.marks.escape
        while (start := self.text.find(mark, at, stretch.end)) >= 0:
            end = self.text.find(mark, start + 1, stretch.end)
            meant = self._meant(self.text[start + 1 : end]) if end >= 0 else None
            if meant is None:  # no escape, as in `C:\temp`: it is read as it stands
                out.add(self.text[at : start + 1], at, start + 1, self.escaped)
                at = start + 1
                continue
            out.add(self.text[at:start], at, start, self.escaped)
            out.add(meant, start, end + 1, self.escaped)
            at = end + 1
        out.add(self.text[at : stretch.end], at, stretch.end, self.escaped)

    def _meant(self, sequence: str) -> str | None:
        marks = self.marks
        fixed = {
            "F": marks.field,
            "S": marks.component,
            "T": marks.subcomponent,
            "R": marks.repetition,
            "E": marks.escape,
            "H": "",
            "N": "",
        }
        if sequence in fixed:
            return fixed[sequence]
        if sequence.startswith("X") and _HEX.fullmatch(sequence, 1):
            return bytes.fromhex(sequence[1:]).decode(self.encoding, "replace")
        if sequence.startswith("."):
            return " " if sequence.startswith((".ti", ".in", ".fi", ".nf")) else "\n"
        return "" if re.fullmatch(r"[CMZ][0-9A-Za-z]{0,16}", sequence) else None

    def escaped(self, text: str) -> str:
        """A new text as this message writes it; it never begins a new segment."""
        marks = self.marks
        if not marks.escape:
            return re.sub(f"[{re.escape(''.join(marks))}\r\n{_FRAME}]", " ", text)
        names = dict(zip(marks, "FSRET", strict=True))
        names = {mark: f"{marks.escape}{name}{marks.escape}" for mark, name in names.items()}
        names |= {"\n": f"{marks.escape}.br{marks.escape}", "\r": "", "\x0b": " ", "\x1c": " "}
        return "".join(names.get(character, character) for character in text)


def parse(text: str, encoding: str) -> Message:
    """The segments of a message, in which nothing else may stand."""
    start = len(text) - len(text.lstrip(f"{_FRAME}\r\n\ufeff"))
    head = re.compile(r"MSH([^\w\s])").match(text, start)
    if not head:
        raise UnreadableError("it doesn't begin with MSH")
    field = head[1]
    marks = text[start + 4 : start + 4 + _MOST_MARKS + 1].partition(field)[0]
    if not _FEWEST_MARKS <= len(marks) <= _MOST_MARKS or len({field, *marks}) <= len(marks) or re.search(r"\w|\s", marks):
        raise UnreadableError("its MSH-2 doesn't name the marks between its parts")
    segments = tuple(_segments(text, field))
    return Message(text, Marks(field, *(marks[:4] + "\0" * (4 - len(marks)))), encoding, segments)


def _segments(text: str, mark: str) -> Iterator[Segment]:
    """Segments end with \\r, or with \\n in messages that have no \\r; a \\n in others is a text's own line break."""
    ends = r"[^\r\x0b\x1c]+" if "\r" in text.strip(f"{_FRAME}\r\n") else r"[^\r\n\x0b\x1c]+"
    number = 0
    for found in re.finditer(ends, text):
        start = found.end() - len(found[0].lstrip("\n\ufeff"))
        end = found.start() + len(found[0].rstrip("\n"))
        if start >= end or not text[start:end].strip():
            continue
        name = text[start : start + 3]
        if not _NAME.fullmatch(name) or text[start + 3 : min(end, start + 4)] not in ("", mark):
            raise UnreadableError("it has a line that is no segment; escape line breaks in texts")
        number += 1
        fields, at = [], start
        while (stop := text.find(mark, at, end)) >= 0:
            fields.append(Stretch(at, stop))
            at = stop + 1
        yield Segment(name, number, (*fields, Stretch(at, end)))
