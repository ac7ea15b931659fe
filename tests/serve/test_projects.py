import base64
import io
import json
import zipfile
from pathlib import Path

import pytest

from incognote.serve import store
from incognote.types import Span
from tests.serve.in_process import TEXT, coded, files, make_project, mark, serving

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def all_(tmp_path):
    with serving(tmp_path / "data") as made:
        yield made


def edit(client, project, note, take=(), put=(), base=None, **more):
    sent = {"base": base, "take": list(take), "put": list(put), **more}
    return client.post(f"/projects/{project}/notes/{note}/edits", json=sent)


def test_who_sees_and_makes_projects(all_):
    assert all_.ada.post("/projects", json={"name": "falls"}).status_code == 403
    project = make_project(all_, annotators=["ann"])
    for name, seen in {"ann": 1, "ben": 0, "ada": 1, "adam": 1}.items():
        client = getattr(all_, name)
        assert len(client.get("/projects").json()) == seen
        assert client.get(f"/projects/{project}").status_code == (200 if seen else 404)
        assert client.get(f"/projects/{project}/notes/1").status_code == (200 if seen else 404)
    assert all_.rita.get("/projects").status_code == 403
    assert all_.adam.post("/projects", json={"name": "falls"}).status_code == 409
    assert all_.adam.get("/projects/99").status_code == 404
    assert [who["name"] for who in all_.adam.get("/people").json()] == ["ada", "adam", "ann", "ben", "cleo", "rita"]


def test_settings_are_checked(all_):
    project = make_project(all_)
    for wrong in ({"annotators": ["ann", "ann"]}, {"annotators": ["engine:x"]}, {"engine": "no-such"},
                  {"engine": "incognote-fast@no-such"}, {"engine": "/etc"}):  # fmt: skip
        assert all_.adam.post(f"/projects/{project}/settings", json=wrong).status_code == 400
    answer = all_.adam.post(f"/projects/{project}/settings", json={"annotators": ["cleo"], "engine": "incognote-fast"})
    assert answer.json()["engine"] == "incognote-fast@safe"
    assert all_.ann.get(f"/projects/{project}").status_code == 404
    assert all_.cleo.get(f"/projects/{project}/notes/1").json()["text"] == TEXT


def test_marking(all_):
    project = make_project(all_)
    note = all_.ann.get(f"/projects/{project}/notes/1").json()
    assert (note["text"], note["marks"], note["revision"], note["mine"]) == (TEXT, [], 0, True)
    name, house = mark(12, 20), mark(TEXT.index("Elm"), TEXT.index(" House"), "HOSPITAL", "Oak")
    first = edit(all_.ann, project, 1, put=[name, house], base=0).json()["revision"]
    assert all_.ann.get(f"/projects/{project}/notes/1").json()["marks"] == [name, house]
    assert edit(all_.ann, project, 1, take=[name], base=0).status_code == 409  # a second window
    back = edit(all_.ann, project, 1, take=[name, house], put=[mark(8, 20)], base=first).json()["revision"]
    undone = edit(all_.ann, project, 1, take=[mark(8, 20)], put=[name, house], base=back)
    assert undone.status_code == 200
    assert all_.ann.get(f"/projects/{project}/notes/1").json()["marks"] == [name, house]
    assert all_.ben.get(f"/projects/{project}/notes/1").json()["marks"] == []


@pytest.mark.parametrize(
    "put",
    [[mark(0, 1000)], [mark(3, 3)], [mark(-1, 2)], [mark(0, 2, "NO-SUCH")], [mark(0, 5), mark(4, 6)], [{"start": 1}],
     [{**mark(0, 2), "by": "ben"}]],
)  # fmt: skip
def test_marks_that_do_not_fit_are_refused(all_, put):
    project = make_project(all_)
    assert edit(all_.ann, project, 1, put=put).status_code in (400, 422)
    assert all_.ann.get(f"/projects/{project}/notes/1").json()["marks"] == []


def test_what_is_sent_again_counts_once(all_):
    project = make_project(all_)
    first = edit(all_.ann, project, 1, put=[mark(0, 4)], base=0, op="one")
    again = edit(all_.ann, project, 1, put=[mark(0, 4)], base=0, op="one")
    assert first.json() == again.json()
    assert edit(all_.ben, project, 1, put=[mark(0, 4)], base=0, op="one").status_code == 200  # another's op
    assert len(all_.store.events(project, ["edit"])) == 2


def test_done_says_which_marks_it_is_about(all_):
    project = make_project(all_)
    url = f"/projects/{project}/notes/1/done"
    seen = edit(all_.ann, project, 1, put=[mark(0, 4)], base=0).json()["revision"]
    other = edit(all_.ann, project, 1, put=[mark(5, 7)], base=seen).json()["revision"]  # a second window
    assert all_.ann.post(url, json={"done": True, "base": seen}).status_code == 409
    assert not all_.ann.get(f"/projects/{project}/notes/1").json()["done"]
    sent = {"done": True, "base": other, "op": "one"}
    first = all_.ann.post(url, json=sent).json()
    assert all_.ann.post(url, json=sent).json() == first  # sent again
    assert all_.ann.post(url, json={"done": False}).status_code == 200


