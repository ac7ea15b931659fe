"""Places: what matched matches afterwards, forms agree, nothing stays, and no ZIP code tells a small area."""

from __future__ import annotations

import re
from random import Random

import pytest

from incognote.replace.keys import Key
from incognote.replace.surrogates import gazetteer, lands
from incognote.replace.surrogates.atlas import Atlas
from incognote.replace.surrogates.scope import Scope
from incognote.synth.forms import fold
from tests.replace.surrogates.notes import alone, note, replaced

WORD = re.compile(r"[^\W\d_]+")
KEY = Key(bytes(range(32)))
SMALL = set(gazetteer.table()["small-prefixes"].split())
STATES = lands.unit_codes("us")
SCOPES = [Scope(KEY, f"p{i}") for i in range(30)]


def drawn_towns(count: int) -> list[gazetteer.Town]:
    rng = Random(3)
    states = [town for state in STATES for prefix in gazetteer.homes(state) for town in gazetteer.towns_of(prefix)]
    return rng.sample([town for town in states if gazetteer.state_of(town.prefix) == town.state], count)


@pytest.mark.parametrize("keep_states", [False, True])
def test_an_address_that_matched_matches_afterwards(keep_states: bool) -> None:
    misses = 0
    for i, town in enumerate(drawn_towns(2000)):
        scope = SCOPES[i % len(SCOPES)]
        name, code, zipcode = gazetteer.display(town.name), town.state.upper(), f"{town.prefix}{i % 100:02}"
        doc = note(("CITY", name), ", ", ("STATE", code), " ", ("ZIP", zipcode))
        city, state, new_zip = replaced(doc, scope, keep_states)
        if new_zip is None:  # the only large prefix of a state may be the old one
            assert keep_states
            misses += 1
            continue
        assert city is not None
        assert state is not None
        assert new_zip[:3] not in SMALL
        assert (state == code) is keep_states
        assert city != name
        assert new_zip[:3] != zipcode[:3] or keep_states
        assert gazetteer.state_of(new_zip[:3]) == state.lower()
        homes = {
            gazetteer.home(found.prefix)
            for found in gazetteer.towns_called(gazetteer.place_key(city))
            if found.state == state.lower()
        }
        assert homes
        assert gazetteer.home(new_zip[:3]) in homes
    assert misses < 20


def test_no_zip_code_has_a_prefix_of_few_people() -> None:
    prefixes = [f"{prefix:03}" for prefix in range(1000)]
    for scope in SCOPES[:5]:
        for keep_states in (False, True):
            for prefix in prefixes:
                new = alone("ZIP", f"{prefix}17", scope, keep_states)
                assert new is None or (new[:3] not in SMALL and gazetteer.state_of(new[:3]) and new != f"{prefix}17")


def test_states_are_permuted_and_all_forms_agree() -> None:
    for scope in SCOPES:
        codes = [alone("STATE", code.upper(), scope) for code in STATES]
        assert sorted(codes) == sorted(code.upper() for code in STATES)
        for code, new in zip(STATES, codes, strict=True):
            assert new != code.upper()
            names, new_names = gazetteer.table()["states"]["us"][code], gazetteer.table()["states"]["us"][new.lower()]
            assert alone("STATE", names[0], scope) == new_names[0]
            assert alone("STATE", names[0].upper(), scope) == new_names[0].upper()
            for short in names[1:2]:
                assert lands.unit_called(alone("STATE", short, scope)).code == new.lower()


@pytest.mark.parametrize(
    ("label", "text", "form"),
    [
        ("STATE", "N.H.", r"[A-Z]\.[A-Z]\."),
        ("STATE", "Tx", r"[A-Z][a-z]"),
        ("STATE", "MT", r"[A-Z]{2}"),
        ("STATE", "Ont.", r"[A-Z][\w. ]+"),
        ("STATE", "NSW", r"[A-Z]{2,3}"),
        ("STATE", "New\nMexico", r"[A-Z]\w+(?:\n[A-Z]\w+)?"),
        ("STATE", "Helmand", r"[A-Z][\w -]+"),
        ("COUNTRY", "UK", r"[A-Z]{2,4}"),
        ("STATE", "West Yorkshire", r"[A-Z][a-z]+shire"),
        ("CITY", "AX9 7BT", r"[A-Z]{2}\d \d[A-Z]{2}"),
        ("COUNTRY", "U.K.", r"[A-Z]\.[A-Z]\.|[A-Z]{2,3}"),
        ("COUNTRY", "kenya", r"[a-z ]+"),
        ("COUNTRY", "Tuvalu", r"[A-Z][A-Za-z ]+"),
        ("CITY", "BOSTON", r"[A-Z. ]+"),
        ("CITY", "boston", r"[a-z. ]+"),
        ("CITY", "Boston's", r"[A-Z][A-Za-z. ]+'s"),
        ("CITY", "Greater Boston", r"Greater [A-Z].+"),
        ("CITY", "North Leeds", r"North [A-Z].+"),
        ("CITY", "NYC", r"[A-Z][a-z].+"),
        ("CITY", "Minneapolis/St. Paul", r"[A-Z][^/]+/[A-Z].+"),
        ("ZIP", "SW1A 1AA", r"[A-Z]{2}\d[A-Z] \d[A-Z]{2}"),
        ("ZIP", "k1a0b6", r"[a-z]\d[a-z]\d[a-z]\d"),
        ("ZIP", "D-99199", r"D-\d{5}"),
        ("ZIP", "seven oh three six oh", r"(?:[a-z]+ ){4}[a-z]+"),
        ("STREET", "3 Tanner's Row", r"[1-9] [A-Z]\w+'s Row"),
        ("STREET", "41-18 Larkin Ave #5R", r"\d\d-\d\d [A-Z]\w+ Ave #\dR"),
        ("STREET", "1840 N. Prospect, Apt 7", r"\d{4} N\. [A-Z]\w+, Apt \d"),
        ("STREET", "PO Box 771", r"PO Box \d{3}"),
        ("STREET", "125th St", r"1\d\d(?:st|nd|rd|th) St"),
        ("STREET", "1040 Fifth St", r"\d{4} \w+(?:st|nd|rd|th) St"),
        ("LOCATION-OTHER", "I-90", r"I-\d\d"),
        ("LOCATION-OTHER", "LAKE SEDGE", r"LAKE [A-Z]+"),
        ("LOCATION-OTHER", "Dunmarrow County Jail", r"[A-Z][a-z]+ County Jail"),
        ("LOCATION-OTHER", "Kuskokwim\nRiver", r"[A-Z][a-z]+\nRiver"),
    ],
)
def test_forms_are_kept(label: str, text: str, form: str) -> None:
    for scope in SCOPES:
        new = alone(label, text, scope)
        assert new is not None
        assert new != text
        assert re.fullmatch(form, new), (text, new)


