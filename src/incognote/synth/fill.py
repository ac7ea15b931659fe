"""Notes with slots become notes with invented PHI."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from incognote.labels import MAIN_CATEGORIES
from incognote.replace.edits import apply
from incognote.synth.contacts import NameOf, fill_contact
from incognote.synth.dates import fill_dates
from incognote.synth.jobs import fill_job
from incognote.synth.numbers import fill_number
from incognote.synth.organizations import facility_parts
from incognote.synth.people import person_parts
from incognote.synth.places import place_parts
from incognote.synth.record import Mention, Record
from incognote.synth.slots import Slot, Template
from incognote.synth.styles import Style
from incognote.types import Document

_GROUPS = {"PATIENT": "patient", "DOCTOR": "doctor", "HOSPITAL": "hospital"}
_PLACES = ("CITY", "STATE", "COUNTRY", "STREET", "LOCATION-OTHER")
_FACILITIES = ("HOSPITAL", "ORGANIZATION", "DEPARTMENT")
_CONTACTS = (*MAIN_CATEGORIES["CONTACT"], "USERNAME")
_BEFORE = 24
"""So much text in front of a name is looked at for a title."""


def fill(template: Template, style: Style, rng: Random) -> Document:
    """The note with every slot filled; its spans are the slots', the text between them stays as it is."""
    mentions = {slot: _mention(template.doc.text, slot) for slot in template.slots if _is_name(slot.span.label)}
    record = Record(list(mentions.values()), style, rng)
    others = _new_texts([slot for slot in template.slots if slot not in mentions], record, rng)
    new = [record.text(mentions[slot]) if slot in mentions else others[slot] for slot in template.slots]
    return apply(template.doc.with_spans(slot.span for slot in template.slots), new).doc


def _is_name(label: str) -> bool:
    return label in _GROUPS or label in _PLACES or label in _FACILITIES


def _mention(text: str, slot: Slot) -> Mention:
    label = slot.span.label
    if label in _PLACES:
        parts = place_parts(label, slot.model)
    elif label in _FACILITIES:
        parts = facility_parts(label, slot.model)
    else:
        parts = person_parts(slot.model, text[max(0, slot.span.start - _BEFORE) : slot.span.start])
    return Mention(slot.model, tuple(parts), _GROUPS.get(label, "location"), slot.whose)


def _new_texts(slots: Sequence[Slot], record: Record, rng: Random) -> dict[Slot, str]:
    """What takes the place of dates, numbers, addresses of the net and jobs; the same text for the same one."""
    dates = [slot for slot in slots if slot.span.label == "DATE"]
    found = dict(zip(dates, fill_dates([slot.model for slot in dates], rng), strict=True))
    drawn: dict[tuple[str, str], str] = {}
    for slot in slots:
        if slot not in found:
            key = slot.whose, slot.model
            if key not in drawn:
                drawn[key] = _other(slot.span.label, slot.model, record.new_name, rng)
            found[slot] = drawn[key]
    return found


def _other(label: str, model: str, name_of: NameOf, rng: Random) -> str:
    if label == "PROFESSION":
        return fill_job(model, rng)
    return fill_contact(label, model, rng, name_of) if label in _CONTACTS else fill_number(label, model, rng)
