"""Generated records: patients with several notes each, all PHI marked, and people in many forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from random import Random

from incognote import lexicons
from incognote.types import Document, Span


@dataclass(frozen=True)
class Person:
    given: str
    last: str

    def forms(self) -> list[str]:
        """One person as notes write a name; the first letters of these are the same in all."""
        given, last = self.given, self.last
        return [
            f"{given} {last}",
            f"{last}, {given}",
            f"{last.upper()}, {given.upper()}",
            f"{given[0]}. {last}",
            f"{last}'s",
            last,
            given,
            f"{given.lower()} {last.lower()}",
        ]


@dataclass(frozen=True)
class Record:
    """A patient: who is in the notes, and the notes."""

    patient: str
    people: tuple[Person, ...]
    days: tuple[date, ...]
    notes: tuple[Document, ...]

    def originals(self, *labels: str) -> set[str]:
        return {doc[span] for doc in self.notes for span in doc.spans if span.label in labels}


def records(count: int, seed: int) -> Iterator[Record]:
    rng = Random(seed)
    for i in range(count):
        yield _record(f"p{seed}-{i}", rng)


def _record(patient: str, rng: Random) -> Record:
    surname = _name("last", rng)
    people = (
        Person(_name(rng.choice(("first-female", "first-male")), rng), surname),
        Person(_name("first-female", rng), surname),
        Person(_name("first-male", rng), _name("last", rng)),
        Person(_name("first-female", rng), _name("last", rng)),
    )
    first = date(rng.randint(1990, 2025), 1, 1) + timedelta(days=rng.randrange(365))
    days = tuple(first + timedelta(days=gap) for gap in sorted(rng.sample(range(900), 3)))
    mrn = f"{rng.randrange(10**6, 10**7)}"
    notes = tuple(_note(f"{patient}/{n}", patient, people, days, mrn, rng) for n in range(rng.randint(2, 3)))
    return Record(patient, people, days, notes)


def _note(
    name: str, patient: str, people: tuple[Person, ...], days: tuple[date, ...], mrn: str, rng: Random
) -> Document:
    ill, relative, doctor, nurse = people
    city, state, zip5 = rng.choice(_PLACES)
    born = days[0] - timedelta(days=rng.randrange(20 * 365, 80 * 365))
    pieces: list[tuple[str, str]] = [("Patient: ", ""), (rng.choice(ill.forms()), "PATIENT"), (" MRN ", "")]
    pieces += [
        (rng.choice((mrn, f"{mrn[:3]}-{mrn[3:]}")), "MEDICALRECORD"),
        ("\nDOB ", ""),
        (f"{born:%m/%d/%Y}", "DATE"),
    ]
    pieces += [("\nSeen by Dr. ", ""), (doctor.last, "DOCTOR"), (" on ", ""), (f"{days[0]:%m/%d/%Y}", "DATE")]
    pieces += [
        (" and again on ", ""),
        (f"{days[1]:%B} {days[1].day}, {days[1].year}", "DATE"),
        (". K 3.9, BP 120/80.\n", ""),
    ]
    pieces += [("Lives in ", ""), (city, "CITY"), (", ", ""), (state, "STATE"), (" ", ""), (zip5, "ZIP")]
    pieces += [
        (" with ", ""),
        (rng.choice(relative.forms()), "PATIENT"),
        (", a ", ""),
        (rng.choice(_JOBS), "PROFESSION"),
    ]
    pieces += [
        (", phone ", ""),
        (f"({rng.randrange(201, 990)}) {rng.randrange(201, 990)}-{rng.randrange(10**4):04}", "PHONE"),
    ]
    pieces += [(", mail ", ""), (f"{ill.given[0]}{ill.last}@mail.example.net".lower(), "EMAIL"), (".\n", "")]
    pieces += [("Transferred from ", ""), (f"{rng.choice(_HOSPITALS)} Hospital", "HOSPITAL"), (", room ", "")]
    pieces += [(str(rng.randrange(100, 999)), "ROOM"), (". SSN ", ""), (_ssn(rng), "SSN"), ("\n", "")]
    pieces += [(rng.choice(nurse.forms()), "DOCTOR"), (", RN, ", ""), (f"{days[2]:%Y-%m-%d}", "DATE"), (" 07:52\n", "")]
    return _document(name, patient, pieces)


def _document(name: str, patient: str, pieces: list[tuple[str, str]]) -> Document:
    text, spans = "", []
    for piece, label in pieces:
        if label:
            spans.append(Span(len(text), len(text) + len(piece), label))
        text += piece
    return Document(name, text, tuple(spans), patient)


def _ssn(rng: Random) -> str:
    return f"{rng.randrange(100, 600)}-{rng.randrange(10, 99)}-{rng.randrange(1000, 9999)}"


@cache
def _names(lexicon: str) -> tuple[str, ...]:
    return tuple(name for name in lexicons.items(lexicon, "per_million", 3000) if name.isascii() and len(name) > 3)


def _name(lexicon: str, rng: Random) -> str:
    return rng.choice(_names(lexicon)).title()


_PLACES = [
    ("Portland", "Oregon", "97201"), ("Boise", "ID", "83702"), ("Worcester", "MA", "01608"),
    ("Tucson", "Arizona", "85701"), ("Duluth", "MN", "55802"), ("Savannah", "Georgia", "31401"),
    ("Fresno", "CA", "93721"), ("Akron", "Ohio", "44308"), ("Bellweather", "OR", "97009"),
    ("Little Fenn", "Vermont", "05401"),
]  # fmt: skip
_JOBS = ["train driver", "lighthouse keeper", "teacher", "Welder", "retired mayor", "accountant"]
_HOSPITALS = ["Maple Hollow Regional", "St. Aldhelm's", "Larkmead", "Quillbrook", "Mercy General", "Grantchester"]
