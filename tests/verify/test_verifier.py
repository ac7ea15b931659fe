from dataclasses import replace
from pathlib import Path

import pytest

from incognote import formats
from incognote.replace.alignment_file import aligned
from incognote.replace.dates import DateShifter, Shift
from incognote.replace.edits import apply
from incognote.replace.tags import REPLACERS, thesis
from incognote.types import Document, Span
from incognote.verify import findings
from incognote.verify.findings import Verdict
from incognote.verify.verifier import Verifier

CORPUS = Path(__file__).parents[2] / "corpus"
LEFT_BY_THE_GOLD = 2
"""A pet that has its owner's name, and a language that has a people's: the annotators let both stay."""


class Outputs(dict):
    def take(self, doc_id):
        return self.pop(doc_id, None)

    def rest(self):
        return list(self)


def deidentified(docs, replacer=thesis, **meta):
    outputs, notes = Outputs(), []
    for number, doc in enumerate(docs, 1):
        edited = apply(doc, replacer(doc))
        new = replace(edited.doc, id=f"note-{number}", patient=None, meta=meta)
        outputs[new.id] = new
        notes.append(aligned(number, doc, new, edited.alignment))
    return outputs, notes


def verified(docs, outputs, notes, find=None):
    verifier = Verifier(lambda doc: doc.patient, find)
    verifier.learn(docs, notes)
    return list(verifier.results(docs, notes, outputs))


def results(docs, replacer=thesis, change=lambda text: text, **meta):
    outputs, notes = deidentified(docs, replacer, **meta)
    changed = Outputs({doc_id: replace(doc, text=change(doc.text), spans=()) for doc_id, doc in outputs.items()})
    return [one.result for one in verified(docs, changed, notes)]


def reasons(*arguments, **others):
    return [finding.reason for result in results(*arguments, **others) for finding in result.findings]


def note(text, *marked, patient=None, id="1"):
    spans = [Span(text.index(words), text.index(words) + len(words), label) for words, label in marked]
    return Document(id, text, tuple(spans), patient)


@pytest.mark.parametrize("style", sorted(REPLACERS))
def test_gold_that_was_replaced_does_not_fail(style):
    docs = list(formats.read(CORPUS))
    verdicts = [result.verdict for result in results(docs, REPLACERS[style])]
    assert verdicts.count(Verdict.FAIL) == LEFT_BY_THE_GOLD
    assert verdicts.count(Verdict.REVIEW) < len(docs) / 20


def test_shifted_dates_do_not_fail_even_where_one_is_another_s_original():
    docs = list(formats.read(CORPUS))[:300]
    verdicts = [result.verdict for result in results(docs, DateShifter(lambda doc: Shift(52), thesis))]
    assert Verdict.FAIL not in verdicts
    doc = note("3/1/2021 and 3/8/2021", ("3/1/2021", "DATE"), ("3/8/2021", "DATE"))
    assert reasons([doc], lambda doc: ["3/8/2021", "3/15/2021"]) == []
    assert reasons([doc], lambda doc: ["3/8/2021", "March 8, 2021"]) == [findings.NOT_REPLACED]


def surrogates(doc):
    """Invented names; what may stay stays."""
    stays = {"STATE", "AGE", "DEPARTMENT", "PROFESSION"}
    new = {"PATIENT": "Ruth Adeyemi", "CITY": "Larkhaven", "PHONE": "555-0199", "MEDICALRECORD": "9988776"}
    return [doc[span] if span.label in stays else new.get(span.label, "[X]") for span in doc.spans]


MIXED = note(
    "Ada Osei, 71, of Leeds, Oregon, seen in the ICU. MRN 7043618. Osei, a nurse, is well.",
    ("Ada Osei", "PATIENT"),
    ("71", "AGE"),
    ("Leeds", "CITY"),
    ("Oregon", "STATE"),
    ("ICU", "DEPARTMENT"),
    ("7043618", "MEDICALRECORD"),
    ("nurse", "PROFESSION"),
)


def test_surrogates_pass_and_a_kept_state_is_looked_at():
    doc = MIXED.with_spans([*MIXED.spans, Span(MIXED.text.rindex("Osei"), MIXED.text.rindex("Osei") + 4, "PATIENT")])
    assert reasons([doc], surrogates) == [findings.KEPT]
    assert reasons([MIXED], surrogates) == [findings.KEPT, findings.NAME]


