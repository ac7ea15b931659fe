import re

import pytest

from incognote import recipes
from incognote.types import Document

RULES = recipes.load("heuristic-dictionary")["detectors"][1]["rule"]
MARKS = re.compile(r"[\[\]]")


@pytest.fixture(scope="module")
def engine():
    return recipes.build("heuristic-dictionary")


def found(engine, text):
    doc = engine.find(Document("a", text))
    return [(doc[span], span.label) for span in doc.spans]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["id"])
def test_every_rule_finds_and_spares_what_it_says(engine, rule):
    for text in (*rule["found"], *rule["spared"]):
        doc = engine.suspect(Document("a", MARKS.sub("", text)))
        mine = {doc[span] for span in doc.spans if span.source == f"heuristic:{rule['id']}"}
        marked = set(re.findall(r"\[(.*?)\]", text))
        assert marked <= mine and (marked or not mine), text


@pytest.mark.parametrize(
    ("text", "phi"),
    [
        ("Mr. Ymfgkstjj was seen", [("Ymfgkstjj", "NAME")]),
        ("O. Ymfgkstjj initiated radiation therapy", []),  # Sibanda 2006: a name that no table has
        ("Camera underwent relaxation to remove mucous plugs.", []),  # Uzuner 2008: missed by all baselines
        ("KOWALCZYK and kowalczyk", [("KOWALCZYK", "NAME"), ("kowalczyk", "NAME")]),
        ("Huntington's disease", [("Huntington", "CITY")]),  # "a greedy de-identifier" takes it
        ("Flew from Chicage to Boston", [("Chicage", "CITY"), ("Boston", "CITY")]),
        ("call 617-555-0139 on 3/14/2011", [("617-555-0139", "PHONE"), ("3/14/2011", "DATE")]),
        ("", []),
    ],
)
def test_sentences(engine, text, phi):
    assert found(engine, text) == phi


def test_a_word_of_the_tables_that_is_common_is_never_phi(engine):
    assert found(engine, "Will Brown may rose; young white male, long bland hall") == []
