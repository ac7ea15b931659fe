import json
import shutil

import pytest

from incognote import recipes
from incognote.serve.engines.catalogue import Catalogue
from incognote.serve.projects import learning
from incognote.serve.projects.marks import Mark, edit
from incognote.serve.projects.settings import ProjectSettings, new_project
from incognote.serve.store import New
from tests.adapt.tiny import HABIT, USUAL, make_engine, notes
from tests.serve.in_process import serving


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return make_engine(tmp_path_factory.mktemp("tiny") / "engine")


@pytest.fixture
def called(tmp_path, tiny):
    """A service with a small engine, and a project that ann has corrected, but for the last note."""
    with serving(tmp_path / "data") as made:
        models = tmp_path / "data" / "models"
        shutil.copytree(tiny, models / "tiny")
        made.service.engines.catalogue = Catalogue(models)
        yield made


def project(called, docs, name="falls"):
    store = called.service.store
    number = new_project(store, name, ProjectSettings(("ann",)), "adam").id
    store.add_notes(number, [doc.with_spans(()) for doc in docs], New("adam", "notes", {}))
    for note, doc in enumerate(docs, 1):
        edit(store, number, note, "ann", (), [Mark(span.start, span.end, span.label) for span in doc.spans])
        store.append(number, New("ann", "done", {"done": note < len(docs)}, note))
    return number


def learned(called, number, **wanted):
    job = called.post("adam", "learn", {"project": number, "of": "ann", "engine": "tiny", **wanted}, 202)
    assert called.get("adam", "learn")["running"]["id"] == job["id"]
    now = called.done(job)
    assert not list(called.service.store.folder.glob("incoming-*"))
    return now


def test_an_engine_learns_a_habit_or_nothing(called):
    """Where the notes hold a habit it is learned; where they hold none, nothing is written; where they are few, why."""
    done = learned(called, project(called, notes(HABIT, 13, 2)), name="ours")
    assert done["result"]["is_better"], done
    assert done["result"]["table"]["rows"][0][0] == "as it is"
    ours, tiny = called.get("adam", "learn")["models"]
    assert (ours["name"], ours["notes"], ours["phi"], ours["path"]) == ("ours", 12, 24, "models/ours")
    assert ours["table"]["rows"] == done["result"]["table"]["rows"]
    assert (tiny["name"], tiny["table"]) == ("tiny", None)
    folder = called.service.store.folder / "models" / "ours"
    assert folder.stat().st_mode & 0o777 == 0o700
    other = notes(HABIT, 1, 3)[0]
    assert recipes.build(str(folder)).find(other.with_spans(())).spans == other.spans

    done = learned(called, project(called, notes(USUAL, 13, 5), "usual"), name="no-better")
    assert (done["state"], done["result"]["is_better"]) == ("done", False)
    assert not (folder.parent / "no-better").exists()

    done = learned(called, project(called, notes(HABIT, 4, 5), "few"), name="few")
    assert done["error"].startswith("notes.jsonl: 3 notes with 6 PHI are too few")


def test_only_the_gold_or_notes_that_are_done(called):
    number = project(called, notes(HABIT, 3, 2))
    store = called.service.store
    assert [doc.id for doc in learning.corrected(store, number, "ann")] == ["n0", "n1"]
    for of in ("gold", "ben"):
        refused = called.post("adam", "learn", {"project": number, "of": of, "name": "ours", "engine": "tiny"}, 400)
        assert "correct some notes" in refused["error"]


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"name": "../ours"}, 422),
        ({"name": "tiny"}, 409),
        ({"name": "deid"}, 409),
        ({"engine": "/etc"}, 400),
        ({"project": 9}, 404),
    ],
)
def test_what_cannot_be_learned_is_refused_at_once(called, wanted, status):
    number = project(called, notes(HABIT, 3, 2))
    called.post("adam", "learn", {"project": number, "of": "ann", "name": "ours", "engine": "tiny", **wanted}, status)


def test_who_may_learn(called):
    called.get("ada", "learn", 403)
    called.post("ada", "learn", {"project": 1, "name": "ours"}, 403)


def test_what_is_missing_is_named(called, monkeypatch):
    monkeypatch.setattr(learning, "_TRAINING", ("no_such_package",))
    assert called.get("adam", "learn")["missing"] == "no_such_package"
    number = project(called, notes(HABIT, 3, 2))
    told = called.post("adam", "learn", {"project": number, "of": "ann", "name": "ours", "engine": "tiny"}, 400)
    assert "incognote[train]" in told["error"]


def test_models_that_cannot_be_read_are_left_out(called):
    folder = called.service.store.folder / "models" / "broken"
    folder.mkdir()
    (folder / "manifest.json").write_text(json.dumps({"name": "?"}))
    assert [model["name"] for model in called.get("adam", "learn")["models"]] == ["tiny"]


def test_an_error_that_is_not_ours_is_not_shown(called):
    assert "Ada" not in learning._problem("Traceback:\n  ValueError: Ada Osei", called.service.store.folder)
