import json

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from incognote.cli.main import cli
from incognote.errors import DetectionError
from incognote.replace.keys import new_key, parse
from incognote.serve.people import Role
from incognote.serve.problems import BusyError, TooLongError
from incognote.serve.service import Settings
from tests.serve.in_process import HOSTS, client, failing, service

NOTE = "😀 Seen by Dr. Boris Adams\r\non 3/4/2024.\r\n"
PLAIN = {"Content-Type": "text/plain; charset=utf-8"}
KEY_TEXT = new_key()
KEY = parse(KEY_TEXT)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    vault = tmp_path_factory.mktemp("vault") / "site.vault"
    return service(Settings(hosts=HOSTS, key=KEY, key_lasts=True, vault=vault))


@pytest.fixture(scope="module")
def ask(made):
    return client(made)


def test_spans_in_code_points_and_in_utf16(ask):
    done = ask.post("/api/detect", json={"text": NOTE}).json()
    (note,) = done["notes"]
    assert done["engine"] == "deid"
    name, date = note["spans"]
    assert NOTE[name["start"] : name["end"]] == "Boris Adams"
    utf16 = NOTE.encode("utf-16-le")
    assert utf16[2 * date["start_utf16"] : 2 * date["end_utf16"]].decode("utf-16-le") == "3/4/2024"
    assert date["start_utf16"] == date["start"] + 1
    assert {name["label"], date["label"]} == {"DOCTOR", "DATE"}
    assert name["reasons"] is None


def test_plain_text_is_taken_too(ask):
    plain = ask.post("/api/detect?reasons=true&labels=NAME,PHONE", content=NOTE.encode(), headers=PLAIN).json()
    asked = {"text": NOTE, "reasons": True, "labels": ["NAME", "PHONE"]}
    assert plain == ask.post("/api/detect", json=asked).json()
    ((span,),) = [note["spans"] for note in plain["notes"]]
    assert span["label"] == "DOCTOR"
    assert span["reasons"][0].startswith("found by rules:")


def test_reasons_of_a_place_are_those_of_the_whole(ask):
    whole = ask.post("/api/detect", json={"text": NOTE, "reasons": True, "engine": "incognote"}).json()["notes"][0]
    name, date = whole["spans"]
    assert name["reasons"]
    assert date["reasons"]
    for span in (name, date):
        for place in (span["start"], span["end"] - 1):
            asked = {"text": NOTE, "reasons_at": [place], "engine": "incognote"}
            assert ask.post("/api/detect", json=asked).json()["notes"][0]["spans"] == [span]
    asked = f"/api/detect?engine=incognote&reasons_at={name['end']},{date['start']}"
    assert ask.post(asked, content=NOTE.encode(), headers=PLAIN).json()["notes"][0]["spans"] == [date]
    asked = {"text": NOTE, "reasons_at": [], "engine": "incognote"}
    assert ask.post("/api/detect", json=asked).json()["notes"][0]["spans"] == []


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"notes": [{"text": NOTE}], "reasons_at": [3]}, 400),
        ({"text": NOTE, "reasons_at": [-1]}, 422),
        ({"text": NOTE, "reasons_at": [0] * 1001}, 422),
    ],
)
def test_wrong_places(ask, asked, status):
    assert ask.post("/api/detect", json=asked).status_code == status


def test_many_notes_keep_their_order(ask):
    notes = [{"id": str(number), "text": f"Dr. Boris Adams, page {number}"} for number in range(20)]
    found = ask.post("/api/detect", json={"notes": notes}).json()["notes"]
    assert [note["id"] for note in found] == [note["id"] for note in notes]
    assert all(note["spans"] for note in found)


def test_engines_are_listed_with_points_and_scores(ask):
    done = ask.get("/api/engines").json()
    by_name = {engine["name"]: engine for engine in done["engines"]}
    assert done["default"] == "deid"
    assert [point["name"] for point in by_name["incognote"]["points"]] == ["safe", "balanced", "strict"]
    assert by_name["deid"]["paper"]
    assert by_name["deid"]["scores"]["R"] > 0.5
    assert not any(engine["adapted"] for engine in done["engines"])


def test_text_outside_replacements_stays_to_the_byte(ask):
    asked = {"text": NOTE, "style": "plain", "patient": "704"}
    (note,) = ask.post("/api/deidentify", json={**asked, "shift_dates": False}).json()["notes"]
    assert note["text"] == NOTE.replace("Boris Adams", "[NAME]").replace("3/4/2024", "[DATE]")
    assert [note["text"][span["start"] : span["end"]] for span in note["spans"]] == ["[NAME]", "[DATE]"]
    (shifted,) = ask.post("/api/deidentify", json=asked).json()["notes"]
    assert shifted["dates"] == {"shifted": 1}
    assert "[DATE]" not in shifted["text"]
    assert shifted["new_id"] != shifted["id"]
    assert shifted["patient"] not in (None, "704")


