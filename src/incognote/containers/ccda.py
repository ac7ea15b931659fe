"""C-CDA: a ClinicalDocument of HL7 CDA R2 a file. Free texts are rewritten, all else stays byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from incognote.containers.base import Chunk, Cutting, Failure, Pieces, UnfitError
from incognote.containers.ccda_people import patient_of
from incognote.containers.ccda_texts import texts_of
from incognote.containers.readings import NO_TEXT
from incognote.containers.records import Found, OpenedRecords, Record, concatenated, plain_id
from incognote.containers.streams import MOST_OF_A_FILE, join_bytes, whole
from incognote.containers.xml_places import Element, decoded, parse

_NAMESPACE = "urn:hl7-org:v3"
_ROOT = "ClinicalDocument"


@dataclass(frozen=True)
class Ccda:
    """A document a file: it is one record, so a text that fails takes the whole of it along."""

    name = "ccda"
    suffixes = (".xml", ".xml.gz")

    def chunks(self, path: Path, cutting: Cutting) -> Iterator[Chunk]:
        return whole(path, MOST_OF_A_FILE * cutting.largest)

    def open(self, chunk: Chunk, cutting: Cutting) -> OpenedRecords:
        if not chunk.payload.strip():
            return OpenedRecords([], [], lambda written: chunk.payload)
        try:
            raw, codec, root = _document(chunk.payload)
            record = Record(1, raw, _found(raw, codec, root, cutting), codec)
        except UnfitError as error:
            return OpenedRecords([], [Failure(1, error.reason)], concatenated)
        return OpenedRecords([record], [], partial(_same_but_for_texts, _shape(root)))

    def join(self, parts: Iterable[Pieces], out: Path, like: Path, cutting: Cutting) -> None:
        join_bytes(parts, out)


CONTAINER = Ccda()


def _document(payload: bytes) -> tuple[str, str, Element]:
    raw, codec = decoded(payload)
    root = parse(raw, codec)
    if (root.space, root.name) != (_NAMESPACE, _ROOT):
        raise UnfitError("it is no ClinicalDocument of HL7 version 3")
    return raw, codec, root


def _found(raw: str, codec: str, root: Element, cutting: Cutting) -> list[Found]:
    """The texts; one without letters where there are none, so that what people are called is known to other files."""
    patient, known = patient_of(raw, root)
    address = _address(root)
    texts = texts_of(raw, root, codec, cutting.largest)
    found = [Found(text, f"{address}#{text.name}", patient, known) for text in texts]
    return found or [Found(NO_TEXT, address, patient, known)]


def _address(root: Element) -> str:
    own = next(iter(root.all("id")), root).attributes
    return f"{_ROOT}/{plain_id(own.get('extension') or own.get('root', ''), 1)}"


def _shape(root: Element) -> list[str]:
    return [element.name for element in root.walk()]


def _same_but_for_texts(shape: Sequence[str], written: Sequence[bytes | None]) -> bytes:
    """The document as it is written, once it is sure that its new texts are nothing but texts in it."""
    new = concatenated(written)
    if new and _shape(_document(new)[2]) != shape:
        raise UnfitError("its new texts would change what is around them")
    return new
