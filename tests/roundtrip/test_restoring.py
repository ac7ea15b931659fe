"""What an answer's words, numbers and dates become, and that it makes no difference how the answer is cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.roundtrip.looking import Found, Look
from incognote.roundtrip.restorer import Edit, Restorer, decoded
from tests.roundtrip.toys import talk

TABLE = {
    "Adam": "Tomek",
    "Nowak": "Kowalski",
    "NOWAK": "KOWALSKI",
    "Eva": "Rose",
    "McIntyre": "Delacroix",
    "van der Berg": "Okonkwo",
    "Basel General Hospital": "Quimper General Hospital",
    "867-5309": "555-0142",
    "(617) 555-9876": "(212) 555-1234",
    "AB-77123": "QX-40456",
    "adam@nowak.org": "tomek@kowalski.net",
    "Wei": "Xiu",
    "Lo": "Ed",
}
PROMPT = (
    "{PATIENT:Adam B. Nowak} ({PATIENT:NOWAK}), seen {DATE:January 17, 2025} and {DATE:3/2/2025} at "
    "{HOSPITAL:Basel General Hospital} by {DOCTOR:Eva McIntyre} and {DOCTOR:van der Berg}, "
    "MRN {MEDICALRECORD:867-5309}, call {PHONE:(617) 555-9876}, id {IDNUM:AB-77123}, "
    "mail {EMAIL:adam@nowak.org}. Also {DOCTOR:Wei Lo}. Missed: 4/5/2019 and Martina, a member."
)
TRIP, SENT = talk(PROMPT, **TABLE)


@pytest.mark.parametrize(
    ("answer", "restored"),
    [
        # case, possessive, plural
        ("Kowalski", "Nowak"),
        ("KOWALSKI and kowalski", "NOWAK and nowak"),
        ("Kowalski's, Kowalski’s, the Kowalskis'", "Nowak's, Nowak’s, the Nowaks'"),
        ("DELACROIX, delacroix, Delacroix", "MCINTYRE, mcintyre, McIntyre"),
        # endings
        ("Kowalskiego, Kowalskim, Okonkwos, Tomekowi", "Nowakego, Nowakm, van der Bergs, Adamowi"),
        ("Kowalskimania Kowalskibus", "Kowalskimania Kowalskibus"),
        # parts, order, initials
        ("Tomek alone", "Adam alone"),
        ("Tomek Kowalski", "Adam Nowak"),
        ("Kowalski, Tomek", "Nowak, Adam"),
        ("Kowalski, Tomek B.", "Nowak, Adam B."),
        ("T. Kowalski and T.B. Kowalski", "A. Nowak and A.B. Nowak"),
        ("T. B. Kowalski; Kowalski, T.", "A. B. Nowak; Nowak, A."),
        # marks and breaks between words
        ("**Tomek** _Kowalski_", "**Adam** _Nowak_"),
        ("Tomek\n    Kowalski", "Adam\n    Nowak"),
        ("Tomek-Kowalski", "Adam-Nowak"),
        ("Dr. **Rose** Delacroix", "Dr. **Eva** McIntyre"),
        ("Delacroix, Rose", "McIntyre, Eva"),
        # a common word alone, in a part and in full
        ("a rose. Rose levels. Rose Delacroix", "a rose. Rose levels. Eva McIntyre"),
        ("Rose. Delacroix", "Rose. McIntyre"),
        # words of another number
        ("Okonkwo, OKONKWO, Okonkwo's", "van der Berg, VAN DER BERG, van der Berg's"),
        # only at the borders of words
        ("Tomekson, PreKowalski, Kowalski2", "Tomekson, PreKowalski, Kowalski2"),
        # what the text had, and short words
        ("Ed went to the ED, Xiu Ed", "Ed went to the ED, Wei Lo"),
        ("Quimper General, the General Hospital", "Basel General, the General Hospital"),
        ("Quimper General Hospital", "Basel General Hospital"),
        # numbers
        ("555-0142, 555 0142, 5550142, 555.0142", "867-5309, 867 5309, 8675309, 867.5309"),
        ("2125551234, 212-555-1234, +1 212 555 1234", "6175559876, 617-555-9876, +1 617 555 9876"),
        ("x555-0142, X5550142, ax555-0142", "x867-5309, X8675309, ax555-0142"),
        ("qx40456, QX 40456", "AB77123, AB 77123"),
        ("15550142, 5550142.5, 3.5550142", "15550142, 5550142.5, 3.5550142"),
        ("tomek@kowalski.net", "adam@nowak.org"),
        # dates
        ("January 14, 2022", "January 17, 2025"),
        ("2022-01-14, 14 Jan 2022, 1/14/2022, 14-JAN-2022", "2025-01-17, 17 Jan 2025, 1/17/2025, 17-JAN-2025"),
        ("in two weeks: January 28, 2022", "in two weeks: January 31, 2025"),
        ("Jan. 14th, 2022; 14 de enero de 2022", "Jan. 17th, 2025; 17 de enero de 2025"),
        ("at 2022-01-14T10:30", "at 2025-01-17T10:30"),
        ("on 4/5/2019 or April 5, 2019", "on 4/5/2019 or April 5, 2019"),
        ("13/45/2022 and 2022", "13/45/2022 and 2022"),
        # what is invented stays
        ("Mr. Smith, 555-9999, Berlin", "Mr. Smith, 555-9999, Berlin"),
        ("", ""),
    ],
)
def test_forms(answer, restored):
    assert TRIP.restored(answer) == restored


def test_the_prompt_was_hidden():
    assert SENT.startswith("Tomek B. Kowalski (KOWALSKI), seen January 14, 2022 and 2/27/2022 at Quimper General")
    assert "Missed: 4/5/2019 and Martina, a member." in SENT


def test_a_word_of_the_prompt_is_no_pseudonym():
    trip, sent = talk("{PATIENT:Eva Nowak} met Kowalskis on the Hill", Nowak="Kowalski", Eva="Lindqvist")
    assert trip.restored(sent) == "Eva Nowak met Kowalskis on the Hill"
    assert trip.restored("Kowalskis") == "Kowalskis"
    assert trip.restored("Lindqvist, Kowalski") == "Eva, Nowak"
    trip, sent = talk("{PATIENT:Eva Nowak} met Kowalski", Nowak="Kowalski", Eva="Lindqvist")
    assert trip.restored("Kowalski with Lindqvist Kowalski") == "Kowalski with Eva Nowak"


def test_dates_with_two_shifts_come_back_only_as_they_were_sent():
    table = {"3/4/2020": "3/6/2018", "4/4/2020": "5/9/2011"}
    trip, sent = talk("{DATE:3/4/2020}, {DATE:4/4/2020}", **table)
    assert sent == "3/6/2018, 5/9/2011"
    assert trip.restored("3/6/2018, 2018-03-06, 5/9/2011") == "3/4/2020, 2018-03-06, 4/4/2020"


def test_the_day_first_where_the_prompt_shows_it():
    trip, sent = talk("{DATE:17/1/2025} {DATE:5/2/2025}", **{"17/1/2025": "14/1/2022", "5/2/2025": "2/2/2022"})
    assert sent == "14/1/2022 2/2/2022"
    assert trip.restored("2022-02-02 and 4/3/2022") == "2025-02-05 and 7/3/2025"


PIECES = st.sampled_from(
    [*SENT.split(" "), "Tomek", "Kowalski", "KOWALSKI", "Kowal", "T.", "Rose", "Delacroix", ",", "-", ".", "\n", "*",
     " ", "555", "0142", "14", "Jan", "January", "2022", "/", "1", "iego", "s", "'", "’s", "[", "]", "\u0301", "é", "_",
     "x", "of", "Quimper", "General"]
)  # fmt: skip
ANSWERS = st.lists(st.tuples(PIECES, st.sampled_from(["", " ", " ", "\n", ", "])), max_size=25).map(
    lambda parts: "".join(piece + gap for piece, gap in parts)
)


def cut(text, places):
    bounds = [0, *sorted(place % (len(text) + 1) for place in places), len(text)]
    return [text[a:b] for a, b in pairwise(bounds)]


@given(ANSWERS, st.lists(st.integers(0, 10_000), max_size=12))
def test_any_cutting_gives_the_same(answer, places):
    whole = TRIP.restored(answer)
    assert "".join(TRIP.restore(cut(answer, places))) == whole
    assert "".join(TRIP.restore(answer)) == whole


@given(ANSWERS)
def test_bytes_may_be_cut_anywhere(answer):
    raw = answer.encode()
    assert "".join(decoded(raw[i : i + 1] for i in range(len(raw)))) == answer


def test_bytes_that_are_no_text_survive():
    raw = b"caf\xc3\xa9 \xff\xfe \xe2\x82"
    assert "".join(decoded([raw[:4], raw[4:]])).encode("utf-8", "surrogateescape") == raw


def test_text_is_held_back_only_as_long_as_it_may_become_something():
    held = most = 0
    text = (
        "x" * 5000
        + " the patient was stable on 5 mg. " * 20
        + "Tome B. Kowal and more text follows, 555-01 and Jan 1, too. "
    )
    came = Restorer(TRIP.memory).stream(_counting(text, seen := [0]))
    given_back = 0
    for piece in came:
        given_back += len(piece)
        held = seen[0] - given_back
        most = max(most, held)
    assert most < max(len(pair.sent) for pair in TRIP.memory.pairs) + 16
    assert held == 0


def _counting(text, seen):
    for char in text:
        seen[0] += 1
        yield char


def test_ordinary_text_is_released_at_once():
    stream = TRIP.restore(iter(["The pat", "ient is well", ". Her blood pressure is fine"]))
    assert list(stream) == ["The pat", "ient is well", ". Her blood pressure is fine"]


@pytest.mark.parametrize("value", [Edit(0, 4, "Adam", frozenset({"Tomek"})), Found(4, "Adam", frozenset({"Tomek"}))])
def test_nothing_is_shown(value):
    assert not any(text in repr((value, Look(value))) for text in ("Adam", "Tomek"))