def test_done_and_progress(all_):
    project = make_project(all_, texts=["One note.", "Two notes."])
    edit(all_.ann, project, 1, put=[mark(0, 3)])
    all_.ann.post(f"/projects/{project}/notes/2/done", json={"done": True})
    assert [line["state"] for line in all_.ann.get(f"/projects/{project}/notes").json()] == ["begun", "done"]
    assert all_.ada.get(f"/projects/{project}/notes").json()[1]["states"] == {"ann": "done", "ben": "new"}
    ann, ben = all_.ada.get(f"/projects/{project}").json()["progress"]
    assert (ann["assigned"], ann["begun"], ann["done"]) == (2, 2, 1)
    assert (ben["assigned"], ben["begun"], ben["done"]) == (2, 0, 0)
    all_.ann.post(f"/projects/{project}/notes/2/done", json={"done": False})
    (own,) = all_.ann.get(f"/projects/{project}").json()["progress"]
    assert own["done"] == 0


def test_each_note_goes_to_some_in_turn(all_):
    project = make_project(all_, annotators=["ann", "ben", "cleo"], texts=["a note"] * 6)
    edit(all_.cleo, project, 1, put=[mark(0, 1)])
    assert all_.adam.post(f"/projects/{project}/assign", json={"each": 4}).status_code == 400
    assert all_.adam.post(f"/projects/{project}/assign", json={"each": 2}).json()["each"] == 2
    given = {line["number"]: set(line["states"]) for line in all_.ada.get(f"/projects/{project}/notes").json()}
    assert all(len(names) == 2 for names in given.values())
    assert "cleo" in given[1]  # she has begun
    theirs = [line["number"] for line in all_.ann.get(f"/projects/{project}/notes").json()]
    assert theirs == [number for number, names in given.items() if "ann" in names]
    other = next(number for number in given if number not in theirs)
    assert all_.ann.get(f"/projects/{project}/notes/{other}").status_code == 403
    assert edit(all_.ann, project, other, put=[mark(0, 1)]).status_code == 403
    assert edit(all_.ada, project, other, put=[mark(0, 1)]).status_code == 403
    assert all_.ada.get(f"/projects/{project}/notes/{other}").json()["mine"] is False
    all_.adam.post(f"/projects/{project}/notes", json={"files": files(later="a later note")})
    assert len(all_.ada.get(f"/projects/{project}/notes").json()[6]["states"]) == 2
    all_.adam.post(f"/projects/{project}/assign", json={"each": None})
    assert len(all_.ann.get(f"/projects/{project}/notes").json()) == 7


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


def test_labels_of_an_engine_are_for_everybody(all_):
    """Were they accepted only where it used them, a blind annotator could find out where."""
    project = make_project(all_, texts=["Ada came", "nothing"], engine="incognote-fast", blind=True)
    assert edit(all_.ann, project, 2, put=[mark(0, 7, "KIN")]).status_code == 400
    find = all_.service.engines.find
    all_.service.engines.find = lambda docs, engine: [
        doc.with_spans(Span(span.start, span.end, "KIN") for span in doc.spans) for doc in find(docs, engine)
    ]
    all_.done(all_.adam.post(f"/projects/{project}/pre-annotate").json())
    assert all_.ann.get(f"/projects/{project}").json()["labels"] == ["KIN"]
    for note in (1, 2):
        assert edit(all_.ann, project, note, put=[mark(0, 3, "KIN")]).status_code == 200


def test_how_far_a_project_is_takes_no_reading_of_marks(all_, monkeypatch):
    """There may be a hundred thousand of them."""
    project = make_project(all_, engine="incognote-fast")
    edit(all_.ann, project, 1, put=[mark(0, 4)])
    read = store._event
    monkeypatch.setattr(store, "_event", lambda row: pytest.fail("read a mark") if row[3] == "edit" else read(row))
    for path in ("/projects", f"/projects/{project}", f"/projects/{project}/notes"):
        assert all_.ada.get(path).status_code == 200
    assert all_.adam.post(f"/projects/{project}/assign", json={"each": 1}).status_code == 200


def test_the_engine_goes_first(all_):
    texts = ["Ada came", "this fails", "nothing"]
    project = make_project(all_, texts=texts, engine="incognote-fast")
    job = all_.done(all_.adam.post(f"/projects/{project}/pre-annotate").json())
    assert (job["state"], job["result"]) == ("done", {"notes": 2, "failed": 1})
    assert all_.ada.get(f"/projects/{project}").json()["seen_by_engine"] == 2
    all_.adam.post(f"/projects/{project}/notes", json={"files": files(later="Ben went")})
    all_.done(all_.adam.post(f"/projects/{project}/pre-annotate").json())
    assert all_.service.engines.seen[3:] == ["note-2", "later"]  # the one that failed, and the new one
    note = all_.ann.get(f"/projects/{project}/notes/1").json()
    assert note["marks"] == [mark(0, 3, "PATIENT")]
    assert edit(all_.ann, project, 1, take=note["marks"], base=note["revision"]).status_code == 200
    assert all_.ann.get(f"/projects/{project}/notes/1").json()["marks"] == []  # and they don't come back
    assert all_.ada.get(f"/projects/{project}/notes/1").json()["marks"] == []
    assert all_.ada.get(f"/projects/{project}/export?of=engine:incognote-fast@safe").text.count('"label"') == 2