def test_plain_text_comes_back_if_it_is_asked_for(ask):
    done = ask.post("/api/deidentify?style=mask", content=NOTE.encode(), headers={**PLAIN, "Accept": "text/plain"})
    assert done.headers["content-type"] == "text/plain; charset=utf-8"
    assert done.content.decode() == NOTE.replace("Boris Adams", "***** *****").replace("3/4/2024", "********")


def test_places_of_surrogates_are_not_told(ask):
    (note,) = ask.post("/api/deidentify", json={"text": NOTE, "style": "surrogates", "patient": "1"}).json()["notes"]
    assert note["spans"] is None
    assert "Adams" not in note["text"]
    assert "[" not in note["text"]


def test_surrogates_are_those_of_the_command_line(ask, tmp_path):
    patients = {"one": "7", "two": "7", "three": "8"}
    notes = [
        {"id": name, "patient": patient, "text": f"Mr. Boris Adams saw Dr. {name.title()} Brown on 3/4/2024."}
        for name, patient in patients.items()
    ]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps({**note, "spans": []}) + "\n" for note in notes))
    key_file = tmp_path / "key"
    key_file.touch(0o600)
    key_file.write_text(KEY_TEXT)
    words = ["deidentify", "in.jsonl", "--out", "out.jsonl", "--engine", "deid", "--style", "surrogates"]
    words = [str(tmp_path / word) if word.endswith(".jsonl") else word for word in words]
    done = CliRunner().invoke(cli, [*words, "--key", str(key_file)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    ours = ask.post("/api/deidentify", json={"notes": notes, "style": "surrogates"}).json()
    assert [(note["new_id"], note["text"]) for note in ours["notes"]] == [(one["id"], one["text"]) for one in lines]


def test_notes_are_given_back_to_an_admin_alone(made, ask):
    asked = {"notes": [{"id": "7/1", "text": NOTE, "patient": "7"}], "style": "surrogates", "keep": True}
    (new,) = ask.post("/api/deidentify", json=asked).json()["notes"]
    back = {"notes": [{"id": new["new_id"], "text": new["text"]}]}
    assert client(made, Role.ADJUDICATOR).post("/api/reidentify", json=back).status_code == 403
    (old,) = ask.post("/api/reidentify", json=back).json()["notes"]
    assert (old["id"], old["patient"], old["text"]) == ("7/1", "7", NOTE)
    assert len(old["spans"]) == 2
    changed = {"notes": [{"id": new["new_id"], "text": new["text"] + " "}]}
    assert ask.post("/api/reidentify", json=changed).status_code == 400
    assert ask.post("/api/deidentify", json=asked).status_code == 200  # the same again
    asked["notes"][0]["text"] = NOTE + "Another note."
    assert ask.post("/api/deidentify", json=asked).status_code == 409
    assert ask.post("/api/reidentify", json=back).json()["notes"] == [old]


def test_without_a_vault_or_key_it_is_said(ask):
    passing = client(service())
    asked = {"notes": [{"id": "1", "text": NOTE}], "keep": True}
    assert "--vault" in passing.post("/api/deidentify", json=asked).json()["error"]
    refused = passing.post("/api/reidentify", json={"notes": [{"id": "1", "text": "x"}]})
    assert refused.status_code == 400
    assert "--vault" in refused.json()["error"]
    done = passing.post("/api/deidentify", json={"text": NOTE, "style": "surrogates"}).json()
    assert not done["key_lasts"]
    assert any("without a key" in remark for remark in done["remarks"])
    assert any("patient" in remark for remark in done["remarks"])
    assert (
        ask.post("/api/deidentify", json={"text": NOTE, "style": "surrogates", "patient": "1"}).json()["remarks"] == []
    )


def test_an_engine_against_a_gold(ask):
    gold = [{"id": "1", "text": "Seen by Dr. Boris Adams.", "spans": [{"start": 12, "end": 23, "label": "DOCTOR"}]}]
    done = ask.post("/api/evaluate", json={"gold": gold, "engines": ["deid"]}).json()
    assert {table["key"] for table in done["tables"]} == set(done["figures"])
    assert done["figures"]["words"]["rows"][0]["recall"] == 1.0
    missed = {"name": "nobody", "notes": [{"id": "1", "spans": []}]}
    both = ask.post("/api/evaluate", json={"gold": gold, "engines": ["deid"], "predicted": [missed]}).json()
    assert [row[0] for row in both["tables"][0]["rows"]] == ["deid", "nobody"]


def test_measuring_is_work_and_bounded(made, ask):
    """Or else a few requests would keep all threads of the service, without a time limit, for ever."""
    text = "word " * 201
    spans = [{"start": 5 * at, "end": 5 * at + 4, "label": f"LABEL-{at}"} for at in range(201)]
    asked = {"gold": [{"id": "1", "text": text, "spans": spans[:200]}], "engines": ["deid"], "details": True}
    assert ask.post("/api/evaluate", json=asked).status_code == 200
    assert made.engines.asked[-2:] == ["Find", "Measure"]
    asked["gold"][0]["spans"] = spans
    refused = ask.post("/api/evaluate", json=asked)
    assert (refused.status_code, "200 labels" in refused.text) == (400, True)
    asked["gold"][0]["spans"] = spans[:1] * 10_001
    assert ask.post("/api/evaluate", json=asked).status_code == 422
    asked["gold"] = [{"id": str(number), "text": text, "spans": spans[:1] * 10_000} for number in range(11)]
    refused = ask.post("/api/evaluate", json=asked)
    assert (refused.status_code, "100,000 spans" in refused.text) == (400, True)


def test_an_engine_that_knows_the_notes_is_told(ask, monkeypatch):
    gold = [{"id": str(number), "text": f"Seen by Dr. Boris Adams, {number}.", "spans": []} for number in range(3)]
    asked = {"gold": gold, "engines": ["deid"]}
    assert ask.post("/api/evaluate", json=asked).json()["remarks"] == []
    monkeypatch.setattr("incognote.learn.models.seen", lambda engine, docs: len(docs) - 1)
    (remark,) = ask.post("/api/evaluate", json=asked).json()["remarks"]
    assert remark.startswith("deid was trained on 2 of these 3 notes")


def test_a_reader_learns_nothing_of_what_the_lasting_key_makes(made, ask):
    """With it they could find a patient in what was released under it."""
    asked = {"text": "Mr. Boris Adams fell on 3/4/2024.", "id": "7/1", "patient": "7", "style": "surrogates"}
    reader, annotator = (client(made, role) for role in (Role.READER, Role.ANNOTATOR))
    ours, theirs = (one.post("/api/deidentify", json=asked).json() for one in (ask, reader))
    assert annotator.post("/api/deidentify", json=asked).json() == ours
    assert (ours["key_lasts"], theirs["key_lasts"]) == (True, False)
    assert ours["key"] != theirs["key"]
    for part in ("new_id", "patient", "text"):
        assert ours["notes"][0][part] != theirs["notes"][0][part]
    assert theirs == reader.post("/api/deidentify", json=asked).json()
    assert "annotator" in theirs["remarks"][0]
    refused = reader.post("/api/deidentify", json={**asked, "keep": True})
    assert (refused.status_code, "annotator" in refused.text) == (403, True)


WRONG_EVALUATIONS = [
    {},
    {"engines": ["deid", "deid"]},
    {"engines": ["nobody"]},
    {"predicted": [{"name": "a", "notes": [{"id": "2", "spans": []}]}]},
    {"predicted": [{"name": "a", "notes": [{"id": "1", "spans": [{"start": 0, "end": 99, "label": "DATE"}]}]}]},
    {"predicted": [{"name": "a", "notes": [{"id": "1", "spans": [{"start": 3, "end": 1, "label": "DATE"}]}]}]},
    {"predicted": [{"name": "a", "notes": [{"id": "1", "spans": []}] * 2}]},
]


@pytest.mark.parametrize("wrong", WRONG_EVALUATIONS)
def test_wrong_evaluations(ask, wrong):
    gold = {"gold": [{"id": "1", "text": "Seen by Dr. Adams.", "spans": []}]}
    assert ask.post("/api/evaluate", json={**gold, **wrong}).status_code == 400


def test_a_note_on_which_an_engine_fails_is_named_and_nothing_answered(made, ask):
    notes = [{"id": "good", "text": NOTE}, {"id": "bad", "text": NOTE + " "}]
    with failing(made, fails="bad"):
        for route in ("detect", "deidentify"):
            refused = ask.post(f"/api/{route}", json={"notes": notes})
            assert refused.status_code == 500
            assert "'bad'" in refused.json()["error"]
            assert "Boris" not in refused.text


@pytest.mark.parametrize(
    ("error", "status"),
    [(BusyError("busy"), 429), (TooLongError("late"), 504), (DetectionError("1", "Test", "ValueError"), 500)],
)
def test_troubles_have_their_statuses(made, ask, error, status):
    with failing(made, raises=error):
        refused = ask.post("/api/detect", json={"text": NOTE})
    assert refused.status_code == status
    assert ("Retry-After" in refused.headers) == (status == 429)


def test_work_is_counted_without_a_word_of_it(ask):
    before = ask.get("/api/metrics").text
    ask.post("/api/detect", json={"text": NOTE})
    after = ask.get("/api/metrics").text

    def number(text, name):
        return next((float(line.split()[-1]) for line in text.splitlines() if line.startswith(name)), 0)

    assert number(after, "incognote_notes_total") == number(before, "incognote_notes_total") + 1
    assert number(after, "incognote_characters_total") == number(before, "incognote_characters_total") + len(NOTE)
    assert number(after, 'incognote_spans_total{label="DATE"}') > number(before, 'incognote_spans_total{label="DATE"}')


WRONG = [
    {},
    {"text": ""},
    {"text": "a\0b"},
    {"text": "\ud800"},
    {"text": None},
    {"text": 7},
    {"text": ["a"]},
    {"notes": []},
    {"notes": [{}]},
    {"notes": [{"text": "a"}] * 1001},
    {"notes": [{"id": "1", "text": "a"}, {"id": "1", "text": "b"}]},
    {"notes": [{"text": "a"}], "text": "a"},
    {"notes": [{"text": "a"}], "patient": "1"},
    {"text": "a", "engine": "nobody"},
    {"text": "a", "engine": "../../etc"},
    {"text": "a", "engine": "incognote@safe", "point": "safe"},
    {"text": "a", "point": "nowhere"},
    {"text": "a", "mistyped": 1},
    [],
    "text",
    7,
    None,
]


@pytest.mark.parametrize("route", ["detect", "deidentify"])
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: json.dumps(wrong)[:40])
def test_wrong_requests_are_told_what_is_wrong(ask, route, wrong):
    refused = ask.post(f"/api/{route}", content=json.dumps(wrong), headers={"Content-Type": "application/json"})
    assert refused.status_code in (400, 422)
    assert len(refused.json()["error"]) > 10


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b'{"text": "\xff"}', b"[" * 100_000, b"1" * 5000, b'{"text": NaN}', b'"\\ud800"']
)
def test_bodies_that_are_no_json(ask, body):
    for route in ("detect", "deidentify", "reidentify", "evaluate"):
        refused = ask.post(f"/api/{route}", content=body, headers={"Content-Type": "application/json"})
        assert refused.status_code in (400, 422)
        assert refused.json()["error"]


