"""`train`, `features`, `engines`, and the commands that take a trained engine."""

import json

import pytest

from tests.cli.conftest import EXAMPLES

RECIPE = """
description = "a small one"

[[detectors]]
use = "tagger"
tokenizer = "penn"
within = "sentence"
scheme = "bio"
learner = { use = "svm", c = 1.0 }
features = [
    { use = "lower", window = [-1, 1] },
    { use = "shape" },
    { use = "dictionary", name = "city", labels = ["CITY"] },
]
"""
GOLD = EXAMPLES / "gold"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """The folder of a model, made by the command."""
    import subprocess
    import sys

    from tests.cli.conftest import PROGRAM

    folder = tmp_path_factory.mktemp("trained")
    (folder / "small.toml").write_text(RECIPE, "utf-8")
    words = ["train", "small.toml", "--corpus", str(GOLD), "--test", str(GOLD), "--out", "model"]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, cwd=folder, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "-> model in" in done.stderr
    assert "MB of memory" in done.stderr
    assert "strict F" in done.stderr
    return folder / "model"


def test_the_manifest_says_what_the_model_is(model):
    manifest = json.loads((model / "manifest.json").read_text("utf-8"))
    assert manifest["name"] == "small"
    assert manifest["recipe"]["description"] == "a small one"
    assert manifest["scores"]["word F"] > 0.8
    assert "CITY" in manifest["labels"]


def test_a_trained_engine_finds_and_explains(run, model):
    found = run("detect", GOLD, "--engine", model)
    assert found.code == 0
    assert json.loads(found.out.splitlines()[0])["source"] == "tagger:small"
    explained = run("explain", GOLD, "--engine", model)
    assert explained.code == 0
    assert "found by tagger:small" in explained.out
    assert "shape=" in explained.out


def test_a_trained_engine_de_identifies(run, model, tmp_path):
    done = run("deidentify", GOLD, "--engine", model, "--to", "text", "--out", tmp_path / "clean")
    assert done.code == 0, done.err
    assert "[**" in "".join(file.read_text("utf-8") for file in (tmp_path / "clean").iterdir())


def test_engines_are_measured_side_by_side(run, model):
    done = run("evaluate", "--gold", GOLD, "--engine", model, "--engine", "deid")
    assert done.code == 0, done.err
    assert "deid" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluate", "--engine", "deid"], "give --gold"),
        (["evaluate", "--gold", GOLD], "nothing to measure"),
        (["evaluate", "--gold", GOLD, "--engine", "deid", "--engine", "deid"], "given twice"),
        (["train", "deid", "--corpus", GOLD, "--out", "m"], "no tagger to train"),
        (["train", "nothing", "--corpus", GOLD, "--out", "m"], "no engine is called"),
        (["train", "none.toml", "--corpus", GOLD, "--out", "m"], "cannot be opened"),
        (["train", "wi-deid", "--corpus", EXAMPLES / "notes", "--out", "m"], "has annotations"),
        (["train", "wi-deid", "--corpus", GOLD, "--out", "m", "--choose", "warmth=1"], "no setting 'warmth'"),
        (["train", "wi-deid", "--corpus", GOLD, "--out", "m", "--choose", "l2=much"], "give values like"),
        (["features", "deid", "--corpus", GOLD], "no tagger"),
        (["features", "identifinder", "--corpus", GOLD], "no features to rank"),
        (["detect", GOLD, "--engine", EXAMPLES], "no manifest.json"),
        (["detect", GOLD, "--engine", "deid", "--also", "x"], "no module of deid"),
    ],
)
def test_wrong_use_is_said_in_one_line(run, arguments, message):
    done = run(*arguments)
    assert done.code in (2, 3)
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_recipe_that_is_no_toml_is_refused(run, tmp_path):
    (tmp_path / "bad.toml").write_text("=", "utf-8")
    (tmp_path / "empty.toml").write_text("", "utf-8")
    assert "no TOML" in run("detect", GOLD, "--engine", "bad.toml").err
    assert "names no [[detectors]]" in run("detect", GOLD, "--engine", "empty.toml").err


def test_features_are_ranked(run, tmp_path):
    (tmp_path / "small.toml").write_text(RECIPE, "utf-8")
    done = run("features", "small.toml", "--corpus", GOLD)
    assert done.code == 0
    assert done.out.splitlines()[3].split()[:2] == ["lower", "+0"]


def test_engines_are_listed(run):
    done = run("engines")
    assert done.code == 0
    for name in ("deid", "stat-deid", "sibanda-2006", "crfd", "wi-deid", "aramaki", "identifinder", "snow"):
        assert f"\n{name} " in done.out
    rows = [json.loads(line) for line in run("engines", "--json").out.splitlines()]
    assert all(row["what"] for row in rows)
    assert all(row["paper"] for row in rows)
