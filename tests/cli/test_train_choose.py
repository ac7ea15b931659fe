"""`incognote train --choose`."""

import json
import os

import pytest

from incognote import formats
from incognote.learn import choice

from ..learn.notes import notes

LEARNER = "{ use = 'crf', l1 = 0, l2 = 0.1, iterations = 5 }"
RECIPE = """
[[detectors]]
use = "tagger"
tokenizer = "wi-deid"
within = "sentence"
scheme = "bio"
learner = {learner}
features = [{{ use = "lower", window = [-1, 1] }}, {{ use = "shape" }}]
"""


@pytest.fixture
def train(call, tmp_path, monkeypatch):
    """Trains on small notes, by one worker."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    formats.write(notes(), tmp_path / "notes.jsonl", "jsonl")
    (tmp_path / "crf.toml").write_text(RECIPE.format(learner=LEARNER))

    def run(*choices, recipe="crf.toml", folds=2):
        chosen = [word for given in choices for word in ("--choose", given)]
        return call("train", recipe, "--corpus", "notes.jsonl", "--out", "model", "--folds", folds, *chosen)

    return run


def test_the_best_is_taken_told_and_kept(train, tmp_path):
    done = train("iterations=1,20", "l1=0.1", "iterations=20, 2")
    assert done.code == 0, done.err
    *tried, last = done.err.splitlines()
    assert [line.partition(": strict F ")[0] for line in tried] == [
        f"iterations = {iterations}, l1 = 0.1" for iterations in (1, 20, 2)
    ]
    assert [line.endswith("  <- taken") for line in tried] == [False, True, False]
    assert last.startswith("12 notes -> model")
    manifest = json.loads((tmp_path / "model" / "manifest.json").read_text())
    assert manifest["recipe"]["detectors"][0]["learner"]["iterations"] == 20
    why = manifest["scores"]["chosen by cross-validation"]
    assert why["settings"] == {"iterations": 20, "l1": 0.1}
    assert f"strict F {why['strict F']:.4f}  <- taken" in tried[1]
    assert not list(tmp_path.glob("model.choice*"))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("l2", "--choose l2: write NAME=VALUE,VALUE…, where l2 is a number of at least 0"),
        ("l2=", "write NAME=VALUE,VALUE…"),
        ("l2=0.1,", "write NAME=VALUE,VALUE…"),
        ("l2=abc", "write NAME=VALUE,VALUE…, where l2 is a number of at least 0"),
        ("l2=-1", "where l2 is a number of at least 0"),
        ("l2=nan", "where l2 is a number of at least 0"),
        ("iterations=0", "where iterations is a whole number of at least 1"),
        ("iterations=1.5", "where iterations is a whole number of at least 1"),
        ("by=sgd", "no setting to choose is called 'by'; there are: l1, l2, iterations"),
        ("use=svm", "no setting to choose is called 'use'; there are: l1, l2, iterations"),
        ("iteration=5", "did you mean 'iterations'?"),
    ],
)
def test_values_that_can_not_be_are_refused_before_anything_is_read(train, tmp_path, given, message):
    (tmp_path / "notes.jsonl").unlink()
    done = train("l1=0.1", given)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert message in done.err


def test_a_learner_without_settings(train):
    done = train("l2=1", recipe="identifinder")
    assert done.code == 2
    assert "the learner hmm has no settings to choose" in done.err


def test_two_stages_need_enough_notes_in_every_fold(train, tmp_path):
    formats.write(notes(authors=2, each=2), tmp_path / "few.jsonl", "jsonl")
    (tmp_path / "notes.jsonl").unlink()
    (tmp_path / "few.jsonl").rename(tmp_path / "notes.jsonl")
    done = train("l1=0.1,1", recipe="aramaki")
    assert done.code == 2
    assert "a second stage needs at least 3 notes, there are 2" in done.err


def test_choosing_that_was_stopped_says_how_it_goes_on(train, tmp_path, monkeypatch):
    whole = choice.crossvalidate

    def stopped(*arguments):
        whole(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(choice, "crossvalidate", stopped)
    done = train("iterations=1,20")
    assert done.code == 130
    assert "stopped; the same command goes on from model.choice.jsonl" in done.err
    kept = tmp_path / "model.choice.jsonl"
    assert kept.stat().st_mode & 0o077 == 0
    monkeypatch.setattr(choice, "crossvalidate", whole)
    monkeypatch.setattr("incognote.learn.crossvalidation.train", lambda *_, **__: pytest.fail("trained again"))
    assert train("iterations=1,20").code == 0
    assert not kept.exists()
