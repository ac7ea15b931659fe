import json
import os
from base64 import b64encode

import pytest

from incognote import __version__
from incognote.replace.alignment_file import digest_of
from incognote.serve.people import role_of
from incognote.serve.releases.shapes import ReleaseShape
from incognote.serve.service import Settings
from tests.serve.in_process import HOSTS, PEOPLE, client, service

TEXT = "Wilhelmina \U0001d538 came.\r\n"
LEAK = {"start": 0, "end": 10, "kind": "leak", "label": "PATIENT", "comment": "Osei's comment"}
REPORT = {
    "incognote": "9.9",
    "plan": {
        "key": "abcd-efgh",
        "options": {"--engine": "deid", "--point": None, "--threshold": {}, "--style": "thesis"},
    },
    "notes": 30,
    "labels": {"PATIENT": 41},
    "quarantined": 1,
}
SIGN = {"name": "Ада", "position": "officer", "method": "expert determination", "statement": "I stand for it."}


@pytest.fixture
def clients(store):
    made = service(Settings(hosts=HOSTS, data=store.folder), store)
    return {name: client(made, name) for name in PEOPLE}


def file(name, content):
    return {"path": name, "content": b64encode(content.encode()).decode()}


@pytest.fixture
def wanted():
    lines = [json.dumps({"id": f"n{number}", "text": TEXT}) for number in range(30)]
    return {
        "name": "May",
        "files": [file("clean.jsonl", "\n".join(lines))],
        "sample": 4,
        "seed": 7,
        "target": 1,
        "reviewers": ["ann", "ben"],
        "report": json.dumps(REPORT),
        "quarantine": json.dumps({"source": "Osei.csv", "record": 5, "reason": "'Osei 7': it is cut"}),
    }


@pytest.fixture
def release(clients, wanted):
    made = clients["adam"].post("/api/releases", json=wanted)
    assert made.status_code == 201
    return made.json()


def sign(client, **more):
    seen = client.get("/api/releases/1").json()["last"]
    return client.post("/api/releases/1/sign", json={"seen": seen, **SIGN, **more})


def read_all(clients):
    for note in clients["ann"].get("/api/releases/1/notes").json():
        clients[note["reviewer"]].post(f"/api/releases/1/notes/{note['number']}/done", json={"done": True})


def test_a_release_is_made_of_files_that_are_not_kept(release, clients, store):
    assert (release["notes"], release["size"], release["kept"]) == (30, 4, 8)
    assert release["progress"] == [
        {"reviewer": "ann", "notes": 2, "read": 0},
        {"reviewer": "ben", "notes": 2, "read": 0},
    ]
    assert [one.name for one in store.folder.iterdir() if one.is_dir()] == []
    assert clients["ann"].get("/api/releases").json()[0]["name"] == "May"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"files": []}, "no file was sent"),
        ({"files": [file("clean.jsonl", "{Wilhelmina")]}, "no notes"),
        ({"files": [file("clean.what", "Wilhelmina")], "format": "parquet"}, "it is not Parquet"),
        ({"reviewers": ["anm"]}, "did you mean 'ann'"),
        ({"report": "Wilhelmina"}, "none of `incognote batch`"),
        ({"alignment": "Wilhelmina"}, "side file"),
        ({"project": 3}, "no project 3"),
        ({"name": ""}, "body.name"),
        ({"sample": 0}, "body.sample"),
        ({"surprise": 1}, "a field that isn't known"),
    ],
)
def test_what_is_wrong_is_told_without_a_word_of_it(clients, wanted, store, change, told):
    answer = clients["adam"].post("/api/releases", json={**wanted, **change})
    assert 400 <= answer.status_code < 500
    assert told in answer.json()["error"]
    assert "Wilhelmina" not in answer.text
    assert str(store.folder) not in answer.text
    assert clients["ann"].get("/api/releases").json() == []


