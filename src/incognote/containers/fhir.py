"""FHIR: a resource or a Bundle in a JSON file, or a resource a line. Free texts are rewritten, all else stays.

The one exception: size and hash of an attachment are made anew with its data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from incognote.containers.base import Chunk, Cutting, Failure, Pieces, UnfitError
from incognote.containers.fhir_people import Directory
from incognote.containers.fhir_texts import texts_of
from incognote.containers.json_places import Array, Object, parse, string_at
from incognote.containers.readings import NO_TEXT, Text, shifted
from incognote.containers.records import Found, OpenedRecords, Record, concatenated, opened, plain_id
from incognote.containers.streams import MOST_OF_A_FILE, blocks, cut, join_bytes, lines, whole
from incognote.known.people import Person

_PEOPLE = ("Patient", "RelatedPerson")


@dataclass(frozen=True)
class FhirFile:
    """A resource or a Bundle a file; each entry of a Bundle is a record."""

    name = "fhir"
    suffixes = (".json", ".json.gz")

    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]:
        return whole(path, MOST_OF_A_FILE * cutting.largest, "; write a resource a line (.ndjson)")

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedRecords:
        if not chunk.payload.strip():
            return opened([(None, chunk.payload)], _line)
        try:
            raw, resource = _resource(chunk.payload)
            if _is_bundle(raw, resource):
                return _bundle(raw, resource, cutting)
        except UnfitError as error:
            return OpenedRecords([], [Failure(1, error.reason)], concatenated)
        return opened([(1, chunk.payload)], _line)

    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None:
        join_bytes(parts, out)


@dataclass(frozen=True)
class FhirLines:
    """A resource a line, as bulk exports are."""

    name = "fhir-ndjson"
    suffixes = (".ndjson", ".ndjson.gz", ".jsonl", ".jsonl.gz")

    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]:
        return cut(lines(blocks(path), cutting.largest), cutting, bytes)

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedRecords:
        return opened(_numbered(chunk), _line)

    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None:
        join_bytes(parts, out)


FILE = FhirFile()
LINES = FhirLines()


def _numbered(chunk: Chunk) -> Iterator[tuple[int | None, bytes]]:
    number = chunk.first
    for line in BytesIO(chunk.payload):
        blank = not line.strip()
        yield None if blank else number, line
        number += line not in (b"\n", b"\r\n")


def _resource(raw: bytes) -> tuple[str, Object]:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise UnfitError("it is not UTF-8 text") from None
    value = parse(text)
    if not isinstance(value, Object) or not string_at(text, value.get("resourceType")):
        raise UnfitError("it is no FHIR resource: it has no resourceType")
    return text, value


def _is_bundle(raw: str, resource: Object) -> bool:
    return string_at(raw, resource.get("resourceType")) == "Bundle"


def _listed(raw: str, holder: Object, address: str = "") -> Iterator[tuple[str, Object]]:
    """A resource, or all of a Bundle, of Parameters, of an entry and of those inside them, with their addresses."""
    if string_at(raw, holder.get("resourceType")) not in (None, "Bundle", "Parameters"):
        yield address, holder
        return
    address = string_at(raw, holder.get("fullUrl")) or address
    for inner in (one for name in ("resource", "entry", "parameter", "part") for one in _objects(holder.get(name))):
        yield from _listed(raw, inner, address)


def _objects(value: object) -> list[Object]:
    items = value if isinstance(value, Array) else [value]
    return [item for item in items if isinstance(item, Object)]


def _line(number: int, raw_bytes: bytes) -> Record:
    raw, resource = _resource(raw_bytes)
    directory = Directory(raw, _listed(raw, resource))
    return Record(number, raw, list(_found(raw, resource, number, directory)))


def _bundle(raw: str, bundle: Object, cutting: Cutting) -> OpenedRecords:
    """The entries of a Bundle as records; what is before, between and behind them stays."""
    _require_no_texts_outside(raw, bundle)
    directory = Directory(raw, _listed(raw, bundle))
    records: list[Record] = []
    failures: list[Failure] = []
    entries = bundle.get("entry", Array())
    if not isinstance(entries, Array):
        raise UnfitError("its entries are no array")
    parts = _parts(raw, entries)
    kept: list[str] = []
    for number, (entry, between) in enumerate(zip(entries, parts, strict=False), 1):
        try:
            if not isinstance(entry, Object):
                raise UnfitError("it is no entry of a Bundle")
            if entry.end - entry.start > cutting.largest:
                raise UnfitError(f"it is larger than {cutting.largest:,} bytes")
            found = [_moved(text, entry.start) for text in _found(raw, entry, number, directory)]
            records.append(Record(number, raw[entry.start : entry.end], found))
            kept.append(between)
        except UnfitError as error:
            failures.append(Failure(number, error.reason))
    return OpenedRecords(records, failures, partial(_joined, parts[0], kept, parts[-1]))


def _require_no_texts_outside(raw: str, bundle: Object) -> None:
    """A Bundle says nothing itself; where one does, it isn't known whose the text is, and it wouldn't be read."""
    outside = Object({name: value for name, value in bundle.items() if name != "entry"})
    if next(texts_of(raw, outside), None):
        raise UnfitError("it is a Bundle with text outside its entries; remove that")


def _parts(raw: str, entries: Array) -> list[str]:
    """What stands before the first entry, between entries, and behind the last."""
    if not entries:
        return [raw, ""]
    middle = [raw[one.end : other.start] for one, other in pairwise(entries)]
    return [raw[: entries[0].start], *middle, raw[entries[-1].end :]]


def _joined(head: str, between: Sequence[str], tail: str, written: Sequence[bytes | None]) -> bytes:
    out = [head.encode()]
    for separator, entry in zip(between, written, strict=True):
        if entry is not None:
            out += [separator.encode() if len(out) > 1 else b"", entry]
    return b"".join([*out, tail.encode()])


def _moved(found: Found, start: int) -> Found:
    """A text of a whole file as one of a part of it."""
    name, text, raw_edits = found.text
    moved = Text(name, text, lambda edits: shifted(raw_edits(edits), -start))
    return Found(moved, found.id, found.patient, found.known)


def _found(raw: str, value: Object, number: int, directory: Directory) -> Iterator[Found]:
    """The texts of a resource or an entry, and whose they are; one without letters for people who say nothing else.

    So what they are called is known to whoever looks at all notes of an archive before any is rewritten.
    """
    owners: dict[int, tuple[str | None, Person | None]] = {}
    outermost = value["resource"] if isinstance(value.get("resource"), Object) else value
    address = _named(raw, outermost, number)
    around = (outermost, _contained(raw, outermost, number, directory))

    def owned(resource: Object) -> tuple[str | None, Person | None]:
        own = () if resource is outermost else ((resource, _contained(raw, resource, number, directory)),)
        return _owner((*own, around), directory)

    for owner, text in texts_of(raw, value):
        if owner.start not in owners:
            owners[owner.start] = owned(owner)
        name = text.name.removeprefix("resource.")
        yield Found(text, f"{address}#{name}", *owners[owner.start])
    for _, person in _listed(raw, outermost):
        if person.start not in owners and string_at(raw, person.get("resourceType")) in _PEOPLE:
            yield Found(NO_TEXT, address, *owned(person))


def _named(raw: str, resource: Object, number: int) -> str:
    kind, own_id = (string_at(raw, resource.get(name)) or "" for name in ("resourceType", "id"))
    return f"{kind if kind.isalpha() else 'entry'}/{plain_id(own_id, number)}"


def _contained(raw: str, resource: Object, number: int, directory: Directory) -> Directory:
    """The patients that a resource contains, before all others."""
    address = _named(raw, resource, number)
    contained = _objects(resource.get("contained"))
    return Directory(raw, ((f"{address}#{string_at(raw, one.get('id')) or ''}", one) for one in contained), directory)


def _owner(resources: Iterable[tuple[Object, Directory]], directory: Directory) -> tuple[str | None, Person | None]:
    """The patient of a resource; of one inside another that says nothing, the other's; else the only one there is."""
    for resource, local in resources:
        if patient := local.patient_of(resource) or local.only or directory.patient_of(resource):
            return patient, local.person(patient)
    return directory.only, directory.person(directory.only)
