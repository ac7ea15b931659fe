"""Who is known of an HL7 v2 message: its patient, relatives and contacts. Where, says data/containers/hl7.toml."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from incognote.containers.hl7_message import Message, Segment, Stretch
from incognote.containers.hl7_texts import fields_of
from incognote.known.addresses import parse_address
from incognote.known.dates import parse_birth_date
from incognote.known.people import Detail, Name, Person, name_of, parse_name
from incognote.known.words import fold

_NUMBERED = 5  # the component of CX that tells what the number is
_RECORD = "MR"
_OWN = (3, 2)  # the fields of PID that number the patient, in order of trust
_DAY = 8  # characters of a date: what follows is a time
_PLACES = ("STREET", "CITY", "STATE")


@cache
def _known() -> dict[str, Any]:
    from incognote.data import load_toml

    known: dict[str, Any] = load_toml("containers/hl7.toml")["known"]
    return known


@cache
def _fields(kind: str) -> dict[str, tuple[int, ...]]:
    return fields_of(_known()[kind])


@cache
def _numbers() -> dict[str, dict[int, str]]:
    """What each field with a number is, by segment and field."""
    found: dict[str, dict[int, str]] = {}
    for label, listed in _known()["numbers"].items():
        for name, fields in fields_of(listed).items():
            found.setdefault(name, {}).update(dict.fromkeys(fields, label))
    return found


@cache
def _labels() -> dict[str, str]:
    """What numbers are by HL7 table 0203, which FHIR took over."""
    from incognote.data import load_toml

    codes: dict[str, str] = load_toml("containers/fhir.toml")["identifiers"]["codes"]
    return codes


@cache
def _unnamed() -> frozenset[str]:
    return frozenset(_known()["words"]["unnamed"].split())


def patient_of(message: Message, segment: Segment) -> str | None:
    """The patient's id by PID: the first of PID-3 that is a medical record number, else the first, else PID-2."""
    for field in _OWN:
        numbers = [(message.component(one, 1), one) for one in message.repetitions(segment.field(field))]
        records = [value for value, one in numbers if value and message.component(one, _NUMBERED).upper() == _RECORD]
        if found := [*records, *(value for value, _ in numbers if value)]:
            return found[0]
    return None


def person_of(message: Message, segments: Sequence[Segment]) -> Person:
    """All that a patient's segments say of the patient."""
    addresses = [detail for one in _found(message, segments, "addresses") for detail in _address(message, one)]
    telephones = [detail for one in _found(message, segments, "telephones") for detail in _telephone(message, one)]
    names = _names(message, _found(message, segments, "names"))
    relatives = _names(message, _found(message, segments, "relatives"))
    own = frozenset(names)
    births = [message.component(one, 1)[:_DAY] for one in _found(message, segments, "births")]
    numbers = [detail for segment in segments for detail in _identifiers(message, segment)]
    zips = [detail for detail in addresses if detail.label not in _PLACES]
    return Person(
        names,
        tuple(name for name in relatives if name not in own),  # who is insured is often the patient
        tuple(day for text in births for day in parse_birth_date(text)),
        tuple(dict.fromkeys([*numbers, *telephones, *zips])),
        tuple(dict.fromkeys(detail for detail in addresses if detail.label in _PLACES)),
    )


def _found(message: Message, segments: Iterable[Segment], kind: str) -> Iterator[Stretch]:
    """The repetitions of all fields of a kind."""
    for segment in segments:
        for field in _fields(kind).get(segment.name, ()):
            yield from message.repetitions(segment.field(field))


def _identifiers(message: Message, segment: Segment) -> Iterator[Detail]:
    for field, label in _numbers().get(segment.name, {}).items():
        for one in message.repetitions(segment.field(field)):
            if value := message.component(one, 1):
                yield Detail(_labels().get(message.component(one, _NUMBERED).upper(), label), value)


def _names(message: Message, stretches: Iterable[Stretch]) -> tuple[Name, ...]:
    """Names of all uses: legal ones, nicknames, maiden names."""
    found = []
    for one in stretches:
        family = _named(message.component(one, 1))
        given = [word for at in (2, 3) for word in _named(message.component(one, at)).split()]
        if family or given:
            found.append(name_of(given, [family] if family else []) if given else parse_name(family))
    return tuple(dict.fromkeys(name for name in found if name))


def _named(text: str) -> str:
    """A name without words that say that there is none: `Baby Boy`, `unknown`."""
    return " ".join(word for word in text.split() if fold(word).strip(".,") not in _unnamed())


def _address(message: Message, one: Stretch) -> list[Detail]:
    parts = [("STREET", 1), ("STREET", 2), ("CITY", 3), ("STATE", 4), ("ZIP", 5)]
    details = [Detail(label, value) for label, at in parts if (value := message.component(one, at))]
    return details if len(details) > 1 else [part for detail in details for part in parse_address(detail.value)]


def _telephone(message: Message, one: Stretch) -> Iterator[Detail]:
    """Numbers as a whole, as area and number, and addresses of mail."""
    whole, use, equipment, mail, area, local, other = (message.component(one, at) for at in (1, 2, 3, 4, 6, 7, 12))
    kinds = _known()["words"]["telephones"]
    label = kinds.get(equipment) or kinds.get(use) or "PHONE"
    for value in dict.fromkeys([whole, "-".join(filter(None, (area, local))), other]):
        if value:
            yield Detail("EMAIL" if "@" in value else "PHONE" if label == "EMAIL" else label, value)
    if mail:
        yield Detail("EMAIL", mail)
