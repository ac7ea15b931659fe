import io
import json
import zipfile
from pathlib import Path
from urllib.parse import unquote

import pytest

from incognote import formats
from incognote.errors import OutputError
from tests.serve.in_process import edit, make_project, mark, serving

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def all_(tmp_path):
    with serving(tmp_path / "data") as made:
        yield made


@pytest.mark.parametrize("format", ["jsonl", "csv", "inline", "brat", "i2b2-2014", "physionet"])
def test_export(all_, format):
    text = "Seen by Dr. Ada Osei on 3 May.\n"
    project = make_project(all_, name="falls & more/2", texts=[text])
    edit(all_.ann, project, 1, put=[mark(12, 20, "DOCTOR", "Eve Obi")])
    answer = all_.ada.get(f"/projects/{project}/export?of=ann&format={format}")
    assert answer.status_code == 200, answer.text
    name = answer.headers["content-disposition"]
    content = answer.content
    if name.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            content = b"".join(archive.read(one) for one in archive.namelist())
    assert "falls-more-2-ann" in name
    assert b"Ada Osei" in content and (b"DOCTOR" in content or format == "physionet")
    assert (b"Eve Obi" in content) == (format in ("jsonl", "csv"))
    assert not list(all_.store.folder.glob("incoming-*"))


def test_export_needs_an_adjudicator_and_something_to_export(all_):
    project = make_project(all_)
    assert all_.ann.get(f"/projects/{project}/export?of=ann").status_code == 403
    assert all_.ada.get(f"/projects/{project}/export?of=ann").status_code == 404
    assert all_.ada.get(f"/projects/{project}/export?of=ann&format=odd").status_code == 400
    edit(all_.ann, project, 1, put=[mark(0, 4)])
    refused = all_.ada.get(f"/projects/{project}/export?of=ann&format=text")
    assert refused.status_code == 400 and "brat" in refused.json()["error"]  # it would drop what was marked


def test_an_export_of_a_long_name(all_):
    project = make_project(all_, name="転" * 110)
    edit(all_.ann, project, 1, put=[mark(0, 4)])
    for to, suffix in (("jsonl", "jsonl"), ("brat", "zip")):
        answer = all_.ada.get(f"/projects/{project}/export?of=ann&format={to}")
        assert answer.status_code == 200, answer.text
        name = unquote(answer.headers["content-disposition"].partition("''")[2])
        assert name == f"{'転' * 33}.{suffix}"


def test_an_export_that_cannot_be_written_tells_no_folder(all_, monkeypatch):
    project = make_project(all_)
    edit(all_.ann, project, 1, put=[mark(0, 4)])

    def write(docs, path, format):
        raise OutputError(f"{path}: it cannot be written; choose another place")

    monkeypatch.setattr(formats, "write", write)
    refused = all_.ada.get(f"/projects/{project}/export?of=ann&format=jsonl")
    assert refused.status_code == 400 and str(all_.store.folder) not in refused.text


def test_replacements_are_exported_with_spans_of_the_gold_alone(all_):
    text = "Ada saw Ben"
    project = make_project(all_, annotators=["ann"], texts=[text])
    put = [mark(0, 3, "PATIENT", "Eve"), mark(8, 11, "PATIENT", "Bob")]
    edit(all_.ann, project, 1, put=put)
    all_.ann.post(f"/projects/{project}/notes/1/done", json={"done": True})
    gold = {"start": 0, "end": 3, "label": "PATIENT"}
    decisions = [{"start": 0, "end": 3, "put": [gold]}, {"start": 8, "end": 11, "put": []}]
    assert all_.ada.post(f"/projects/{project}/notes/1/decisions", json={"decisions": decisions}).status_code == 200
    row = json.loads(all_.ada.get(f"/projects/{project}/export?format=jsonl").text)
    assert row["replacements"] == '[[0, 3, "Eve"]]'


def test_line_ends_and_rare_letters_come_out_as_they_came_in(all_):
    text = "\ufeffDr. 𝔸da\r\n\tOsei 😀\r\r\n\u2028caf\u00e9 cafe\u0301\n\n"
    project = make_project(all_, texts=[text])
    start = text.index("Osei")
    assert edit(all_.ann, project, 1, put=[mark(start, start + 6)]).status_code == 200
    assert all_.ann.get(f"/projects/{project}/notes/1").json()["text"] == text
    answer = all_.ada.get(f"/projects/{project}/export?of=ann&format=brat")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.read("falls-ann/note-1.txt") == text.encode()


def test_the_page_is_told_the_formats(all_):
    me = all_.ann.get("/me").json()
    assert {"parquet", "hl7", "text", "brat"} <= {*me["reads"]}
    assert "brat" in me["writes"] and not {"text", "parquet"} & {*me["writes"]}
