"""The terms that must be spared: drawn once, of six kinds, each in three sentences."""

import importlib.util
from collections import Counter
from pathlib import Path

import pytest

FILE = Path(__file__).parents[1] / "benchmarks" / "spared.py"
spec = importlib.util.spec_from_file_location("spared", FILE)
spared = importlib.util.module_from_spec(spec)
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
