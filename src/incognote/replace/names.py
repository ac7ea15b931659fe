"""New names for notes and patients: the old ones hold record numbers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

from incognote.known.ids import plain_id
from incognote.replace.keys import Key, pseudonym
from incognote.replace.number_names import number_name
from incognote.types import Document


class Names(Protocol):
    """Gives the same name for the same note, and the same for the same patient.

    Those that are whole numbers where they are written get whole numbers, which fit the same columns.
    """

    def note(self, doc_id: str) -> str: ...
    def patient(self, patient: str) -> str: ...
    def note_number(self, doc_id: str) -> str: ...
    def patient_number(self, patient: str) -> str: ...


@dataclass(frozen=True)
class Pseudonyms:
    """Names that depend on a key: the same in every run with it."""

    key: Key

    def note(self, doc_id: str) -> str:
        return pseudonym(self.key, doc_id)

    def patient(self, patient: str) -> str:
        return pseudonym(self.key, f"patient\0{plain_id(patient)}")

    def note_number(self, doc_id: str) -> str:
        return str(number_name(self.key, "note", int(doc_id)))

    def patient_number(self, patient: str) -> str:
        return str(number_name(self.key, "patient", int(patient)))


@dataclass(frozen=True, repr=False)
class Numbers:
    """Numbers in the order in which notes and patients come."""

    _notes: dict[str, str] = field(default_factory=dict)
    _patients: dict[str, str] = field(default_factory=dict)

    def note(self, doc_id: str) -> str:
        return self._notes.setdefault(doc_id, f"note-{len(self._notes) + 1:05}")

    def patient(self, patient: str) -> str:
        return self._patients.setdefault(plain_id(patient), f"patient-{len(self._patients) + 1:05}")

    def note_number(self, doc_id: str) -> str:
        return str(int(self.note(doc_id).removeprefix("note-")))

    def patient_number(self, patient: str) -> str:
        return str(int(self.patient(patient).removeprefix("patient-")))


def renamed(doc: Document, names: Names, numbers: frozenset[str] = frozenset()) -> Document:
    """The note under a new name, and its patient too; `numbers` says which of "id" and "patient" are whole numbers.

    An id that is the patient's, or that begins with it (`patient/note`), stays so, since formats rely on it; not so
    among numbers, where a note and a patient may have the same one by chance.
    """
    patient_name = names.patient_number if "patient" in numbers else names.patient
    patient = patient_name(doc.patient) if doc.patient else None
    if "id" in numbers:
        return replace(doc, id=names.note_number(doc.id), patient=patient)
    if patient and doc.id == doc.patient:
        return replace(doc, id=patient, patient=patient)
    inside = patient and doc.id.startswith(f"{doc.patient}/")
    return replace(doc, id=f"{patient}/{names.note(doc.id)}" if inside else names.note(doc.id), patient=patient)
