"""The thesis's files: records between START_OF_RECORD and END_OF_RECORD lines, PHI locations beside them.

`X.text` holds the records; a note's id is `patient/note`. Its locations are read from `X-phi.phrase` (with labels) or
else from `X.phi` (without: all are called PHI). Give a locations file instead of `X.text` to read that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from incognote.errors import CannotHoldError, DamagedInputError
from incognote.formats.base import Damage, Options, Pieces, RecordFormat
from incognote.formats.files import encode, lines_of
from incognote.types import Document, Span

_NAME = "physionet"
_OPENING, _ENDING = "START_OF_RECORD=", "||||END_OF_RECORD"
_PHRASES = "-phi.phrase"
_START = re.compile(r"START_OF_RECORD=([^|\s]*)\|\|\|\|([^|\s]+)\|\|\|\|\s*")
_NOTE = re.compile(r"Patient (\S*)\tNote (\S+)")
_LOCATION = re.compile(r"\d{1,15}\s+(\d{1,15})\s+(\d{1,15})", re.ASCII)
_PHRASE = re.compile(r"(\S*) (\S+) (\d{1,15}) (\d{1,15}) (\S+)(?: (.*))?", re.ASCII)
_FIELD = re.compile(r"[^\s|]*")


class _Location(NamedTuple):
    """Where PHI is in a note; `words` are None where the file doesn't quote them."""

    line: int
    doc_id: str
    span: Span
    words: list[str] | None


def parse(file: Path, options: Options, report: Damage) -> Iterator[Document]:
    records, locations_file = _files(file)
    found: dict[str, list[_Location]] = {}
    for location in _locations(locations_file, options) if locations_file else ():
        found.setdefault(location.doc_id, []).append(location)
    for doc_id, patient, text in _records(records, options):
        locations = found.pop(doc_id, [])
        wrong = next((location for location in locations if not _fits(location, text)), None)
        if wrong and locations_file:
            problem = "a location lies outside its record, or its words are not what stands there"
            report(DamagedInputError(locations_file, problem, "check its offsets", wrong.line))
        else:
            yield Document(doc_id, text, tuple(location.span for location in locations), patient)
    if found and locations_file:
        report(DamagedInputError(locations_file, f"{len(found)} of its notes have no record", f"check {records}"))


def _fits(location: _Location, text: str) -> bool:
    start, end = location.span.start, location.span.end
    return end <= len(text) and location.words in (None, text[start:end].split())


def _files(file: Path) -> tuple[Path, Path | None]:
    """The records and the locations that belong to a path."""
    if file.name.endswith(_PHRASES):
        return file.with_name(file.name.removesuffix(_PHRASES) + ".text"), file
    if file.suffix in (".phi", ".deid"):
        return file.with_suffix(".text"), file
    candidates = (file.with_name(file.stem + _PHRASES), file.with_suffix(".phi"))
    return file, next((candidate for candidate in candidates if candidate.exists()), None)


def _records(file: Path, options: Options) -> Iterator[tuple[str, str | None, str]]:
    """Each record's id, patient and text."""
    begun: tuple[str, str] | None = None
    pieces: list[str] = []
    number = 0
    for number, line in lines_of(file, options.encoding):
        if line.startswith(_OPENING):
            start = _START.fullmatch(line)
            if not start or begun is not None:
                remedy = f"a record is {_OPENING}1||||1||||, its text, and a line {_ENDING}"
                raise DamagedInputError(file, "a record starts wrongly or inside another", remedy, number)
            begun = (start[1], start[2])
        elif begun is None:
            if not line.isspace():
                raise DamagedInputError(
                    file, "there is text outside a record", f"expected {_OPENING}1||||1||||", number
                )
        elif line.startswith(_ENDING):
            patient, note = begun
            yield _id(patient, note), patient or None, "".join(pieces).removesuffix("\n")
            begun, pieces = None, []
        else:
            pieces.append(line)
    if begun is not None:
        raise DamagedInputError(file, "the last record has no end", f"expected a line {_ENDING}", number)


def _locations(file: Path, options: Options) -> Iterator[_Location]:
    labelled = file.name.endswith(_PHRASES)
    doc_id = ""
    for number, line in lines_of(file, options.encoding):
        note = None if labelled else _NOTE.fullmatch(line.rstrip())
        place = (_PHRASE if labelled else _LOCATION).fullmatch(line.rstrip("\r\n") if labelled else line.strip())
        if note:
            doc_id = _id(note[1], note[2])
        elif labelled and place:
            patient, name, start, end, label, words = place.groups()
            yield _Location(number, _id(patient, name), _span(file, number, start, end, label), (words or "").split())
        elif place and doc_id:
            yield _Location(number, doc_id, _span(file, number, place[1], place[2], "PHI"), None)
        elif not line.isspace():
            remedy = (
                "a place is 1 1 5 9 LABEL words"
                if labelled
                else "a note is Patient 1<tab>Note 1, a place 5<tab>5<tab>9"
            )
            raise DamagedInputError(file, "a location is malformed", remedy, number)


def _span(file: Path, line: int, start: str, end: str, label: str) -> Span:
    if int(start) >= int(end):
        raise DamagedInputError(file, "a location is empty or backwards", "check its offsets", line)
    return Span(int(start), int(end), label)


def _id(patient: str, note: str) -> str:
    return f"{patient}/{note}" if patient else note


def record(doc: Document, first: Document, options: Options) -> Pieces:
    patient = doc.patient or ""
    note = doc.id.removeprefix(patient + "/") if patient else doc.id
    _require_fit(doc, patient, note)
    locations = "".join(f"{span.start}\t{span.start}\t{span.end}\n" for span in doc.spans)
    phrases = "".join(
        f"{patient} {note} {span.start} {span.end} {span.label} {' '.join(doc[span].split())}\n" for span in doc.spans
    )
    return {
        "": encode(f"{_OPENING}{patient}||||{note}||||\n{doc.text}\n{_ENDING}\n\n", doc.id, _NAME),
        ".phi": encode(f"Patient {patient}\tNote {note}\n{locations}", doc.id, _NAME),
        _PHRASES: encode(phrases, doc.id, _NAME),
    }


def _require_fit(doc: Document, patient: str, note: str) -> None:
    if _id(patient, note) != doc.id or not note or not _FIELD.fullmatch(patient) or not _FIELD.fullmatch(note):
        problem = "its id is not PATIENT/NOTE, or has a blank or a bar in it"
    elif f"\n{_ENDING}" in f"\n{doc.text}" or f"\n{_OPENING}" in f"\n{doc.text}":
        problem = "its text has a line that would start or end a record"
    elif any(re.search(r"\s", span.label) for span in doc.spans):
        problem = "a label has a blank in it"
    else:
        return
    raise CannotHoldError(doc.id, _NAME, problem, "choose another format, such as jsonl")


FORMAT = RecordFormat(_NAME, (".text",), frozenset({"spans", "patient"}), parse, record, companions=(".phi", _PHRASES))
