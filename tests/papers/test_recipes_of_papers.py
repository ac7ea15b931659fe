"""The recipes have the features that the papers list, in the windows that they say."""

import pytest

from incognote import recipes
from incognote.learn.settings import settings_of

YES_NO = [  # He 2015, Table 2
    "letter",
    "capital",
    "first-capital",
    "all-capitals",
    "digit",
    "all-digits",
    "mark",
    "letters-and-digits",
    "digits-and-marks",
]
LEXICAL = ["lower", "first-four", "last-four", "tag"]
DICTIONARIES = ["state", "street", "country", "city", "date"]


def windows(name):
    settings = settings_of(recipes.load(name))
    return {part.get("name", part["use"]): tuple(part.get("window", (0, 0))) for part in settings["features"]}


def test_wi_deid_has_all_of_table_2_in_a_window_of_two():
    assert windows("wi-deid") == dict.fromkeys([*LEXICAL, "shape", "length", *YES_NO, *DICTIONARIES], (-2, 2))


def test_run_1_has_only_lexical_features_in_its_window():
    found = windows("wi-deid-run1")
    assert found.keys() == windows("wi-deid").keys()
    assert {name for name, window in found.items() if window == (-2, 2)} == set(LEXICAL)
    assert {window for name, window in found.items() if name not in LEXICAL} == {(0, 0)}


def test_the_official_run_has_what_section_3_2_lists():
    assert windows("wi-deid-official") == {
        "word": (-2, 2),
        "tag": (-2, 2),
        "length": (0, 0),
        "digit": (0, 0),
        "letter": (0, 0),
        "first-capital": (0, 0),
        "mark": (0, 0),
    }


def test_stat_deid_has_the_features_of_section_6():
    names = ["male-name", "female-name", "last-name", "location", "hospital", "date"]
    alone = [
        "lemma",
        "left-bigram",
        "right-bigram",
        "first-capital",
        "dash-or-slash",
        "digit",
        "length",
        "syntax",
        "mesh",
    ]
    expected = dict.fromkeys([*alone, "section"], (0, 0)) | dict.fromkeys([*names, "tag"], (-2, 2))
    assert windows("stat-deid") == expected


def test_crfd_has_exactly_the_features_of_stat_deid():
    crfd, stat = (settings_of(recipes.load(name)) for name in ("crfd", "stat-deid"))
    assert crfd["features"] == stat["features"]
    assert (crfd["tokenizer"], crfd["within"]) == (stat["tokenizer"], stat["within"])


def test_aramaki_has_the_features_of_table_2_and_four_majorities():
    near = dict.fromkeys(["word", "tag", "case"], (-2, 2))
    sentence = ["position", "sentence-length-before", "sentence-length", "sentence-length-behind"]
    last = ["last-word", "last-word-but-one", "last-word-but-two"]
    alone = ["length", "special", "template", *sentence, *last, "person", "location", "date"]
    assert windows("aramaki") == near | dict.fromkeys(alone, (0, 0))
    second = settings_of(recipes.load("aramaki"))["second"]["features"]
    assert [part["use"] for part in second] == [
        f"{what}-majority-in-{where}" for what in ("token", "entry") for where in ("record", "corpus")
    ]


@pytest.mark.parametrize(
    ("name", "scheme"),
    [("stat-deid", "one"), ("sibanda-2006", "one"), ("wi-deid", "bio"), ("aramaki", "bio")],
)
def test_labels_are_as_each_paper_has_them(name, scheme):
    assert settings_of(recipes.load(name))["scheme"] == scheme
