"""Nothing of an original is left in a surrogate: what a filler can't change whole gets a tag."""

from __future__ import annotations

import pytest

from incognote.replace.keys import Key
from incognote.replace.surrogates.leftovers import is_replaced
from incognote.replace.surrogates.replacer import Surrogates
from incognote.synth.forms import fold
from incognote.types import Document, Span

SURROGATES = Surrogates(Key(bytes(range(32))))


def new(label: str, text: str) -> str:
    return SURROGATES(Document("1", text, (Span(0, len(text), label),), "p"))[0]


@pytest.mark.parametrize(
    ("label", "text", "words"),
    [
        ("PHONE", "617-724-1234 (Maria)", "maria"),
        ("FAX", "Kowalski 724-1234", "kowalski"),
        ("IPADDR", "kowalski-pc", "kowalski"),
        ("URL", "Jan Kowalski facebook.com", "kowalski facebook"),
        ("ROOM", "Ellison 12", "ellison"),
        ("ZIP", "St. Louis 63101", "louis"),
        ("STREET", "улица Ленина 5", "ленина"),
        ("HOSPITAL", "МКБ Ленина", "ленина"),
        ("PATIENT", "Bin Li", "bin"),
        ("PATIENT", "Do Van Ba", "do"),
        ("PATIENT", "Abu Bakr", "abu"),
        ("PATIENT", "della peters", "della"),
        ("EMAIL", "Jan <jk@kowalski.org>", "jan kowalski"),
    ],
)
def test_no_word_is_left(label: str, text: str, words: str) -> None:
    made = fold(new(label, text))
    assert not any(word in made for word in words.split())


@pytest.mark.parametrize(
    ("label", "old", "made", "fine"),
    [
        ("STREET", "12 Oak Street", "63 Elm Street", True),
        ("STREET", "12 Kowalski Street", "63 Kowalski Street", False),
        ("HOSPITAL", "Larkmead Infirmary", "LARKMEAD Infirmary", False),
        ("PHONE", "pager 1234", "pager 9876", True),
        ("PHONE", "Will 1234", "Will 9876", False),
        ("URL", "https://www.kowalski.example", "https://www.duarte.example", True),
        ("STATE", "Ohio", "Ohio", True),
    ],
)
def test_the_last_look(label: str, old: str, made: str, fine: bool) -> None:
    assert is_replaced(label, old, made) is fine


def test_telephone_numbers_are_of_ranges_for_fiction() -> None:
    assert new("PHONE", "617-724-1234") == new("PHONE", "+1 617 724 1234").removeprefix("+1 ").replace(" ", "-")
    assert new("PHONE", "617-724-1234 ext 5").startswith(new("PHONE", "617-724-1234"))
    assert all("555-01" in number for number in new("PHONE", "617-724-1234, 617-724-9999").split(", "))
    assert new("PHONE", "07911 123456").startswith("07700 900")
    assert new("PHONE", "+44 7911 123456").startswith("+44 7700 900")
    assert new("PHONE", "+44 7911 123456").split()[-1] == new("PHONE", "07911 123456").split()[-1]


def test_a_postal_code_with_its_state() -> None:
    state, code = new("ZIP", "MA 02154").split()
    assert state != "MA"
    assert code == new("ZIP", "02154")
