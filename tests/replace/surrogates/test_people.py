"""Names of people: forms of one person agree, in one note and over several, and nothing of a name stays."""

from __future__ import annotations

import gzip
import re
from importlib.resources import files
from itertools import combinations

import pytest

from incognote.replace.keys import Key
from incognote.replace.surrogates.drawable import FILE, all_names, kind_by, names_with, pack
from incognote.replace.surrogates.name_parts import key_of, name_parts
from incognote.replace.surrogates.people import filler
from incognote.replace.surrogates.scope import Scope
from incognote.replace.surrogates.words import kind_of, new_letter, new_name, people_per_million
from incognote.synth.forms import fold
from incognote.types import Document, Span

KEY = Key(bytes(range(32)))


def filled(*names: str, scope: Scope | None = None, flavour: bool = False) -> list[str]:
    """The new names, each on a line of one note."""
    text, spans = "", []
    for name in names:
        spans.append(Span(len(text), len(text) + len(name), "PATIENT"))
        text += f"{name}\n"
    doc = Document("1", text, tuple(spans))
    new = filler(flavour)(doc, doc.spans, scope or Scope(KEY, "p"))
    return [new[span] for span in doc.spans]


def alone(name: str, scope: Scope | None = None) -> str:
    return filled(name, scope=scope)[0]


@pytest.mark.parametrize(
    "person", [("Jan", "Kowalski"), ("Eloise", "Thornquist"), ("Robert", "O'Brien"), ("Ada", "Xu")]
)
@pytest.mark.parametrize("patient", ["p1", "p2", "p3"])
def test_forms_of_one_person_agree_over_notes(person: tuple[str, str], patient: str) -> None:
    given, last = person
    scope = Scope(KEY, patient)
    new_given, new_last = alone(given, scope), alone(last, scope)
    assert alone(f"{given} {last}", scope) == f"{new_given} {new_last}"
    assert alone(f"{last.upper()}, {given}", scope) == f"{new_last.upper()}, {new_given}"
    assert alone(f"{given[0]}. {last}", scope) == f"{new_given[0]}. {new_last}"
    assert alone(f"{last}'s", scope) == f"{new_last}'s"
    assert alone(f"{given.lower()} {last.lower()}", scope) == f"{new_given.lower()} {new_last.lower()}"
    assert alone(f"Mrs. Anna {last}", scope).endswith(f" {new_last}")  # relatives share it
    assert alone((given[0] + last[0]).lower(), scope) == (new_given[0] + new_last[0]).lower()


def test_a_short_form_follows_the_full_name() -> None:
    for patient in map(str, range(50)):
        scope = Scope(KEY, patient)
        full, short = alone("Robert", scope), alone("Bob", scope)
        both = filled("Robert Kowalski", "Bob", "R. Kowalski", scope=scope)
        assert both[0].startswith(f"{full} ")
        assert both[1] == short
        assert both[2].startswith(f"{full[0]}. ")


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("Bartoszek, M.D.", r"\w+, M\.D\."),
        ("van der Berg", r"van der \w+"),
        ("MCALLISTER, JOHN", r"[A-Z]+, [A-Z]+"),
        ("McAllister", r"(Mc)?[A-Z][a-z]+"),
        ("O'Brien", r"(Mc)?[A-Z][a-z]+"),
        ("Jean-Luc Smith-Jones", r"[A-Z][a-z]+-[A-Z][a-z]+ (Mc)?[A-Z][a-z]+-(Mc)?[A-Z][a-z]+"),
        ("Mary Anne O'Neil Jr.", r"\w+ \w+ \w+ Jr\."),
        ("Dr. Vasquez", r"Dr\. \w+"),
        ("Mr and Mrs Bell", r"Mr and Mrs \w+"),
        ("Smith RN", r"\w+ RN"),
        ("B. A. van Gogh III, MD, PhD", r"[A-Z]\. [A-Z]\. van \w+ III, MD, PhD"),
        ("N. Thorn-\nquist", r"[A-Z]\. \w+-\n\w+"),
        ("K O W A L S K I", r"[A-Z]( [A-Z])+"),
        ("HG", r"[A-Z]{2}"),
        ("CB/lmk", r"[A-Z]{2}/[a-z]{3}"),
        ("JK4", r"[A-Z]{2}\d"),
        ("Иванов", r"(Mc)?[A-Z][a-z]+"),
    ],
)
def test_what_is_no_name_stays_and_the_form_too(name: str, shape: str) -> None:
    assert re.fullmatch(shape, alone(name))


