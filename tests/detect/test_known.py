"""People here are made up; the words of the sentences are all common ones."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote import Document, Vocabulary, lay_out
from incognote.detect.known import KnownPhi
from incognote.known.people import Person, parse_name
from incognote.known.tables import read_patients, read_providers
from incognote.known.words import fold, word_list

SENTENCES = (
    "We saw {} today, and the pain is gone.",
    "Call {}\nabout the results of the scan.",
    "the daughter of {} was told at home",
    "Plan: {} to return in a week",
    "{}",
)
WORDS = (
    "we saw today and the pain is gone call about results of scan daughter was told at home plan to return in a week "
    "long history with no will may rose young green hill reading seen by left arm day for on not be this her his an "
    "patient from book street road oak lives main it can he she up first last name mullor muller well"
)
COMMON = frozenset(WORDS.split())

PEOPLE = [
    ("John", "Quincy", "Smith"),
    ("María José", "", "García López"),
    ("Siobhán", "", "O'Brien"),
    ("Jürgen", "", "Müller"),
    ("Anna", "Lotte", "van der Berg"),
    ("Nguyễn", "Thị", "Phạm"),
    ("Fatima", "", "Al-Rashid"),
    ("Oluwaseun", "", "Adebayo-Williams"),
    ("Łukasz", "", "Wiśniewski"),
    ("Иван", "", "Петров"),
    ("Wei", "", "Zhang"),
    ("Ronald", "", "McDonald"),
    ("Ngozi", "", "Okonkwo"),
    ("Giuseppe", "", "D'Angelo"),
    ("Priya", "", "Subramaniam"),
]
NICKNAMES = {"John": "Jonny", "Giuseppe": "Beppe", "Ronald": "Ronnie", "Anna": "Ania"}


def people(folder, text, name="patients.csv"):
    (folder / name).write_text(text, "utf-8")
    return folder / name


def found(detector, text, patient="P"):
    doc = Document("n", text, patient=patient)
    return [(doc[span], span.label, span.source) for span in detector.detect(doc, lay_out(text, Vocabulary()))]


def covered(detector, text, patient="P"):
    doc = Document("n", text, patient=patient)
    return {at for span in detector.detect(doc, lay_out(text, Vocabulary())) for at in range(span.start, span.end)}


def detector_of(first, middle, last):
    name = parse_name(f"{last}, {first} {middle}")
    return KnownPhi({"P": Person((name,))}, [], COMMON.__contains__)


def forms(first, middle, last):
    """Ways to write a name."""
    initial = first[0]
    yield from (
        f"{first} {last}",
        f"{last}, {first}",
        f"{last.upper()} {first.upper()}",
        f"{first.lower()} {last.lower()}",
    )
    yield from (f"{initial}. {last}", f"{initial} {last}", f"{last}, {initial}.", f"{first}\n    {last}", f"Mr. {last}")
    yield from (
        last,
        last.upper(),
        last.lower(),
        first.split()[0],
        first.upper(),
        f"{first} X. {last}",
        f"{first.split()[0]}{last}".replace(" ", "").lower(),
    )
    yield from (f"{first} Robert {last}", f"{first} {last} Jr.")
    if fold(first[0] + last[0]) not in word_list("not_initials"):
        yield f"{initial}.{last[0].upper()}."
    if " " not in last:
        yield f"{first}{last}"
    if middle:
        yield from (f"{first} {middle} {last}", f"{initial}.{middle[0]}. {last}", f"{last} {first} {middle[0]}")
        yield f"{initial}{middle[0]} {last}"
    if first in NICKNAMES:
        yield from (NICKNAMES[first], f"{NICKNAMES[first]} {last}")


def check_all_forms(person, sentence):
    detector = detector_of(*person)
    for form in forms(*person):
        text = sentence.format(form)
        begin = text.index(form)
        places = covered(detector, text)
        skipped = 4 if form.startswith("Mr. ") else 0
        assert {begin + at for at in range(skipped, len(form)) if form[at].isalpha()} <= places
        assert not any(text[at].isalpha() for at in places if not begin <= at < begin + len(form))


@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person[2])
@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_form_of_a_name_is_covered(person, sentence):
    check_all_forms(person, sentence)


NAMES = st.text("bcdfgkwzaeiou", min_size=5, max_size=9).map(str.capitalize)


@given(NAMES, NAMES, st.sampled_from(SENTENCES))
def test_every_form_of_any_name_is_covered(first, last, sentence):
    check_all_forms((first, "", last), sentence)


@given(st.sampled_from(PEOPLE), st.sampled_from(PEOPLE), st.sampled_from(SENTENCES))
def test_others_are_not_found(person, other, sentence):
    if person != other:
        assert not covered(detector_of(*person), sentence.format(f"{other[0]} {other[2]}"))


@given(st.sampled_from(["okonkwo", "subramaniam", "zimmer"]), st.data())
def test_one_slip_is_found_with_a_lower_score(name, data):
    at = data.draw(st.integers(0, len(name) - 2))
    slip = data.draw(
        st.sampled_from([name[:at] + name[at + 1 :], name[:at] + "q" + name[at:], name[:at] + "q" + name[at + 1 :]])
    )
    detector = detector_of("Ngozi", "", name)
    text = f"we saw {slip} today"
    (span,) = detector.detect(Document("n", text, patient="P"), lay_out(text, Vocabulary()))
    assert (text[span.start : span.end], span.score) == (slip, 1.0 if slip == name else 0.8)


@pytest.mark.parametrize(
    "person, text, names",
    [
        ("Anna Long", "A long history. Long history of pain. LONG HISTORY.", []),
        ("Anna Long", "We saw Long today. Long was told. mr long", ["Long", "Long", "long"]),
        ("Anna Long", "anna long; A. Long; a long day", ["anna long", "A. Long"]),
        ("Rose May", "may return. He rose. May return", []),
        ("Wei Ng", "NG tube; WEI NG; Mr. Ng", ["WEI NG", "Ng"]),
        ("Mary Smith", "MS for years; P.O.; pt MS was told; M.S.; Smith, M.S.", ["MS", "Smith, M.S"]),
        ("Mary Davis", "Kofi Boateng, M.D.", []),
        ("Mary Jones", "M.J. was seen; M.J.K. was not; MJ", ["M.J"]),
        ("Ana Cruz", "the patient's crux; Cruz's arm", ["Cruz"]),
        ("Ed Hill", "seen in the ED by the hill; Ed Hill", ["Ed Hill"]),
        ("Ana Smith-Jones", "Smith, Jones, Smith-Jones, smithjones", ["Smith, Jones", "Smith-Jones, smithjones"]),
        ("RONALD MCDONALD", "we saw McDonald and Mc Donald, not donald", ["McDonald", "Mc Donald"]),
        ("Robert Hill", 'Robert "Bob" Hill; Robert (Bob) Hill', ['Robert "Bob" Hill', "Robert (Bob) Hill"]),
        ("Rose Green", "rose green is well. the green arm", ["rose green", "green"]),
        ("Rose Green", "ROSE GREEN IS WELL. GREEN WAS SEEN. HE ROSE", ["ROSE GREEN", "GREEN"]),
        ("Rose Green", "green, rose", ["green, rose"]),
        ("Rose Green", "the green arm. he rose. THE GREEN ARM", []),
        ("Rose Green", "Rose Green is well. The arm is green. Seen today.", ["Rose Green"]),
        ("Rose Green-Hill", "the green hill", []),
        ("Jürgen Müllör", "we saw mullor and MULLOR, not muller", ["mullor", "MULLOR"]),
        ("Rosé Hîll", "the hill; he rose", []),
        ("小明 王", "患者王小明今日", ["王小明"]),
    ],
)
def test_names_and_words(person, text, names):
    detector = KnownPhi({"P": Person((parse_name(person),))}, [], COMMON.__contains__)
    assert [name for name, _, _ in found(detector, text)] == names


ROW = (
    "id,first,last,dob,phone,mrn,ssn,email,street,city,state,zip,relatives\n"
    "P,Ama,Osei,1950-12-03,(617) 555-0142,00123456,123-45-6789,a.osei@example.org,12 Oak Street,Reading,MA,02139,"
    "Kofi Osei (son); wife: Esi Boateng\n"
)


@pytest.fixture
def ama(tmp_path):
    return KnownPhi(read_patients(people(tmp_path, ROW)), [], COMMON.__contains__)


@pytest.mark.parametrize(
    "text",
    """12/03/1950|12/3/50|3.12.1950|1950-12-03|3 Dec 1950|Dec 3, 1950|December 3rd, 1950|19501203|3. Dezember 1950
