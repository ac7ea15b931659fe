"""New names for notes and patients: the old ones hold record numbers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

from incognote.known.ids import plain_id
from incognote.replace.keys import Key, pseudonym
from incognote.types import Document


class Names(Protocol):
    """Gives the same name for the same note, and the same for the same patient."""

    def note(self, doc_id: str) -> str: ...
    def patient(self, patient: str) -> str: ...


@dataclass(frozen=True)
class Pseudonyms:
    """Names that depend on a key: the same in every run with it."""

    key: Key

    def note(self, doc_id: str) -> str:
        return pseudonym(self.key, doc_id)

    def patient(self, patient: str) -> str:
        return pseudonym(self.key, f"patient\0{plain_id(patient)}")


@dataclass(frozen=True, repr=False)
class Numbers:
    """Numbers in the order in which notes and patients come."""

    _notes: dict[str, str] = field(default_factory=dict)
    _patients: dict[str, str] = field(default_factory=dict)

    def note(self, doc_id: str) -> str:
        return self._notes.setdefault(doc_id, f"note-{len(self._notes) + 1:05}")

    def patient(self, patient: str) -> str:
        return self._patients.setdefault(plain_id(patient), f"patient-{len(self._patients) + 1:05}")


def renamed(doc: Document, names: Names) -> Document:
    """The note under a new name, and its patient too.

    An id that is the patient's, or that begins with it (`patient/note`), stays so, since formats rely on it.
    """
    patient = names.patient(doc.patient) if doc.patient else None
    if patient and doc.id == doc.patient:
        return replace(doc, id=patient, patient=patient)
    inside = patient and doc.id.startswith(f"{doc.patient}/")
    return replace(doc, id=f"{patient}/{names.note(doc.id)}" if inside else names.note(doc.id), patient=patient)