def test_a_side_file_tells_what_was_replaced(clients, wanted):
    about = {"kind": "incognote alignment", "version": 1, "incognote": "9", "style": "thesis", "engine": "deid"}
    lines = [about | {"point": None, "format": "jsonl"}]
    for number in range(30):
        same = {"old_length": len(TEXT), "new_length": len(TEXT), "stretches": [[13, 17, 13, 17, "DATE"]]}
        same["digest"] = digest_of(TEXT)
        lines.append({"number": number + 1, "id": f"n{number}", **same})
    wanted["alignment"] = "\n".join(map(json.dumps, lines))
    del wanted["report"]
    made = clients["adam"].post("/api/releases", json=wanted)
    assert made.json()["shows_replaced"] is True
    assert "deid" in clients["ada"].get("/api/releases/1/report.html").text
    note = clients["ann"].get("/api/releases/1/notes/1").json()
    assert note["replaced"] == [{"start": 13, "end": 17, "label": "DATE"}]
    assert note["text"] == TEXT


def test_without_one_it_is_unknown_what_was_replaced(clients, wanted):
    assert clients["adam"].post("/api/releases", json=wanted).json()["shows_replaced"] is False
    assert clients["ann"].get("/api/releases/1/notes/1").json()["replaced"] is None


@pytest.mark.parametrize(
    ("method", "path", "role"),
    [
        ("GET", "releases", "ann"),
        ("POST", "releases", "adam"),
        ("GET", "releases/1", "ann"),
        ("POST", "releases/1/settings", "adam"),
        ("POST", "releases/1/sample", "adam"),
        ("GET", "releases/1/notes", "ann"),
        ("GET", "releases/1/notes/1", "ann"),
        ("POST", "releases/1/notes/1/findings", "ann"),
        ("POST", "releases/1/findings/1/withdraw", "ann"),
        ("POST", "releases/1/findings/1/verdict", "ann"),
        ("POST", "releases/1/notes/1/done", "ann"),
        ("POST", "releases/1/sign", "ada"),
        ("GET", "releases/1/report.html", "ada"),
        ("GET", "releases/1/report.pdf", "ada"),
        ("GET", "releases/1/findings", "ada"),
        ("GET", "releases/1/history", "ada"),
    ],
)
def test_who_may_do_what(clients, release, method, path, role):
    for name, has in PEOPLE.items():
        if name == "cleo":  # see below
            continue
        status = clients[name].request(method, f"/api/{path}", json={} if method == "POST" else None).status_code
        assert (status == 403) is (role_of(has) < role_of(PEOPLE[role]))


def test_a_name_is_of_one_note_and_one_thing(clients, release):
    """And what is taken back and sent again is no error."""
    here = clients["ann"]
    found = [here.post(f"/api/releases/1/notes/{note}/findings", json={**LEAK, "op": "a"}) for note in (1, 2)]
    numbers = [answer.json()["id"] for answer in found]
    assert len(set(numbers)) == 2
    other = here.post("/api/releases/1/notes/1/findings", json={**LEAK, "comment": "other", "op": "a"})
    assert other.status_code == 409
    for number in (numbers[0], numbers[1], numbers[0]):
        assert here.post(f"/api/releases/1/findings/{number}/withdraw", json={"op": "b"}).status_code == 200
    assert here.get("/api/releases/1").json()["findings"] == []
    for note in (1, 2):
        here.post(f"/api/releases/1/notes/{note}/done", json={"done": True, "op": "c"})
        assert here.get(f"/api/releases/1/notes/{note}").json()["read_by_you"]


def test_a_finding_is_judged_by_another(clients, release):
    made = clients["ann"].post("/api/releases/1/notes/1/findings", json={**LEAK, "op": "a"})
    again = clients["ann"].post("/api/releases/1/notes/1/findings", json={**LEAK, "op": "a"})
    number = made.json()["id"]
    assert again.json() == made.json()
    path = f"/api/releases/1/findings/{number}/verdict"
    assert clients["ann"].post(path, json={"real": True}).status_code == 409
    assert clients["ben"].post(path, json={"real": True}).status_code == 200
    (found,) = clients["ann"].get("/api/releases/1").json()["findings"]
    assert (found["author"], found["judge"], found["real"]) == ("ann", "ben", True)
    assert clients["ben"].post("/api/releases/1/findings/999/verdict", json={"real": True}).status_code == 404


