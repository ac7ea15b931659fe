"""SNoW as a recipe's learner."""

import pytest

from incognote import recipes
from incognote.learn import training
from incognote.learn.learner import no_progress
from incognote.learn.settings import settings_of
from incognote.learn.snow_features import short_shape

LISTED = [group for group in settings_of(recipes.load("snow"))["features"] if group["use"] == "dictionary"]
SETTINGS = {"tokenizer": "fine", "within": "sentence", "scheme": "bio", "learner": {"use": "snow"}, "features": LISTED}


@pytest.fixture(scope="module")
def fewer(few):
    return few[:15]


@pytest.fixture(scope="module")
def learner(fewer):
    return training.train(fewer, SETTINGS)


def test_it_learns_notes_and_is_restored_as_it_was(fewer, learner):
    readings = training.readings_of(fewer, SETTINGS)
    labels = training.labels_for(fewer, readings, SETTINGS)
    found = [learner.predict(reading) for reading in readings]
    right = [one == other for pair in zip(labels, found, strict=True) for one, other in zip(*pair, strict=True)]
    assert sum(right) > 0.9 * len(right)
    again = training.new_learner(SETTINGS).restore(learner.state())
    assert [again.predict(reading) for reading in readings] == found


def test_it_says_what_spoke_for_a_type(fewer, learner):
    reading = training.readings_of(fewer, SETTINGS)[0]
    labels = learner.predict(reading)
    at, label = next((at, label) for at, label in enumerate(labels) if label != "O")
    reasons = learner.explained(reading)(at, label)
    assert sum(weight for _, weight in reasons) > 0
    assert [abs(weight) for _, weight in reasons] == sorted((abs(weight) for _, weight in reasons), reverse=True)
    outside = labels.index("O")
    assert learner.explained(reading)(outside, label) == []


def test_tags_are_taken_from_the_reading_where_the_recipe_has_them(fewer):
    settings = {**SETTINGS, "features": [{"use": "tag"}, *LISTED]}
    readings = training.readings_of(fewer[:2], settings)
    for reading in readings:
        reading.__dict__["tags"] = [f"TAG{short_shape(word)}" for word in reading.words]
    labels = training.labels_for(fewer[:2], readings, settings)
    learned = training.new_learner(settings).fit(readings, labels, no_progress)
    assert any(name.startswith("t1|TAG") for name in learned.model.words.features)
