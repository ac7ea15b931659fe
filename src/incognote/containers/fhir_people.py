"""Who is known of FHIR: patients, their relatives and contacts, and whose a resource is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any

from incognote.containers.json_places import Array, Object, Value, string_at
from incognote.known.addresses import parse_address
from incognote.known.dates import parse_birth_date
from incognote.known.people import Detail, Name, Person, all_known, name_of, parse_name

_PATIENT = re.compile(r"(?:^|/)Patient/([A-Za-z0-9.\-]{1,64})(?:/_history/[^/]*)?$")
_BY_IDENTIFIER = re.compile(r"^Patient\?(?:.*&)?identifier=(?:[^|&]*\|)?([^&]+)")
_OTHER_KIND = re.compile(r"(?:^|/)[A-Z][A-Za-z]+/[^/]+$")
_PLACES = ("STREET", "CITY", "STATE")
_URN = re.compile(r"urn:(?:uuid|oid):(.+)", re.IGNORECASE)


@cache
def _data() -> dict[str, Any]:
    from incognote.data import load_toml

    return load_toml("containers/fhir.toml")


def patient_person(patient: Mapping[str, Any]) -> Person:
    """All that a Patient says of a patient."""
    contacts = _objects(patient.get("contact"))
    numbers, places = _details([patient, *contacts])
    own_id = _text(patient.get("id"))
    return Person(
        _names(patient.get("name")),
        tuple(name for contact in contacts for name in _names(contact.get("name"))) + _from_extensions(patient),
        tuple(parse_birth_date(_text(patient.get("birthDate")))),
        (*([Detail("IDNUM", own_id)] if own_id else []), *_identifiers(patient), *numbers),
        places,
    )


def relative_person(relative: Mapping[str, Any]) -> Person:
    """What a RelatedPerson says of the patient's relatives."""
    numbers, places = _details([relative])
    return Person((), _names(relative.get("name")), (), (*_identifiers(relative), *numbers), places)


def _names(value: object) -> tuple[Name, ...]:
    """Names of all uses: the usual one, nicknames, maiden names, old ones."""
    names = []
    for human in _objects(value):
        given = [word for part in _texts(human.get("given")) for word in part.split()]
        family = _text(human.get("family"))
        names.append(name_of(given, [family] if family else []) or parse_name(_text(human.get("text"))))
    return tuple(dict.fromkeys(name for name in names if name))


def _from_extensions(patient: Mapping[str, Any]) -> tuple[Name, ...]:
    known = _data()["extensions"]["relatives"]
    found = (
        _text(extension.get("valueString"))
        for extension in _objects(patient.get("extension"))
        if any(part in _text(extension.get("url")) for part in known)
    )
    return tuple(name for family in found if family and (name := name_of([], [family])))


def _identifiers(resource: Mapping[str, Any]) -> list[Detail]:
    found = []
    for identifier in _objects(resource.get("identifier")):
        kind = identifier.get("type")
        codings = _objects(kind.get("coding")) if isinstance(kind, dict) else []
        codes = [_text(coding.get("code")) for coding in codings]
        system = _text(identifier.get("system")).lower()
        labels = [_data()["identifiers"]["codes"].get(code) for code in codes]
        labels += [label for part, label in _data()["identifiers"]["systems"].items() if part in system]
        if value := _text(identifier.get("value")):
            found.append(Detail(next(filter(None, labels), "IDNUM"), value))
    return found


def _details(resources: Iterable[Mapping[str, Any]]) -> tuple[tuple[Detail, ...], tuple[Detail, ...]]:
    """The numbers and places among telecoms and addresses; a ZIP counts as a number."""
    found: list[Detail] = []
    for resource in resources:
        for telecom in _objects(resource.get("telecom")):
            label = _data()["telecoms"].get(_text(telecom.get("system")))
            value = _text(telecom.get("value"))
            found += [Detail(label or ("EMAIL" if "@" in value else "PHONE"), value)] if value else []
        for address in _objects(resource.get("address")):
            found += _address(address)
    numbers = tuple(detail for detail in found if detail.label not in _PLACES)
    return numbers, tuple(detail for detail in found if detail.label in _PLACES)


