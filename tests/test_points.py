from math import log

import pytest

from incognote import recipes
from incognote.errors import ConfigError, UnknownNameError
from incognote.points import leaning, thresholds_of

RECIPE = {"points": {"safe": {"all": 0.1, "DATE": 0.3}, "balanced": {"all": 0.5}}}


def test_the_first_point_is_the_default():
    assert thresholds_of(RECIPE, "x", None, {}) == {"all": 0.1, "DATE": 0.3}
    assert thresholds_of(RECIPE, "x", "balanced", {}) == {"all": 0.5}
    assert thresholds_of({}, "x", None, {}) == {}


def test_own_thresholds_win():
    assert thresholds_of(RECIPE, "x", None, {"CITY": 0.6}) == {"all": 0.1, "DATE": 0.3, "CITY": 0.6}
    assert thresholds_of(RECIPE, "x", None, {"DATE": 0.6}) == {"all": 0.1, "DATE": 0.6}


def test_an_own_threshold_for_all_is_for_all():
    assert thresholds_of(RECIPE, "x", None, {"all": 0.2, "CITY": 0.6}) == {"all": 0.2, "CITY": 0.6}


@pytest.mark.parametrize(
    ("recipe", "point", "own", "problem"),
    [
        (RECIPE, "sfae", {}, "did you mean 'safe'"),
        ({}, "safe", {}, "it has none"),
        ({}, None, {"all": 0.1}, "takes no thresholds"),
        (RECIPE, None, {"DAET": 0.1}, "did you mean 'DATE'"),
        (RECIPE, None, {"DATE": 1.0}, "between 0 and 1"),
        (RECIPE, None, {"DATE": 0}, "between 0 and 1"),
    ],
)
def test_what_cannot_be_is_refused(recipe, point, own, problem):
    with pytest.raises((ConfigError, UnknownNameError), match=problem):
        thresholds_of(recipe, "x", point, own)


def test_thresholds_become_leanings():
    assert leaning({"all": 0.5}) == {"O": 0.0}
    found = leaning({"all": 0.1, "DATE": 0.5})
    assert found["O"] == pytest.approx(-log(9))
    assert found["DATE"] == pytest.approx(-log(9))
    assert leaning({"DATE": 0.1})["DATE"] == pytest.approx(log(9))
    assert leaning({}) == {}


@pytest.mark.parametrize("engine", ["deid@safe", "wi-deid@safe"])
def test_engines_without_points_say_so(engine):
    with pytest.raises(UnknownNameError, match="no operating point"):
        recipes.build(engine)