@pytest.mark.parametrize("name", ["Dr", "RN", "Dean", "Jr.", "de", "Will", "An", "Do", "A", "x", "王伟", "Ng"])
def test_a_name_never_stays_whole(name: str) -> None:
    assert alone(name) != name


def test_titles_that_are_names_go_too() -> None:
    assert "Dean" not in alone("Dean Smith")
    assert not alone("Nguyen, Do").endswith("Do")


def test_gender_stays() -> None:
    for patient in map(str, range(100)):
        scope = Scope(KEY, patient)
        assert kind_of(new_name("jennifer", scope)) in ("female", "dual-female")
        assert kind_of(new_name("carlos", scope)) in ("male", "dual-male")
        assert kind_of(new_name("vasquez", scope)) == "surname"
        assert kind_of(new_name("jordan", scope)) in ("dual-unisex", "unisex", "surname")


def test_a_short_form_keeps_its_gender() -> None:
    for patient in map(str, range(50)):
        assert "female" not in kind_of(new_name("bert", Scope(KEY, patient)))


def test_letters_are_permuted_and_none_stays() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    for patient in map(str, range(50)):
        new = [new_letter(letter, Scope(KEY, patient)) for letter in letters]
        assert sorted(new) == list(letters)
        assert all(old != letter for old, letter in zip(letters, new, strict=True))


def test_two_people_of_a_note_never_become_one() -> None:
    common = "Smith Jones Miller Davis Garcia Wilson Moore Martin Lee Perez Hall Young Allen King Hill"
    names = list(common.split())
    for patient in map(str, range(100)):
        new = filled(*names, scope=Scope(KEY, patient))
        assert len(set(new)) == len(names)


def test_words_of_the_notes_are_avoided() -> None:
    scope = Scope(KEY, "p")
    first = fold(alone("Kowalski", scope))
    other = fold(alone("Kowalski", Scope(KEY, "p", avoid=frozenset({first}))))
    assert other not in (first, "kowalski")


def test_where_every_name_is_taken_one_is_drawn_all_the_same() -> None:
    assert new_name("kowalski", Scope(KEY, "p", avoid=frozenset(all_names()))) != "kowalski"


def test_scope_mention_and_key_change_names() -> None:
    scopes = [Scope(KEY, "p"), Scope(KEY, "q"), Scope(KEY, "p", mention="1"), Scope(Key(bytes(range(1, 33))), "p")]
    for one, two in combinations(scopes, 2):
        assert filled("Jan Kowalski", "Eloise Thornquist", scope=one) != filled(
            "Jan Kowalski", "Eloise Thornquist", scope=two
        )


def test_flavour() -> None:
    new = {fold(filled("Okafor", scope=Scope(KEY, str(i)), flavour=True)[0]) for i in range(20)}
    assert new & {"okoro", "njoku", "anyanwu", "chukwu", "eze"}
    assert filled("Ján Kowalski", "J. Kowalski", flavour=True)[1][0] == filled("Ján Kowalski", flavour=True)[0][0]


def test_surrogates_are_no_words_of_medicine() -> None:
    assert not {"foley", "parkinson", "crohn", "may"} & {new_name("smith", Scope(KEY, str(i))) for i in range(3000)}


def test_parts_and_keys() -> None:
    text = "Anne O'Neil-MacDonald Jr."
    parts = name_parts(text)
    assert [(text[p.start : p.end], p.kind) for p in parts] == [
        ("Anne", "word"), ("O'Neil", "word"), ("MacDonald", "word"), ("Jr", "stays"),
    ]  # fmt: skip
    assert key_of("O’BRIEN") == "obrien"
    assert people_per_million("obrien") > 50


def test_the_names_that_are_shipped_are_made_of_the_lists() -> None:
    """Or else: PYTHONPATH=src python tools/pack_lists.py."""
    assert gzip.decompress(files("incognote.data").joinpath(FILE).read_bytes()) == pack()


def test_names_are_found_by_kind_and_letter() -> None:
    assert names_with("surname", "k")["kowalski"] > 1
    assert names_with("surname", "1") == {}
    assert "jabar" in names_with("male", "j")
    assert "may" not in all_names()


@pytest.mark.parametrize(
    ("rates", "kind"),
    [
        ((0.0, 0.0, 0.0), "surname"),
        ((5.0, 0.0, 6.0), "surname"),
        ((5.0, 1.0, 0.0), "female"),
        ((4.0, 1.0, 0.0), "unisex"),
        ((1.0, 90.0, 20.0), "dual-male"),
    ],
)
def test_the_kind_of_a_name(rates: tuple[float, float, float], kind: str) -> None:
    assert kind_by(*rates) == kind
