"""An HL7 v2 message taken apart: its segments, fields and escapes, and where each of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from incognote.containers.base import UnfitError
from incognote.containers.readings import Reader, fitting

_HEAD = re.compile(r"[\x0b\r\n\ufeff]*(MSH([!-/:-@\[-`{-~]))([^\r\n\x0b\x1c]*)")
_NAME = re.compile(r"[A-Z][A-Z0-9]{2}")
_MARKS = re.compile(r"[!-/:-@\[-`{-~]{1,5}")
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f]")
_LINE_BREAK = re.compile("\r\n?|\n")
_ENDS = "\r\n\x0b\x1c\ufeff"


class Stretch(NamedTuple):
    """From where to where something stands in a message."""

    start: int
    end: int


class Marks(NamedTuple):
    """The characters that part things in a message, its MSH-1 and MSH-2; empty where it names none."""

    field: str
    component: str = ""
    repetition: str = ""
    escape: str = ""
    subcomponent: str = ""
    truncation: str = ""


class Segment(NamedTuple):
    """A segment: its name, the how manyth of that name it is, and where the marks around its fields stand."""

    name: str
    number: int
    borders: tuple[int, ...]

    def field(self, number: int) -> Stretch | None:
        """A field by the standard's number, under which MSH-1 is the mark between fields itself."""
        at = number - 1 if self.name == "MSH" else number
        return Stretch(self.borders[at] + 1, self.borders[at + 1]) if at + 1 < len(self.borders) else None


@dataclass(frozen=True, repr=False)
class Message:
    """A message: its text, its marks and segments, and the encoding that new text must fit."""

    text: str
    marks: Marks
    segments: tuple[Segment, ...]
    encoding: str = "utf-8"

    def raw(self, stretch: Stretch | None) -> str:
        return self.text[stretch.start : stretch.end] if stretch else ""

    def repetitions(self, stretch: Stretch | None) -> list[Stretch]:
        return self._parts(stretch, self.marks.repetition)

    def components(self, stretch: Stretch | None) -> list[Stretch]:
        return self._parts(stretch, self.marks.component)

    def component(self, stretch: Stretch | None, number: int) -> str:
        """The plain text of a component, or of its first part; nothing where it says that there is nothing."""
        components = self.components(stretch)
        if number > len(components):
            return ""
        parts = self._parts(components[number - 1], self.marks.subcomponent)
        return self.plain(parts[0]) if parts else ""

    def plain(self, stretch: Stretch | None) -> str:
        text = self.raw(stretch)
        if stretch and self.marks.escape and self.marks.escape in text:
            out = Reader()
            self.read(stretch, out)
            text = out.reading().text
        text = text.strip()
        return "" if text == '""' else text

    def read(self, stretch: Stretch, out: Reader) -> None:
        """Read a text: marks are unescaped, commands such as `.br` are white space, highlighting is left out."""
        at = stretch.start
        for found in _escapes(self.marks.escape).finditer(self.text, *stretch) if self.marks.escape else ():
            meant = self._meant(found)
            if meant is None:
                continue
            out.add(self.text[at : found.start()], at, found.start(), self.escaped)
            out.add(meant, *found.span(), self.escaped)
            at = found.end()
        out.add(self.text[at : stretch.end], at, stretch.end, self.escaped)

    def escaped(self, text: str) -> str:
        """A new text as this message writes it; it never begins a new segment or field."""
        fit = _LINE_BREAK.sub("\n", fitting(text, self.encoding))
        return _CONTROLS.sub(" ", fit.translate(self._written))

    @cached_property
    def _letters(self) -> dict[str, str]:
        """Marks by the letter that stands for them in escapes."""
        return {letter: mark for letter, mark in zip("FSRETP", self.marks, strict=True) if mark}

    @cached_property
    def _written(self) -> dict[int, str]:
        mark = self.marks.escape
        escapes = {meant: f"{mark}{letter}{mark}" if mark else " " for letter, meant in self._letters.items()}
        return str.maketrans(escapes | {"\n": f"{mark}.br{mark}" if mark else " "})

    def _meant(self, found: re.Match[str]) -> str | None:
        """What an escape stands for; None if it is none here."""
        if found["hex"]:
            raw = bytes.fromhex(re.sub(r"[^0-9A-Fa-f]", "", found["hex"]))
            try:
                text = raw.decode(self.encoding)
            except UnicodeDecodeError:
                text = raw.decode("latin-1")
            return _LINE_BREAK.sub("\n", text)
        if found["charset"]:
            raise UnfitError("it changes its character set within a text; write it in UTF-8")
        if found["letter"]:
            return "" if found["letter"] in "HN" else self._letters.get(found["letter"])
        return "\n" if found["command"][:3].lower() in (".br", ".sp", ".ce") else " "

    def _parts(self, stretch: Stretch | None, mark: str) -> list[Stretch]:
        if stretch is None or stretch.start == stretch.end:
            return []
        parts, start = [], stretch.start
        while mark and (end := self.text.find(mark, start, stretch.end)) >= 0:
            parts.append(Stretch(start, end))
            start = end + 1
        return [*parts, Stretch(start, stretch.end)]


