"""Generated records with surrogates, through the vault and back, and proved: each planted fault is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from incognote.replace.alignment_file import Aligned, aligned
from incognote.replace.surrogates.avoiding import words_to_avoid
from incognote.replace.surrogates.replacer import Surrogates
from incognote.replace.surrogates.scope import by_patient
from incognote.replace.vault import Vault
from incognote.types import Document
from incognote.verify.findings import Verdict
from incognote.verify.verifier import Verifier
from tests.replace.surrogates.test_properties import KEY, all_notes, linkable, many, rewritten

Change = Callable[[str, Document], str]


class Outputs(dict[str, Document]):
    def take(self, doc_id: str) -> Document | None:
        return self.pop(doc_id, None)

    def rest(self) -> Iterable[str]:
        return list(self)


def proved(docs: list[Document], change: Change | None = None) -> list[Verdict]:
    """The verdicts on notes with surrogates, each of them changed."""
    outputs, notes = Outputs(), list[Aligned]()
    for number, doc in enumerate(docs, 1):
        edited = linkable()[doc.id]
        new = replace(edited.doc, id=f"note-{number}", patient=None)
        notes.append(aligned(number, doc, new, edited.alignment))
        outputs[new.id] = replace(new, text=change(new.text, doc), spans=()) if change else new
    verifier = Verifier(lambda doc: doc.patient, None)
    verifier.learn(docs, notes)
    return [one.result.verdict for one in verifier.results(docs, notes, outputs)]


def test_the_vault_gives_all_notes_back(tmp_path: Path) -> None:
    written = {}
    with Vault.create(tmp_path / "vault", KEY) as vault:
        for i, doc in enumerate(all_notes()):
            edited = linkable()[doc.id]
            written[i] = replace(edited.doc, id=f"note-{i}", patient=None)
            vault.add(doc, written[i], edited.alignment)
    with Vault.open(tmp_path / "vault", KEY) as vault:
        assert all(vault.restore(written[i]) == doc for i, doc in enumerate(all_notes()))


def test_what_was_written_passes() -> None:
    verdicts = Counter(proved(list(all_notes())))
    assert verdicts[Verdict.FAIL] == 0
    assert verdicts[Verdict.PASS] > 0.97 * len(all_notes())


def leaked(label: str) -> Change:
    def change(text: str, doc: Document) -> str:
        original = next(doc[span] for span in doc.spans if span.label == label)
        return text.replace("K 3.9", f"{original} K 3.9")

    return change


FAULTS: dict[str, Change] = {
    "a leaked name": lambda text, doc: text.replace("K 3.9", f"{_surname(doc)} K 3.9"),
    "a leaked record number": leaked("MEDICALRECORD"),
    "a leaked telephone number": leaked("PHONE"),
    "a leaked date": leaked("DATE"),
    "a changed lab value": lambda text, doc: text.replace("K 3.9", "K 3.8"),
    "a dropped line": lambda text, doc: "".join(text.splitlines(keepends=True)[:-1]),
    "an added blank": lambda text, doc: text.replace("BP ", "BP  "),
}


def _surname(doc: Document) -> str:
    return next(record.people[0].last for record in many() if record.patient == doc.patient)


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_each_fault_fails(fault: str) -> None:
    docs = list(all_notes()[:400])
    assert set(proved(docs, FAULTS[fault])) == {Verdict.FAIL}


def test_a_name_that_was_missed_in_one_note_fails_by_the_others() -> None:
    missed = 0
    for record in many()[:200]:
        first, *others = record.notes
        surname = record.people[0].last
        left = [span for span in first.spans if span.label != "PATIENT"]
        found = {doc[span] for doc in others for span in doc.spans if span.label == "PATIENT"}
        if surname not in first.text or not any(surname in text for text in found):
            continue
        docs = [first.with_spans(left), *others]
        surrogates = Surrogates(KEY, avoid=words_to_avoid(docs, by_patient))
        outputs, notes = Outputs(), list[Aligned]()
        for number, doc in enumerate(docs, 1):
            edited = rewritten(doc, surrogates)
            outputs[f"note-{number}"] = new = replace(edited.doc, id=f"note-{number}")
            notes.append(aligned(number, doc, new, edited.alignment))
        verifier = Verifier(lambda doc: doc.patient, None)
        verifier.learn(docs, notes)
        verdict = next(iter(verifier.results(docs, notes, outputs))).result.verdict
        assert verdict >= Verdict.REVIEW  # a name that is a common word is to be looked at
        missed += verdict == Verdict.FAIL
    assert missed > 50
