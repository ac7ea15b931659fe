"""The transcript of Appendix C, question by question."""

import click
import pytest
from click.testing import CliRunner

from incognote import recipes
from incognote.cli.questions import ask


@pytest.fixture
def asked():
    def run(*answers):
        result = {}

        @click.command()
        def command():
            result["answers"] = ask()

        done = CliRunner().invoke(command, input="".join(f"{answer}\n" for answer in answers))
        return result.get("answers"), done.output + str(done.exception or "")

    return run


def test_the_sample_run(asked):
    answers, out = asked("1", "200", "n", *"yyyyyyy", "n", "y", "y")
    assert answers == (True, 200, ("dates",))
    words = [
        "Press '0' for no comparison or '1' for statistical comparison with existing Gold Standard",
        "Press '0' to preserve all dates. To shift dates, enter the amount of forward shift in weeks.",
        "PHI categories filtered:",
        "1. Social Security Numbers (SSN)",
        "10. Names",
        "De-identify all PHI categories?",
        "1. De-identify Social Security Numbers (SSN)?",
        "7. De-identify locations and hospital names?",
        "8. De-identify dates?",
        "8. De-identify individual years?",
        "9. De-identify names?",
        "Starting de-identification...",
    ]
    places = [out.index(word) for word in words]
    assert places == sorted(places)


def test_all_categories_are_asked_for_at_once(asked):
    answers, out = asked("0", "0", "y")
    assert answers == (False, 0, ())
    assert "De-identify names?" not in out


def test_an_answer_that_is_none_is_asked_for_again(asked):
    answers, _ = asked("yes", "0", "-3", "many", "12", "maybe", "y")
    assert answers == (False, 12, ())


@pytest.mark.parametrize(
    ("answers", "missing"),
    [
        ([], "'Comparison with Gold Standard'"),
        (["0"], "'Date shifting'"),
        (["0", "0"], "'De-identify all PHI categories?'"),
        (["0", "0", "n", "y"], "'2. De-identify Uniform Resource Locators (URL)?'"),
        (["0", "0", "perhaps"], "'De-identify all PHI categories?'"),
    ],
)
def test_input_that_ends_names_the_answer_that_is_missing(asked, answers, missing):
    result, out = asked(*answers)
    assert result is None
    assert f"the input ended before the answer to {missing}" in out


def test_every_module_of_the_engine_has_a_question(asked):
    answers, _ = asked("0", "0", "n", *"nnnnnnnnnn")
    modules = [module for settings in recipes.load("deid")["detectors"] for module in settings.get("modules", [])]
    assert sorted(answers.without) == sorted(modules)