def test_a_kept_weekday_is_looked_at():
    doc = note("Seen on Monday by Osei", ("Monday", "DATE"), ("Osei", "DOCTOR"))
    assert reasons([doc], lambda doc: ["Monday", "Lund"]) == [findings.KEPT]
    assert reasons([doc], lambda doc: ["[**Date 1**]", "Lund"]) == []


def test_a_surrogate_that_is_an_original():
    doc = note("Ada Osei met Ruth Adeyemi", ("Ada Osei", "PATIENT"), ("Ruth Adeyemi", "PATIENT"))
    assert reasons([doc], lambda doc: ["Ruth Adeyemi", "Mona Lund"]) == [findings.SURROGATE]
    assert reasons([doc], lambda doc: ["Ada Osei", "Mona Lund"]) == [findings.NOT_REPLACED]
    assert reasons([doc], lambda doc: ["Zoe Osei", "Mona Lund"]) == [findings.NOT_REPLACED]


@pytest.mark.parametrize(
    ("label", "old", "new", "reason"),
    [
        ("STREET", "12 Kowalski Street", "63 Kowalski Street", findings.PART),
        ("HOSPITAL", "Kowalski Brzozowski Hospital", "Kowalski Rowan Hospital", findings.PART),
        ("HOSPITAL", "Lantern Hospital", "Lantern Hospital", findings.COMMON_PLACE),
        ("ROOM", "410", "410", findings.COMMON_PLACE),
        ("IDNUM", "8841", "8841", findings.SHORT),
        ("DOCTOR", "Foley", "Foley", findings.NOT_REPLACED),
        ("PROFESSION", "piano tuner", "piano tuner", findings.GENERAL),
        ("AGE", "92", "92", findings.AGE),
        ("AGE", "ninety-two", "92", findings.AGE),
        ("DATE", "March 14", "March 14", findings.PART_OF_DATE),
        ("STREET", "12 Kowalski Street", "63 Rowan Street", None),
        ("CITY", "North Kowalski Lake", "North Rowan Lake", None),
        ("STATE", "Oregon", "Oregon", findings.KEPT),
        ("COUNTRY", "Norway", "Norway", findings.KEPT),
        ("DEPARTMENT", "Kowalski 5", "Kowalski 5", None),
        ("PROFESSION", "nurse", "nurse", None),
        ("AGE", "90", "90+", None),
        ("AGE", "90s", "90s", None),
        ("AGE", "89", "89", None),
        ("DATE", "March", "March", None),
    ],
)
def test_a_surrogate_with_words_of_its_own_original(label, old, new, reason):
    doc = note(f"seen: {old} year", (old, label))
    assert reasons([doc], lambda doc: [new]) == ([reason] if reason else [])


def test_a_surrogate_hides_no_name_beside_it():
    doc = note("Ruth Lund saw Bo. Osei left", ("Ruth Lund", "PATIENT"), ("Bo", "DOCTOR"))
    others = note("Bea Osei", ("Bea Osei", "PATIENT"), id="2", patient="7")
    found = reasons([replace(doc, patient="7"), others], lambda doc: ["Mona Falk", "Bea"][: len(doc.spans)])
    assert findings.NAME in found


def test_what_was_replaced_in_another_note_of_the_patient_counts():
    named = note("Thornquist came", ("Thornquist", "PATIENT"), patient="0123456", id="a")
    for patient, expected in (("123456", [findings.NAME]), ("9", []), (None, [])):
        assert reasons([named, note("saw Thornquist", patient=patient, id="b")]) == expected
    assert reasons([note("MRN 12 34 56 7", patient="1234567")]) == [findings.NUMBER]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("140", "141", findings.CHANGED),
        ("Na 140\n", "", findings.CHANGED),
        ("came", "came ", findings.CHANGED),
        ("\nNa", "\nNote: added\nNa", findings.CHANGED),
    ],
)
def test_changed_text_fails_and_nothing_else_does(old, new, reason):
    doc = note("Ada Osei came\nNa 140\nwith Bo Lund\n", ("Ada Osei", "PATIENT"), ("Bo Lund", "PATIENT"))
    assert reasons([doc], change=lambda text: text.replace(old, new)) == [reason]


