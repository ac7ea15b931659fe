"""Tables of patients and providers: CSV, TSV or JSON lines with a header. No message quotes a value."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from incognote.errors import DamagedInputError
from incognote.formats.files import lines_of
from incognote.known.addresses import parse_address
from incognote.known.dates import parse_birth_date
from incognote.known.people import Detail, Name, Person, name_of, parse_name, parse_relatives

_ID = ("id", "patient", "patient_id", "pat_id", "subject_id", "person_id")
_COLUMNS: dict[str, tuple[str, ...]] = {
    "name": ("name", "full_name", "patient_name", "provider", "provider_name"),
    "first": ("first", "first_name", "given", "given_name", "forename"),
    "middle": ("middle", "middle_name"),
    "last": ("last", "last_name", "family", "family_name", "surname"),
    "maiden": ("maiden", "maiden_name", "birth_name", "former_name"),
    "nickname": ("nickname", "nicknames", "preferred_name"),
    "aliases": ("alias", "aliases", "other_names"),
    "relatives": ("relatives", "relative", "contacts", "contact", "next_of_kin", "emergency_contact"),
    "birth_date": ("dob", "birth_date", "birthdate", "date_of_birth"),
    "address": ("address", "full_address"),
}
_DETAILS: dict[str, tuple[str, ...]] = {
    "PHONE": ("phone", "phones", "telephone", "home_phone", "work_phone", "cell", "cell_phone", "mobile", "pager"),
    "FAX": ("fax",),
    "EMAIL": ("email", "emails", "e_mail"),
    "SSN": ("ssn", "social_security_number"),
    "MEDICALRECORD": ("mrn", "mrns", "medical_record_number", "record_number"),
    "HEALTHPLAN": (
        "health_plan",
        "health_plan_number",
        "insurance",
        "insurance_number",
        "insurance_id",
        "policy_number",
    ),
    "ACCOUNT": ("account", "accounts", "account_number"),
    "LICENSE": ("license", "license_number"),
    "IDNUM": ("npi", "number", "numbers"),
    "USERNAME": ("username", "login"),
    "STREET": ("street", "street_address", "address_line_1", "address_line_2"),
    "CITY": ("city", "town"),
    "STATE": ("state",),
    "ZIP": ("zip", "zip_code", "postal_code", "postcode"),
}
_ID_LABELS = {"id": "IDNUM", "mrn as id": "MEDICALRECORD"}
_PLACES = ("STREET", "CITY", "STATE", "ZIP")
_ROLE_OF = {alias: role for role, aliases in chain(_COLUMNS.items(), _DETAILS.items()) for alias in aliases}
_NAME_ROLES = {"name", "first", "last"}
_OTHER_NUMBER = re.compile(r"\w+_(number|no|id)")
_WRITE_A_DATE = "write it as YYYY-MM-DD"

Row = tuple[int, Mapping[str, list[str]]]
"""A line's number, and the values of each column; a column may hold many, parted by semicolons."""


def read_patients(path: str | Path) -> dict[str, Person]:
    """The patients of a table by their ids. Rows with one id are one patient, of whom all rows are true."""
    path = Path(path)
    patients: dict[str, Person] = {}
    for line, row in _rows(path, _patient_roles):
        ids = [value for role in _ID_LABELS for value in row.get(role, [])]
        if len(ids) != 1:
            raise DamagedInputError(path, "a row has no id, or several", "give each patient one id", line)
        person = _person(row, path, line)
        patients[ids[0]] = patients[ids[0]] | person if ids[0] in patients else person
    return patients


def read_providers(path: str | Path) -> list[Person]:
    """The providers of a table: a row each."""
    path = Path(path)
    return [_person(row, path, line) for line, row in _rows(path, _provider_roles)]


def read_excluded(path: str | Path) -> frozenset[str]:
    """The ids of the patients whose notes are left out whole: one a line."""
    path = Path(path)
    ids = set()
    for number, line in lines_of(path, "utf-8"):
        if re.search(r"\S[,;\t]", line):
            # A table read as ids would exclude nobody, in silence.
            raise DamagedInputError(path, "a line holds more than an id", "write one id a line and no header", number)
        ids.add(line.strip())
    return frozenset(ids - {""})


def read_columns(path: Path, roles: Mapping[str, tuple[str, ...]]) -> Iterator[Row]:
    """The rows of a table that must have each of these columns, by any of its names, and may have others."""

    def find(names: list[str]) -> dict[str, str]:
        found = {}
        for role, aliases in roles.items():
            fitting = [name for name in names if _plain(name) in aliases]
            if len(fitting) != 1:
                _refuse_header(path, f"it needs one column {role!r} and has {len(fitting)}")
            found[fitting[0]] = role
        return found

    return _rows(path, lambda names, _: find(names))


def _rows(path: Path, roles_of: Callable[[list[str], Path], dict[str, str]]) -> Iterator[Row]:
    rows = _json_rows(path) if path.suffix.lower() in (".jsonl", ".ndjson") else _csv_rows(path)
    roles: dict[tuple[str, ...], dict[str, str]] = {}
    for line, names, values in rows:
        if names not in roles:
            roles[names] = roles_of(list(names), path)
        columns: dict[str, list[str]] = {}
        for name, value in zip(names, values, strict=True):
            if value and (role := roles[names].get(name)):
                columns.setdefault(role, []).extend(filter(None, map(str.strip, value)))
        if columns:
            yield line, columns


