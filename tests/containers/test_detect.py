"""Which container a path is."""

import gzip
from pathlib import Path

import pytest

from incognote import registry
from incognote.containers import detect
from incognote.containers.detect import container_of, files_of, require_fitting_name
from incognote.errors import ConfigError, IncognoteError, UnknownNameError

FILES = {
    "a.csv": (b"id,text\n", "csv"),
    "a.tsv": (b"id\ttext\n", "tsv"),
    "A.CSV": (b"NOTE_ID,PERSON_ID,NOTE_TEXT\n", "omop"),
    "z.csv.gz": (gzip.compress(b"note_id,person_id,note_text\n"), "omop"),
    "a.jsonl": (b'{"id": 1}\n', "jsonl"),
    "a.ndjson": (b'{"resourceType": "Patient"}\n', "fhir-ndjson"),
    "a.jsonl.gz": (gzip.compress(b'{"resourceType":"Patient"}'), "fhir-ndjson"),
    "a.json": (b'{\n  "resourceType": "Bundle"}', "fhir"),
    "a.xml": (b'<?xml version="1.0"?>\n<ClinicalDocument xmlns="urn:hl7-org:v3">', "ccda"),
    "b.xml": ('<?xml version="1.0"?><n-1:ClinicalDocument>'.encode("utf-16"), "ccda"),
    "b.xml.gz": (gzip.compress(b"<ClinicalDocument/>"), "ccda"),
    "a.hl7": (b"MSH|^~\\&|", "hl7"),
    "a.txt": (b"text", "texts"),
    "a.txt.gz": (gzip.compress(b"text"), "texts"),
}


@pytest.fixture
def loaded(monkeypatch):
    """The names that are asked for; not all containers need be there."""

    class Named:
        def __init__(self, name):
            self.name = name

    real = registry.load
    names = {"csv", "tsv", "parquet"}
    monkeypatch.setattr(detect.registry, "load", lambda kind, name: real(kind, name) if name in names else Named(name))


@pytest.mark.parametrize("name", FILES)
def test_files_tell_their_container(tmp_path, name, loaded):
    content, container = FILES[name]
    (tmp_path / name).write_bytes(content)
    assert container_of(tmp_path / name).name == container
    assert container_of(tmp_path).name == container


def test_parquet_tells_its_columns(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(pa.table({"id": [1], "text": ["a"]}), tmp_path / "a.parquet")
    assert container_of(tmp_path / "a.parquet").name == "parquet"
    pq.write_table(pa.table({"Note_ID": [1], "person_id": [1], "note_text": ["a"]}), tmp_path / "a.parquet")
    assert container_of(tmp_path).name == "omop"


def test_a_name_wins(tmp_path):
    (tmp_path / "a.dat").write_bytes(b"id,text\n")
    assert container_of(tmp_path / "a.dat", "csv").name == "csv"
    with pytest.raises(UnknownNameError):
        container_of(tmp_path, "cvs")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "no files of a format"),
        ({"a.png": b""}, "no files of a format"),
        ({"a.txt": b"", "a.csv": b"id,text\n"}, r"several formats \(csv, texts\)"),
        ({"a.json": b"{}"}, "no resource of FHIR"),
        ({"a.xml": b"<a/>"}, "no ClinicalDocument"),
        ({"a.zip": b""}, "one by one"),
    ],
)
def test_what_cannot_be_told(tmp_path, files, message):
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(IncognoteError, match=message):
        container_of(tmp_path)


def test_which_files_are_cut(tmp_path):
    for name in ("b.csv", "a.csv.gz", "a.png"):
        (tmp_path / name).write_bytes(gzip.compress(b"id,text\n") if name.endswith("gz") else b"id,text\n")
    assert files_of(tmp_path, container_of(tmp_path)) == [tmp_path / "a.csv.gz", tmp_path / "b.csv"]
    assert files_of(tmp_path, container_of(tmp_path, "texts")) == [tmp_path]


def test_all_of_ours_are_there():
    for name in ("ccda", "csv", "hl7", "tsv", "jsonl", "parquet", "omop", "texts"):
        assert registry.load("containers", name).name == name


@pytest.mark.parametrize(
    ("name", "container", "fitting", "unfit"),
    [
        ("a.csv", "csv", ["b.csv", "b.CSV.gz", "b.out", "b.gz", "b"], ["b.parquet", "b.tsv", "b.jsonl.gz", "b.zip"]),
        ("a.csv", "omop", ["b.csv"], ["b.parquet", "b.tsv"]),
        ("a.jsonl", "fhir-ndjson", ["b.ndjson"], ["b.json"]),
        ("a.zip", "texts", ["b.zip", "b"], ["b.csv"]),
        ("a.dat", "tsv", ["b.dat", "b.tsv"], ["b.csv"]),
        (".", "csv", ["b", "b.csv"], []),
    ],
)
def test_a_new_name_that_tells_another_format(tmp_path, monkeypatch, name, container, fitting, unfit):
    monkeypatch.chdir(tmp_path)
    path, container = Path(name), registry.load("containers", container)
    if name != ".":
        path.touch()
    for out in fitting:
        require_fitting_name(Path(out), path, container)
    for out in unfit:
        with pytest.raises(ConfigError, match=f"--out {out}: what is written has the input's format"):
            require_fitting_name(Path(out), path, container)
