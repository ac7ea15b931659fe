"""Slots of annotated notes and of those that PHI was taken out of."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.labels import LABELS
from incognote.synth import templates
from incognote.synth.slots import Slot, Template, annotated
from incognote.synth.templates import templates_of
from incognote.types import Document, Span

TEXT = "Mr. Smith saw Dr. Osei on 3/4/2031 in Harlow today.\n"


def test_each_phi_is_a_slot_with_itself_as_model() -> None:
    doc = Document("a", TEXT, (Span(4, 9, "PATIENT"), Span(26, 34, "DATE")))
    assert [(slot.span.label, slot.model, slot.whose) for slot in annotated(doc).slots] == [
        ("PATIENT", "Smith", ""),
        ("DATE", "3/4/2031", ""),
    ]
    assert annotated(doc).doc == doc


@given(
    st.lists(
        st.tuples(st.integers(0, 40), st.integers(1, 11), st.sampled_from(LABELS)).map(
            lambda drawn: Span(drawn[0], drawn[0] + drawn[1], drawn[2])
        ),
        max_size=6,
    )
)
def test_slots_are_disjoint_in_order_and_cover_what_is_annotated(spans: list[Span]) -> None:
    slots = annotated(Document("a", TEXT, tuple(spans))).slots
    assert all(one.span.end <= two.span.start for one, two in pairwise(slots))
    covered = {at for span in spans for at in range(span.start, span.end)}
    assert {at for slot in slots for at in range(slot.span.start, slot.span.end)} == covered
    assert all(slot.model == TEXT[slot.span.start : slot.span.end] for slot in slots)


def test_reprs_do_not_quote_a_note() -> None:
    template = annotated(Document("a", TEXT, (Span(4, 9, "PATIENT"),)))
    assert "Smith" not in f"{template!r} {template.slots!r} {template.slots[0]}"


def test_if_one_note_is_annotated_all_are() -> None:
    docs = [Document("a", TEXT, (Span(4, 9, "PATIENT"),)), Document("b", "Seen by Dr. X.")]
    found, left_out = templates_of(docs, 1)
    assert left_out == 0
    assert [len(template.slots) for template in found] == [1, 0]


def test_notes_without_annotations_have_other_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    def slotted(doc: Document, rng: object, leftovers: object) -> Template | None:
        return None if doc.id == "b" else Template(doc, (Slot(Span(0, 1, "DOCTOR"), f"{rng.random()}"),))  # type: ignore[attr-defined]

    monkeypatch.setattr(templates, "slotted", slotted)
    monkeypatch.setattr(templates, "engines", lambda: None)
    docs, told = [Document(name, TEXT) for name in "abc"], list[tuple[str, int, int]]()
    found, left_out = templates_of(docs, 1, lambda *seen: told.append(seen))
    assert [template.doc.id for template in found] == ["a", "c"]
    assert left_out == 1
    assert [seen[1:] for seen in told] == [(0, 3), (1, 3), (2, 3)]
    assert templates_of(docs[::-1], 1)[0][::-1] == found  # a note's chance is its own
    assert templates_of(docs, 2)[0] != found
