import json

import pytest

from incognote import formats
from incognote.learn import crossvalidation
from incognote.types import Document

from ..learn.notes import notes

RECIPE = """
[[detectors]]
use = "tagger"
tokenizer = "wi-deid"
within = "sentence"
scheme = "{scheme}"
{more}
learner = {{ use = "crf", l1 = 0.1, l2 = 0.1, iterations = {iterations} }}
features = [{{ use = "lower", window = [-1, 1] }}, {{ use = "shape" }}]
"""


@pytest.fixture
def folder(tmp_path):
    """Notes of four authors, and recipes: one that learns, one that hardly does, one that tells PHI from the rest."""
    formats.write(notes(), tmp_path / "notes.jsonl", "jsonl")
    (tmp_path / "good.toml").write_text(RECIPE.format(scheme="bio", more="", iterations=20))
    (tmp_path / "bad.toml").write_text(RECIPE.format(scheme="bio", more="", iterations=1))
    (tmp_path / "phi.toml").write_text(RECIPE.format(scheme="one", more='one_class = "PHI"', iterations=20))
    (tmp_path / "dates.toml").write_text('[[detectors]]\nuse = "rules"\nmodules = ["dates"]\n')
    return tmp_path


def crossvalidate(call, *arguments, workers=1):
    return call("crossvalidate", *arguments, "--corpus", "notes.jsonl", "--workers", workers)


def figures(folder):
    return json.loads((folder / "all.json").read_text())


def rows(folder, kind, table="recipes"):
    return {next(iter(row.values())): row for row in figures(folder)[kind][table]["rows"]}


def test_recipes_side_by_side(call, folder):
    done = crossvalidate(call, "good.toml", "bad.toml", "--folds", 3, "--json", "all.json")
    assert done.code == 0
    assert "3 folds by author" in done.out
    assert "3 random folds" in done.out
    for kind in ("author", "random"):
        good, bad = (rows(folder, kind)[name] for name in ("good", "bad"))
        assert good["F"] > bad["F"]
        assert good["interval of F"][0] <= good["F"] <= good["interval of F"][1]
        assert good["strict F"] <= good["extent F"]
        assert good["training seconds"] > 0
        (test,) = rows(folder, kind, "recipe_tests").values()
        assert (test["recipes"], isinstance(test["z"], float)) == ("good / bad", True)
    assert figures(folder)["corpus"]["notes"] == 12
    assert not any(word in done.out + done.err for word in ("Abbott", "pain"))


def test_what_was_found_is_measured_alike_by_evaluate(call, folder):
    done = crossvalidate(
        call, "good.toml", "bad.toml", "--folds", 2, "--by", "author", "--out", "found", "--json", "all.json"
    )
    assert done.code == 0
    assert "found holds the notes" in done.err
    assert (folder / "found").stat().st_mode & 0o077 == 0
    preds = [folder / "found" / f"{name}.author.jsonl" for name in ("good", "bad")]
    assert sorted((folder / "found").iterdir()) == sorted(preds)
    arguments = ["--gold", "notes.jsonl", "--pred", preds[1], "--pred", preds[0], "--json", "evaluated.json"]
    assert call("evaluate", *arguments).code == 0
    _, good = json.loads((folder / "evaluated.json").read_text())["systems"]["rows"]
    test = rows(folder, "author", "recipe_tests")["good / bad"]
    assert (test["z"], test["other z"]) == (good["z"], good["other z"])
    assert test["z"] is not None
    ours = rows(folder, "author")["good"]
    assert [ours[name] for name in ("precision", "recall", "F", "strict F", "clean notes")] == [
        good[name] for name in ("precision", "recall", "F", "strict F", "clean notes")
    ]


def test_one_class_is_compared_by_place_and_says_so(call, folder):
    assert crossvalidate(call, "good.toml", "phi.toml", "--folds", 2, "--json", "all.json").code == 0
    table = figures(folder)["author"]["recipes"]
    row = rows(folder, "author")["phi"]
    assert row["strict F"] == row["extent F"] > 0
    assert "phi: strict F goes by place alone" in table["note"]
    assert "good" not in table["note"]


