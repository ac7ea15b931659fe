"""Who is known of a ClinicalDocument: its patient, and the patient's relatives and contacts, in the terms of FHIR."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from incognote.containers.fhir_people import patient_person, relative_person
from incognote.containers.markup import characters
from incognote.containers.xml_places import Element
from incognote.known.people import Person, all_known

_DAY = 8  # digits: the time of a birth may follow
_NUMBERED = re.compile(r"[0-9.]+")  # a root that is an OID tells who gave an id; one that is a UUID is an id
_COUNTRY = re.compile(r"^\+1[ .-]*(?=\(?[2-9]\d\d)")  # which notes leave out


@cache
def _data() -> dict[str, Any]:
    from incognote.data import load_toml

    return load_toml("containers/ccda.toml")


def patient_of(raw: str, root: Element) -> tuple[str | None, Person]:
    """The patient's id, and what is known of the patient.

    The id is the first of the first recordTarget with an extension; if none has one, the first root that is a UUID.
    """
    roles = [role for target in root.all("recordTarget") for role in target.all("patientRole")]
    ids = [part.attributes for role in roles[:1] for part in role.all("id")]
    found = [own["extension"].strip() for own in ids if own.get("extension", "").strip()]
    found += [own["root"].strip() for own in ids if own.get("root") and not _NUMBERED.fullmatch(own["root"])]
    people = [relative_person(_relative(raw, element)) for element in root.walk() if _is_related(element)]
    people += [patient_person(_patient(raw, role)) for role in roles[:1]]
    people += [relative_person(_patient(raw, role)) for role in roles[1:]]
    return next(iter(found), None), all_known(people)


def _is_related(element: Element) -> bool:
    rules = _data()["people"]
    return element.name in rules["related"] or (
        element.name in rules["by_class"] and element.attributes.get("classCode") in rules["classes"]
    )


def _patient(raw: str, role: Element) -> dict[str, Any]:
    """A patientRole as FHIR's Patient."""
    patients = role.all("patient")
    places = [place for one in patients for born in one.all("birthplace") for place in born.all("place")]
    births = [time.attributes.get("value", "") for one in patients for time in one.all("birthTime")]
    return {
        **_reached(raw, [role, *places]),
        "name": [name for one in patients for name in _names(raw, one)],
        "birthDate": next((birth[:_DAY] for birth in births if birth), ""),
        "identifier": [found for holder in (role, *patients) for found in _identifiers(holder, "MR")],
    }


def _relative(raw: str, element: Element) -> dict[str, Any]:
    """A relative or contact as FHIR's RelatedPerson."""
    persons = [element, *element.all(*_data()["people"]["persons"])]
    return {
        **_reached(raw, persons),
        "name": [name for person in persons for name in _names(raw, person)],
        "identifier": _identifiers(element),
    }


def _reached(raw: str, holders: Iterable[Element]) -> dict[str, Any]:
    holders = list(holders)
    return {
        "telecom": [_telecom(part) for holder in holders for part in holder.all("telecom")],
        "address": [_address(raw, part) for holder in holders for part in holder.all("addr")],
    }


def _names(raw: str, person: Element) -> list[dict[str, Any]]:
    """Names of all uses; of several family names, such as one from birth, each alone and all together."""
    names: list[dict[str, Any]] = []
    for name in person.all("name"):
        given, family = _texts(raw, name, "given"), _texts(raw, name, "family")
        whole = [" ".join(family)] if len(family) > 1 else []
        names += [{"given": given, "family": one} for one in [*family, *whole]]
        if not family:
            names.append({"given": given, "text": "" if given else _text(raw, name)})
    return names


def _identifiers(holder: Element, kind: str = "") -> list[dict[str, Any]]:
    found = []
    for own in holder.all("id"):
        root, extension = (own.attributes.get(name, "").strip() for name in ("root", "extension"))
        code = next((code for base, code in _data()["identifiers"].items() if f"{root}.".startswith(f"{base}.")), kind)
        value = extension or ("" if _NUMBERED.fullmatch(root) else root)
        found.append({"type": {"coding": [{"code": code}]}, "value": value})
    return found


def _telecom(telecom: Element) -> dict[str, Any]:
    scheme, mark, number = telecom.attributes.get("value", "").strip().partition(":")
    kind = _data()["telecoms"].get(scheme.lower())
    if mark and not kind:
        return {}  # a web address
    value = number.partition(";")[0] if mark else scheme
    return {"system": kind, "value": _COUNTRY.sub("", value)}


def _address(raw: str, addr: Element) -> dict[str, Any]:
    street = " ".join(_texts(raw, addr, "houseNumber", "streetName", "streetNameType"))
    return {
        "line": [*_texts(raw, addr, "streetAddressLine"), street],
        "city": next(iter(_texts(raw, addr, "city")), ""),
        "state": next(iter(_texts(raw, addr, "state")), ""),
        "postalCode": next(iter(_texts(raw, addr, "postalCode")), ""),
        "text": "" if addr.children else _text(raw, addr),
    }


def _texts(raw: str, holder: Element, *names: str) -> list[str]:
    return [text for part in holder.all(*names) if (text := _text(raw, part))]


def _text(raw: str, element: Element) -> str:
    return " ".join(characters(raw[element.start : element.end]).text.split())
