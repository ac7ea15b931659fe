"""Invented ages are near the old ones and of the same time of life."""

from random import Random

import pytest

from incognote.synth.ages import fill_age
from tests.synth.models import models

STAYS = {"90s", "nineties", "nonagenarian", "teens"}


def drawn(model):
    return {fill_age(model, Random(seed)) for seed in range(60)}


@pytest.mark.parametrize("age", range(110))
def test_an_age_stays_in_its_time_of_life(age):
    new = {int(text) for text in drawn(str(age))}
    assert new
    assert age not in new
    for other in new:
        assert [other < 18, other > 89] == [age < 18, age > 89]
        assert abs(other - age) <= max(1, round(age / 5))


@pytest.mark.parametrize(
    ("model", "among"),
    [
        ("eight", {"seven", "nine", "six", "ten"}),
        ("Thirty-eight", {"Thirty-six", "Forty-five"}),
        ("NINETY ONE", {"NINETY TWO"}),
        ("thirty-\nsix", {"thirty-\nfour"}),
        ("fifty", {"forty", "sixty"}),
        ("Ninety", {"Ninety-one", "Ninety-nine"}),
        ("fiftyish", {"fortyish", "sixtyish"}),
        ("seventy-something", {"eighty-something"}),
        ("ninety-four and three quarters", {"ninety-five and three quarters"}),
        ("eighties", {"seventies"}),
        ("octogenarian", {"septuagenarian"}),
        ("20s", {"10s", "30s"}),
        ("80's", {"70's"}),
        ("80th", {"81st", "82nd", "79th"}),
        ("30-ish", {"28-ish"}),
        ("2½", {"1½", "3½"}),
        ("5/12", {"4/12", "6/12"}),
        ("047", {"045"}),
        ("5O", {"6O", "52"}),
        ("102", {"101", "103"}),
    ],
)
def test_an_age_keeps_its_form(model, among):
    assert among <= drawn(model)
    assert model not in drawn(model)


def test_every_age_of_the_corpus_becomes_another():
    assert {model for model in models("AGE") if model in drawn(model)} <= STAYS


@pytest.mark.parametrize("model", ["unknown", "", "---"])
def test_what_is_no_age_stays(model):
    assert drawn(model) == {model}