@pytest.mark.parametrize(
    ("address", "body", "kind", "status"),
    [
        ("", b"\xff", "text/plain", 400),
        ("", b"", "text/plain", 422),
        ("", NOTE.encode("utf-16"), "text/plain; charset=utf-16", 415),
        ("?patient=704", b"a", "text/plain", 400),
        ("?style=nothing", b"a", "text/plain", 422),
        ("", b"<a/>", "application/xml", 422),
        ("", b"text=a", "application/x-www-form-urlencoded", 422),
    ],
)
def test_wrong_texts(ask, address, body, kind, status):
    refused = ask.post(f"/api/deidentify{address}", content=body, headers={"Content-Type": kind})
    assert refused.status_code == status
    assert refused.json()["error"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "id", "notes", "x"]), inner),
    max_leaves=6,
)
OPTIONS = ["text", "id", "patient", "notes", "engine", "point", "labels"]
OPTIONS += ["reasons", "reasons_at", "style", "shift_dates", "keep"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    body=st.dictionaries(st.sampled_from(OPTIONS), JSON, max_size=4), route=st.sampled_from(["detect", "deidentify"])
)
def test_whatever_is_sent_the_answer_is_no_fault(ask, body, route):
    answer = ask.post(f"/api/{route}", content=json.dumps(body), headers={"Content-Type": "application/json"})
    assert answer.status_code in (200, 400, 422)


@pytest.mark.parametrize(
    "text", [" ", "\n", "\r\n", "\ufeff", "e\u0301", "a" * 100_000, "\x1b[31m", "\u2028", "😀" * 300]
)
def test_odd_texts_are_notes_too(ask, text):
    (note,) = ask.post("/api/deidentify", json={"text": text, "style": "plain"}).json()["notes"]
    assert note["text"] == text
