import re

import pytest

from incognote import formats
from incognote.cli import experiment as command
from incognote.experiments import studies
from incognote.experiments.papers import STUDIES
from incognote.experiments.printed.claims import CLAIMS
from incognote.learn import crossvalidation
from incognote.report.experiments import PAPERS
from incognote.types import Document

from ..experiments.notes import small_notes

WORDS = ("Abbott", "Garnet", "7/2021", "heparin", "Pneumonia since")


@pytest.fixture
def folder(tmp_path):
    formats.write(small_notes(), tmp_path / "notes.jsonl", "jsonl")
    return tmp_path


@pytest.fixture
def labelled(monkeypatch):
    """The folds that were done."""
    seen, label_fold = [], studies.label_fold

    def counting(fold):
        seen.append(fold)
        return label_fold(fold)

    monkeypatch.setattr(studies, "label_fold", counting)
    return seen


def experiment(call, *papers, out="done", corpus="notes.jsonl", more=("--quick",)):
    return call("experiment", *papers, "--out", out, "--corpus", corpus, "--workers", 1, *more)


def test_the_papers_are_those_that_there_are():
    assert command._PAPERS == tuple(STUDIES) == tuple(PAPERS)


def test_a_paper_from_notes_to_its_report(call, folder, labelled):
    done = experiment(call, "neamatullah2006")
    assert done.code == 0, done.err
    assert "Claims of the papers" in done.out
    assert "have every table" in done.err
    assert sorted(file.name for file in (folder / "done").iterdir() if file.is_file()) == ["report.html", "report.md"]
    assert [file.name for file in (folder / "done" / "folds").iterdir()] == ["authentic.jsonl"]
    report = (folder / "done" / "report.md").read_text()
    assert "`incognote experiment neamatullah2006 --seed 2008 --corpus NOTES --quick`" in report
    for number in ("4.1", "4.2", "4.3", "4.4"):
        assert f"### Table {number}:" in report
    assert all(
        claim.quote.replace("|", "\\|") in report for claim in CLAIMS.values() if claim.paper == "neamatullah2006"
    )
    written = [report, done.out, done.err, (folder / "done" / "report.html").read_text()]
    written += [file.read_text() for file in (folder / "done" / "folds").iterdir()]
    assert not any(word in text for word in WORDS for text in written)
    assert len(labelled) == 1


def test_the_second_call_trains_nothing_and_writes_the_same(call, folder, labelled):
    first = experiment(call, "neamatullah2006")
    before = {file: file.read_bytes() for file in (folder / "done").rglob("*") if file.is_file()}
    again = experiment(call, "neamatullah2006")
    assert (again.code, again.out) == (0, first.out)
    assert {file: file.read_bytes() for file in before} == before
    assert len(labelled) == 1
    experiment(call, "neamatullah2006", more=("--quick", "--seed", 5))  # whose authentic notes are the same
    assert len(labelled) == 1


def test_engines_that_learn(call, folder, labelled, monkeypatch):
    """Two engines of a paper that are quick to train, in the others' place."""
    quick = {key: made for key, made in STUDIES.items() if key == "aramaki2006"}
    whole = quick["aramaki2006"]()
    small = {"use": "tagger", "tokenizer": "penn", "within": "sentence", "scheme": "bio", "learner": {"use": "hmm"}}
    made = [studies.Study(study.corpus, study.name, {"detectors": [small]}, study.task) for study in whole]
    monkeypatch.setitem(STUDIES, "aramaki2006", lambda: made)
    done = experiment(call, "aramaki2006")
    assert done.code == 0, done.err
    assert len(labelled) == 2  # five studies of one recipe
    report = (folder / "done" / "report.md").read_text()
    row = next(line for line in report.splitlines() if line.startswith("| PROPOSED | PHI |"))
    figures = re.findall(r"[\d.]+", row)
    assert len(figures) == 6
    assert figures[3:] == ["98.29", "96.66", "97.47"]
    assert len(list((folder / "done" / "plots").iterdir())) == 2
    assert experiment(call, "aramaki2006", "neamatullah2006").code == 0
    assert len(labelled) == 3  # the folds of both are kept
    assert experiment(call, "aramaki2006").code == 0
    assert len(labelled) == 3


def test_work_that_is_stopped_says_how_to_go_on(call, folder, monkeypatch):
    def stopped(fold):
        raise KeyboardInterrupt

    monkeypatch.setattr(studies, "label_fold", stopped)
    done = experiment(call, "neamatullah2006")
    assert done.code == 130
    assert "stopped; the same command goes on from done" in done.err


def test_a_fault_quotes_no_note(call, folder, monkeypatch):
    def around(recipe, name):
        raise ValueError("Abbott")

    monkeypatch.setattr(crossvalidation.recipes, "around", around)
    done = experiment(call, "neamatullah2006")
    assert done.code == 1
    assert "failed (ValueError in" in done.err
    assert "Abbott" not in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (["uzuner", "--out", "x"], 2, "'uzuner' is not one of"),
        (["--out", "x"], 2, "Missing argument"),
        (["he2015"], 2, "Missing option '--out'"),
        (["he2015", "--out", "x", "--workers", "0"], 2, "0 is not in the range"),
        (["he2015", "--out", "x", "--corpus", "nowhere"], 3, "nowhere"),
        (["he2015", "--out", "x", "--corpus", "bare.jsonl"], 2, "no note has annotations; give notes that have"),
        (["he2015", "--out", "x", "--corpus", "twice.jsonl"], 3, "two notes have the id 'a0-0'"),
        (["he2015", "--out", "x", "--corpus", "one.jsonl", "--quick"], 2, "all notes are of one author"),
        (["neamatullah2006", "--out", "notes.jsonl", "--corpus", "notes.jsonl"], 3, "notes.jsonl is a file"),
        (["aramaki2006", "--out", "x", "--corpus", "one.jsonl"], 2, "too few notes for 10 folds"),
    ],
)
def test_wrong_use_says_what_to_do(call, folder, labelled, arguments, code, problem):
    docs = small_notes()
    formats.write([Document(doc.id, doc.text) for doc in docs], folder / "bare.jsonl", "jsonl")
    formats.write(docs[:2], folder / "one.jsonl", "jsonl")
    twice = (folder / "one.jsonl").read_text()
    (folder / "twice.jsonl").write_text(twice + twice)
    before = (folder / "notes.jsonl").read_bytes()
    done = call("experiment", *arguments)
    assert (done.code, problem in done.err) == (code, True), done.err
    assert (folder / "notes.jsonl").read_bytes() == before
    assert not labelled
    assert not any(word in done.err for word in WORDS)


def test_folds_that_are_damaged(call, folder):
    (folder / "done" / "folds").mkdir(parents=True)
    (folder / "done" / "folds" / "authentic.jsonl").write_text("Abbott was here\n")
    done = experiment(call, "neamatullah2006")
    assert done.code == 2
    assert "authentic.jsonl: these are no folds, or damaged ones" in done.err
    assert "Abbott" not in done.err


def test_help(call):
    done = call("experiment", "--help")
    assert done.code == 0
    assert all(word in done.out for word in (*STUDIES, "all", "--quick", "--corpus", "--seed", "--workers", "--out"))
    listed = call("--help")
    assert "synthesize" in listed.out
    assert "experiment" in listed.out


def test_a_folder_with_other_things_is_left_alone(call, folder):
    (folder / "done").mkdir()
    (folder / "done" / "report.md").write_text("mine")
    done = experiment(call, "neamatullah2006")
    assert done.code == 3
    assert "other things" in done.err
    assert (folder / "done" / "report.md").read_text() == "mine"
