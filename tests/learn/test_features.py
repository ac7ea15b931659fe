"""Feature groups, with the examples that the papers print."""

import pytest

from incognote import Vocabulary
from incognote.layout.syntax import Link, Parse
from incognote.learn.features import dictionaries, for_language, majorities, make_groups, places, words
from incognote.learn.index import FeatureIndex
from incognote.learn.reading import NOTE, SENTENCE, read

WORDS = words.in_language("en")
PLACES = places.in_language("en")
# He 2015, Table 2: "Valdez" in: Mr. Valdez describes undergoing
VALDEZ = {
    "lower": "valdez",
    "first-four": "vald",
    "last-four": "ldez",
    "shape": "Aaaaaa",
    "length": "6",
    "letter": "yes",
    "capital": "yes",
    "first-capital": "yes",
    "all-capitals": "",
    "digit": "",
    "all-digits": "",
    "mark": "",
    "letters-and-digits": "",
    "digits-and-marks": "",
}


@pytest.mark.parametrize(("name", "value"), VALDEZ.items())
def test_the_table_of_he_2015(name, value):
    assert WORDS[name]("Valdez") == value


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [
        ("lemma", "Admitted", "admit"),
        ("shape", "x76221", "a00000"),
        ("all-capitals", "MRN", "yes"),
        ("all-capitals", "MRN1", ""),
        ("all-digits", "12", "yes"),
        ("letters-and-digits", "x76221", "yes"),
        ("letters-and-digits", "x-1", ""),
        ("digits-and-marks", "12/02/99", "yes"),
        ("digits-and-marks", "12", ""),
        ("dash-or-slash", "12/02/99", "yes"),
        ("dash", "12/02/99", ""),
        ("slash", "12/02/99", "yes"),
        ("special", "a-b", "yes"),
        ("special", "ab", ""),
        ("case", "ABC", "upper"),
        ("case", "abc", "lower"),
        ("case", "Abc", "first"),
        ("case", "aBc", "other"),
        ("case", "12", "other"),
    ],
)
def test_features_of_words(name, word, value):
    assert WORDS[name](word) == value


def reading_of(text, within=SENTENCE, tokenizer="penn"):
    return read(text, Vocabulary(), tokenizer, within)


@pytest.mark.parametrize("tokenizer", ["penn", "fine"])
@pytest.mark.parametrize(
    ("text", "template", "within"),
    [
        ("call (234)907-1924 or write", "phone", "(234)907-1924"),  # Aramaki 2006: (XXX)XXX-XXXX
        ("call (234) 907-1924.", "phone", "(234) 907-1924"),
        ("on 2006/11/20, at", "date", "2006/11/20"),  # XXXX/XX/XX
        ("on 11/20.", "day", "11/20"),
        ("in 2006", "year", "2006"),
        ("room 1234, sample 2006-1133, Q2006, 12/13/14/15", "", ""),
    ],
)
def test_a_template_is_of_all_tokens_that_it_matches(text, template, within, tokenizer):
    reading = reading_of(text, tokenizer=tokenizer)
    starts = reading.layout.tokens.starts.tolist()
    first = text.index(within)
    inside = [within != "" and first <= start < first + len(within) for start in starts]
    assert PLACES["template"](reading) == [template if there else "" for there in inside]


def test_no_token_has_a_syntactic_feature_twice():
    reading = reading_of("she met she and she")
    reading.parses = [Parse("full", (Link(0, 1, "S"), Link(1, 2, "O"), Link(1, 4, "O")))]
    found = places.SETS["syntax"](reading)[1]
    assert [feature for feature in found if feature.startswith("R1")] == ["R1 link O", "R1 word she"]


def test_bigrams_are_the_two_words_before_and_behind():
    reading = reading_of("She was admitted to Deaconess today", NOTE)
    assert PLACES["left-bigram"](reading)[4] == "admit to"
    assert PLACES["right-bigram"](reading)[0] == "be admit"
    assert PLACES["left-bigram"](reading)[:2] == ["no word no word", "no word she"]


def test_windows_end_with_the_sentence_if_they_should():
    text = "Seen today.\n\nDr. Osei"
    assert PLACES["left-bigram"](reading_of(text, NOTE))[3] == "today ."
    assert PLACES["left-bigram"](reading_of(text, SENTENCE))[3] == "no word no word"


def test_sentence_features_of_aramaki_2006():
    lines = "\n\n".join(f"Line {number} here." for number in range(10))  # with the blank ones, 19
    reading = reading_of(lines)
    first = reading.sentences.tolist()
    position = PLACES["position"](reading)
    assert [position[first[number]] for number in (0, 4, 5, 6, 9)] == ["top", "top", "other", "other", "bottom"]
    assert PLACES["sentence-length"](reading)[0] == "4"
    assert PLACES["sentence-length-before"](reading)[0] == "0"
    assert PLACES["sentence-length-behind"](reading)[-1] == "0"
    assert [PLACES[f"last-word{which}"](reading)[first[1]] for which in ("", "-but-one", "-but-two")] == [
        ".",
        "here",
        "0",
    ]
    assert PLACES["last-word"](reading)[0] == "no word"


