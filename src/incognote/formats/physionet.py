"""The thesis's files: records between START_OF_RECORD and END_OF_RECORD lines, PHI locations beside them.

`X.text` holds the records; a note's id is `patient/note`. Its locations are read from `X-phi.phrase` (with labels) or
else from `X.phi` (without: all are called PHI). Give a locations file instead of `X.text` to read that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from incognote.errors import CannotHoldError, DamagedInputError
from incognote.formats.base import Damage, Options, RecordFormat
from incognote.formats.files import encode, lines_of
from incognote.types import Document, Span

_NAME = "physionet"
_START = re.compile(r"START_OF_RECORD=(.*?)\|\|\|\|(.*?)\|\|\|\|\s*")
_END = "||||END_OF_RECORD"
_PHRASES = "-phi.phrase"
_NOTE = re.compile(r"Patient (\S*)\tNote (\S+)")
_LOCATION = re.compile(r"\d+\s+(\d+)\s+(\d+)")
_PHRASE = re.compile(r"(\S*) (\S+) (\d+) (\d+) (\S+)(?: .*)?")
_FIELD = re.compile(r"[^\s|]*")

_Locations = dict[str, list[Span]]


def parse(file: Path, options: Options, report: Damage) -> Iterator[Document]:
    records, locations_file = _files(file)
    locations = _locations(locations_file, options) if locations_file else {}
    for line, doc_id, patient, text in _records(records, options):
        spans = locations.pop(doc_id, [])
        if any(span.end > len(text) for span in spans):
            report(DamagedInputError(records, "a location lies outside its record", f"check {locations_file}", line))
        else:
            yield Document(doc_id, text, tuple(spans), patient)
    if locations and locations_file:
        report(DamagedInputError(locations_file, f"{len(locations)} of its notes have no record", f"check {records}"))


def _files(file: Path) -> tuple[Path, Path | None]:
    """The records and the locations that belong to a path."""
    if file.name.endswith(_PHRASES):
        return file.with_name(file.name.removesuffix(_PHRASES) + ".text"), file
    if file.suffix in (".phi", ".deid"):
        return file.with_suffix(".text"), file
    candidates = (file.with_name(file.stem + _PHRASES), file.with_suffix(".phi"))
    return file, next((candidate for candidate in candidates if candidate.exists()), None)


def _records(file: Path, options: Options) -> Iterator[tuple[int, str, str | None, str]]:
    """Each record's first line, id, patient and text."""
    begun: tuple[int, str, str] | None = None
    pieces: list[str] = []
    for number, line in lines_of(file, options.encoding):
        if begun is None:
            if line.isspace():
                continue
            start = _START.fullmatch(line)
            if not start:
                raise DamagedInputError(file, "a record doesn't start", "expected START_OF_RECORD=1||||1||||", number)
            begun = (number, start[1], start[2])
        elif line.startswith(_END):
            first, patient, note = begun
            text = "".join(pieces)
            yield first, _id(patient, note), patient or None, text.removesuffix("\n")
            begun, pieces = None, []
        else:
            pieces.append(line)
    if begun is not None:
        raise DamagedInputError(file, "the last record has no end", f"expected a line {_END}", begun[0])


def _locations(file: Path, options: Options) -> _Locations:
    read = _labelled if file.name.endswith(_PHRASES) else _unlabelled
    found: _Locations = {}
    for number, doc_id, start, end, label in read(file, options):
        if start >= end:
            raise DamagedInputError(file, "a location is empty or backwards", "check its offsets", number)
        found.setdefault(doc_id, []).append(Span(start, end, label))
    return found


def _labelled(file: Path, options: Options) -> Iterator[tuple[int, str, int, int, str]]:
    for number, line in lines_of(file, options.encoding):
        phrase = _PHRASE.fullmatch(line.rstrip("\r\n"))
        if phrase:
            yield number, _id(phrase[1], phrase[2]), int(phrase[3]), int(phrase[4]), phrase[5]
        elif not line.isspace():
            raise DamagedInputError(file, "a location is malformed", "expected: 1 1 5 9 HCPName text", number)


def _unlabelled(file: Path, options: Options) -> Iterator[tuple[int, str, int, int, str]]:
    doc_id = ""
    for number, line in lines_of(file, options.encoding):
        note = _NOTE.fullmatch(line.rstrip())
        place = _LOCATION.fullmatch(line.strip())
        if note:
            doc_id = _id(note[1], note[2])
        elif place and doc_id:
            yield number, doc_id, int(place[1]), int(place[2]), "PHI"
        elif not line.isspace():
            remedy = "a note is Patient 1<tab>Note 1, and below it a place is 5<tab>5<tab>9"
            raise DamagedInputError(file, "a location is malformed", remedy, number)


def _id(patient: str, note: str) -> str:
    return f"{patient}/{note}" if patient else note


def render(docs: Iterable[Document], options: Options) -> Iterator[dict[str, bytes]]:
    for doc in docs:
        patient = doc.patient or ""
        note = doc.id.removeprefix(patient + "/") if patient else doc.id
        _require_fit(doc, patient, note)
        locations = "".join(f"{span.start}\t{span.start}\t{span.end}\n" for span in doc.spans)
        phrases = "".join(
            f"{patient} {note} {span.start} {span.end} {span.label} {' '.join(doc[span].split())}\n"
            for span in doc.spans
        )
        yield {
            "": encode(f"START_OF_RECORD={patient}||||{note}||||\n{doc.text}\n{_END}\n\n", doc.id, _NAME),
            ".phi": encode(f"Patient {patient}\tNote {note}\n{locations}", doc.id, _NAME),
            _PHRASES: encode(phrases, doc.id, _NAME),
        }


def _require_fit(doc: Document, patient: str, note: str) -> None:
    if _id(patient, note) != doc.id or not note or not _FIELD.fullmatch(patient) or not _FIELD.fullmatch(note):
        problem = "its id is not PATIENT/NOTE, or has a blank or a bar in it"
    elif f"\n{_END}" in f"\n{doc.text}":
        problem = "its text has a line that would end the record"
    elif any(re.search(r"\s", span.label) for span in doc.spans):
        problem = "a label has a blank in it"
    else:
        return
    raise CannotHoldError(doc.id, _NAME, problem, "choose another format, such as jsonl")


FORMAT = RecordFormat(_NAME, (".text",), frozenset({"spans", "patient"}), parse, render, companions=(".phi", _PHRASES))