def _csv_rows(path: Path) -> Iterator[tuple[int, tuple[str, ...], list[list[str]]]]:
    lines = (line for _, line in lines_of(path, "utf-8"))
    first = next(lines, "")
    delimiter = next((mark for mark in "\t,;" if mark in first), ",")
    rows = csv.reader(chain([first], lines), delimiter=delimiter, strict=True)
    try:
        header = tuple(next(rows, []))
        if len(set(header)) < len(header):
            _refuse_header(path, "two columns have one name")
        yield 1, header, [[] for _ in header]  # an empty row, so that a table without rows is checked too
        for row in rows:
            if len(row) != len(header) and row:
                problem = f"a row has {len(row)} fields instead of {len(header)}"
                raise DamagedInputError(path, problem, "quote fields that hold separators", rows.line_num)
            if row:
                yield rows.line_num, header, [cell.split(";") for cell in row]
    except csv.Error:
        problem = "the quoting of a row is broken"
        raise DamagedInputError(path, problem, "double the quotes inside quotes", rows.line_num) from None


def _json_rows(path: Path) -> Iterator[tuple[int, tuple[str, ...], list[list[str]]]]:
    for number, line in lines_of(path, "utf-8"):
        if line.isspace():
            continue
        try:
            fields = json.loads(line)
            yield number, tuple(fields), [_json_values(value) for value in fields.values()]
        except (ValueError, TypeError, AttributeError, RecursionError):
            problem = "the line is not an object of texts, whole numbers and lists of them"
            raise DamagedInputError(path, problem, "write one flat object a line", number) from None


def _json_values(value: object) -> list[str]:
    if value is None:
        return []
    if isinstance(value, list):
        return [text for item in value for text in _json_values(item)]
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError
    return str(value).split(";")


def _plain(name: str) -> str:
    return re.sub(r"[\s.-]+", "_", name.strip()).lower()


def _patient_roles(names: list[str], path: Path) -> dict[str, str]:
    plain = {name: _plain(name) for name in names}
    ids = [name for name in names if plain[name] in _ID]
    if len(ids) > 1:
        _refuse_header(path, f"{len(ids)} columns hold an id ({', '.join(plain[name] for name in ids)})")
    mrn = [name for name in names if plain[name] == "mrn"]
    if not ids and not mrn:
        _refuse_header(path, f"none of its {len(names)} columns is called 'id' or 'mrn'")
    roles = {name: "id" if name in ids else _role(plain[name], path) for name in names}
    return roles if ids else roles | {mrn[0]: "mrn as id"}


def _provider_roles(names: list[str], path: Path) -> dict[str, str]:
    plain = {name: _plain(name) for name in names}
    if not any(_ROLE_OF.get(column) in _NAME_ROLES for column in plain.values()):
        _refuse_header(path, f"none of its {len(names)} columns is called 'name', 'first' or 'last'")
    return {name: "IDNUM" if plain[name] == "id" else _role(plain[name], path) for name in names}


def _role(column: str, path: Path) -> str:
    """What a column holds. The header is known to be one by now, so its names may be shown."""
    if column in _ROLE_OF:
        return _ROLE_OF[column]
    if _OTHER_NUMBER.fullmatch(column):
        return "IDNUM"
    known = ", ".join(["id", *_COLUMNS, *(aliases[0] for aliases in _DETAILS.values())])
    problem = f"nothing is known of the column {column!r}, which may hold PHI"
    raise DamagedInputError(path, problem, f"rename it or remove it (known: {known}, …_number, …_id)", 1)


def _refuse_header(path: Path, problem: str) -> None:
    raise DamagedInputError(path, problem, "the first row must name the columns", 1)


def _person(row: Mapping[str, list[str]], path: Path, line: int) -> Person:
    dates = []
    for text in row.get("birth_date", []):
        read = parse_birth_date(text)
        if not read:
            raise DamagedInputError(path, "a birth date is not a date", _WRITE_A_DATE, line)
        dates += read
    details = [Detail(label, value) for label in _DETAILS for value in row.get(label, [])]
    details += [detail for text in row.get("address", []) for detail in parse_address(text)]
    numbers = [detail for detail in details if detail.label not in _PLACES or detail.label == "ZIP"]
    return Person(
        tuple(dict.fromkeys(_names(row))),
        tuple(parse_relatives(row.get("relatives", []))),
        tuple(dates),
        tuple(numbers + _number_of_id(row)),
        tuple(detail for detail in details if detail.label in _PLACES and detail.label != "ZIP"),
    )


def _number_of_id(row: Mapping[str, list[str]]) -> list[Detail]:
    """The patient's id is looked for as well."""
    return [Detail(label, value) for role, label in _ID_LABELS.items() for value in row.get(role, [])]


def _names(row: Mapping[str, list[str]]) -> Iterator[Name]:
    whole = [parse_name(text) for role in ("name", "aliases") for text in row.get(role, [])]
    given = [word for role in ("first", "middle") for text in row.get(role, []) for word in text.split()]
    own = name_of(given, row.get("last", []))
    yield from filter(None, [own, *whole])
    firsts = given or [word for name in whole[:1] if name for word in name.given]
    lasts = row.get("last") or [family for name in whole[:1] if name for family in name.family]
    for maiden in row.get("maiden", []):
        yield Name(tuple(firsts), (maiden,))
    for nickname in row.get("nickname", []):
        yield Name((nickname,), tuple(lasts))