def test_only_some_labels(call, folder):
    only = ["--folds", 2, "--by", "random", "--only", "NAME", "--json", "all.json", "--out", "found"]
    assert crossvalidate(call, "good.toml", "dates.toml", *only).code == 0
    assert figures(folder)["corpus"]["phi"] == 12  # the doctors
    assert figures(folder)["only"] == ["NAME"]
    learned, ruled = (
        {span.label for doc in formats.read(folder / "found" / f"{name}.random.jsonl") for span in doc.spans}
        for name in ("good", "dates")
    )
    assert learned == {"DOCTOR"}
    assert ruled == set()  # dates that a rule finds are no mistakes here


def test_an_engine_that_learns_nothing(call, folder):
    assert crossvalidate(call, "dates.toml", "--folds", 2, "--json", "all.json").code == 0
    row = rows(folder, "author")["dates"]
    assert row["training seconds"] is None
    assert "recipe_tests" not in figures(folder)["author"]  # nothing to test it against
    assert row["precision"] == 1
    assert rows(folder, "author") == rows(folder, "random")


def test_a_journal_goes_on(call, folder):
    arguments = ["good.toml", "--folds", 3, "--by", "random", "--journal", "kept"]
    assert crossvalidate(call, *arguments, "--json", "first.json").code == 0
    kept = (folder / "kept").read_text()
    assert crossvalidate(call, *arguments, "--json", "all.json").code == 0
    assert (folder / "kept").read_text() == kept
    assert len(kept.splitlines()) == 1 + 3
    assert json.loads((folder / "first.json").read_text()) == figures(folder)


def test_two_workers_as_a_user_runs_it(run, folder):
    done = run(
        *("crossvalidate", "good.toml", "--corpus", "notes.jsonl", "--folds", 2, "--by", "author"),
        *("--workers", 2, "--json", "all.json"),
    )
    assert (done.code, done.err) == (0, "")
    assert rows(folder, "author")["good"]["F"] > 0.5


def test_without_several_authors_folds_are_random(call, folder):
    docs = [Document(f"n{number}", doc.text, doc.spans) for number, doc in enumerate(notes())]
    formats.write(docs, folder / "plain.jsonl", "jsonl")
    done = call("crossvalidate", "dates.toml", "--corpus", "plain.jsonl", "--folds", 2, "--json", "all.json")
    assert done.code == 0
    assert "random" in figures(folder)
    assert "author" not in figures(folder)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["god.toml"], "god.toml: the recipe cannot be opened"),
        (["crf"], "did you mean 'crfd'?"),
        (["good.toml", "good.toml"], "two recipes have one name"),
        (["good.toml", "--folds", "13"], "too few notes for 13 folds"),
        (["good.toml", "--folds", "1"], "1 is not in the range"),
        (["good.toml", "--only", "DOKTOR"], "no label is called 'DOKTOR'"),
        (["good.toml", "--only", "PHONE"], "no note there has annotations of PHONE"),
        (["good.toml", "--journal", "notes.jsonl"], "notes.jsonl: this is no journal of folds"),
        (["good.toml", "--by", "chance"], "'author', 'random'"),
    ],
)
def test_wrong_use_says_what_to_do(call, folder, arguments, problem):
    before = (folder / "notes.jsonl").read_bytes()
    done = crossvalidate(call, *arguments)
    assert done.code == 2
    assert problem in done.err
    assert (folder / "notes.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("docs", "more", "problem"),
    [
        ([doc.with_spans(()) for doc in notes()], [], "no note there has annotations; give notes that have"),
        (notes(authors=1), ["--by", "author"], "all notes are of one author"),
    ],
)
def test_notes_that_cannot_be_used(call, folder, docs, more, problem):
    formats.write(docs, folder / "others.jsonl", "jsonl")
    done = call("crossvalidate", "good.toml", "--corpus", "others.jsonl", "--folds", 2, *more)
    assert done.code == 2
    assert problem in done.err


def test_a_journal_that_cannot_be_written_costs_no_work(call, folder, monkeypatch):
    monkeypatch.setattr(crossvalidation, "train", lambda docs, settings: pytest.fail("trained"))
    done = crossvalidate(call, "good.toml", "--folds", 2, "--journal", "nowhere/kept")
    assert done.code == 3
    assert "nowhere/kept: the journal cannot be written" in done.err


def test_nothing_is_overwritten(call, folder):
    for option in ("--json", "--out"):
        done = crossvalidate(call, "good.toml", option, "good.toml")
        assert done.code == 3
        assert "good.toml exists already" in done.err