def test_fields_ids_and_patients_are_searched():
    doc = note("Thornquist of MRN 7043618 on 3/1/2021", ("Thornquist", "PATIENT"), ("3/1/2021", "DATE"))
    doc = doc.with_spans([*doc.spans, Span(18, 25, "MEDICALRECORD")])
    assert reasons([doc], ward="3W") == []
    for value in ("Thornquist", "70-43-618", ["x", {"seen": "2021-03-01"}]):
        (result,) = results([doc], ward=value)
        ((finding,), verdict) = result.findings, result.verdict
        assert (finding.where, verdict) == ("ward", Verdict.FAIL)
    outputs, notes = deidentified([doc])
    for changed, where in (({"id": "thornquist-1"}, "id"), ({"patient": "7043618"}, "patient")):
        new = replace(outputs["note-1"], **changed)
        (one,) = verified([doc], Outputs({new.id: new}), [replace(notes[0], id=new.id)])
        assert [finding.where for finding in one.result.findings] == [where]


def test_notes_that_are_missing_extra_swapped_or_not_written():
    docs = [
        note(f"{name} came, K 4.{at}", (name, "PATIENT"), id=name) for at, name in enumerate(("Osei", "Lund", "Roy"))
    ]

    def said(change):
        outputs, notes = deidentified(docs)
        change(outputs, notes)
        found = verified(docs, outputs, notes)
        numbers = [one for one in found if isinstance(one, int)]
        return numbers, {
            one.result.id: {finding.reason for finding in one.result.findings}
            for one in found
            if not isinstance(one, int) and one.result.findings
        }

    def swap(outputs, notes):
        one, other = outputs["note-1"], outputs["note-2"]
        outputs.update({"note-1": replace(other, id="note-1"), "note-2": replace(one, id="note-2")})

    assert said(lambda outputs, notes: None) == ([], {})
    assert said(lambda outputs, notes: outputs.pop("note-2")) == ([], {"note-2": {findings.MISSING}})
    assert said(lambda outputs, notes: outputs.update(x=outputs["note-1"])) == ([], {"x": {findings.EXTRA}})
    assert said(lambda outputs, notes: (outputs.pop("note-2"), notes.pop(1))) == ([2], {})
    assert said(lambda outputs, notes: notes.pop(1)) == ([2], {"note-2": {findings.EXTRA}})
    assert said(lambda outputs, notes: notes.append(replace(notes[-1], number=9))) == (
        [],
        {"note-3": {findings.MISSING}},
    )
    assert said(lambda outputs, notes: notes.__setitem__(0, replace(notes[0], old_length=99))) == (
        [],
        {"note-1": {findings.NO_ORIGINAL}},
    )
    assert said(swap) == ([], {"note-1": {findings.CHANGED}, "note-2": {findings.CHANGED}})


def test_what_an_engine_finds_outside_the_replacements_is_to_be_reviewed():
    doc = note("Osei came to Leeds", ("Osei", "PATIENT"))
    outputs, notes = deidentified([doc])
    text = outputs["note-1"].text

    def find(new):
        assert new.spans == ()
        return new.with_spans([Span(0, 6, "PATIENT"), Span(text.index("Leeds"), len(text), "CITY", 0.3)])

    (one,) = verified([doc], Outputs(outputs), notes, find)
    (finding,) = one.result.findings
    assert (finding.reason, finding.label, finding.score) == (findings.FOUND, "CITY", 0.3)
    assert text[finding.start : finding.end] == "Leeds"
    (one,) = verified([doc], Outputs(outputs), notes, lambda new: None)
    assert [finding.reason for finding in one.result.findings] == [findings.NOT_SCANNED]


@pytest.mark.parametrize(
    "leak", ["Ms Thornquist", "7043-618", "27 December 2024", "541.555.0171", "t h e thornquist", "Dec. 27th '24"]
)
@pytest.mark.parametrize("at", range(0, 300, 60))
def test_a_leak_planted_anywhere_fails(leak, at):
    text = "Eloise Thornquist (MRN 7043618, tel 541-555-0171) on 12/27/2024:\n"
    labels = {"Eloise Thornquist": "PATIENT", "7043618": "MEDICALRECORD", "541-555-0171": "PHONE", "12/27/2024": "DATE"}
    body = next(doc for doc in formats.read(CORPUS)).text
    doc = note(text + body, *labels.items())
    planted = replace(doc, text=doc.text[: len(text) + at] + f" {leak} " + doc.text[len(text) + at :])
    assert Verdict.FAIL in [result.verdict for result in results([planted])]