3 de diciembre de 1950|03-DEC-50|12031950|3 12 1950|Dec 3 '50|DEC 03 1950""".replace("\n", "|").split("|"),
)
def test_birth_dates(ama, text):
    assert found(ama, f"DOB {text}, seen") == [(text, "DATE", "known:birth-date")]


@pytest.mark.parametrize(
    "text", ["12/3/51", "12/4/1950", "3 12 50", "Dec 1950", "1950", "112/3/1950", "12/3", "12 3/50"]
)
def test_other_dates(ama, text):
    assert found(ama, f"on {text} seen") == []


@pytest.mark.parametrize(
    "text, label",
    [
        (number, "PHONE")
        for number in ("617-555-0142", "(617) 555-0142", "+1 617.555.0142", "1-617-555-0142", "555-0142")
    ]
    + [(number, "PHONE") for number in ("6175550142", "617 555\n0142", "617/555/0142")]
    + [(number, "MEDICALRECORD") for number in ("00123456", "123456", "12-34-56", "123.456", "0123456")]
    + [("123-45-6789", "SSN"), ("A.Osei@Example.org", "EMAIL")],
)
def test_numbers(ama, text, label):
    spans = [(words, kind) for words, kind, source in found(ama, f"ID: {text}, seen") if source != "known:patient-name"]
    assert spans == [(text, label)]


