from importlib import import_module
from pkgutil import iter_modules

import pytest
from pydantic import BaseModel

from incognote.serve import projects, store
from incognote.types import Span
from tests.serve.in_process import TEXT, edit, files, make_project, mark, serving


@pytest.fixture
def all_(tmp_path):
    with serving(tmp_path / "data") as made:
        yield made


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


def test_what_is_sent_and_answered_is_described(all_):
    modules = [import_module(f"incognote.serve.projects.{one.name}") for one in iter_modules(projects.__path__)]
    found = (what for one in modules for what in vars(one).values() if isinstance(what, type))
    ours = {what.__name__ for what in found if issubclass(what, BaseModel) and "projects" in what.__module__}
    schemas = all_.adam.get("/openapi.json").json()["components"]["schemas"]
    assert {"MarkedNote", "GoldSpan", "ToLearn"} <= schemas.keys() & ours
    assert [name for name in schemas if "serve__projects" in name] == []  # of a name that others have too
    assert [name for name in sorted(schemas.keys() & ours) if not schemas[name].get("description")] == []


def test_settings_are_checked(all_):
    project = make_project(all_)
    for wrong in ({"annotators": ["ann", "ann"]}, {"annotators": ["gold"]}, {"annotators": ["engine:x"]},
                  {"engine": "no-such"}, {"engine": "incognote-fast@no-such"}, {"engine": "/etc"}):  # fmt: skip
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


def test_notes_of_nobody_are_told(all_):
    project = make_project(all_, texts=["a note"] * 4)
    all_.adam.post(f"/projects/{project}/assign", json={"each": 1})
    assert all_.ada.get(f"/projects/{project}").json()["unassigned"] == 0
    left = all_.adam.post(f"/projects/{project}/settings", json={"annotators": ["ann"]}).json()
    assert (left["notes"], left["unassigned"]) == (4, 2)
    assert all_.adam.post(f"/projects/{project}/assign", json={"each": None}).json()["unassigned"] == 0
