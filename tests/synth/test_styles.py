"""Styles: where words come from, and in which shares."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import get_args

import pytest

from incognote.errors import UnknownNameError
from incognote.synth.forms import Kind, fold
from incognote.synth.made_words import made_up, misspelled, random_letters
from incognote.synth.name_words import dictionary, known_words, word_like
from incognote.synth.needs import Need, Source
from incognote.synth.nicknames import same_bearer
from incognote.synth.styles import STYLES, make_style

WORDS = [kind for kind in get_args(Kind) if kind not in ("keep", "generic", "digits", "letters", "initial", "name")]
KINDS = [kind for kind in WORDS if not kind.endswith(("-code", "-short"))]
TERMS = [
    first + second for first in ("hep", "ase", "stro", "card", "pneu") for second in ("itis", "osis", "emia", "oma")
]


@pytest.mark.parametrize("kind", KINDS)
def test_dictionary_words_of_each_kind(kind: Kind) -> None:
    rng = Random(1)
    drawn = {dictionary(Need(kind, "patient", "zz"), rng) for _ in range(50)}
    assert len(drawn) > 25
    known = sum(set(fold(word).split()) <= known_words() for word in drawn)
    assert known > 0.9 * len(drawn)


@pytest.mark.parametrize("source", [misspelled, made_up, random_letters])
def test_other_words_are_on_no_list(source: Source) -> None:
    rng = Random(1)
    assert all(fold(source(Need("surname", "patient", "zz"), rng)) not in known_words() for _ in range(200))


@pytest.mark.parametrize("source", [dictionary, word_like, misspelled, made_up, random_letters])
def test_what_is_to_be_avoided_is_not_drawn(source: Source) -> None:
    drawn = [source(Need("male", "patient", "Sam"), Random(seed)) for seed in range(20)]
    avoid = frozenset(map(fold, drawn))
    again = [source(Need("male", "patient", "Sam", avoid=avoid), Random(seed)) for seed in range(20)]
    assert avoid.isdisjoint(map(fold, again))
    assert not any(fold(word).startswith("s") for word in drawn)


@pytest.mark.parametrize(
    ("name", "group", "ambiguous", "unknown"),
    [
        ("ambiguous", "patient", 0.49, 0.0),
        ("ambiguous", "doctor", 0.79, 0.0),
        ("ambiguous", "location", 1.0, 0.0),
        ("ambiguous", "hospital", 0.14, 0.0),
        ("challenge", "patient", 0.10, 0.73),
        ("challenge", "hospital", 0.37, 0.49),
    ],
)
def test_shares_are_met_by_mentions(name: str, group: str, ambiguous: float, unknown: float) -> None:
    rng, counts = Random(3), Counter[str]()
    style = make_style(name, rng, TERMS, {*TERMS, "hospital"})
    while counts.total() < 1000:
        uses = rng.choice((1, 1, 2, 3, 6))
        word = fold(style(Need("surname", group, "zz", uses), rng))
        kind = "ambiguous" if word in TERMS else "known" if word in known_words() else "unknown"
        counts[kind] += uses
    assert counts["ambiguous"] / counts.total() == pytest.approx(ambiguous, abs=0.03)
    if unknown:
        assert counts["unknown"] / counts.total() == pytest.approx(unknown, abs=0.04)


def test_every_term_gets_used_before_one_is_used_twice() -> None:
    style = make_style("ambiguous", Random(1), TERMS, TERMS)
    rng = Random(2)
    drawn = [style(Need("city", "location", "zz"), rng) for _ in TERMS]
    assert sorted(drawn) == sorted(TERMS)


@pytest.mark.parametrize("name", STYLES)
def test_generic_words(name: str) -> None:
    style = make_style(name, Random(1), TERMS, {*TERMS, "hospital"})
    rng = Random(2)
    kept = sum(style(Need("hospital", "hospital", "Hospital", generic=True), rng) == "Hospital" for _ in range(400))
    expected = {"random": 1.0, "training": 1.0, "oov": 0.2, "ambiguous": 0.14, "challenge": 0.37}[name]
    assert kept / 400 == pytest.approx(expected, abs=0.06)


def test_random_names_are_in_the_lists() -> None:
    style, rng = make_style("random", Random(1)), Random(2)
    drawn = [style(Need("surname", "patient", "zz"), rng) for _ in range(400)]
    assert all(fold(word) in known_words() for word in drawn)
    assert len(set(drawn)) > 300


def test_pet_names() -> None:
    assert same_bearer("robert", "bob")
    assert same_bearer("bob", "robert")
    assert not same_bearer("robert", "jane")


def test_a_style_that_is_not_there() -> None:
    with pytest.raises(UnknownNameError, match="random"):
        make_style("randon", Random(1))
