"""HL7 v2: files of messages, one after the other, framed or not. Free texts are rewritten, all else stays.

What stands around messages stays too: frames of MLLP, and the headers and trailers of files and batches.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

from incognote.containers.base import Chunk, Cutting, Pieces, UnfitError
from incognote.containers.hl7_message import Message, Segment, head, parse
from incognote.containers.hl7_people import patient_of, person_of
from incognote.containers.hl7_texts import texts_of
from incognote.containers.readings import NO_TEXT
from incognote.containers.records import Found, OpenedRecords, Record, opened, plain_id
from incognote.containers.streams import Lost, blocks, cut, join_bytes, too_large
from incognote.containers.streams import Record as Unit
from incognote.known.people import Person

# Where a message, or a header or trailer, begins: at the beginning of a line or of a frame, with a mark behind its name
# that isn't one of prose. What must stand before it is looked for last, which is faster.
_MARK = rb"[#$%&*+=@\\^`|~]"
_NAMES = rb"(?:(?:MSH|FHS|BHS)(?=" + _MARK + rb")|(?:BTS|FTS)(?=" + _MARK + rb"|[\r\n\x1c]))"
_START = re.compile(rb"\x0b" + _NAMES + rb"|" + _NAMES + rb"(?:(?<=[\r\n\x1c]...)|(?<=\xef\xbb\xbf...))")
_LONGEST_START = 8  # bytes, with what must stand before and behind it
_ENVELOPE = re.compile(
    rb"\x0b?(?:[BF]HS" + _MARK + rb"|[BF]TS(?:" + _MARK + rb"|(?![^\r\n\x1c])))[^\r\n\x0b\x1c]*[\s\x1c\x0b]*"
)
_BLANK = b"\r\n\t \x0b\x1c\xef\xbb\xbf"
_CHARSET = 17  # the place of MSH-18 among fields, the first of which is the segment's name
_CONTROL_ID = 10
_PID = "PID"
_ISO_2022 = "\x1b"


@dataclass(frozen=True)
class Hl7:
    """Messages in the order of the file; each is a record."""

    name = "hl7"
    suffixes = (".hl7", ".hl7.gz")

    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]:
        return cut(units(blocks(path), cutting.largest), cutting, bytes, _is_message)

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedRecords:
        return opened(_numbered(chunk), partial(_message, cutting.encoding))

    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None:
        join_bytes(parts, out)


CONTAINER = Hl7()


def units(source: Iterable[bytes], largest: int) -> Iterator[Unit]:
    """Messages, headers and trailers with all up to the next one; one that is too large is never held."""
    held, skipping, seen = b"", False, 1
    for block in source:
        held += block
        start = 0
        for found in _START.finditer(held, seen):
            unit = held[start : found.start()]
            yield _whole(unit, skipping, largest)
            start, skipping = found.start(), False
        held = held[start:]
        skipping |= len(held) > largest
        if skipping:
            held = held[-_LONGEST_START:]
        seen = max(1, len(held) - _LONGEST_START + 1)
    if held:
        yield _whole(held, skipping, largest)


def _whole(unit: bytes, skipping: bool, largest: int) -> Unit:
    return too_large(largest) if skipping or len(unit) > largest else unit


def _is_message(unit: bytes) -> bool:
    """Whether it must be read; a header or trailer is one line and no more, or it is a message that is damaged."""
    return bool(unit.strip(_BLANK)) and not _ENVELOPE.fullmatch(unit)


def _numbered(chunk: Chunk) -> Iterator[tuple[int | None, bytes]]:
    number = chunk.first
    for unit in units([chunk.payload], len(chunk.payload)):
        assert not isinstance(unit, Lost)  # it was cut from this
        counts = _is_message(unit)
        yield number if counts else None, unit
        number += counts


def _message(default: str, number: int, raw: bytes) -> Record:
    text, encoding, fit = _decoded(raw, default)
    message = parse(text, fit)
    return Record(number, text, list(_found(message, number)), encoding)


@cache
def _charsets() -> dict[str, str]:
    from incognote.data import load_toml

    charsets: dict[str, str] = load_toml("containers/hl7.toml")["charsets"]
    return charsets


def _decoded(raw: bytes, default: str) -> tuple[str, str, str]:
    """The text, its encoding, and the one that new text must fit, which is ASCII for those who say they write that."""
    marks, fields = head(raw.decode("latin-1"))
    named = fields[_CHARSET] if len(fields) > _CHARSET else ""
    names = {name.strip().upper() for name in (named.split(marks.repetition) if marks.repetition else [named])}
    if names - _charsets().keys() - {""}:
        raise UnfitError("its MSH-18 names a character set that isn't read; write it in UTF-8")
    encodings = {_charsets().get(name) or default for name in names}
    if len(encodings) > 1:
        raise UnfitError("its MSH-18 names several character sets; write it in UTF-8")
    encoding = encodings.pop()
    try:
        text = raw.decode(encoding)
        same = text.encode(encoding) == raw
    except (LookupError, UnicodeError):
        same = False
    if not same or _ISO_2022 in text:
        raise UnfitError(f"it is not {encoding} text; name its encoding in MSH-18, or with --encoding")
    return text, encoding, "ascii" if names & {"ASCII", "US-ASCII"} else encoding


def _found(message: Message, number: int) -> Iterator[Found]:
    """The texts and whose they are; one without letters for a patient of whom there are none.

    So what a patient is called is known to whoever looks at all messages before any is rewritten.
    """
    header = message.segments[0]
    whole = plain_id(message.plain(header.field(_CONTROL_ID)), number)
    owners = _owners(message)
    starts = [place for place, _, _ in owners]
    told: set[int] = set()
    for at, text in texts_of(message):
        place, patient, person = owners[bisect_right(starts, at) - 1]
        told.add(place)
        yield Found(text, f"{whole}#{text.name}", patient, person)
    for place, patient, person in owners:
        if patient and place not in told:
            yield Found(NO_TEXT, whole, patient, person)


def _owners(message: Message) -> Sequence[tuple[int, str | None, Person | None]]:
    """The patients, and the numbers of the segments from which on they are the ones spoken of.

    What stands before the only patient is that patient's; before several, it may be any of theirs.
    """
    segments = message.segments
    starts = [at for at, segment in enumerate(segments) if segment.name == _PID]
    if len(starts) < 2:
        patient = patient_of(message, segments[starts[0]]) if starts else None
        return [(0, patient, _person(message, segments))]
    return [
        (0, None, _person(message, segments)),
        *(
            (start, patient_of(message, segments[start]), _person(message, segments[start:end]))
            for start, end in pairwise([*starts, len(segments)])
        ),
    ]


def _person(message: Message, segments: Sequence[Segment]) -> Person | None:
    person = person_of(message, segments)
    return person if person != Person() else None
