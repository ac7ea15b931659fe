"""What is sent comes back, whatever the pseudonyms are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.errors import AmbiguousError, DetectionError
from incognote.replace.tags import REPLACERS
from incognote.roundtrip import RoundTrip
from incognote.roundtrip.memory import Memory
from incognote.types import Document, Span
from tests.roundtrip.toys import Toy, talk

WORDS = [
    "Nowak",
    "NOWAK",
    "nowak",
    "Rose",
    "rose",
    "Jan",
    "May",
    "K",
    "Li",
    "O'Brien",
    "Müller",
    "the",
    "Kowalski",
    "Ola",
]
NUMBERS = ["12", "555-0142", "555 0142", "5550142", "7", "AB-77123", "0142"]
DATES = ["3/4/2020", "March 4, 2020", "3/4", "2020", "2020-03-04", "4 Mar 2020"]
GAPS = ["", " ", " ", " ", ", ", ". ", "-", "\n", "'s ", "s ", "/", "**"]
PHI = st.one_of(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(lambda words: ("PATIENT", " ".join(words))),
    st.sampled_from(WORDS).map(lambda word: ("HOSPITAL", f"{word} Hospital")),
    st.sampled_from(NUMBERS).map(lambda number: ("IDNUM", number)),
    st.sampled_from(DATES).map(lambda date: ("DATE", date)),
)
PARTS = st.lists(
    st.tuples(
        st.one_of(PHI, st.sampled_from(WORDS + NUMBERS + DATES).map(lambda word: ("", word))), st.sampled_from(GAPS)
    ),
    max_size=12,
)
TABLES = st.dictionaries(
    st.sampled_from(WORDS + NUMBERS), st.sampled_from([*WORDS, *NUMBERS, "[NAME]", "", "****", "Lindqvist", "Ruiz"])
)


def marked(parts):
    return "".join((f"{{{label}:{text}}}" if label else text) + gap for (label, text), gap in parts)


@settings(max_examples=1500, deadline=None)
@given(PARTS, TABLES)
def test_an_echo_gives_the_prompt_again(parts, table):
    toy = Toy(table)
    prompt = toy.prompt(marked(parts))
    trip = RoundTrip(toy, toy)
    sent = trip.hide(prompt)
    assert trip.restored(sent) == prompt
    assert "".join(trip.restore(sent)) == prompt


@settings(max_examples=300, deadline=None)
@given(PARTS, PARTS, TABLES)
def test_a_second_prompt_keeps_the_first_ones_answers(first, second, table):
    toy = Toy(table)
    trip = RoundTrip(toy, toy)
    prompt = toy.prompt(marked(first))
    trip.hide(prompt)
    again = toy.prompt(marked(second))
    try:
        sent = trip.hide(again)
    except AmbiguousError as error:
        assert "start a new talk" in str(error)
    else:
        assert trip.restored(sent) == again


@pytest.mark.parametrize("style", sorted(REPLACERS))
def test_tags_and_masks_become_distinct(style):
    prompt = "Ada Osei and Ben Ito met Ada Osei"
    toy = Toy()
    toy.prompt("{PATIENT:Ada Osei} and {DOCTOR:Ben Ito} met {PATIENT:Ada Osei}")
    trip = RoundTrip(toy, REPLACERS[style])
    sent = trip.hide(prompt)
    assert trip.restored(sent) == prompt
    first, second, third = sent.replace(" and ", "|").replace(" met ", "|").split("|")
    assert first == third != second


def test_two_originals_with_one_pseudonym_are_told_apart():
    trip, sent = talk("{PATIENT:Ada} called {PATIENT:Eva}", Ada="Lindqvist", Eva="Lindqvist")
    assert sent == "Lindqvist called [NAME 1]"
    assert trip.restored("[NAME 1] and Lindqvist") == "Eva and Ada"


def test_a_tag_has_a_number_that_is_free():
    trip, sent = talk("[NAME 1] {PATIENT:Ada} {PATIENT:Eva} {PATIENT:Ada}", Ada="", Eva="")
    assert sent == "[NAME 1] [NAME 2] [NAME 3] [NAME 2]"
    assert trip.restored("[NAME 1] [NAME 2] [Name 2] NAME 2") == "[NAME 1] Ada [Name 2] NAME 2"


def test_a_letter_and_a_short_number_become_tags():
    _, sent = talk("Dr. {DOCTOR:K}, room {ROOM:12}", **{"K": "M", "12": "47"})
    assert sent == "Dr. [NAME 1], room [LOCATION 1]"


def test_a_pseudonym_inside_a_word_becomes_a_tag():
    trip, sent = talk("pre{PATIENT:Ada}s", Ada="Lindqvist")
    assert sent == "pre[NAME 1]s"
    assert trip.restored(sent) == "preAdas"


def test_a_later_prompt_has_the_same_pseudonyms_and_remembers_all():
    toy = Toy({"Ada": "Lindqvist", "Eva": "Okonkwo"})
    trip = RoundTrip(toy, toy)
    assert trip.hide(toy.prompt("{PATIENT:Ada} is ill")) == "Lindqvist is ill"
    toy.table = {"Ada": "Ferreira", "Eva": "Okonkwo"}
    assert trip.hide(toy.prompt("{PATIENT:Ada} met {PATIENT:Eva}")) == "Lindqvist met Okonkwo"
    assert trip.restored("Okonkwo, LINDQVIST") == "Eva, ADA"


def test_a_pseudonym_that_a_later_prompt_has_as_a_word_stops_it():
    toy = Toy({"Ada": "Lindqvist"})
    trip = RoundTrip(toy, toy)
    trip.hide(toy.prompt("{PATIENT:Ada} is ill"))
    before = trip.memory
    with pytest.raises(AmbiguousError) as stopped:
        trip.hide(toy.prompt("Lindqvist is ill"))
    assert "Lindqvist" not in str(stopped.value)
    assert trip.memory is before


def test_nothing_is_sent_where_the_engine_fails():
    class Fails:
        def find(self, doc):
            raise DetectionError(doc.id, "Fails", "ValueError")

    with pytest.raises(DetectionError):
        RoundTrip(Fails(), Toy()).hide("Ada")


def test_nothing_shows_a_prompt():
    trip, _ = talk("{PATIENT:Ada}", Ada="Lindqvist")
    shown = repr((trip, trip.memory, trip.memory.pairs))
    assert "Ada" not in shown and "Lindqvist" not in shown


def test_the_replacer_gets_the_patient():
    seen = []

    class Engine:
        def find(self, doc):
            return doc.with_spans([Span(0, 3, "PATIENT")])

    def replacer(doc: Document):
        seen.append(doc.patient)
        return ["Lindqvist"]

    RoundTrip(Engine(), replacer, Memory(patient="p1")).hide("Ada")
    assert seen == ["p1"]
