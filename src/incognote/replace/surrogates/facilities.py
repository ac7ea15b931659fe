"""Surrogates of facilities: hospitals, organizations, departments, rooms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from incognote import lexicons
from incognote.replace.surrogates.atlas import Atlas, Where, atlas_of
from incognote.replace.surrogates.gazetteer import words
from incognote.replace.surrogates.naming import rewritten, with_kinds
from incognote.replace.surrogates.places import places_beside
from incognote.replace.surrogates.proper_words import company, is_common
from incognote.replace.surrogates.rooms import new_room, ward_number
from incognote.replace.surrogates.scope import Scope
from incognote.synth.forms import Kind, Part, fold
from incognote.synth.generic import generic_words
from incognote.synth.organizations import facility_parts
from incognote.types import Document, Span

LABELS = ("HOSPITAL", "ORGANIZATION", "DEPARTMENT", "ROOM")

_ROMAN = re.compile(r"[IV]+")
_LONGEST_ACRONYM = 4
_SPECIALTY = re.compile(
    r"\w+(?:ology|ologic|ological|iatrics?|op(?:a?e)dics?|therapy|surgery|surgical|graphy|scopy|dont[is]\w+)"
)
_US = re.compile(r"\bU(?:\.? ?[SK]\b|(?= of\b))", re.IGNORECASE)


def fill_facilities(doc: Document, spans: Sequence[Span], scope: Scope) -> Mapping[Span, str]:
    """New facilities. States in their names change even where others stay: they are part of a name."""
    atlas = atlas_of(scope)
    evidence = places_beside(doc)
    found: dict[Span, str] = {}
    for span in spans:
        new = _new_facility(span.label, doc[span], atlas, evidence)
        if new and (new != doc[span] or (span.label == "DEPARTMENT" and _is_generic(new))):
            found[span] = new
    return found


def _new_facility(label: str, text: str, atlas: Atlas, evidence: Mapping[str, Where]) -> str:
    if not any(map(str.isalnum, text)):
        return ""
    try:
        if label == "ROOM":
            return new_room(text, atlas.scope)
        if label == "DEPARTMENT":
            return _new_department(text, atlas, evidence)
        if label == "ORGANIZATION" and (other := company(text, atlas.scope)):
            return _in_case(text, other)
        return rewritten(text, _parts(label, text), atlas, evidence)
    except LookupError:  # all that could be drawn stands in the notes
        return ""


def _parts(label: str, text: str) -> list[Part]:
    """The parts of a name; U.S. stays, and so do the words that say what it is."""
    parts = facility_parts(label, text)
    if states := [found.span() for found in _US.finditer(text)]:
        parts = [_as(part, "keep") if any(a <= part.start < b for a, b in states) else part for part in parts]
    parts = _with_head(parts)
    if label == "HOSPITAL":
        care = [
            _as(part, "generic") if part.kind != "generic" and _SPECIALTY.fullmatch(fold(part.text)) else part
            for part in parts
        ]
        return with_kinds(care, words("care-kinds"))
    return _with_tail(with_kinds(parts, words("kinds")))


def _with_head(parts: list[Part]) -> list[Part]:
    """The parts where the first of two words of landscape changes, as Green does in Green Mountain Meals."""
    head = [part.kind == "generic" and fold(part.text) in _landscape() for part in parts[:2]]
    return [_as(parts[0], "place"), *parts[1:]] if head == [True, True] else parts


@cache
def _landscape() -> frozenset[str]:
    return generic_words("place") - generic_words("care", "organization") - {"st", "saint", "mt", "mount"}


def _with_tail(parts: list[Part]) -> list[Part]:
    """The parts where ordinary words behind a proper one stay, if nothing but such words follows them."""
    last = next((i for i, part in reversed([*enumerate(parts)]) if not _says_what(part)), 0)
    first = next((i for i, part in enumerate(parts) if part.kind not in ("keep", "generic", "digits")), 0)
    tail = max(first, last) + 1
    return [*parts[:tail], *(_as(part, "generic") if part.kind != "digits" else part for part in parts[tail:])]


def _says_what(part: Part) -> bool:
    return part.kind in ("keep", "generic", "digits") or is_common(fold(part.text))


def _as(part: Part, kind: Kind) -> Part:
    return part._replace(kind=kind)


def _in_case(text: str, new: str) -> str:
    """A company in the case of another; what is short may be an acronym and says nothing of case."""
    return new.lower() if text.islower() else new.upper() if text.isupper() and len(text) > _LONGEST_ACRONYM else new


def _new_department(text: str, atlas: Atlas, evidence: Mapping[str, Where]) -> str:
    """A department with other numbers and proper words; one without any stays, since it tells no place."""
    if _is_generic(text):
        return text
    parts = [_of_department(part, text) for part in facility_parts("DEPARTMENT", text)]
    return rewritten(text, parts, atlas, evidence, _ward_part)


def _ward_part(text: str, scope: Scope) -> str:
    return new_room(text, scope) if len(text) == 1 and text.isalpha() else ward_number(text, scope)


def _of_department(part: Part, text: str) -> Part:
    """A part that says what a department is for stays: Cardiology, BMT, L&D; a letter by itself counts as a number."""
    if _ROMAN.fullmatch(part.text):
        return _as(part, "digits")
    if len(part.text) == 1 and part.kind in ("letters", "generic") and fold(part.text) not in "nsew":
        return _as(part, "keep" if "&" in text[max(0, part.start - 1) : part.end + 1] else "digits")
    clinical = part.kind not in ("digits", "keep") and fold(part.text) in _department_words()
    return _as(part, "generic") if clinical else part


def _is_generic(text: str) -> bool:
    """Whether no part of a department's name changes: no number, no proper word."""
    parts = [_of_department(part, text) for part in facility_parts("DEPARTMENT", text)]
    found = [fold(part.text) for part in parts if part.kind != "keep"]
    return all(word in _department_words() and (len(word) > 1 or word in "nsew") for word in found)


@cache
def _department_words() -> frozenset[str]:
    """Words that say what a part of a hospital is for."""
    specialties = {fold(word) for item in lexicons.load("abbreviations") for word in item.split() if len(word) > 1}
    return generic_words("department", "care") | specialties
