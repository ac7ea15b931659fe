"""Folds that are kept in a file."""

import json

import pytest

from incognote.errors import ConfigError, OutputError
from incognote.experiments.kept import Folds, Kept

ONE = Kept("random, stat-deid, fold 1", 1.5, 2.5, {"words": {"all": {">": 3}}})
TWO = Kept("random, stat-deid, fold 2", 0.5, 1.0, {"words": {}})


@pytest.fixture
def file(tmp_path):
    return tmp_path / "folds" / "random.jsonl"


def filled(file):
    folds = Folds(file)
    folds.add("k1", ONE)
    folds.add("k2", TWO)
    return file


def test_what_is_added_is_there_now_and_later(file):
    folds = Folds(file)
    assert folds.get("k1") is None
    folds.add("k1", ONE)
    assert folds.get("k1") == Folds(file).get("k1") == ONE
    folds.add("k2", TWO)
    assert [Folds(file).get(key) for key in ("k1", "k2", "k3")] == [ONE, TWO, None]


def test_a_fold_is_written_at_once(file):
    folds = Folds(file)
    folds.add("k1", ONE)
    assert [json.loads(line)["key"] for line in file.read_text().splitlines()] == ["k1"]


@pytest.mark.parametrize("cut", [1, 3, 10, 40, -1])
def test_a_line_that_was_cut_short_is_taken_out(file, cut):
    content = filled(file).read_bytes()
    first, second = content.splitlines(keepends=True)
    file.write_bytes(first + second[:cut])
    folds = Folds(file)
    assert folds.get("k1") == ONE
    assert folds.get("k2") is None
    folds.add("k2", TWO)
    assert file.read_bytes() == content


def test_even_if_it_was_the_first(file):
    content = filled(file).read_bytes()
    file.write_bytes(content[:25])
    assert Folds(file).get("k1") is None
    assert file.read_bytes() == b""


@pytest.mark.parametrize(
    "content",
    [
        b"Mr. Smith is well.\n",
        b"Mr. Smith is well.",  # without a line's end it might be taken for a cut line
        b'{"id": "1", "text": "Mr. Smith"}\n',
        b'{"key": "k1"}\n',
        b'{"key": "k1", "what": "x", "seconds": "Smith", "took": 1, "counts": {}}\n',
        b'{"key": "k1", "what": "x", "seconds": 1, "took": 1, "counts": 3}\n',
        b"[1]\n",
        b'"key"\n',
        b"\xff\xfe\n",
        b'{"key": ["Smith"]}\n',
    ],
)
def test_another_file_is_refused_and_stays_as_it_is(file, content):
    file.parent.mkdir()
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=r"these are no folds, or damaged ones; remove the file") as error:
        Folds(file)
    assert "Smith" not in str(error.value)
    assert file.read_bytes() == content


def test_a_damaged_line_in_the_middle_is_an_error(file):
    lines = filled(file).read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0][:30] + b"\n" + lines[1])
    with pytest.raises(ConfigError):
        Folds(file)


def test_a_folder_in_its_place(file):
    file.mkdir(parents=True)
    with pytest.raises(ConfigError, match="the folds cannot be opened"):
        Folds(file)


def test_what_cannot_be_written_is_said(tmp_path):
    (tmp_path / "folds").write_text("in the way")
    folds = Folds(tmp_path / "folds" / "random.jsonl")
    with pytest.raises(OutputError, match="the folds cannot be written"):
        folds.add("k1", ONE)
