"""Tables of patients and providers: CSV, TSV or JSON lines with a header. No message quotes a value."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from itertools import chain
from operator import or_
from pathlib import Path
from typing import NoReturn

from incognote.errors import DamagedInputError
from incognote.formats.files import lines_of
from incognote.known.addresses import parse_address
from incognote.known.dates import parse_birth_date
from incognote.known.ids import plain_id
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

Row = Mapping[str, list[str]]
"""The values of each role; a cell may hold many, parted by semicolons."""

Roles = tuple[str, ...]
"""What each column of a table holds; nothing where it is empty."""


class Patients(Mapping[str, Person]):
    """The patients of a table by their plain ids; a person is made of rows when asked for, so that many are cheap."""

    def __init__(self, rows: Mapping[str, list[tuple[Roles, list[str]]]]) -> None:
        self._rows = rows

    def __getitem__(self, patient: str) -> Person:
        people = [_person(_columns(roles, cells)) for roles, cells in self._rows[plain_id(patient)]]
        return reduce(or_, people)

    def __contains__(self, patient: object) -> bool:
        return isinstance(patient, str) and plain_id(patient) in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"Patients({len(self)})"


def read_patients(path: str | Path) -> Patients:
    """The patients of a table. Rows with one id are one patient, of whom all rows are true."""
    path = Path(path)
    rows: dict[str, list[tuple[Roles, list[str]]]] = {}
    for line, roles, cells in _table(path, _patient_roles):
        (patient,) = (cell.strip() for role, cell in zip(roles, cells, strict=True) if role in _ID_LABELS)
        if not patient:
            raise DamagedInputError(path, "a row has no id", "give each patient one", line)
        _check_birth_dates(roles, cells, path, line)
        rows.setdefault(plain_id(patient), []).append((roles, cells))
    return Patients(rows)


def read_providers(path: str | Path) -> list[Person]:
    """The providers of a table: a row each."""
    path = Path(path)
    providers = []
    for line, roles, cells in _table(path, _provider_roles):
        _check_birth_dates(roles, cells, path, line)
        providers.append(_person(_columns(roles, cells)))
    return providers


def read_excluded(path: str | Path) -> frozenset[str]:
    """The ids of the patients whose notes are left out whole: one a line, made plain."""
    path = Path(path)
    ids = set()
    for number, line in lines_of(path, "utf-8"):
        if re.search(r"\S[,;\t]", line):
            # A table read as ids would exclude nobody, in silence.
            raise DamagedInputError(path, "a line holds more than an id", "write one id a line and no header", number)
        ids.add(plain_id(line))
    return frozenset(ids - {""})


def read_columns(path: Path, wanted: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[int, Row]]:
    """The lines of a table that must have each of these columns, by any of its names, and may have others."""

    def roles_of(names: list[str], path: Path) -> list[str]:
        roles = [next((role for role, aliases in wanted.items() if name in aliases), "") for name in names]
        for role in wanted:
            if roles.count(role) != 1:
                _refuse_header(path, f"it needs one column {role!r} and has {roles.count(role)}")
        return roles

    return ((line, _columns(roles, cells)) for line, roles, cells in _table(path, roles_of))


def _columns(roles: Roles, cells: list[str]) -> Row:
    columns: dict[str, list[str]] = {}
    for role, cell in zip(roles, cells, strict=True):
        if role and cell:
            columns.setdefault(role, []).extend(filter(None, map(str.strip, cell.split(";"))))
    return columns


def _table(path: Path, roles_of: Callable[[list[str], Path], list[str]]) -> Iterator[tuple[int, Roles, list[str]]]:
    """The lines of a table but its header: their numbers, what each column holds, and the cells."""
    rows = _json_rows(path) if path.suffix.lower() in (".jsonl", ".ndjson") else _csv_rows(path)
    roles: dict[tuple[str, ...], Roles] = {}
    for line, names, cells in rows:
        if names not in roles:
            plain = [_plain(name) for name in names]
            if len(set(plain)) < len(plain):
                _refuse_header(path, "two columns have one name")
            roles[names] = tuple(roles_of(plain, path))
        if cells:
            yield line, roles[names], cells


def _csv_rows(path: Path) -> Iterator[tuple[int, tuple[str, ...], list[str]]]:
    lines = (line for _, line in lines_of(path, "utf-8"))
    first = next(lines, "")
    delimiter = next((mark for mark in "\t,;" if mark in first), ",")
    rows = csv.reader(chain([first], lines), delimiter=delimiter, strict=True)
    try:
        header = tuple(next(rows, []))
        yield 1, header, []  # so that the header of a table without rows is checked too
        for row in rows:
            if len(row) != len(header) and row:
                problem = f"a row has {len(row)} fields instead of {len(header)}"
                raise DamagedInputError(path, problem, "quote fields that hold separators", rows.line_num)
            if row:
                yield rows.line_num, header, row
    except csv.Error:
        problem = "the quoting of a row is broken"
        raise DamagedInputError(path, problem, "double the quotes inside quotes", rows.line_num) from None


def _json_rows(path: Path) -> Iterator[tuple[int, tuple[str, ...], list[str]]]:
    for number, line in lines_of(path, "utf-8"):
        if line.isspace():
            continue
        try:
            fields = json.loads(line)
            yield number, tuple(fields), [_json_cell(value) for value in fields.values()]
        except (ValueError, TypeError, AttributeError, RecursionError):
            problem = "the line is not an object of texts, whole numbers and lists of them"
            raise DamagedInputError(path, problem, "write one flat object a line", number) from None


def _json_cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ";".join(map(_json_cell, value))
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError
    return str(value)


def _plain(name: str) -> str:
    return re.sub(r"[\s.-]+", "_", name.strip()).lower()


def _patient_roles(names: list[str], path: Path) -> list[str]:
    ids = [name for name in names if name in _ID] or [name for name in names if name == "mrn"]
    if not ids:
        _refuse_header(path, f"none of its {len(names)} columns is called 'id' or 'mrn'")
    if len(ids) > 1:
        _refuse_header(path, f"{len(ids)} columns hold an id ({', '.join(ids)})")
    id_role = "mrn as id" if ids == ["mrn"] else "id"
    return [id_role if name == ids[0] else _role(name, path) for name in names]


def _provider_roles(names: list[str], path: Path) -> list[str]:
    if not any(_ROLE_OF.get(name) in _NAME_ROLES for name in names):
        _refuse_header(path, f"none of its {len(names)} columns is called 'name', 'first' or 'last'")
    return ["IDNUM" if name == "id" else _role(name, path) for name in names]


def _role(column: str, path: Path) -> str:
    """What a column holds. The header is known to be one by now, so its names may be shown."""
    if column in _ROLE_OF:
        return _ROLE_OF[column]
    if _OTHER_NUMBER.fullmatch(column):
        return "IDNUM"
    known = ", ".join(["id", *_COLUMNS, *(aliases[0] for aliases in _DETAILS.values())])
    problem = f"nothing is known of the column {column!r}, which may hold PHI"
    raise DamagedInputError(path, problem, f"rename it or remove it (known: {known}, …_number, …_id)", 1)


def _refuse_header(path: Path, problem: str) -> NoReturn:
    raise DamagedInputError(path, problem, "the first row must name the columns", 1)


def _check_birth_dates(roles: Roles, cells: list[str], path: Path, line: int) -> None:
    for role, cell in zip(roles, cells, strict=True):
        if role == "birth_date" and not all(map(parse_birth_date, filter(None, map(str.strip, cell.split(";"))))):
            raise DamagedInputError(path, "a birth date is not a date", "write it as YYYY-MM-DD", line)


def _person(row: Row) -> Person:
    dates = [day for text in row.get("birth_date", []) for day in parse_birth_date(text)]
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


def _number_of_id(row: Row) -> list[Detail]:
    """The patient's id is looked for as well."""
    return [Detail(label, value) for role, label in _ID_LABELS.items() for value in row.get(role, [])]


def _names(row: Row) -> Iterator[Name]:
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
