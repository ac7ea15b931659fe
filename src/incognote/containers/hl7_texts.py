"""The free texts of an HL7 v2 message: which fields they are says data/containers/hl7.toml."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from incognote.containers import markup
from incognote.containers.attachments import is_markup, read_attached
from incognote.containers.base import Edit, UnfitError
from incognote.containers.hl7_message import Message, Segment, Stretch
from incognote.containers.readings import NO_TEXT, Reader, Text

_ADDENDUM = "ADD"
_OBSERVATION = "OBX"
_COMMENT = 3  # the field of NTE and DSP that is the line
_TYPE, _WHAT, _VALUE = 2, 3, 5  # the fields of OBX
_DATA_TYPE, _SUBTYPE, _ENCODING, _DATA = 2, 3, 4, 5  # the components of ED
_WORD = re.compile(r"[^\W\d_]{2}")
# Data that is written where a text should be: nobody could read it, and it might be a scanned letter.
_PACKED = re.compile(
    r"(?=[A-Z+/]{0,59}[a-z])(?=[a-z+/]{0,59}[A-Z])(?=[A-Za-z+/]{0,59}[0-9])[A-Za-z0-9+/]{60}|\bJVBERi0|\{\\rtf|%PDF-"
)


class _Rules(NamedTuple):
    whole: dict[str, tuple[int, ...]]
    coded: dict[str, tuple[int, ...]]
    lines: frozenset[str]
    kinds: dict[str, str]
    words: tuple[int, ...]
    code: int
    system: int
    data_types: frozenset[str]
    subtypes: dict[str, str]


def fields_of(listed: str) -> dict[str, tuple[int, ...]]:
    """The numbers of fields, by segment, of a list such as `NTE-3 DSP-3 DSP-5`."""
    found: dict[str, tuple[int, ...]] = {}
    for name, _, number in (field.partition("-") for field in listed.split()):
        found[name] = (*found.get(name, ()), int(number))
    return found


@cache
def _rules() -> _Rules:
    from incognote.data import load_toml

    data: dict[str, Any] = load_toml("containers/hl7.toml")
    texts, types = data["texts"], data["types"]
    kinds = {name: kind for kind, names in types.items() for name in (names.split() if kind == "structured" else names)}
    return _Rules(
        fields_of(texts["whole"]),
        fields_of(texts["coded"]),
        frozenset(texts["lines"]),
        kinds,
        tuple(texts["words"]),
        texts["code"],
        texts["system"],
        frozenset(data["data"]["types"]),
        data["data"]["subtypes"],
    )


class _Lines:
    """Fields that are read as one text, each a line: the name of the first, and what tells the next ones."""

    def __init__(self, key: tuple[str, str], name: str, number: int) -> None:
        self.key = key
        self.number = number
        self.out = Reader()
        self._name = name
        self._begun = False

    def begin_line(self) -> None:
        if self._begun:
            self.out.put("\n")
        self._begun = True

    def text(self) -> Text:
        return _text(self._name, self.out)


def texts_of(message: Message) -> Iterator[tuple[int, Text]]:
    """The texts that hold anything, each with the number of the segment, from 0, in which it begins."""
    for number, text in _texts(message):
        if text.says_something:
            if _PACKED.search(text.text):
                raise UnfitError("it has data where a text should be; write it as ED with its type")
            yield number, text


def _texts(message: Message) -> Iterator[tuple[int, Text]]:
    lines: _Lines | None = None
    for number, segment in enumerate(message.segments):
        key, field = _line_of(message, segment)
        goes_on = lines is not None and (key == lines.key or segment.name == _ADDENDUM)
        if lines and not goes_on:
            yield lines.number, lines.text()
            lines = None
        if key or goes_on:
            if lines is None:
                lines = _Lines(key or ("", ""), _name(segment, field), number)
            if segment.name != _ADDENDUM:
                lines.begin_line()
            _read_repetitions(message, segment.field(field), lines.out)
        for text in _apart(message, segment, field if key or goes_on else 0):
            yield number, text
    if lines:
        yield lines.number, lines.text()


def _line_of(message: Message, segment: Segment) -> tuple[tuple[str, str] | None, int]:
    """What tells the lines of one note, and the field of a line; None for segments that are no lines."""
    if segment.name in _rules().lines:
        return (segment.name, ""), _COMMENT
    if segment.name == _OBSERVATION and _kind(message, segment) == "text":
        return (segment.name, message.raw(segment.field(_WHAT))), _VALUE
    return None, 1


def _kind(message: Message, segment: Segment) -> str:
    """What OBX-5 is by its type. A number or date with words in it is a text, whatever its type says."""
    kind = _rules().kinds.get(message.plain(segment.field(_TYPE)).upper(), "text")
    if kind == "values" and _WORD.search(message.plain(segment.field(_VALUE))):
        return "text"
    return kind


def _name(segment: Segment, field: int) -> str:
    return f"{segment.name}[{segment.number}].{field}"


def _apart(message: Message, segment: Segment, line: int) -> Iterator[Text]:
    """The texts of a segment but for its line."""
    rules = _rules()
    for field in rules.whole.get(segment.name, ()):
        if field != line:
            out = Reader()
            _read_repetitions(message, segment.field(field), out)
            yield _text(_name(segment, field), out)
    for field in rules.coded.get(segment.name, ()):
        yield _words(message, segment, field)
    if segment.name == _OBSERVATION and not line:
        yield from _value(message, segment, _kind(message, segment))


def _value(message: Message, segment: Segment, kind: str) -> Iterator[Text]:
    """The texts of an OBX-5 that is no line of a report."""
    value = segment.field(_VALUE)
    if kind == "coded":
        yield _words(message, segment, _VALUE)
    elif kind == "pointers" and message.plain(value):
        raise UnfitError("it points to a document that lies elsewhere; remove that")
    elif kind == "data":
        for repetition in message.repetitions(value):
            if message.plain(repetition):
                yield _data(message, repetition, _name(segment, _VALUE))


def _read_repetitions(message: Message, field: Stretch | None, out: Reader) -> None:
    for number, repetition in enumerate(message.repetitions(field)):
        if number:
            out.put("\n")
        message.read(repetition, out)


def _words(message: Message, segment: Segment, field: int) -> Text:
    """The words of a coded field: those beside the code, and what stands in its place where there is no code."""
    rules, out = _rules(), Reader()
    for repetition in message.repetitions(segment.field(field)):
        components = message.components(repetition)
        has_system = bool(message.component(repetition, rules.system))
        for number in rules.words if has_system else (rules.code, *rules.words):
            if number <= len(components) and message.plain(components[number - 1]):
                if len(out):
                    out.put("\n")
                message.read(components[number - 1], out)
    return _text(_name(segment, field), out)


def _text(name: str, out: Reader) -> Text:
    reading = out.reading()
    return Text(name, reading.text, lambda edits: reading.raw_edits(_by_lines(reading.text, edits)))


def _by_lines(text: str, edits: Iterable[Edit]) -> Iterator[Edit]:
    """What takes the place of several lines and has as many, line by line: each goes where the old one is written."""
    for edit in edits:
        old, new = text[edit.start : edit.end].split("\n"), edit.new.split("\n")
        if len(old) != len(new):
            yield edit
            continue
        start = edit.start
        for line, other in zip(old, new, strict=True):
            if line != other:
                yield Edit(start, start + len(line), other)
            start += len(line) + 1


def _data(message: Message, value: Stretch, name: str) -> Text:
    """A text within ED, in Base64 or as it is."""
    components = message.components(value)
    if len(components) < _DATA:
        raise UnfitError("it has data of which nobody says what it is; remove it")
    kind, subtype, encoding = (message.component(value, at).lower() for at in (_DATA_TYPE, _SUBTYPE, _ENCODING))
    if kind in _rules().data_types:
        kind = _rules().subtypes.get(subtype, f"text/{subtype}")
    elif "/" not in kind:
        kind = f"{kind}/{subtype}"
    place = Stretch(components[_DATA - 1].start, value.end)
    out = Reader()
    message.read(place, out)
    outer = out.reading()
    if not outer.text.strip():
        return NO_TEXT
    if encoding == "base64":
        attached = read_attached(outer.text, kind)

        def raw_edits(edits: Iterable[Edit]) -> list[Edit]:
            edits = list(edits)
            data = b64encode(attached.edited(edits)).decode() if edits else ""
            return [Edit(*place, message.escaped(data))] if edits else []

        return Text(name, attached.text, raw_edits)
    if encoding not in ("", "a"):
        raise UnfitError("it has data that is written in another way than Base64; write it so")
    if not is_markup(kind):
        return Text(name, outer.text, outer.raw_edits)
    inner = markup.read(outer.text)
    return Text(name, inner.text, lambda edits: outer.raw_edits(inner.raw_edits(edits)))
