"""Whose note a note is: by a table, by its id (its path), or by a field in its text."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from incognote.errors import ConfigError, DamagedInputError, shown
from incognote.known.ids import plain_id
from incognote.known.tables import read_columns
from incognote.types import Document

_TABLE = {
    "note": ("note", "note_id", "id", "file", "path", "document"),
    "patient": ("patient", "patient_id", "mrn", "subject_id", "person_id"),
}


@dataclass(frozen=True, repr=False)
class PatientOf:
    """Says whose note a document is, or None. `PatientOf()` believes the document itself."""

    find: Callable[[Document], str | None] = lambda doc: doc.patient

    def __call__(self, doc: Document) -> str | None:
        patient = self.find(doc)
        return patient if patient and patient.strip() else None

    @classmethod
    def parse(cls, text: str) -> PatientOf:
        """From `path:REGEX` with a group, `field:NAME`, or the path of a table with the columns note and patient."""
        kind, colon, rest = text.partition(":")
        if colon and kind == "path":
            return cls(_by_path(rest))
        if colon and kind == "field":
            return cls(_by_field(rest))
        return cls(_by_table(Path(text)))


def _by_path(expression: str) -> Callable[[Document], str | None]:
    try:
        pattern = re.compile(expression)
    except re.error as error:
        raise ConfigError(
            f"--patient-of path: the expression is no regular expression ({error.msg}); mend it"
        ) from None
    if not pattern.groups:
        raise ConfigError("--patient-of path: the expression has no group; put brackets around the patient's id")
    group = "patient" if "patient" in pattern.groupindex else 1

    def find(doc: Document) -> str | None:
        found = pattern.search(doc.id)
        return (found[group] or None) if found else None

    return find


def _by_field(name: str) -> Callable[[Document], str | None]:
    words = name.strip(" :#").split()
    if not words:
        raise ConfigError("--patient-of field: it names no field; write field:MRN, say")
    field = r"[ \t]+".join(map(re.escape, words))
    pattern = re.compile(rf"(?<!\w){field}[ \t]*[:#](?:[ \t]*[:#])*[ \t]*([^\s|,;()]+)", re.IGNORECASE)

    def find(doc: Document) -> str | None:
        fields = (found for found in pattern.finditer(doc.text) if _begins_a_column(doc.text, found.start()))
        values = filter(None, (found[1].strip(string.punctuation) for found in fields))
        patients = {plain_id(value): value for value in values}
        if len(patients) > 1:
            # To guess would write an excluded patient's note, or shift its dates by another patient's weeks.
            problem = f"note {shown(doc.id)}: its field {name!r} names {len(patients)} patients"
            raise ConfigError(f"{problem}; say whose note it is with a table, or set it aside with --keep-going")
        return next(iter(patients.values()), None)

    return find


def _begins_a_column(text: str, at: int) -> bool:
    """Whether a line begins here, or a column: behind a tab, a bar or two blanks."""
    before = text[max(0, at - 2) : at]
    return before.endswith(("\t", "|", "\n", "\r")) or before in ("", " ", "  ", "\n ", "\r ", "| ", "\t ")


def _by_table(path: Path) -> Callable[[Document], str | None]:
    patients: dict[str, str] = {}
    for line, row in read_columns(path, _TABLE):
        if len(row.get("note", [])) != 1 or len(row.get("patient", [])) != 1:
            raise DamagedInputError(path, "a row names no note or no patient", "fill in both, one of each", line)
        note, patient = row["note"][0], row["patient"][0]
        if not PurePosixPath(note).name:
            raise DamagedInputError(path, "a row's note is no id", "write the note's id or its file's path", line)
        if plain_id(patients.setdefault(note, patient)) != plain_id(patient):
            raise DamagedInputError(path, "a note has two patients", "give each note one row", line)
    by_stem: dict[str, dict[str, str]] = {}
    for note, patient in patients.items():
        by_stem.setdefault(str(PurePosixPath(note).with_suffix("")), {})[plain_id(patient)] = patient

    def find(doc: Document) -> str | None:
        if doc.id in patients:
            return patients[doc.id]
        alike = by_stem.get(doc.id, {})
        if len(alike) > 1:
            problem = f"note {shown(doc.id)}: --patient-of has rows for it of {len(alike)} patients"
            raise ConfigError(f"{problem}; write the note's id in the table as it is here")
        return next(iter(alike.values()), None)

    return find
