"""What is in a corpus, counted by hand."""

import pytest

from incognote import recipes
from incognote.experiments.described import (
    NAMES_OF_CLASSES,
    describe,
    dictionaries,
    sibanda_counts,
    uzuner_counts,
    words_for_tables,
)
from incognote.experiments.printed import COUNTS
from incognote.experiments.studies import CORPORA

from .notes import note

DOCS = [
    note(
        "1", "Mr. Smith Zzyx saw Dr. Pain in Boston.", ("Smith Zzyx", "PATIENT"), ("Pain", "DOCTOR"), ("Boston", "CITY")
    ),
    note("2", "The pain of a smith, aged 34, in May.", ("34", "AGE"), ("May", "DATE")),
]
FOUND = describe(DOCS)


def test_words_by_class():
    assert {name: dict(words) for name, words in FOUND.words.items() if words and name} == {
        "PATIENT": {"smith": 1, "zzyx": 1},
        "DOCTOR": {"pain": 1},
        "LOCATION": {"boston": 1},
        "DATE": {"may": 1},
    }
    assert FOUND.words[""]["34"] == 1  # ages are no class
    assert FOUND.words[""]["in"] == 2
    assert set(FOUND.words) == set(NAMES_OF_CLASSES)


def test_ambiguous_words_are_phi_and_not_phi():
    assert FOUND.ambiguous() == {"smith", "pain"}
    assert FOUND.share("PATIENT", FOUND.ambiguous()) == 50
    assert FOUND.share("DOCTOR", FOUND.ambiguous()) == 100
    assert FOUND.share("PHONE", FOUND.ambiguous()) == 0
    assert FOUND.share("", FOUND.ambiguous()) == pytest.approx(100 * 2 / 12)


def test_words_in_no_dictionary():
    assert "zzyx" in FOUND.out_of_vocabulary()
    assert not {"smith", "boston", "may", "34"} & FOUND.out_of_vocabulary()


def test_the_dictionaries_are_those_of_stat_deid():
    assert set(dictionaries()) == {"names", "locations", "hospitals", "months"}
    for kind, words in {"names": "smith", "locations": "boston", "hospitals": "hospital", "months": "may"}.items():
        assert words in dictionaries()[kind]
    assert "zzyx" not in frozenset().union(*dictionaries().values())
    assert recipes.load("stat-deid")["detectors"][0]["use"] == "tagger"


def test_tables_1_to_3_of_uzuner():
    counts = uzuner_counts(dict.fromkeys(CORPORA, FOUND))
    assert counts["1"].cells["Patient"] == dict.fromkeys(CORPORA, 2)
    assert counts["1"].cells["Non-PHI"]["oov"] == 12
    assert counts["2"].cells["Patient"] == {"ambiguous": 1, "challenge": 1}
    assert counts["2"].cells["Non-PHI"]["ambiguous"] == 2
    assert counts["3"].cells["random"]["Patients in names"] == 50
    assert counts["3"].cells["random"]["Dates in months"] == 100
    for number, table in counts.items():
        printed = COUNTS["uzuner2008"][number]
        assert {row: set(cells) for row, cells in table.cells.items()} == {
            row: set(cells) for row, cells in printed.cells.items()
        }


def test_tables_1_6_and_10_of_sibanda():
    counts = sibanda_counts(dict.fromkeys(CORPORA, FOUND))
    assert counts["6"].cells["Doctor"] == {"words": 1, "ambiguous words": 1}
    assert counts["10"].cells["Patient"] == {"words": 2, "not in dictionaries": 1}
    assert counts["10"].cells["Non-PHI"]["not in dictionaries"] == 0
    for number, table in counts.items():
        printed = COUNTS["sibanda2006"][number]
        assert {row: set(cells) for row, cells in table.cells.items()} == {
            row: set(cells) for row, cells in printed.cells.items()
        }


def test_words_of_tables_are_of_their_corpora():
    words = words_for_tables({"ambiguous": FOUND, "oov": describe([])})
    assert words["ambiguous"].ambiguous == {"smith", "pain"}
    assert words["oov"].oov == words["oov"].ambiguous == set()


def test_reprs_do_not_quote_a_note():
    assert "smith" not in repr(FOUND)