def _address(address: Mapping[str, Any]) -> list[Detail]:
    lines = _texts(address.get("line"))
    parts = [("STREET", line) for line in lines]
    parts += [("CITY", _text(address.get(part))) for part in ("city", "district")]
    parts += [("STATE", _text(address.get("state"))), ("ZIP", _text(address.get("postalCode")))]
    details = [Detail(label, value) for label, value in parts if value]
    return details or parse_address(_text(address.get("text")))


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _texts(value: object) -> list[str]:
    items = value if isinstance(value, list) else [value]
    return [text for item in items if (text := _text(item))]


def _objects(value: object) -> list[dict[str, Any]]:
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, dict)]


class Directory:
    """The patients among some resources, found by references; what isn't found here is looked for in `outer`."""

    def __init__(self, raw: str, resources: Iterable[tuple[str, Object]] = (), outer: Directory | None = None) -> None:
        """Resources come with their full addresses, `Type/id#id` for contained ones, or with none."""
        self._raw = raw
        self._outer = outer
        self._ids: dict[str, str] = {}
        self._by_identifier: dict[str, str] = {}
        self._own: dict[int, str] = {}
        relatives = []
        said: dict[str, list[Person]] = {}
        for address, resource in resources:
            kind = string_at(raw, resource.get("resourceType"))
            if kind == "Patient" and (told := self._added(address, resource)):
                said.setdefault(told[0], []).append(told[1])
            elif kind == "RelatedPerson":
                relatives.append(resource)
        for resource in relatives:
            if patient := self.patient_of(resource):
                said.setdefault(patient, []).append(relative_person(self._plain(resource)))
        self._people = {patient: all_known(people) for patient, people in said.items()}

    @cached_property
    def only(self) -> str | None:
        """The patient, where there is just one."""
        patients = set(self._ids.values())
        return patients.pop() if len(patients) == 1 else None

    def person(self, patient: str | None) -> Person | None:
        """All that is known of a patient."""
        if patient is None:
            return None
        here, beyond = self._people.get(patient), self._outer.person(patient) if self._outer else None
        return here | beyond if here and beyond else here or beyond

    def patient_of(self, resource: Object) -> str | None:
        """The id of a resource's patient: its own if it is one, or that of the first reference to a patient."""
        if resource.start in self._own:
            return self._own[resource.start]
        found = (
            self._resolved(reference)
            for path in _data()["patients"]["references"]
            for reference in _at(resource, path.split("."))
        )
        return next(filter(None, found), None)

    def _plain(self, resource: Object) -> dict[str, Any]:
        values: dict[str, Any] = json.loads(self._raw[resource.start : resource.end])
        return values

    def _added(self, address: str, resource: Object) -> tuple[str, Person] | None:
        """A Patient's id and what it says, once references to it are known; nothing if it has no id."""
        patient = self._plain(resource)
        owner, contained, local = address.partition("#")
        identifiers = [detail.value for detail in _identifiers(patient)]
        if contained:
            own_id = next(iter(identifiers), address)
            self._ids[f"#{local}"] = own_id
        else:
            own_id = _text(patient.get("id")) or _URN.sub(r"\1", owner) or next(iter(identifiers), "")
            self._ids.update({name: own_id for name in (owner, f"Patient/{own_id}") if name and own_id})
        if not own_id:
            return None
        self._own[resource.start] = own_id
        self._by_identifier.update(dict.fromkeys(identifiers, own_id))
        return own_id, patient_person(patient)

    def _resolved(self, reference: Object) -> str | None:
        address, kind = (string_at(self._raw, reference.get(name)) or "" for name in ("reference", "type"))
        if address in self._ids:
            return self._ids[address]
        if self._outer:
            return self._outer._resolved(reference)
        if found := _PATIENT.search(address):
            return found[1]
        if found := _BY_IDENTIFIER.match(address):
            return self._by_identifier.get(found[1], found[1])
        if kind not in ("", "Patient") or _OTHER_KIND.search(address) or address.startswith("#"):
            return None
        if found := _URN.fullmatch(address):
            return found[1] if kind == "Patient" or not self._ids else None
        identifier = reference.get("identifier")
        value = string_at(self._raw, identifier.get("value")) if isinstance(identifier, Object) else None
        return self._by_identifier.get(value, value) if value else None


def _at(value: Value, path: list[str]) -> Iterator[Object]:
    if isinstance(value, Array):
        for item in value:
            yield from _at(item, path)
    elif isinstance(value, Object):
        if not path:
            yield value
        elif path[0] in value:
            yield from _at(value[path[0]], path[1:])