def test_what_is_one_stays_one() -> None:
    for scope in SCOPES:
        plain, plus = alone("ZIP", "97209", scope), alone("ZIP", "97209-4410", scope)
        assert plain
        assert plus
        assert plus[:5] == plain
        assert alone("ZIP", "LS6 2AB", scope)[:2] == alone("ZIP", "LS16 7PQ", scope)[:2]
        assert alone("ZIP", "M5V 2T6", scope)[:3] == alone("ZIP", "M5V3L9", scope)[:3]
        assert alone("CITY", "Saint Louis", scope) == alone("CITY", "St. Louis", scope)
        assert alone("CITY", "New York", scope) == alone("CITY", "NYC", scope)
        streets = [alone("STREET", f"{number} Quillback Rd", scope) for number in (3, 88, 1204)]
        assert len({street.split(" ", 1)[1] for street in streets if street}) == 1


def test_a_town_takes_what_stands_beside_it() -> None:
    for scope in SCOPES:
        invented = note(
            ("CITY", "Bellweather"), ", ", ("STATE", "OR"), " ", ("ZIP", "97009"), " and ", ("CITY", "Bellweather")
        )
        first, state, zipcode, second = replaced(invented, scope)
        assert first == second
        assert zipcode
        assert gazetteer.state_of(zipcode[:3]) == state.lower()
        assert state.lower() in {town.state for town in gazetteer.towns_called(gazetteer.place_key(first))}
        maine, code = replaced(note(("CITY", "Portland"), ", ", ("STATE", "ME")), scope)
        assert code.lower() in {town.state for town in gazetteer.towns_called(gazetteer.place_key(maine))}
        abroad, country = replaced(note(("CITY", "Leeds"), ", ", ("COUNTRY", "England")), scope)
        assert gazetteer.place_key(abroad) in {
            gazetteer.place_key(name) for name in gazetteer.country_pool(lands.country_called(country).code).names
        }


def test_towns_of_other_countries_stay_in_english_speaking_ones() -> None:
    for scope in SCOPES:
        new = alone("CITY", "Wolverhampton", scope)
        assert fold(new) in gazetteer.country_pool("gb").names


def test_words_of_the_notes_are_avoided() -> None:
    texts = [
        ("CITY", "Boston"),
        ("CITY", "Quorvax"),
        ("STREET", "9 Larkin Road"),
        ("STATE", "Ohio"),
        ("COUNTRY", "Peru"),
    ]
    for scope in SCOPES:
        avoid: set[str] = set()
        for _ in range(4):
            made = [alone(label, text, Scope(KEY, scope.name, "", frozenset(avoid))) for label, text in texts]
            new = [set(map(fold, WORD.findall(text))) - {"road"} for text in made if text]
            assert len(new) == len(texts)
            for words in new[:3]:
                assert not words & avoid
            assert not any(words <= avoid for words in new[3:])
            avoid |= {word for word in set().union(*new) if word.isalpha()}


def test_where_nothing_is_left_the_span_is_left_out() -> None:
    every = frozenset(fold(word) for state in STATES for word in lands.unit("us", state).name.split())
    assert alone("STATE", "Oregon", Scope(KEY, "p", "", every)) is None


def test_another_scope_draws_anew_and_the_same_scope_the_same() -> None:
    texts = [("CITY", "Cambridge"), ("ZIP", "02139"), ("STREET", "14 Mill Lane"), ("COUNTRY", "Norway")]
    for label, text in texts:
        drawn = [alone(label, text, scope) for scope in SCOPES]
        assert drawn == [alone(label, text, Scope(KEY, scope.name)) for scope in SCOPES]
        assert len(set(drawn)) > len(SCOPES) / 2


def test_towns_of_one_area_become_different_ones() -> None:
    towns = [town.name for town in gazetteer.towns_of("021")[:6]]
    for scope in SCOPES:
        there = gazetteer.surrogate_towns(Atlas(scope).prefix("021"))
        assert len({alone("CITY", gazetteer.display(name), scope) for name in towns}) >= min(5, len(there))
