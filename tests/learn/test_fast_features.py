"""Features of forms, lists, lines and of what rules found."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote import Span, Vocabulary
from incognote.learn import fast
from incognote.learn.compact import compacted
from incognote.learn.features import make_groups, of_words, places
from incognote.learn.features.coded import Coded
from incognote.learn.features.lists import class_names
from incognote.learn.index import FeatureIndex
from incognote.learn.linear import LinearModel, from_triples
from incognote.learn.reading import NOTE, read

WORDS = of_words("en")
PLACES = places.in_language("en")


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [
        ("folded", "Room12", "room00"),
        ("folded", "O’Neil", "o'neil"),
        ("outline", "McAdam", "AaAa"),
        ("outline", "1998", "0"),
        ("short-shape", "Valdez", "Aaaa"),
        ("short-shape", "1998", "000"),
        ("size", "2012", "digits 4"),
        ("size", "hydrochlorothiazide", "other 12"),
        ("start-3", "VALDEZ", "val"),
        ("start-3", "val", ""),
        ("end-3", "Valdez", "dez"),
        ("as-given-name", "12", ""),
        ("as-surname", "Smith", "4"),
        ("as-surname", "creatinine", "none"),
        ("as-word", "qzxv", "none"),
        ("name-or-word", "Qzxvb", "unknown"),
        ("group", "Qzxvb", "unknown"),
        ("group", ";;;;;", ""),
    ],
)
def test_forms(name, word, value):
    assert WORDS[name](word) == value


@pytest.mark.parametrize(
    "name", [name for name in WORDS if name.startswith(("as-", "name-", "like-", "start-", "end-"))]
)
@pytest.mark.parametrize("word", ["Smith", "Wandlemere", "metoprolol", "Müller", "may"])
def test_what_is_asked_of_lists_and_letters_does_not_depend_on_case(name, word):
    assert len({WORDS[name](form) for form in (word.lower(), word.upper(), word.title())}) == 1


@pytest.mark.parametrize(
    ("name", "word"), [("Okafor", "creatinine"), ("Wojciechowski", "metoprolol"), ("Garcia", "with")]
)
def test_names_are_likelier_as_names_than_words_are(name, word):
    assert int(WORDS["name-or-word"](name)) > int(WORDS["name-or-word"](word))


@pytest.mark.parametrize(("name", "word"), [("Okonkwowitz", "hydroxyprolol"), ("Vasquezzi", "pneumitis")])
def test_letters_of_made_up_names_are_like_names(name, word):
    assert int(WORDS["like-name"](name)) > int(WORDS["like-name"](word))


def test_classes_are_features_of_their_own():
    groups = {group.name: group for group in make_groups([{"use": "classes"}], {})}
    assert len(groups) == len(class_names())
    assert groups["class title"].of_word("Mrs") == "yes"
    assert groups["class title"].of_word("liver") == ""
    assert groups["class drugs"].of_word("Metoprolol") == "yes"


TEXT = "NAME: Ann Smith  DOB: 1/2/60\n\nSeen by dr smith\nPLAN OF CARE\nmeds given"


def values(name, text=TEXT, spans=()):
    reading = read(text, Vocabulary(), "fine", NOTE)
    reading.spans = spans
    found = PLACES[name](reading)
    assert isinstance(found, Coded)
    return dict(zip(reading.words, [found.texts[number] for number in found.numbers.tolist()], strict=True))


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [
        ("gap", "NAME", "paragraph"),
        ("gap", ":", "none"),
        ("gap", "Smith", "blank"),
        ("gap", "DOB", "wide"),
        ("gap", "Seen", "paragraph"),
        ("gap", "PLAN", "line"),
        ("column", "NAME", "0"),
        ("column", "Ann", "2"),
        ("column", "60", "5 last"),
        ("line-label", "Ann", "name"),
        ("line-label", "60", "ann smith dob"),
        ("line-label", "Seen", ""),
        ("line-word", "NAME", ""),
        ("line-word", "by", "seen"),
        ("from-top", "NAME", "0"),
        ("from-bottom", "meds", "0"),
        ("case-here", "PLAN", "capitals in line in capitals"),
        ("case-here", "Ann", "capitalised in mixed"),
        ("case-here", "1", "none in mixed"),
    ],
)
def test_lines(name, word, value):
    assert values(name)[word] == value


@pytest.mark.parametrize(("change", "value"), [(str.upper, "capitals"), (str.lower, "small"), (str, "mixed")])
def test_a_note_without_case_says_so(change, value):
    text = change("Seen by Dr. Ann Smith for a cough.")
    assert set(values("case-around", text).values()) == {value}


def test_what_rules_found_is_told_with_how_sure_they_are():
    spans = (Span(6, 15, "PATIENT", 0.95, "rules:names/x"), Span(10, 15, "CITY", 0.5, "rules:locations/y"))
    label, by = (values(name, spans=spans) for name in ("found-label", "found-by"))
    assert [label[word] for word in ("NAME", "Ann", "Smith", "DOB")] == ["", "begins PATIENT 4", "in PATIENT 4", ""]
    assert by["Smith"] == "rules:names/x PATIENT"
    assert values("found-besides", spans=spans)["Smith"] == "CITY"
    assert values("found-elsewhere", spans=spans)["smith"] == "NAME"
    assert set(values("found-elsewhere", spans=spans[1:]).values()) == {""}, "nothing sure was found"


JOINT = {"use": "joint", "name": "pair", "of": [["folded", -1], ["outline", 0]]}


def readings(texts):
    vocabulary = Vocabulary()
    return [read(text, vocabulary, "fine", NOTE) for text in texts]


@given(st.lists(st.text("aB1 .", max_size=30), min_size=1, max_size=4), st.text("aB1 .x", max_size=30))
def test_joint_values_are_found_again_if_they_were_seen_twice(texts, other):
    index = FeatureIndex(make_groups([JOINT], {}))
    known = readings([*texts, *texts])
    for reading in known:
        index.learn(reading)
    index.freeze()
    again = FeatureIndex(make_groups([JOINT], {}), index.tables())
    for reading in (*known, *readings([other])):
        numbers, stored = (one.value_numbers(one.groups[0], reading) for one in (index, again))
        assert numbers.tolist() == stored.tolist()
        outlines = [WORDS["outline"](word) for word in reading.words]
        pairs = zip(["", *map(WORDS["folded"], reading.words)], outlines, strict=False)
        shown = ["" if number < 0 else index.tables()[0][number] for number in numbers.tolist()]
        expected = ["\t".join(pair) for pair in pairs]
        assert all(one in (other, "") for one, other in zip(shown, expected, strict=True))
        assert "" not in shown or reading not in known


def test_what_is_seen_once_is_no_joint_value():
    index = FeatureIndex(make_groups([JOINT], {}))
    index.learn(readings(["seen by Ann and by Bob"])[0])
    assert index.freeze().tables()[0][1:] == ["by\tAa"]


@pytest.mark.parametrize("with_numba", [True, False])
def test_scores_of_fewer_features_are_the_same(with_numba, monkeypatch):
    if not with_numba:
        monkeypatch.setattr(fast, "compiled", lambda: None)
    listed = [{"use": "folded", "window": [-1, 1]}, {"use": "gap", "window": [-1, 1]}, {"use": "line-word"}, JOINT]
    notes = readings(["NAME: Ann Smith\nSeen by Dr. Smith by Ann", "Seen by Dr. Smith\nby Ann  by Bob"])
    index = FeatureIndex(make_groups(listed, {}))
    for reading in notes:
        index.learn(reading)
    index.freeze()
    chance = np.random.default_rng(1)
    dense = chance.normal(size=(index.size, 3)) * (chance.random((index.size, 1)) < 0.4)
    rows, columns = dense.nonzero()
    model = LinearModel(
        ["O", "B-X", "I-X"], from_triples(rows, columns, dense[rows, columns], dense.shape), np.zeros(3)
    )
    fewer, smaller = compacted(index, model)
    assert fewer.size < index.size
    for reading in notes:
        whole = model.weights.sums(*index.features(reading))
        assert fast.FastScores(index, model.weights)(reading) == pytest.approx(whole)
        assert fast.FastScores(fewer, smaller.weights)(reading) == pytest.approx(whole)
