import pytest

from incognote.serve.projects.gold import DECIDE
from incognote.serve.projects.marks import DONE, Mark, edit
from incognote.serve.projects.settings import ProjectSettings, new_project
from incognote.serve.releases.drawing import Drawn
from incognote.serve.releases.own_gold import own_gold
from incognote.serve.releases.releases import ReleaseSettings, new_release
from incognote.serve.releases.report import report_of
from incognote.serve.store import New, Store
from incognote.types import Document

TEXT = "Ada met Ben today"
ADA, BEN = Mark(0, 3, "PATIENT"), Mark(8, 11, "DOCTOR")
MADE = {"incognote": "9", "engine": "deid", "point": "safe", "style": "thesis", "labels": {"DATE": 4}, "sums": {}}


@pytest.fixture
def store(tmp_path):
    made = Store(tmp_path / "data")
    yield made
    made.close()


@pytest.fixture
def project(store):
    """Two notes: ann and ben are done with both, cleo with one; the engine found Ben alone."""
    settings = ProjectSettings(("ann", "ben"), False, "deid@safe")
    made = new_project(store, "falls", settings, "adam").id
    store.add_notes(made, [Document("a", TEXT), Document("b", TEXT)], New("adam", "notes", 2))
    for note in (1, 2):
        for who, marks in (("ann", [ADA]), ("ben", [BEN]), ("engine:deid@safe", [BEN])):
            edit(store, made, note, who, (), marks)
            if who in settings.annotators:
                store.append(made, New(who, DONE, {"done": True}, note))
        put = [list(mark[:3]) for mark in (ADA, BEN)]
        store.append(made, New("ada", DECIDE, {"start": 0, "end": 17, "put": put}, note))
    return made


def test_the_engine_and_people_are_measured_on_the_gold(store, project):
    gold = own_gold(store, project, "deid@safe")
    assert (gold.project, gold.notes, gold.blind) == ("falls", 2, False)
    assert gold.recall == {"PATIENT": (0, 2), "DOCTOR": (2, 2)}
    assert dict(gold.figures)["recall of words of PHI"] == 0.5
    assert gold.people == {1: [0.25, 0.25], 2: [0.0]}


def test_an_engine_that_was_not_run_has_no_figures(store, project):
    gold = own_gold(store, project, "incognote@safe")
    assert gold.figures == ()
    assert gold.people


def test_no_gold_yet(store):
    empty = new_project(store, "new", ProjectSettings(("ann",)), "adam").id
    assert own_gold(store, empty, "deid") is None


def test_the_report_has_them(store, project):
    drawn = Drawn((Document("n", TEXT),), 10, 0)
    settings = ReleaseSettings(("ann",), 0.01, project)
    release = new_release(store, "May", drawn, 1, 1, MADE, [], settings, "adam").id
    sections = {section.heading: section.parts for section in report_of(store, release).sections}
    accuracy = sections["Accuracy on the own gold standard"]
    assert accuracy[0].startswith("Project: falls; 2 notes")
    assert "saw what an engine had found" in accuracy[1]
    (identifiers,) = next(parts for heading, parts in sections.items() if heading.startswith("The 18"))
    assert len(identifiers.rows) == 18
    assert identifiers.rows[0][:5] == ("1. names", "PATIENT, DOCTOR", 0, 0, "2 of 4")
    assert identifiers.rows[2][2] == 4
    rates = next(part for part in sections["What reviewers found"] if getattr(part, "key", "") == "false_negative_rate")
    assert rates.rows[1][:4] == ("this project: 1 person", 0.25, 0.25, 0.25)