@cache
def _escapes(mark: str) -> re.Pattern[str]:
    """Escapes as the standard has them. Whatever else stands between two marks is text, as in `C:\\temp`."""
    mark = re.escape(mark)
    one = f"X(?:[0-9A-Fa-f]{{2}})+{mark}"
    return re.compile(
        rf"{mark}(?:(?P<hex>{one}(?:{mark}{one})*)|(?P<letter>[FSRETPHN]){mark}"
        rf"|(?P<command>\.(?i:br|fi|nf|ce|(?:sp|in|ti|sk)\ ?[+-]?[0-9]{{0,4}})){mark}"
        rf"|(?P<charset>C[0-9A-Fa-f]{{4}}|M[0-9A-Fa-f]{{4}}(?:[0-9A-Fa-f]{{2}})?){mark})"
    )


def head(text: str) -> tuple[Marks, list[str]]:
    """The marks and the fields of the first segment, which is MSH, as they are written."""
    found = _HEAD.match(text)
    if not found:
        raise UnfitError("it doesn't begin with MSH")
    mark = found[2]
    names, *rest = found[3].split(mark)
    if not _MARKS.fullmatch(names) or len({mark, *names}) <= len(names):
        raise UnfitError("its MSH-2 doesn't name the marks between its parts")
    return Marks(mark, *names), [found[1][:3], names, *rest]


def parse(text: str, encoding: str) -> Message:
    """The segments of a message, in which nothing else may stand."""
    marks, _ = head(text)
    return Message(text, marks, tuple(_segments(text, marks.field)), encoding)


def _segments(text: str, mark: str) -> Iterator[Segment]:
    """Segments end with \\r, or with \\n where there is no \\r.

    In a message that has \\r, \\n is a text's own line break, unless what follows looks like a segment.
    """
    own_breaks = "\r" in text.strip(_ENDS)
    line = rf"(?:[^\r\n\x0b\x1c]+|\n(?!{_NAME.pattern}{re.escape(mark)}))+" if own_breaks else r"[^\r\n\x0b\x1c]+"
    counts: dict[str, int] = {}
    for found in re.finditer(line, text):
        start = found.end() - len(found[0].lstrip("\n\ufeff"))
        end = found.start() + len(found[0].rstrip("\n"))
        if not text[start:end].strip():
            continue
        name = text[start : start + 3]
        if not _NAME.fullmatch(name) or text[start + 3 : min(end, start + 4)] not in ("", mark):
            raise UnfitError("it has a line that is no segment; escape line breaks in texts")
        counts[name] = counts.get(name, 0) + 1
        borders = [start - 1]
        while (stop := text.find(mark, borders[-1] + 1, end)) >= 0:
            borders.append(stop)
        yield Segment(name, counts[name], (*borders, end))
