"""Notes with slots become notes with invented PHI."""

from __future__ import annotations

from random import Random

from incognote.replace.edits import apply
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
_BEFORE = 24
"""So much text in front of a name is looked at for a title."""


def fill(template: Template, style: Style, rng: Random) -> Document:
    """The note with every slot filled; its spans are the slots', the text between them stays as it is."""
    mentions = {slot: _mention(template.doc.text, slot) for slot in template.slots if _is_name(slot.span.label)}
    record = Record(list(mentions.values()), style, rng)
    new = [record.text(mentions[slot]) if slot in mentions else _other(slot, rng) for slot in template.slots]
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


def _other(slot: Slot, rng: Random) -> str:
    """Letters and digits of the same kind."""
    return "".join(_like(mark, rng) for mark in slot.model)


def _like(mark: str, rng: Random) -> str:
    if mark.isdecimal():
        return rng.choice("0123456789")
    if mark.isalpha():
        letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
        return letter.upper() if mark.isupper() else letter
    return mark
