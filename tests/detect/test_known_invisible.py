"""Characters that nobody sees, and dashes of all kinds, hide no name and no number."""

import pytest

from incognote import Document
from incognote.detect.known import KnownPhi
from incognote.known.tables import read_patients
from incognote.pipeline import Pipeline

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015"
ZERO_WIDTH = "\u200b\u2060\ufeff"
INVISIBLE = "\u00ad\u200e\u202a\u2066" + ZERO_WIDTH


@pytest.fixture
def detector(tmp_path):
    (tmp_path / "p.csv").write_text("id,name,dob,phone,mrn\nP,Ama Okonkwo,1950-12-03,617-555-0142,00123456\n", "utf-8")
    return KnownPhi(read_patients(tmp_path / "p.csv"), [], {"saw", "today"}.__contains__)


def found(detector, text):
    doc = Document("n", text, patient="P")
    return [(doc[span], span.label) for span in Pipeline("known", [detector]).find(doc).spans]


@pytest.mark.parametrize("char", INVISIBLE, ids=ascii)
@pytest.mark.parametrize(
    "text, label",
    [
        ("Ama Oko_nkwo", "PATIENT"),
        ("A_ma_ _Okonkwo", "PATIENT"),
        ("6_17-55_5-0142", "PHONE"),
        ("0012_3456", "MEDICALRECORD"),
    ],
)
def test_invisible_characters(detector, char, text, label):
    hidden = text.replace("_", char)
    assert found(detector, f"{char}saw {hidden} today{char}") == [(hidden, label)]


@pytest.mark.parametrize("char", ZERO_WIDTH, ids=ascii)
def test_words_that_an_invisible_character_parts(detector, char):
    assert found(detector, f"saw{char}Okonkwo today") == [("Okonkwo", "PATIENT")]


@pytest.mark.parametrize("char", DASHES + "\u00a0", ids=ascii)
@pytest.mark.parametrize("text", ["617_555_0142", "+1_617_555_0142", "12_03_1950"])
def test_dashes(detector, char, text):
    number = text.replace("_", char)
    assert [words for words, _ in found(detector, f"saw {number} today")] == [number]
