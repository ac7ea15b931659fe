"""`incognote adapt`, with a small engine: what it says, writes and refuses, and how its model is used."""

import json
import sys

import pytest

from incognote import formats
from incognote.cli.main import main
from incognote.types import Document
from tests.adapt.tiny import HABIT, USUAL, make_engine, notes
from tests.cli.conftest import Result


@pytest.fixture(scope="session")
def tiny(tmp_path_factory):
    return make_engine(tmp_path_factory.mktemp("tiny") / "engine")


@pytest.fixture
def call(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def call_program(*arguments):
        monkeypatch.setattr(sys, "argv", ["incognote", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            main()
        shown = capsys.readouterr()
        return Result(stop.value.code or 0, shown.out, shown.err)

    return call_program


@pytest.fixture
def write(tmp_path):
    def write_notes(docs, name="notes.jsonl"):
        formats.write(docs, tmp_path / name, "jsonl")
        return tmp_path / name

    return write_notes


def test_a_model_is_written_and_used(call, write, tiny, tmp_path):
    corrected = write(notes(HABIT, 15, 2))
    done = call("adapt", "--notes", corrected, "--engine", tiny, "--out", "ours", "--json", "figures.json")
    assert done.code == 0, done.err
    assert "<- taken" in done.out
    assert "15 notes -> ours" in done.err
    rows = json.loads((tmp_path / "figures.json").read_text())["adapting"]["rows"]
    assert rows[0]["recall"] < rows[-1]["recall"]

    others = write(notes(HABIT, 3, 9), "others.jsonl")
    done = call("evaluate", "--gold", others, "--engine", "ours")
    assert done.code == 0
    assert "trained on" not in done.err
    done = call("evaluate", "--gold", corrected, "--engine", "ours")
    assert "warning: ours was trained on 15 of these 15 notes" in done.err
    done = call("detect", others, "--engine", "ours", "--point", "strict")
    assert done.out.count("DOCTOR") >= 6
    done = call("explain", others, "--engine", "ours")
    assert done.code == 0
    assert "found by cascade" in done.out
    assert "(tagger 0." in done.out
    assert "encoder 0." in done.out
    assert "folded[-2]=sig" in done.out


def test_what_is_no_better_is_not_written(call, write, tiny, tmp_path):
    corrected = write(notes(USUAL, 12, 5))
    done = call("adapt", "--notes", corrected, "--engine", tiny, "--out", "ours")
    assert done.code == 5
    assert "nothing was written" in done.err
    assert "--anyway" in done.err
    assert "<- taken" not in done.out
    assert not (tmp_path / "ours").exists()
    done = call("adapt", "--notes", corrected, "--engine", tiny, "--out", "ours", "--anyway")
    assert done.code == 0
    assert (tmp_path / "ours" / "manifest.json").exists()


def test_notes_that_it_has_learned_from_are_told(call, write, tiny):
    seen = notes(USUAL, 30, 1)[:12]
    done = call("adapt", "--notes", write(seen), "--engine", tiny, "--out", "ours")
    assert "was trained on 12 of these 12 notes" in done.err


def relabelled(docs, label):
    return [doc.with_spans(span.__class__(span.start, span.end, label) for span in doc.spans) for doc in docs]


@pytest.mark.parametrize(
    ("docs", "message"),
    [
        (notes(HABIT, 9, 1), "9 notes with 18 PHI are too few"),
        ([Document(f"n{number}", "nothing here") for number in range(20)], "no note there has annotations"),
        (relabelled(notes(HABIT, 12, 1), "DOKTOR"), "did you mean 'DOCTOR'"),
    ],
)
def test_what_cannot_be_learned_from_is_refused(call, write, tiny, tmp_path, docs, message):
    done = call("adapt", "--notes", write(docs), "--engine", tiny, "--out", "ours")
    assert done.code == 2
    assert message in done.err
    assert not (tmp_path / "ours").exists()


def test_an_engine_that_cannot_be_adapted_is_refused(call, write):
    done = call("adapt", "--notes", write(notes(HABIT, 12, 1)), "--engine", "deid", "--out", "ours")
    assert done.code == 2
    assert "has no encoder" in done.err


def test_nothing_is_overwritten(call, write, tiny, tmp_path):
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "file").touch()
    done = call("adapt", "--notes", write(notes(HABIT, 12, 1)), "--engine", tiny, "--out", "ours")
    assert done.code != 0
    assert [file.name for file in (tmp_path / "ours").iterdir()] == ["file"]


def test_an_adapted_engine_is_not_cross_validated_again(call, write, tiny):
    done = call("crossvalidate", tiny, "--corpus", write(notes(HABIT, 12, 1)))
    assert done.code == 2
    assert "evaluate --engine" in done.err