@pytest.mark.parametrize("text", ["617-555-0143", "12345", "1234567", "12 34 56", "123", "2139", "02138", "55501420"])
def test_other_numbers(ama, text):
    assert found(ama, f"on {text} seen") == []


@pytest.mark.parametrize("number", ["617-555-0142", "555-0142", "(617) 555-0142"])
def test_brackets_around_numbers(ama, number):
    assert [words for words, _, _ in found(ama, f"call her ({number}) now")] == [number]


def test_fused_with_their_labels(ama):
    assert [words for words, _, _ in found(ama, "DOB12/3/1950 MRN00123456")] == ["12/3/1950", "00123456"]


def test_short_numbers_need_a_label(tmp_path):
    detector = KnownPhi(read_patients(people(tmp_path, "id,mrn\nP,1950\n")), [], COMMON.__contains__)
    assert [words for words, _, _ in found(detector, "in 1950, MRN: 1950, #1950")] == ["1950", "1950"]


@pytest.mark.parametrize(
    "text, parts",
    [
        ("12 Oak St., Reading, MA 02139-1234", ["12 Oak St", "Reading", "MA", "02139-1234"]),
        ("12 OAK STREET READING MA", ["12 OAK STREET", "READING", "MA"]),
        ("on Oak Street in Reading, Massachusetts", ["Oak Street", "Reading", "Massachusetts"]),
        ("reading a book by the oak; the MA on call; 12 Elm Street; an oak street", []),
    ],
)
def test_addresses(ama, text, parts):
    assert [words for words, _, source in found(ama, text) if source == "known:address"] == parts


def test_relatives(ama):
    assert found(ama, "Kofi and Esi Boateng, Ama's son and wife") == [
        ("Kofi", "PATIENT", "known:relative"),
        ("Esi Boateng", "PATIENT", "known:relative"),
        ("Ama", "PATIENT", "known:patient-name"),
    ]


def test_only_the_patient_of_the_note(ama):
    assert found(ama, "Ama Osei, 12/3/1950", patient="Q") == []
    assert found(ama, "Ama Osei, 12/3/1950", patient=None) == []


@pytest.mark.parametrize(
    "text, names",
    [
        (
            "Chidi Okafor, MD; Dr. Okafor; C. Okafor; OKAFOR, CHIDI",
            ["Chidi Okafor", "Okafor", "C. Okafor", "OKAFOR, CHIDI"],
        ),
        ("Okafor was told; Chidi was told; Okaford was told; Dr. Okaford", ["Okafor", "Okaford"]),
        ("Will Green; he will; the green; Green light; Dr Green", ["Will Green", "Green"]),
        ("pager 555-0177", ["555-0177"]),
    ],
)
def test_providers(tmp_path, text, names):
    table = "first,last,pager\nChidi,Okafor,555-0177\nWill,Green,\n"
    detector = KnownPhi({}, read_providers(people(tmp_path, table)), (COMMON | {"light", "md"}).__contains__)
    spans = found(detector, text, patient=None)
    assert [words for words, _, _ in spans] == names
    assert {source for _, _, source in spans} == {"known:provider"}


def test_one_vocabulary_for_many_notes_changes_nothing(ama):
    vocabulary = Vocabulary()
    for text in ("Osei", "the arm", "OSEI and Osie 12/3/50", "Ama\nOsei", "the arm"):
        doc = Document("n", text, patient="P")
        assert ama.detect(doc, lay_out(text, vocabulary)) == ama.detect(doc, lay_out(text, Vocabulary()))


def test_it_can_be_sent_to_another_process_and_cleared(tmp_path):
    detector = KnownPhi(read_patients(people(tmp_path, ROW)), [], COMMON.__contains__)
    before = found(detector, "Ama Osei")
    detector.clear()
    assert found(pickle.loads(pickle.dumps(detector)), "Ama Osei") == found(detector, "Ama Osei") == before


def test_it_shows_nothing(ama):
    assert repr(ama) == "KnownPhi(1 patients, 0 providers)"


@given(st.text() | st.text("Ama Osei12/350.,-'(\n\r\t", max_size=80))
def test_any_text_can_be_searched(text):
    detector = KnownPhi({"P": Person((parse_name("Ama Osei"),))}, [], COMMON.__contains__)
    doc = Document("n", text, patient="P")
    spans = detector.detect(doc, lay_out(text, Vocabulary()))
    assert all(span.end <= len(text) for span in spans)
