"""`train`, `features`, `engines`, and the commands that take a trained engine."""

import json
import sys
from importlib import import_module
from types import SimpleNamespace

import pytest

from incognote import formats
from incognote.types import Document, Span
from tests.cli.conftest import EXAMPLES

train_command = import_module("incognote.cli.train")

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
        (["train", "wi-deid", "--corpus", GOLD, "--out", "m", "--language", "english"], "two letters by ISO 639-1"),
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


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("window", "windw", "the feature 'lower' has no setting 'windw'; did you mean 'window'?"),
        ('"lower"', '"lowre"', "no feature is called 'lowre'; did you mean 'lower'?"),
        ('"tagger"', '"taggr"', "no detector is called 'taggr'; did you mean 'tagger'?"),
        ("c = 1.0", "c = 0", "c of the learner 'svm' must be a number above 0"),
    ],
)
@pytest.mark.parametrize("command", ["train", "crossvalidate"])
def test_a_recipe_that_says_what_no_tagger_knows_is_refused(call, tmp_path, command, old, new, message):
    (tmp_path / "mine.toml").write_text(RECIPE.replace(old, new), "utf-8")
    done = call(command, "mine.toml", "--corpus", GOLD, "--out", "m")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert message in done.err
    assert command == "train" or "mine.toml: " in done.err
    assert not (tmp_path / "m").exists()


def test_two_stages_on_too_few_notes(call):
    done = call("train", "aramaki", "--corpus", GOLD / "letter.txt", "--out", "m")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "a second stage needs at least 3 notes, there are 1" in done.err


@pytest.fixture
def others(tmp_path):
    """A note with labels of another set, as no note of the examples has them."""
    doc = Document("x", "Seen in Boston today", [Span(8, 14, "TERRITORIO")])
    formats.write([doc], tmp_path / "others.jsonl", "jsonl")
    return "others.jsonl"


def trained(call, tmp_path, *arguments, recipe=RECIPE):
    (tmp_path / "small.toml").write_text(recipe, "utf-8")
    done = call("train", "small.toml", *arguments, "--out", "m")
    assert done.code == 0, done.err
    return done.err


def test_phi_that_overlap_are_said(call, tmp_path):
    spans = [Span(8, 16, "DOCTOR"), Span(12, 16, "PATIENT"), Span(20, 24, "CITY")]
    formats.write([Document("a", "Seen by Ama Osei in Avon.", spans)], tmp_path / "notes.jsonl", "jsonl")
    assert "warning: 1 PHI overlap others" in trained(call, tmp_path, "--corpus", "notes.jsonl")


@pytest.mark.parametrize("command", [("train", "--out", "m"), ("features",)])
def test_notes_without_a_word_are_nothing_to_learn_from(call, tmp_path, command):
    formats.write([Document("a", "   \n ", [Span(0, 2, "CITY")])], tmp_path / "notes.jsonl", "jsonl")
    (tmp_path / "small.toml").write_text(RECIPE, "utf-8")
    done = call(command[0], "small.toml", "--corpus", "notes.jsonl", *command[1:])
    assert (done.code, "no note to learn from has a word" in done.err) == (2, True)


def test_an_error_of_a_recipe_file_names_the_file(call, tmp_path):
    (tmp_path / "small.toml").write_text(RECIPE.replace("c = 1.0", "d = 1.0"), "utf-8")
    done = call("train", "small.toml", "--corpus", GOLD, "--out", "m")
    assert (done.code, "small.toml: the learner 'svm' has no setting 'd'" in done.err) == (2, True)


def test_labels_that_dictionaries_miss_are_said(call, tmp_path, others):
    assert "dictionaries of small.toml learn from labels that no note has: CITY" in trained(
        call, tmp_path, "--corpus", others
    )


def test_scores_that_say_little_are_said(call, tmp_path, others):
    said = trained(call, tmp_path, "--corpus", GOLD, "--test", others)
    assert "no label that is learned is in the test notes, so strict F goes by place alone (incognote convert" in said
    assert "trained on" not in said


def test_notes_that_are_tested_and_trained_on_are_said(call, tmp_path):
    said = trained(call, tmp_path, "--corpus", GOLD, "--test", GOLD / "letter.txt")
    assert "warning: notes to test on are notes that it is trained on (1 of 1)" in said
    assert "goes by place" not in said


def test_an_engine_measured_on_its_training_notes_is_said(run, model):
    notes = len(list(GOLD.iterdir()))
    assert f"was trained on {notes} of these {notes} notes" in run("evaluate", "--gold", GOLD, "--engine", model).err
    assert "was trained on 1 of these 1 note," in run("evaluate", "--gold", GOLD / "letter.txt", "--engine", model).err


def test_an_engine_measured_on_other_notes_has_nothing_said_of_training(run, model, others):
    assert "trained on" not in run("evaluate", "--gold", others, "--engine", model).err


@pytest.mark.parametrize("name", ["identifinder", "snow", "sibanda-2006", "wi-deid-official"])
def test_a_note_that_is_all_phi_can_be_learned_from(call, tmp_path, name):
    formats.write([Document("x", "Boston", [Span(0, 6, "CITY")])], tmp_path / "all.jsonl", "jsonl")
    done = call("train", name, "--corpus", "all.jsonl", "--out", "m")
    assert (done.code, done.err.count("\n")) == (0, 1)


@pytest.mark.parametrize(("platform", "told"), [("linux", "3,072 MB"), ("darwin", "3 MB")])
def test_memory_is_told_in_the_unit_of_the_system(monkeypatch, platform, told):
    monkeypatch.setattr(sys, "platform", platform)
    usage = SimpleNamespace(ru_maxrss=3 * 2**20)
    monkeypatch.setitem(sys.modules, "resource", SimpleNamespace(RUSAGE_SELF=0, getrusage=lambda who: usage))
    assert train_command._memory() == f", {told} of memory"


def test_memory_is_not_told_where_the_system_does_not(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)
    assert train_command._memory() == ""


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
    assert all(row["paper"] or row["engine"].startswith("incognote") for row in rows)


def test_a_model_of_another_language_is_trained_and_measured_by_two_commands(run, tmp_path):
    """As docs/languages.md has them, with notes of brat's in place of MEDDOCAN's."""
    for at, name in enumerate(["Begoña Ibáñez", "Hugo Muñiz", "Inés Otxoa", "Raúl Quiroga"]):
        part = tmp_path / ("train" if at else "dev")
        part.mkdir(exist_ok=True)
        (part / f"{at}.txt").write_text(f"Nombre: {name}.\nEdad: 5{at} años.\n", "utf-8")
        (part / f"{at}.ann").write_text(f"T1\tNOMBRE 8 {8 + len(name)}\t{name}\n", "utf-8")
    trained = run("train", "incognote-es", "--corpus", tmp_path / "train", "--out", tmp_path / "model")
    measured = run("evaluate", "--gold", tmp_path / "dev", "--engine", tmp_path / "model")
    assert (trained.code, measured.code) == (0, 0), trained.err + measured.err
    assert "NOMBRE" in measured.out
