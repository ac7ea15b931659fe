import pytest

from incognote.errors import DetectionError
from incognote.serve.projects.marks import ENGINE, Mark, edit
from incognote.serve.projects.settings import ProjectSettings, change_settings, new_project
from incognote.serve.store import New
from incognote.types import Document
from tests.serve.in_process import serving

TEXT = "Seen: 🙂 Ada Osei,\r\nand Will <script>.\r\n"
ADA, WILL, SEEN = (8, 16), (23, 27), (0, 4)


@pytest.fixture
def called(tmp_path):
    """Two notes, the first of which is gold with Ada and Will; ann found Ada, and Seen in vain."""
    with serving(tmp_path / "data", {"incognote-fast": "Ada Osei|Will", "deid": "Ada"}) as made:
        set_up(made.store)
        yield made


def set_up(store):
    project = new_project(store, "falls", ProjectSettings(("ann",)), "adam").id
    store.add_notes(project, [Document("a", TEXT), Document("b", TEXT)], New("adam", "notes", {}))
    edit(store, project, 1, "ann", (), [Mark(*ADA, "PATIENT"), Mark(*SEEN, "DOCTOR")])
    store.append(project, New("ann", "done", {"done": True}, 1))
    for place, put in ((ADA, [[*ADA, "PATIENT"]]), (WILL, [[*WILL, "DOCTOR"]]), (SEEN, [])):
        store.append(project, New("ada", "decide", {"start": place[0], "end": place[1], "put": put}, 1))


def ran(called, job):
    now = called.done(job)
    assert now["state"] == "done", now["error"]
    return now["result"]


def table(answer, key):
    (found,) = [table for table in answer["tables"] if table["key"] == key]
    return found["rows"]


def test_annotators_and_engines_against_the_gold(called):
    job = called.post("ada", "projects/1/measure", {"engines": ["incognote-fast", "deid"]}, 202)
    assert ran(called, job) == {name: {"notes": 1, "failed": 0} for name in ("incognote-fast@safe", "deid")}
    answer = called.get("ada", "projects/1/measure")
    assert (answer["notes"], answer["of"], answer["phi"]) == (1, 2, 2)
    names = [(one["name"], one["is_engine"], one["notes"]) for one in answer["systems"]]
    assert names == [("ann", False, 1), ("deid", True, 1), ("incognote-fast@safe", True, 1)]
    figures = {row[0]: (row[2], row[4], row[5], row[7]) for row in table(answer, "measured")}
    assert figures["ann"] == ("2", "1", "0.5000", "0.5000")
    assert figures["incognote-fast@safe"][1:] == ("0", "1.0000", "1.0000")
    assert table(answer, "people_and_engines")[0][:5] == ["1 person", "sensitivity", "–", "–", "0.5000"]
    assert len(answer["plots"]) == 2
    assert all("script" not in plot["svg"] for plot in answer["plots"])


def test_mistakes_tell_their_places(called):
    answer = called.get("ada", "projects/1/measure/one", name="ann")
    (missed,), (in_vain,) = answer["missed"], answer["in_vain"]
    assert (missed["note"], missed["start"], missed["text"], missed["before"][-4:]) == (1, 23, "Will", "and ")
    assert (in_vain["start"], in_vain["text"], in_vain["label"]) == (0, "Seen", "DOCTOR")
    assert table(answer, "found_by_label")[0][:3] == ["PATIENT", "1", "1"]
    assert (answer["missed_total"], answer["in_vain_total"]) == (1, 1)
    assert called.get("ada", "projects/1/measure/one", name="ann", offset=1)["missed"] == []


def test_what_an_engine_found_before_is_used(called):
    store = called.service.store
    edit(store, 1, 1, f"{ENGINE}deid", (), [Mark(*WILL, "DOCTOR")])
    ran(called, called.post("ada", "projects/1/measure", {"engines": ["deid"]}, 202))
    assert len(store.events(1, ("edit",), author=f"{ENGINE}deid")) == 1
    assert called.get("ada", "projects/1/measure/one", name="deid")["missed"][0]["text"] == "Ada Osei"


def note_of_table(called):
    (first,) = [one for one in called.get("ada", "projects/1/measure")["tables"] if one["key"] == "people_and_engines"]
    return first["note"]


def test_an_engine_that_failed_on_a_note_is_measured_on_the_others(called):
    store, failing = called.service.store, called.service.engines
    edit(store, 1, 2, "ann", (), [Mark(*ADA, "PATIENT")])
    store.append(1, New("ann", "done", {"done": True}, 2))
    store.append(1, New("ada", "decide", {"start": 8, "end": 16, "put": [[*ADA, "PATIENT"]]}, 2))
    find = failing.find
    failing.find = lambda docs, engine: [
        DetectionError(doc.id, "Words", "ValueError") if doc.id == "b" else found
        for doc, found in zip(docs, find(docs, engine), strict=True)
    ]
    result = ran(called, called.post("ada", "projects/1/measure", {"engines": ["deid"]}, 202))
    assert result == {"deid": {"notes": 1, "failed": 1}}
    assert "deid looked at 1 of the 2 notes" in note_of_table(called)


def test_that_annotators_saw_what_an_engine_found_is_told(called):
    store = called.service.store
    assert called.get("ada", "projects/1/measure")["started_from"] == []
    assert "began with" not in note_of_table(called)
    change_settings(store, 1, ProjectSettings(("ann", "ben"), blind=False, engine="deid"), "adam")
    edit(store, 1, 1, f"{ENGINE}deid", (), [Mark(*WILL, "DOCTOR")])
    called.get("ben", "projects/1/notes/1")
    store.append(1, New("ben", "done", {"done": True}, 1))
    change_settings(store, 1, ProjectSettings(("ann", "ben"), blind=True), "adam")  # too late
    assert called.get("ada", "projects/1/measure")["started_from"] == ["deid"]
    assert "began with what deid had found" in note_of_table(called)


def test_figures_follow_decisions(called):
    assert called.get("ada", "projects/1/measure")["phi"] == 2
    called.post("ada", "projects/1/notes/1/decisions", {"decisions": [{"start": 23, "end": 27, "put": []}]})
    assert called.get("ada", "projects/1/measure")["phi"] == 1


def test_without_a_gold_there_is_nothing_to_measure(called):
    called.service.store.append(1, New("ann", "done", {"done": False}, 1))
    assert "adjudicate some first" in called.post("ada", "projects/1/measure", {"engines": ["deid"]}, 400)["error"]
    answer = called.get("ada", "projects/1/measure")
    assert (answer["notes"], answer["tables"], answer["plots"]) == (0, [], [])


def test_who_may_measure(called):
    called.get("ann", "projects/1/measure", 403)
    called.get("ann", "projects/1/measure/one", 403, name="ann")
    called.post("ann", "projects/1/measure", {"engines": ["deid"]}, 403)
    called.get("ada", "projects/1/measure/one", 404, name="nobody")
    called.post("ada", "projects/1/measure", {"engines": ["../etc"]}, 400)
