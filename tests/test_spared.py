"""The terms that must be spared: drawn once, of six kinds, each in three sentences."""

import importlib.util
import sys
from collections import Counter
from pathlib import Path

import pytest

from incognote import lexicons, recipes
from incognote.detect import packed, word_classes
from incognote.types import Span

FILE = Path(__file__).parents[1] / "benchmarks" / "spared.py"
spec = importlib.util.spec_from_file_location("spared", FILE)
spared = importlib.util.module_from_spec(spec)
sys.modules["spared"] = spared  # dataclasses look their module up
spec.loader.exec_module(spared)


def test_as_many_terms_of_each_kind_as_the_draw_says():
    terms = spared.terms()
    assert Counter(kind for _, kind in terms) == spared.COUNTS
    assert len({term for term, _ in terms}) == 400


@pytest.mark.parametrize("kind", spared.COUNTS)
def test_a_term_stands_once_in_each_of_its_three_sentences(kind):
    for term, _ in (row for row in spared.terms() if row[1] == kind):
        made = spared.sentences(term, kind)
        assert len(set(made)) == 3
        assert all(sentence.lower().count(term.lower()) >= 1 for sentence in made)
        assert term in made[0]
        assert term in made[1]
        assert made == spared.sentences(term, kind)


def test_of_a_hundred_words_of_medicine_at_most_one_is_touched():
    results = spared.measure(recipes.build("deid"))
    assert len(results) == 400
    assert spared.share(results) <= 0.01, [(one.term, one.sources) for one in results if one.touched]


class Finds:
    """Finds a word wherever it stands."""

    def __init__(self, word):
        self.word = word

    def detect(self, doc, layout):
        at = doc.text.lower().find(self.word)
        return [Span(at, at + len(self.word), "CITY", 0.5, "finds")] if at >= 0 else []


def test_words_that_are_touched_are_counted(monkeypatch):
    monkeypatch.setattr(spared, "terms", lambda: [("Barrett's esophagus", "eponym"), ("ear", "anatomy")])
    engine = spared.Pipeline("x", [Finds("rett's")])
    barrett, ear = spared.measure(engine)
    assert (barrett.words, barrett.touched, barrett.sources) == (9, 6, ("finds",))
    assert (ear.words, ear.touched, ear.sources) == (3, 0, ())
    assert spared.share([barrett, ear]) == 0.5


def test_what_is_held_out_is_on_no_list_of_medicine(monkeypatch):
    monkeypatch.setattr(lexicons, "load", lexicons.load)
    monkeypatch.setattr(packed, "packed", packed.packed)
    known = lexicons.load("anatomy")
    spared.hold_out()
    classes = word_classes.word_classes.__wrapped__()
    assert not classes.bits("hypophysis") >> classes.bit("medicine") & 1
    assert classes.bits("pancreatectomy") >> classes.bit("medicine") & 1
    assert "hypophysis" in known
    assert "hypophysis" not in lexicons.load("anatomy")
    assert 0 < len(lexicons.load("anatomy")) < len(known)
    assert lexicons.load("last").words
