"""Recipes that say what no tagger knows are refused, and the complaint says what to write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote import recipes
from incognote.errors import ConfigError
from incognote.learn.crossvalidation import learns
from incognote.learn.settings import (
    LEARNERS,
    choosable,
    in_language,
    labels_unmet,
    require_enough,
    require_sound,
    settings_of,
)
from incognote.learn.tagging import TRAINERS
from incognote.types import Document, Span

LEARNING = [name for name in recipes.names() if learns(recipes.load(name))]
SGD = {"use": "crf", "by": "sgd", "l1": 0.1, "l2": 0.0, "epochs": 2, "rate": 0.5}
CRFSUITE = {"use": "crf", "l1": 0.1, "l2": 0.0, "iterations": 2}
SVM = {"use": "svm", "c": 1.0}
CITY = {"use": "dictionary", "name": "city", "labels": ["CITY"]}
STATES = {"use": "dictionary", "name": "state", "lexicons": [{"lexicon": "states"}]}
MAJORITY = {"use": "token-majority-in-record"}


def tagger(*features, learner=SGD, **more):
    return {
        "use": "tagger",
        "tokenizer": "penn",
        "within": "sentence",
        "scheme": "bio",
        "learner": learner,
        "features": list(features),
        **more,
    }


def without(values, *keys):
    return {key: value for key, value in values.items() if key not in keys}


def lexicon(**part):
    return {**STATES, "lexicons": [part]}


LOWER = {"use": "lower", "window": [-2, 2]}
SOUND = [
    tagger(LOWER, CITY, STATES, {"use": "mesh"}),
    tagger(LOWER, lexicon(lexicon="last", column="zipf", largest=5)),
    tagger(LOWER, learner=CRFSUITE),
    tagger(LOWER, learner={**SVM, "against": "one"}, scheme="one", one_class="PHI"),
    tagger(LOWER, language="es", second={"folds": 2, "features": [MAJORITY]}),
    without(tagger(learner={"use": "hmm"}), "features"),
    tagger(learner={"use": "hmm"}),
    tagger({"use": "tag"}, STATES, learner={"use": "snow"}),
]

WRONG = {
    "keys": [
        (tagger({"use": "lower", "windw": [-2, 2]}), "'lower' has no setting 'windw'; did you mean 'window'?"),
        (tagger(LOWER, tokeniser="penn"), "the tagger has no setting 'tokeniser'; did you mean 'tokenizer'?"),
        (tagger({"use": "lower", "name": "x"}), "'name'; there are: use, window"),
        (tagger({**CITY, "label": ["CITY"]}), "the dictionary 'city' has no setting 'label'; did you mean 'labels'?"),
        (tagger(lexicon(lexicon="states", bigest=3)), "a lexicon of the dictionary 'state' has no setting 'bigest'"),
        (
            tagger(LOWER, second={"fold": 2, "features": [MAJORITY]}),
            "the second stage has no setting 'fold'; did you mean 'folds'?",
        ),
    ],
    "tagger": [
        (without(tagger(LOWER), "tokenizer"), "the tagger lacks tokenizer"),
        (without(tagger(LOWER), "learner"), "the tagger lacks learner"),
        (without(tagger(LOWER), "features"), "the tagger has no features"),
        (tagger(), "the tagger has no features"),
        (tagger(LOWER, features={"use": "lower"}), "features of the tagger must be a list of tables"),
        (tagger(LOWER, features=["lower"]), "features of the tagger must be a list of tables"),
        (tagger(LOWER, tokenizer="pen"), "no tokenizer is called 'pen'; did you mean 'penn'?"),
        (tagger(LOWER, scheme="biose"), "scheme of the tagger must be one of: bio, one"),
        (tagger(LOWER, within=["note"]), "within of the tagger must be one of: note, sentence"),
        (tagger(LOWER, one_class=""), "one_class of the tagger must be text"),
        (tagger(LOWER, language="spanish"), "language of the tagger must be two letters"),
        (tagger(LOWER, learner="svm"), "learner of the tagger must be a table"),
    ],
    "features": [
        (tagger({"use": "lowre"}), "no feature is called 'lowre'; did you mean 'lower'?"),
        (tagger({"use": 7}), "a feature lacks use"),
        (tagger({"window": [0, 0]}), "a feature lacks use"),
        (tagger(MAJORITY), "is of an earlier stage; list it in the features of second"),
        (tagger(LOWER, {"use": "lower"}), "two features are called 'lower'"),
        (tagger(LOWER, second={"folds": 2, "features": [LOWER]}), "two features are called 'lower'"),
        *(
            (tagger({"use": use, "window": [-1, 1]}), f"the feature '{use}' has no setting 'window'; there are: use")
            for use in ("mesh", "syntax")
        ),
        *(
            (tagger({"use": "lower", "window": window}), "window of the feature 'lower' must be two whole numbers")
            for window in (2, [2], [-1, 0, 1], [1, 2], [-2, -1], [1, -1], ["-1", "1"], [-1.0, 1], [False, True], {})
        ),
    ],
    "dictionaries": [
        (tagger(without(CITY, "name")), "the dictionary 'dictionary' lacks name"),
        (tagger(without(CITY, "labels")), "neither labels nor lexicons"),
        (tagger({**STATES, "lexicons": []}), "neither labels nor lexicons"),
        (tagger({**CITY, "labels": "CITY"}), "labels of the dictionary 'city' must be a list of texts"),
        (tagger({**CITY, "labels": []}), "labels of the dictionary 'city' must be a list of texts"),
        (tagger({**STATES, "lexicons": ["states"]}), "lexicons of the dictionary 'state' must be a list of tables"),
        (tagger(lexicon(name="states")), "has no setting 'name'"),
        (tagger(lexicon(lexicon="sates")), "no lexicon is called 'sates'; did you mean 'states'?"),
        (tagger(lexicon(lexicon="last", column="size", largest=3)), "no column 'size'; there are: per_million, zipf"),
        (tagger(lexicon(lexicon="last", column="zipf")), "give both"),
        (tagger(lexicon(lexicon="last", largest=3)), "give both"),
        (tagger(lexicon(lexicon="last", column="zipf", largest=0)), "largest .* a whole number of at least 1"),
    ],
    "learners": [
        (tagger(LOWER, learner={"use": "csf"}), "no learner is called 'csf'; did you mean 'crf'?"),
        (tagger(LOWER, learner={"use": "two-stage"}), "no learner is called 'two-stage'"),
        (tagger(LOWER, learner={"use": ["crf"]}), "the learner lacks use"),
        (tagger(LOWER, learner={"c": 1.0}), "the learner lacks use"),
        (tagger(LOWER, learner={**SGD, "by": "magic"}), "by of the learner 'crf' must be one of: crfsuite, sgd"),
        (tagger(LOWER, learner={**SVM, "by": "sgd"}), "by of the learner 'svm' must be one of: liblinear"),
        (tagger(LOWER, learner={**SGD, "iterations": 5}), "the learner 'crf' has no setting 'iterations'"),
        *(
            (tagger(LOWER, learner=without(learner, key)), f"the learner '{learner['use']}' lacks {key}")
            for learner, keys in (
                (SVM, ("c",)),
                (CRFSUITE, ("l1", "l2", "iterations")),
                (SGD, ("l1", "epochs", "rate")),
            )
            for key in keys
        ),
        *(
            (tagger(LOWER, learner={**learner, key: value}), f"{key} of the learner '{learner['use']}' must be {what}")
            for learner, key, what, values in (
                (SVM, "c", "a number above 0", (0, -1, "1", True, float("nan"), float("inf"))),
                (SVM, "against", "one of: rest, one", ("all", 1)),
                (CRFSUITE, "l1", "a number of at least 0", (-0.1, "0.1")),
                (CRFSUITE, "iterations", "a whole number of at least 1", (0, 2.5, "Abbottx")),
                (SGD, "epochs", "a whole number of at least 1", (0, -3, 1.0)),
                (SGD, "rate", "a number above 0", (0, -0.5)),
                (SGD, "l2", "a number of at least 0", (-1, None)),
            )
            for value in values
        ),
    ],
    "learners with features of their own": [
        (tagger(learner={"use": "hmm", "l1": 0.1}), "the learner 'hmm' has no setting 'l1'"),
        (tagger(learner={"use": "snow", "by": "sgd"}), "the learner 'snow' has no setting 'by'"),
        (tagger(learner={"use": "hmm"}, scheme="one"), "the learner 'hmm' needs scheme = 'bio'"),
        (tagger(LOWER, learner={"use": "hmm"}), "the learner 'hmm' doesn't look at the feature 'lower'; leave out"),
        (tagger(LOWER, learner={"use": "snow"}), "doesn't look at the feature 'lower'; it may have: tag, dictionary"),
        (tagger(CITY, learner={"use": "snow"}), "the dictionary 'city' has no setting 'labels'; there are: use, name"),
        (tagger({"use": "tag", "window": [-1, 1]}, learner={"use": "snow"}), "'tag' has no setting 'window'"),
        (
            tagger(STATES, learner={"use": "snow"}, second={"folds": 2, "features": [MAJORITY]}),
            "the learner 'snow' has no second stage",
        ),
    ],
    "second stages": [
        (tagger(LOWER, second={}), "the second stage lacks folds"),
        (tagger(LOWER, second={"folds": 1, "features": [MAJORITY]}), "folds .* a whole number of at least 2"),
        (tagger(LOWER, second={"folds": 2}), "the second stage lacks features"),
        (tagger(LOWER, second={"folds": 2, "features": []}), "the second stage has no features"),
        (tagger(LOWER, second={"folds": 2, "features": [{"use": "lowr"}]}), "no feature is called 'lowr'"),
    ],
}


@pytest.mark.parametrize("settings", SOUND)
def test_settings_that_are_sound(settings):
    assert settings_of({"detectors": [settings]}) == settings


@pytest.mark.parametrize(("settings", "message"), [case for cases in WRONG.values() for case in cases])
def test_settings_that_are_refused(settings, message):
    with pytest.raises(ConfigError, match=message) as error:
        settings_of({"detectors": [settings]})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", LEARNING)
@pytest.mark.parametrize("language", [None, "en", "ES", "eu"])
def test_the_recipes_that_come_with_the_package_are_sound(name, language):
    settings = settings_of(recipes.load(name), language)
    require_sound(settings)
    own = "es" if name == "incognote-es" else "en"
    assert settings.get("language", "en") == (language or own).lower()


@pytest.mark.parametrize(
    ("parts", "message"),
    [([{"use": "rules"}], "no tagger to train"), ([tagger(LOWER), tagger(LOWER)], "has 2 taggers")],
)
def test_a_recipe_has_one_tagger(parts, message):
    with pytest.raises(ConfigError, match=message):
        settings_of({"detectors": parts})


@pytest.mark.parametrize("language", ["english", "xx", "", " ", "e", "es-MX"])
def test_what_is_no_code_of_a_language_is_refused(language):
    with pytest.raises(ConfigError, match="two letters by ISO 639-1"):
        in_language({"detectors": [{"use": "rules"}]}, language)


@pytest.mark.parametrize(("own", "asked", "is_left"), [("es", None, False), ("es", "en", True), (None, "es", False)])
def test_the_language_is_the_one_asked_for_or_else_the_recipes(own, asked, is_left):
    recipe = {"detectors": [tagger(LOWER, STATES, **({"language": own} if own else {}))]}
    settings = settings_of(recipe, asked)
    assert (STATES in settings["features"], "language" in settings) == (is_left, not is_left)
    assert settings_of({"detectors": [settings]}) == settings


def test_another_language_leaves_nothing_of_english_in_either_stage():
    second = {"folds": 2, "features": [{"use": "tag"}, MAJORITY]}
    settings = settings_of({"detectors": [tagger(LOWER, STATES, second=second)]}, "es")
    assert (settings["features"], settings["second"]["features"]) == ([LOWER], [MAJORITY])
    assert second["features"] == [{"use": "tag"}, MAJORITY]
    with pytest.raises(ConfigError, match="without what is made for English, the tagger has no features"):
        settings_of({"detectors": [tagger({"use": "tag"}, STATES)]}, "es")


def test_the_table_of_learners_is_that_of_what_trains_them():
    assert {use: list(ways) for use, ways in LEARNERS.items() if ways} == {
        use: list(ways) for use, ways in TRAINERS.items()
    }


def test_what_can_be_chosen():
    assert list(choosable(CRFSUITE)) == ["l1", "l2", "iterations"]
    assert list(choosable(SVM)) == ["c", "against"]
    assert choosable({"use": "hmm"}) == {}


def test_a_second_stage_needs_a_note_a_fold():
    settings = tagger(LOWER, second={"folds": 3, "features": [MAJORITY]})
    require_enough(settings, 3)
    require_enough(tagger(LOWER), 1)
    with pytest.raises(ConfigError, match="a second stage needs at least 3 notes, there are 2"):
        require_enough(settings, 2)


def test_labels_that_no_note_has():
    docs = [Document("a", "Boston", [Span(0, 6, "CITY")])]
    both = {**CITY, "labels": ["STREET", "CITY", "COUNTRY"]}
    assert labels_unmet(tagger(LOWER, both), docs) == ["COUNTRY", "STREET"]
    assert labels_unmet(tagger(LOWER, CITY), docs) == []
    assert labels_unmet(tagger(LOWER, CITY, one_class="PHI"), docs) == ["CITY"]
    assert labels_unmet(tagger(learner={"use": "hmm"}), docs) == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["use", "x"]), inner, max_size=3),
)


@given(st.sampled_from(SOUND), st.data())
def test_whatever_a_setting_is_the_complaint_is_ours(settings, data):
    key = data.draw(st.sampled_from([*settings, "features", "second"]))
    try:
        require_sound({**settings, key: data.draw(JSON)})
    except ConfigError as error:
        assert "\n" not in str(error)
