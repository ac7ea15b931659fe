import base64
import json
from pathlib import Path

import pytest

from tests.serve.in_process import coded, edit, files, make_project, mark, serving

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def all_(tmp_path):
    with serving(tmp_path / "data") as made:
        yield made


def test_annotations_made_elsewhere(all_):
    project = make_project(all_, texts=[])
    url = f"/projects/{project}/notes"
    rows = [
        {"id": "a", "text": "Ada saw Ben", "spans": [{"start": 0, "end": 3, "label": "DOCTOR"},
                                                      {"start": 8, "end": 11, "label": "KIN"}]},
        {"id": "b", "text": "nobody", "spans": []},
    ]  # fmt: skip
    sent = [{"path": "notes.jsonl", "content": coded("\n".join(map(json.dumps, rows)))}]
    assert all_.adam.post(url, json={"files": sent, "as": "dora"}).status_code == 400
    assert all_.adam.post(url, json={"files": sent}).json()["notes"] == 2
    assert all_.ann.get(f"{url}/1").json()["marks"] == []
    assert all_.adam.post(url, json={"files": sent}).status_code == 409
    answer = all_.adam.post(url, json={"files": sent, "as": "ann"}).json()
    assert (answer["notes"], answer["annotated"], answer["marks"]) == (0, 2, 2)
    assert [mark["label"] for mark in all_.ann.get(f"{url}/1").json()["marks"]] == ["DOCTOR", "KIN"]
    assert [line["state"] for line in all_.ann.get(url).json()] == ["done", "done"]
    assert all_.ann.get(f"/projects/{project}").json()["labels"] == ["KIN"]
    assert edit(all_.ben, project, 2, put=[mark(0, 6, "KIN")]).status_code == 200
    assert all_.adam.post(url, json={"files": sent, "as": "engine:other"}).status_code == 200
    by = [event.body.get("by") for event in all_.store.events(project, ["edit"], author="ann")]
    assert by == ["adam", "adam"]
    rows[0]["text"] = "Ada saw Bob"
    changed = [{"path": "notes.jsonl", "content": coded("\n".join(map(json.dumps, rows)))}]
    assert all_.adam.post(url, json={"files": changed, "as": "ben"}).status_code == 409
    assert len(all_.store.events(project, ["edit"], author="ben")) == 1


@pytest.mark.parametrize(
    ("path", "number"),
    [("fhir/DocumentReference.ndjson", 3), ("hl7/reports.hl7", 4), ("ccda/referral.xml", 2), ("clinic.csv", 8)],
)
def test_a_corpus_of_any_format_comes_in(all_, path, number):
    project = make_project(all_, texts=[])
    file = EXAMPLES / path
    sent = {"files": [{"path": file.name, "content": base64.b64encode(file.read_bytes()).decode()}]}
    if path.endswith(".csv"):
        sent["columns"] = {"id": "note", "patient": "mrn"}
    answer = all_.adam.post(f"/projects/{project}/notes", json=sent)
    assert (answer.status_code, answer.json().get("notes")) == (200, number), answer.text
    assert "PID|" not in all_.ann.get(f"/projects/{project}/notes/1").json()["text"]


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.parquet", b"PAR1 but Osei"), ("a.xml", b"<ClinicalDocument><Osei"), ("a.hl7", b"no message of Osei"),
     ("a.json", b'{"resourceType": "Osei'), ("a.zip", b"Osei"), ("a.jsonl", b""),
     ("a.json", b'{"resourceType": "Patient", "id": "1"}')],
)  # fmt: skip
def test_an_import_without_a_note_is_an_error(all_, name, content):
    project = make_project(all_, texts=[])
    sent = {"files": [{"path": name, "content": base64.b64encode(content).decode()}]}
    answer = all_.adam.post(f"/projects/{project}/notes", json=sent)
    assert answer.status_code == 400, answer.text
    assert "Osei" not in answer.text and "incoming-" not in answer.text and str(all_.store.folder) not in answer.text
    assert len(all_.store.events(project)) == 1


def test_an_import_is_all_or_nothing(all_):
    project = make_project(all_, texts=["one"])
    url = f"/projects/{project}/notes"
    sent = [*files(other="two"), {"path": "note-1.txt", "content": coded("one")}]
    refused = all_.adam.post(url, json={"files": sent})
    assert (refused.status_code, "note-1" in refused.text, "incoming" in refused.text) == (409, True, False)
    assert len(all_.ada.get(url).json()) == 1
    half = [{"path": "notes.jsonl", "content": coded('{"id": "h", "text": "\\ud800"}')}]
    assert all_.adam.post(url, json={"files": half}).status_code == 400
    for path in ("../up.txt", "/etc/up.txt", "a\\b.txt", "", f"{'é' * 200}.txt"):
        assert all_.adam.post(url, json={"files": [{"path": path, "content": ""}]}).status_code == 400
    for paths in (("a.txt", "a.txt/b.txt"), ("a/b.txt", "a"), ("a", "a")):
        sent = [{"path": path, "content": ""} for path in paths]
        assert "one path" in all_.adam.post(url, json={"files": sent}).json()["error"]
    wrong = {"files": files(a="b"), "columns": {"name": "id"}}
    assert all_.adam.post(url, json=wrong).status_code == 400
    assert [path.name for path in all_.store.folder.iterdir() if path.is_dir()] == []


def test_what_could_not_be_read_is_told(all_):
    project = make_project(all_, texts=[])
    lines = '{"id": "a", "text": "fine"}\nno JSON, but Osei\n{"id": "a", "text": "again"}'
    sent = [{"path": "below/notes.jsonl", "content": coded(lines)}, {"path": "below/x.pdf", "content": ""}]
    answer = all_.adam.post(f"/projects/{project}/notes", json={"files": sent}).json()
    assert answer["notes"] == 1
    assert len(answer["set_aside"]) == 3
    assert "Osei" not in str(answer) and "incoming-" not in str(answer)
    unknown = all_.adam.post(f"/projects/{project}/notes", json={"files": [{"path": "x.pdf", "content": ""}] * 1
                                                                + [{"path": "y.pdf", "content": ""}]})  # fmt: skip
    assert unknown.status_code == 400
    assert str(all_.store.folder) not in unknown.text and "incoming-" not in unknown.text


def test_annotations_of_a_note_that_others_have(all_):
    """Whose annotations come has the note, as if they had begun with it."""
    project = make_project(all_, texts=["Ada came", "Ada left"])
    all_.adam.post(f"/projects/{project}/assign", json={"each": 1})
    rows = [{"id": "note-1", "text": "Ada came", "spans": [{"start": 0, "end": 3, "label": "PATIENT"}]}]
    sent = {"files": [{"path": "n.jsonl", "content": coded(json.dumps(rows[0]))}], "as": "ben"}
    assert all_.adam.post(f"/projects/{project}/notes", json=sent).json()["marks"] == 1
    assert all_.ada.get(f"/projects/{project}/notes").json()[0]["states"] == {"ann": "new", "ben": "done"}
    row, nothing = all_.ada.get(f"/projects/{project}/adjudication").json()["rows"]
    assert [len(marks) for marks in row["cells"].values()] == [0, 1]
    assert nothing["note"] == 2
    done = all_.store.events(project, ["done"])
    assert [(event.author, event.body) for event in done] == [("ben", {"done": True, "by": "adam"})]