def test_sections_by_name():
    reading = reading_of("Osei\nHISTORY OF PRESENT ILLNESS: seen")
    assert PLACES["section"](reading)[0] == "none"
    assert PLACES["section"](reading)[-1] == "history of present illness"


def test_dictionaries_hold_words_of_lexicons_and_of_training_entities():
    settings = {"use": "dictionary", "name": "city", "labels": ["CITY"], "lexicons": [{"lexicon": "states"}]}
    learned = dictionaries.learn([settings], [(["in", "Los", "Angeles", ","], ["O", "B-CITY", "I-CITY", "I-CITY"])])
    assert learned == {"city": {"los", "angeles"}}
    known = dictionaries.lookup(settings, learned["city"])
    assert [known(word) for word in ("Los", "ANGELES", "Massachusetts", "hampshire", "Boston")] == ["yes"] * 4 + [""]


def test_majorities_of_words_and_of_entries():
    room = ["Room", "PATIENT", "Room", "PATIENT", "Room", "DOCTOR"]  # the paper's example: twice PATIENT, once DOCTOR
    reading = reading_of("Room, Room, Room")
    reading.first_labels = [room[1], "O", room[3], "O", room[5]]
    corpus = majorities.count([(["Room"], ["DOCTOR"])] * 3)
    tokens = [majorities.values(name, corpus)(reading) for name in majorities.NAMES]
    assert tokens[0] == ["PATIENT", "O", "PATIENT", "O", "PATIENT"]
    assert tokens[1] == ["DOCTOR", "O", "DOCTOR", "O", "DOCTOR"]  # four times in the corpus and the record
    assert tokens[2] == ["PATIENT", "O", "PATIENT", "O", "PATIENT"]
    assert tokens[3] == ["DOCTOR", "O", "DOCTOR", "O", "DOCTOR"]


def test_a_record_that_the_corpus_has_is_counted_once():
    reading = reading_of("Room, Room")
    reading.first_labels = ["DOCTOR", "O", "DOCTOR"]
    other = (["Room"] * 3, ["PATIENT"] * 3)
    corpus = majorities.count([other, (reading.words, reading.first_labels)])
    in_corpus = [majorities.values(name, corpus) for name in (majorities.TOKEN_IN_CORPUS, majorities.ENTRY_IN_CORPUS)]
    reading.in_corpus = True
    assert [values(reading)[0] for values in in_corpus] == ["PATIENT", "DOCTOR"]
    reading.in_corpus = False
    assert [values(reading)[0] for values in in_corpus] == ["DOCTOR", "DOCTOR"]


def test_no_word_is_taken_for_an_edge():
    index = FeatureIndex(make_groups([{"use": "word", "window": [-1, 0]}], {}))
    reading = reading_of("EDGE seen EDGE")
    index.learn(reading)
    flat, starts = index.freeze().features(reading)
    assert next(index.name(feature) for feature in flat[starts[0] : starts[1]]) == ("word", -1, "EDGE")
    assert len(set(flat[starts[0] : starts[1]].tolist()) & set(flat[starts[1] : starts[2]].tolist())) == 0


def test_features_tell_their_names():
    index = FeatureIndex(make_groups([{"use": "word", "window": [-1, 0]}, {"use": "lower"}], {}))
    index.learn(reading_of("Room 7, Room"))
    index.freeze()
    tables = {group.name: table for group, table in zip(index.groups, index.tables(), strict=True)}
    every = [(*block, text) for block in index.bases for text in tables[block[0]]]
    assert [index.name(feature) for feature in range(index.size)] == every


def test_a_tie_does_not_depend_on_order():
    reading = reading_of("Room, Room")
    empty = majorities.count([])
    found = []
    for labels in (["PATIENT", "O", "DOCTOR"], ["DOCTOR", "O", "PATIENT"]):
        reading.first_labels = labels
        found.append(majorities.values(majorities.TOKEN_IN_RECORD, empty)(reading))
    assert found[0] == found[1]


def test_without_english_only_what_notes_teach_is_left():
    listed = [
        {"use": "lower"},
        {"use": "tag"},
        {"use": "dictionary", "name": "a", "lexicons": [{"lexicon": "last"}]},
        {"use": "dictionary", "name": "b", "labels": ["CITY"], "lexicons": [{"lexicon": "last"}]},
    ]
    assert for_language(listed, "es") == [{"use": "lower"}, {"use": "dictionary", "name": "b", "labels": ["CITY"]}]
