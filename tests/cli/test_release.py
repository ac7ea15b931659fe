import json

import pytest


@pytest.fixture
def output(tmp_path):
    lines = (json.dumps({"id": f"n{number}", "text": f"Note {number} of Wilhelmina."}) for number in range(20))
    (tmp_path / "clean.jsonl").write_text("\n".join(lines))
    report = {
        "incognote": "9.9",
        "plan": {
            "key": "abcd",
            "options": {"--engine": "deid", "--point": None, "--threshold": {}, "--style": "thesis"},
        },
        "labels": {"DATE": 77},
    }
    (tmp_path / "clean.jsonl.report.json").write_text(json.dumps(report))
    return tmp_path / "clean.jsonl"


NEW = ("release", "new", "May", "--data", "review", "--output", "clean.jsonl", "--seed", "1")


def test_a_sample_is_drawn_listed_and_reported(call, output, tmp_path):
    made = call(*NEW, "--sample", "5", "--reviewers", "ann,ben")
    assert made.code == 0
    assert "5 notes of 20 drawn, 5 in reserve" in made.err
    assert "so the page can't show it" in made.err
    assert call("release", "list", "--data", "review").out == "1\tMay\t0 of 5 read\t0 findings open\n"
    for name in ("a.html", "a.pdf", "b.html", "b.pdf"):
        wrote = call("release", "report", "May", "--data", "review", "--out", name, "--date", "2026-11-19")
        assert wrote.code == 0
    for kind in ("html", "pdf"):
        assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()
    page = (tmp_path / "a.html").read_text()
    assert "77" in page
    assert "Wilhelmina" not in page


def test_a_second_release_of_one_name_is_refused(call, output):
    assert call(*NEW).code == 0
    again = call(*NEW)
    assert again.code == 3
    assert "choose another" in again.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*NEW, "--report", "none.json"), "no such file"),
        ((*NEW, "--project", "falls"), "no project is called 'falls'"),
        ((*NEW, "--columns", "text"), "--columns takes ROLE=NAME"),
        ((*NEW[:-4], "--output", "none.csv", "--seed", "1"), "no such file"),
        (("release", "list", "--data", "none"), "nothing is kept there"),
        (("release", "report", "May", "--data", "none", "--out", "a.doc"), ".html or .pdf"),
    ],
)
def test_wrong_use_is_told(call, output, tmp_path, words, told):
    done = call(*words)
    assert done.code in (2, 3)
    assert told in done.err
    assert not (tmp_path / "none").exists()


def test_a_release_that_is_not_there_is_told(call, output):
    call(*NEW)
    done = call("release", "report", "Mai", "--data", "review", "--out", "a.html")
    assert done.code == 2
    assert "did you mean 'May'" in done.err


def test_a_project_is_named(call, output, tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("Ada came.")
    call("project", "new", "falls", "--data", "review", "--notes", "notes")
    assert call(*NEW, "--project", "falls").code == 0
    call("release", "report", "May", "--data", "review", "--out", "a.html")
    assert "has no gold standard yet" in (tmp_path / "a.html").read_text()
