"""The engine itself on the example notes, as a user runs it."""

import base64
import json
import re
from datetime import datetime, timedelta

import pytest

from .conftest import EXAMPLES

KNOWN = (
    *("--patients", EXAMPLES / "patients.csv"),
    *("--providers", EXAMPLES / "providers.csv"),
    *("--patient-of", r"path:^(\d+)-"),
)
SECRETS = re.compile(
    "thornquist|eloise|rosalind|ansel|peregrine|bartoszek|vasquez|kowalczyk|wiggins|jasper|abernethy|fenella|harbor|"
    "grantchester|oyelaran|temperance|duvall|halloran|704-11-93|078-05-1120|7043618|555-01|01632|larkmead.example"
)


@pytest.fixture
def key(tmp_path):
    """Always the same one, so that the same dates come out."""
    file = tmp_path / "site.key"
    file.touch(mode=0o600)
    file.write_text("incognote-key-1:" + base64.urlsafe_b64encode(bytes(range(32))).decode())
    return "site.key"


@pytest.mark.parametrize("engine", ["deid", "incognote@balanced"])
def test_what_is_known_of_people_is_gone_and_medicine_stays(run, key, tmp_path, engine):
    done = run("deidentify", EXAMPLES / "notes", *KNOWN, "--engine", engine, "--key", key, "--out", "clean")
    assert done.code == 0
    texts = {file.name: file.read_text() for file in (tmp_path / "clean").iterdir()}
    clean = "\n".join(texts.values()).casefold()
    assert len(texts) == 4
    assert SECRETS.findall(clean) == []
    assert not any("704" in name for name in texts)
    for kept in ("120/80", "strength 4/5", "1/2 ns", "warfarin", "atrial fibrillation", "mini-mental score was 29/30"):
        assert kept in clean


def test_a_table(run, key, tmp_path):
    columns = ("--columns", "id=note,patient=mrn")
    done = run("deidentify", EXAMPLES / "clinic.csv", *columns, *KNOWN[:4], "--key", key, "--out", "clean.jsonl")
    assert done.code == 0
    notes = [json.loads(line) for line in (tmp_path / "clean.jsonl").read_text().splitlines()]
    assert len({note["mrn"] for note in notes}) == 5
    first, second = (re.search(r"\d+/\d+/\d+", note["text"])[0] for note in notes[:2])
    assert first != "3/14/2025"
    assert datetime.strptime(second, "%m/%d/%y") - datetime.strptime(first, "%m/%d/%Y") == timedelta(days=28)
    assert not re.search(r"(?i)thornquist|wiggins|oyelaran|fairweather|c-00|\b704\d", json.dumps(notes))


def test_lines_of_detect_and_their_explanation(run):
    note = EXAMPLES / "notes" / "7042-letter.txt"
    spans = [json.loads(line) for line in run("detect", note).out.splitlines()]
    text = note.read_text()
    (name,) = (span for span in spans if text[span["start"] : span["end"]] == "Jasper Wiggins")
    assert name["source"] == "cascade"
    shown = run("explain", note, "--at", name["start"]).out
    assert "tagger" in shown
    assert f"found by {name['source']}" in shown


def test_lines_of_rules_and_their_explanation(run):
    note = EXAMPLES / "notes" / "7042-letter.txt"
    spans = [json.loads(line) for line in run("detect", note, "--engine", "deid").out.splitlines()]
    text = note.read_text()
    (name,) = (span for span in spans if text[span["start"] : span["end"]] == "Jasper Wiggins")
    assert name["source"].startswith("rules:names/")
    shown = run("explain", note, "--engine", "deid", "--at", name["start"]).out
    assert f"found by {name['source']}" in shown
    assert "such as: " in shown


def test_a_list_that_is_not_there(run, tmp_path):
    (tmp_path / "c.toml").write_text('[engine]\nlists = { wards = "none.txt" }\n')
    done = run("deidentify", EXAMPLES / "notes", "--config", "c.toml", "--out", "clean")
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert "none.txt: the list cannot be opened" in done.err
    assert not (tmp_path / "clean").exists()