def test_blind_annotators_see_nothing_of_the_engine(all_):
    project = make_project(all_, texts=["Ada came"], engine="incognote-fast", blind=True)
    all_.done(all_.adam.post(f"/projects/{project}/pre-annotate").json())
    assert all_.ann.get(f"/projects/{project}/notes/1").json()["marks"] == []
    assert not all_.store.events(project, ["edit"], author="ann")
    assert all_.adam.post(f"/projects/{make_project(all_, 'no engine')}/pre-annotate").status_code == 400


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


def test_history_tells_who_did_what_without_text(all_):
    project = make_project(all_)
    edit(all_.ann, project, 1, put=[mark(12, 20, replacement="Osei")])
    events = all_.ada.get(f"/projects/{project}/history").json()
    assert [(one["author"], one["kind"]) for one in events] == [
        ("adam", "project"),
        ("adam", "import"),
        ("ann", "edit"),
    ]
    assert "Osei" not in str(events) and events[2]["told"] == "1 mark put, 0 taken away"
    rest = all_.ada.get(f"/projects/{project}/history", params={"after": events[0]["id"], "limit": 1}).json()
    assert rest == events[1:2]
    assert all_.ann.get(f"/projects/{project}/history").status_code == 403


def test_an_engine_that_was_interrupted_goes_on(all_):
    project = make_project(all_, texts=[f"Ada {number}" for number in range(250)], engine="incognote-fast")
    find, calls = all_.service.engines.find, []

    def stop_in_the_second_group(docs, engine):
        calls.append(len(docs))
        if len(calls) == 2:
            raise RuntimeError("Ada")
        return find(docs, engine)

    all_.service.engines.find = stop_in_the_second_group
    stopped = all_.done(all_.adam.post(f"/projects/{project}/pre-annotate").json())
    assert stopped["state"] == "failed" and "Ada" not in stopped["error"]
    assert all_.ada.get(f"/projects/{project}").json()["seen_by_engine"] == 100
    again = all_.done(all_.adam.post(f"/projects/{project}/pre-annotate").json())
    assert (again["result"], calls) == ({"notes": 150, "failed": 0}, [100, 100, 100, 50])
    assert len(all_.service.engines.seen) == len(set(all_.service.engines.seen)) == 250


def test_annotations_of_a_note_that_others_have(all_):
    """Whose annotations come has the note, as if they had begun with it."""
    project = make_project(all_, texts=["Ada came", "Ada left"])
    all_.adam.post(f"/projects/{project}/assign", json={"each": 1})
    rows = [{"id": "note-1", "text": "Ada came", "spans": [{"start": 0, "end": 3, "label": "PATIENT"}]}]
    sent = {"files": [{"path": "n.jsonl", "content": coded(json.dumps(rows[0]))}], "as": "ben"}
    assert all_.adam.post(f"/projects/{project}/notes", json=sent).json()["marks"] == 1
    assert all_.ada.get(f"/projects/{project}/notes").json()[0]["states"] == {"ann": "new", "ben": "done"}
    (row,) = all_.ada.get(f"/projects/{project}/adjudication").json()["rows"]
    assert [len(marks) for marks in row["cells"].values()] == [0, 1]
    done = all_.store.events(project, ["done"])
    assert [(event.author, event.body) for event in done] == [("ben", {"done": True, "by": "adam"})]


def test_notes_of_nobody_are_told(all_):
    project = make_project(all_, texts=["a note"] * 4)
    all_.adam.post(f"/projects/{project}/assign", json={"each": 1})
    assert all_.ada.get(f"/projects/{project}").json()["unassigned"] == 0
    left = all_.adam.post(f"/projects/{project}/settings", json={"annotators": ["ann"]}).json()
    assert (left["notes"], left["unassigned"]) == (4, 2)
    assert all_.adam.post(f"/projects/{project}/assign", json={"each": None}).json()["unassigned"] == 0


def test_line_ends_and_rare_letters_come_out_as_they_came_in(all_):
    text = "\ufeffDr. 𝔸da\r\n\tOsei 😀\r\r\n\u2028caf\u00e9 cafe\u0301\n\n"
    project = make_project(all_, texts=[text])
    start = text.index("Osei")
    assert edit(all_.ann, project, 1, put=[mark(start, start + 6)]).status_code == 200
    assert all_.ann.get(f"/projects/{project}/notes/1").json()["text"] == text
    answer = all_.ada.get(f"/projects/{project}/export?of=ann&format=text")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.read(archive.namelist()[0]) == text.encode()