def test_the_sample_grows_as_far_as_the_reserve(clients, release):
    before = [note["number"] for note in clients["ann"].get("/api/releases/1/notes").json()]
    assert clients["adam"].post("/api/releases/1/sample", json={"size": 9}).status_code == 400
    assert clients["adam"].post("/api/releases/1/sample", json={"size": 8}).json()["size"] == 8
    after = [note["number"] for note in clients["ann"].get("/api/releases/1/notes").json()]
    assert after[: len(before)] == before
    assert clients["ann"].get("/api/releases/1/notes/9").status_code == 404


def test_signed_and_reported(clients, release):
    assert sign(clients["ada"]).status_code == 409
    number = clients["ann"].post("/api/releases/1/notes/1/findings", json=LEAK).json()["id"]
    clients["ben"].post(f"/api/releases/1/findings/{number}/verdict", json={"real": True})
    read_all(clients)
    signed = sign(clients["ada"])
    assert signed.json()["signed"] == "signed"
    page = clients["ada"].get("/api/releases/1/report.html")
    for text in (
        "Ада",
        "Expert Determination, 45 CFR 164.514(b)(1)",
        "I stand for it.",
        "1 leak in 1 note was found and confirmed.",
        "abcd-efgh",
        "full-face photographs",
        "(a name): it is cut",
        "41",
    ):
        assert text in page.text
    for word in ("Wilhelmina", "Osei", "n1<"):
        assert word not in page.text
    assert clients["ada"].get("/api/releases/1/report.pdf").content.startswith(b"%PDF")
    clients["adam"].post("/api/releases/1/settings", json={"reviewers": ["ann"], "target": 0.5})
    assert clients["ada"].get("/api/releases/1").json()["signed"] == "outdated"
    assert "OUTDATED" in clients["ada"].get("/api/releases/1/report.html").text


def test_signing_anyway_is_printed(clients, release):
    sign(clients["ada"], anyway="Because I must.")
    page = clients["ada"].get("/api/releases/1/report.html").text
    assert "Because I must." in page
    assert "4 notes of the sample are unread" in page


def test_what_the_signer_has_not_seen_is_not_signed(clients, release):
    read_all(clients)
    seen = clients["ada"].get("/api/releases/1").json()["last"]
    number = clients["ann"].post("/api/releases/1/notes/1/findings", json=LEAK).json()["id"]
    clients["ben"].post(f"/api/releases/1/findings/{number}/verdict", json={"real": True})
    refused = clients["ada"].post("/api/releases/1/sign", json={**SIGN, "seen": seen})
    assert refused.status_code == 409
    assert "changed since you looked" in refused.json()["error"]
    assert "seen" in clients["ada"].post("/api/releases/1/sign", json=SIGN).json()["error"]
    assert sign(clients["ada"]).status_code == 200
    assert sign(clients["adam"]).status_code == 200  # another signature changes nothing


def test_only_reviewers_and_adjudicators_see_notes_and_what_was_found(clients, release):
    number = clients["ann"].post("/api/releases/1/notes/1/findings", json=LEAK).json()["id"]
    for name, reads in (("ann", True), ("cleo", False), ("ada", True)):
        shown = clients[name].get("/api/releases/1").json()
        assert (shown["reads"], bool(shown["findings"])) == (reads, reads)
    asked = [("GET", "notes", None), ("GET", "notes/1", None), ("POST", "notes/1/findings", LEAK),
             ("POST", f"findings/{number}/verdict", {"real": True}), ("POST", f"findings/{number}/withdraw", {}),
             ("POST", "notes/1/done", {"done": True})]  # fmt: skip
    for method, path, body in asked:
        refused = clients["cleo"].request(method, f"/api/releases/1/{path}", json=body)
        assert refused.status_code == 403
        assert "ask an admin" in refused.json()["error"]
    clients["adam"].post("/api/releases/1/settings", json={"reviewers": [], "target": 0.1})
    assert clients["cleo"].get("/api/releases/1/notes/1").status_code == 200


