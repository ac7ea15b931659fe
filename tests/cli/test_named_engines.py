"""What commands say of the engines that are named: their labels, their notes, their names."""

import json

from tests.cli.conftest import EXAMPLES
from tests.cli.test_train import GOLD, RECIPE


def test_an_engine_that_only_tells_phi_from_the_rest(run, tmp_path):
    (tmp_path / "one.toml").write_text(RECIPE + 'one_class = "PHI"\n', "utf-8")
    assert run("train", "one.toml", "--corpus", GOLD, "--out", "model").code == 0
    measured = run("evaluate", "--gold", GOLD, "--engine", "model", "--engine", "deid")
    assert measured.code == 0
    assert "model: no label that it found is one of the gold's" in measured.err
    assert "deid: no label" not in measured.err
    run("key", "new", "--out", "site.key")
    clean = run("deidentify", EXAMPLES / "notes", "--engine", "model", "--key", "site.key", "--out", "clean")
    assert clean.code == 0, clean.err
    assert "labels of no kind that we know: PHI; such PHI gets a tag without a kind" in clean.err


def test_scores_on_test_notes_are_of_all_detectors(run, tmp_path):
    rules = '[[detectors]]\nuse = "rules"\nmodules = ["names", "dates", "hospitals", "phones"]\n'
    (tmp_path / "joined.toml").write_text(RECIPE + rules, "utf-8")
    assert run("convert", GOLD, "--to", "jsonl", "--out", "gold.jsonl").code == 0
    lines = (tmp_path / "gold.jsonl").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "one.jsonl").write_text(lines[0], "utf-8")
    assert run("train", "joined.toml", "--corpus", "one.jsonl", "--test", GOLD, "--out", "model").code == 0
    scores = json.loads((tmp_path / "model" / "manifest.json").read_text("utf-8"))["scores"]
    run("evaluate", "--gold", GOLD, "--engine", "model", "--engine", "deid", "--json", "figures.json")
    (measured, _) = json.loads((tmp_path / "figures.json").read_text("utf-8"))["systems"]["rows"]
    assert (scores["word F"], scores["strict F"]) == (measured["F"], measured["strict F"])


def test_gold_without_annotations_shows_nothing_about_leaks(run):
    done = run("evaluate", "--gold", EXAMPLES / "notes", "--engine", "deid")
    assert done.code == 0
    assert "no note there has annotations, so nothing can leak" in done.err


def test_a_folder_that_is_called_like_an_engine_is_another_thing(run, tmp_path):
    (tmp_path / "identifinder").mkdir()
    assert run("detect", EXAMPLES / "notes", "--engine", "identifinder").code == 0
    assert "no manifest.json" in run("detect", EXAMPLES / "notes", "--engine", "./identifinder").err


def test_two_engines_are_not_taken_for_the_last(run):
    done = run("deidentify", EXAMPLES / "notes", "--engine", "deid", "--engine", "concept-match", "--out", "clean")
    assert (done.code, "--engine is given twice" in done.err) == (2, True)


def test_an_empty_name_is_no_engine(run):
    for done in (
        run("detect", EXAMPLES / "notes", "--engine", ""),
        run("train", "", "--corpus", GOLD, "--out", "m"),
        run("detect", ""),
    ):
        assert done.code == 2
        assert "empty" in done.err or "no engine is called ''" in done.err


def test_what_is_known_of_a_patient_goes_before_what_was_learned(run, tmp_path):
    (tmp_path / "patients.csv").write_text("patient,mrn,last\n7,11-12-93,Thornquist\n", "utf-8")
    (tmp_path / "notes").mkdir()
    text = "Dr. Thornquist came on 11-12-93 to us."
    (tmp_path / "notes" / "7-a.txt").write_text(text, "utf-8")
    done = run("detect", "notes", "--engine", "wi-deid", "--patients", "patients.csv", "--patient-of", r"path:^(\d+)-")
    found = {text[span["start"] : span["end"]]: span["label"] for span in map(json.loads, done.out.splitlines())}
    assert found == {"Thornquist": "PATIENT", "11-12-93": "MEDICALRECORD"}


def test_dates_of_the_thesis_s_labels_are_said_not_to_be_shifted(run, tmp_path):
    (tmp_path / "small.toml").write_text(RECIPE, "utf-8")
    run("convert", GOLD, "--to", "jsonl", "--labels", "i2b2-2014:thesis", "--out", "thesis.jsonl")
    assert run("train", "small.toml", "--corpus", "thesis.jsonl", "--out", "model").code == 0
    run("key", "new", "--out", "site.key")
    done = run("deidentify", EXAMPLES / "notes", "--engine", "model", "--key", "site.key", "--out", "clean")
    assert "labels of dates that aren't shifted, as those of DATE are: " in done.err


def test_a_section_that_was_asked_to_be_dropped_is_no_unknown_label(run):
    done = run("deidentify", EXAMPLES / "notes", "--drop-sections", "social", "--out", "clean")
    assert (done.code, "SECTION" in done.err, "of no kind" in done.err) == (0, True, False)
