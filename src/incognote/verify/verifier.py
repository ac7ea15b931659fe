"""All notes of an output beside their originals, by the side file: one pass to learn what was replaced, one to look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from incognote.known.ids import plain_id
from incognote.replace.alignment_file import Aligned
from incognote.types import Document
from incognote.verify import findings
from incognote.verify.check import check, found_again
from incognote.verify.findings import Finding, Result
from incognote.verify.originals import words_in
from incognote.verify.search import Phi, Searcher

_LONGEST_ID = 5  # digits that an id of a patient must have to be looked for


class Outputs(Protocol):
    """The notes of an output, each taken once by its id; None if it isn't there. `rest` are the ids never taken."""

    def take(self, doc_id: str) -> Document | None: ...
    def rest(self) -> Iterable[str]: ...


@dataclass(frozen=True, slots=True)
class Verified:
    """A result, and the note that it is about where there is one."""

    result: Result
    doc: Document | None = None
    keeps_name: bool = False


class Verifier:
    """Holds what was replaced in the notes of each patient, and no other text.

    `find` is an engine that reads the output again; it gives None where it fails.
    """

    def __init__(
        self, patient_of: Callable[[Document], str | None], find: Callable[[Document], Document | None] | None = None
    ) -> None:
        self._patient_of = patient_of
        self._find = find
        self._replaced: dict[str | int, set[Phi]] = {}
        self._searcher = lru_cache(maxsize=64)(lambda whose: Searcher(self._replaced.get(whose, ())))

    def learn(self, originals: Iterable[Document], notes: Iterable[Aligned]) -> None:
        """Remember what was replaced."""
        for number, old, note in paired(originals, notes):
            if old and note and len(old.text) == note.old_length:
                known = self._replaced.setdefault(self._whose(number, old), set())
                known.update(
                    (stretch.label, old.text[stretch.old_start : stretch.old_end])
                    for stretch in note.stretches
                    if words_in(stretch.label)
                )
                known.update(_number_of(self._patient_of(old)))

    def results(
        self, originals: Iterable[Document], notes: Iterable[Aligned], outputs: Outputs
    ) -> Iterator[Verified | int]:
        """Each note of the output, and the numbers of originals that were not written."""
        for number, old, note in paired(originals, notes):
            if note is None:
                yield number
                continue
            new = outputs.take(note.id)
            if new is None or old is None:
                reason = findings.MISSING if new is None else findings.NO_ORIGINAL
                yield Verified(Result(note.id, number, (Finding(reason),)), new)
            else:
                found = tuple(self._findings(number, old, new, note))
                keeps_name = new.id == old.id or (new.patient is not None and new.patient == self._patient_of(old))
                yield Verified(Result(note.id, number, found), new, keeps_name)
        for doc_id in outputs.rest():
            yield Verified(Result(doc_id, None, (Finding(findings.EXTRA),)))

    def _findings(self, number: int, old: Document, new: Document, note: Aligned) -> list[Finding]:
        found = check(old, new, note, self._searcher(self._whose(number, old)))
        if self._find and not any(finding.reason is findings.CHANGED for finding in found):
            scanned = self._find(replace(new, spans=(), patient=self._patient_of(old)))
            again = found_again(scanned, note, found) if scanned else [Finding(findings.NOT_SCANNED)]
            found += again
        return found

    def _whose(self, number: int, old: Document) -> str | int:
        """The patient of a note; one that is nobody's is by itself."""
        patient = self._patient_of(old)
        return plain_id(patient) if patient else number


def paired(
    originals: Iterable[Document], notes: Iterable[Aligned]
) -> Iterator[tuple[int, Document | None, Aligned | None]]:
    """Originals, numbered, beside what the side file says of them; both are in the order of the input."""
    waiting = iter(notes)
    note = next(waiting, None)
    for number, old in enumerate(originals, 1):
        if note and note.number == number:
            yield number, old, note
            note = next(waiting, None)
        else:
            yield number, old, None
    while note:
        yield note.number, None, note
        note = next(waiting, None)


def _number_of(patient: str | None) -> Iterator[Phi]:
    """The patient's id, if it looks like a record number."""
    if patient and sum(map(str.isdecimal, patient)) >= _LONGEST_ID:
        yield "ID", patient