def test_a_report_that_was_sent_makes_the_service_open_no_file(clients, wanted, tmp_path):
    os.mkfifo(tmp_path / "f.toml")  # opening it would wait for ever
    options = {**REPORT["plan"]["options"], "--engine": str(tmp_path / "f.toml")}
    wanted["report"] = json.dumps({**REPORT, "incognote": __version__, "plan": {"key": "a", "options": options}})
    assert clients["adam"].post("/api/releases", json=wanted).status_code == 201
    assert "SHA-256" not in clients["ada"].get("/api/releases/1/report.html").text


def test_findings_and_history_without_a_word_of_a_note(clients, release):
    number = clients["ann"].post("/api/releases/1/notes/1/findings", json=LEAK).json()["id"]
    for who, real in (("ben", True), ("ada", False)):
        clients[who].post(f"/api/releases/1/findings/{number}/verdict", json={"real": real})
    gone = clients["ann"].post("/api/releases/1/notes/2/findings", json=LEAK).json()["id"]
    clients["ann"].post(f"/api/releases/1/findings/{gone}/withdraw", json={})
    read_all(clients)
    clients["adam"].post("/api/releases/1/sample", json={"size": 5})
    sign(clients["ada"], anyway="Osei is in a hurry")
    file = clients["ada"].get("/api/releases/1/findings").text
    (line,) = map(json.loads, file.splitlines())
    assert (line["note"], line["start"], line["end"], line["kind"], line["label"]) == (1, 0, 10, "leak", "PATIENT")
    assert [(one["author"], one["real"]) for one in line["verdicts"]] == [("ben", True), ("ada", False)]
    events = clients["ada"].get("/api/releases/1/history").json()
    told = [(one["author"], one["kind"], one["told"]) for one in events]
    for one in (
        ("adam", "release", "drawn by the seed 7 from 30 notes"),
        ("adam", "notes", "8 notes kept"),
        ("adam", "settings", "reviewers: ann, ben; target: 100.00%"),
        ("ann", "finding", "from 0 to 10: leak, PATIENT"),
        ("ben", "verdict", f"finding {number}: confirmed"),
        ("ann", "withdraw", f"finding {gone}"),
        ("ann", "done", "read"),
        ("adam", "sample", "a sample of 5 notes"),
        ("ada", "signed", "expert determination, although something was unsettled"),
    ):
        assert one in told
    assert clients["ada"].get("/api/releases/1/history?limit=1&after=1").json()[0]["id"] > 1
    assert not any(word in file + str(events) for word in ("Wilhelmina", "Osei"))
    assert clients["ada"].get("/api/releases/9/history").status_code == 404


def test_every_shape_is_described(clients):
    schemas = clients["ann"].get("/api/openapi.json").json()["components"]["schemas"]
    names = {*ReleaseShape.model_json_schema()["$defs"], "NewRelease", "ReleaseChange", "NewFinding", "SignOff"}
    names |= {"SampleSize", "Verdict", "Withdrawal", "ReadNote", "SampleLine", "SampleNote", "Stretch", "Kept"}
    assert {name for name in names if not schemas[name].get("description")} == {"PlotShape", "TableShape"} - names


def test_every_route_is_described(clients):
    paths = clients["ann"].get("/api/openapi.json").json()["paths"]
    routes = [route for path, methods in paths.items() if "/releases" in path for route in methods.values()]
    assert len(routes) == 16
    assert all(route["summary"] and route["description"] for route in routes)
