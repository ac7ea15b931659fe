import pytest

from incognote.serve.problems import ConflictError
from incognote.serve.projects.assignment import ASSIGN
from incognote.serve.projects.gold import DECIDE
from incognote.serve.projects.marks import DONE, Mark, edit
from incognote.serve.projects.settings import ProjectSettings, change_settings, new_project
from incognote.serve.releases.drawing import Drawn
from incognote.serve.releases.own_gold import last_seen, of_body, own_gold
from incognote.serve.releases.releases import ReleaseSettings, new_release, review_of
from incognote.serve.releases.report import report_of
from incognote.serve.releases.reviewing import find, sign
from incognote.serve.store import New
from incognote.types import Document

TEXT = "Ada met Ben today"
ADA, BEN = Mark(0, 3, "PATIENT"), Mark(8, 11, "DOCTOR")
SIGN = {"name": "A", "position": "b", "method": "safe harbor", "statement": "c", "anyway": "d"}
MADE = {"incognote": "9", "engine": "deid", "point": "safe", "style": "thesis", "labels": {"DATE": 4}, "sums": {}}


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


def test_only_who_is_done_with_all_of_the_gold_counts(store, project):
    """cleo is done with one of its notes; the other was given to others."""
    change_settings(store, project, ProjectSettings(("ann", "ben", "cleo"), False, "deid@safe"), "adam")
    store.append(project, New("adam", ASSIGN, {"each": 2, "given": [[1, ["ann", "ben"]], [2, ["ann", "ben", "cleo"]]]}))
    edit(store, project, 2, "cleo", (), [ADA, BEN])
    store.append(project, New("cleo", DONE, {"done": True}, 2))
    gold = own_gold(store, project, "deid@safe")
    assert gold.notes == 2
    assert gold.people == {1: [0.25, 0.25], 2: [0.0]}


def test_a_signed_report_has_the_figures_that_were_signed(store, project, release):
    def accuracy():
        paper = report_of(store, release)
        parts = next(section.parts for section in paper.sections if section.heading.startswith("Accuracy"))
        return parts[2].rows

    def signed(author):
        sign(store, release, author, last_seen(store, review_of(store, release)), SIGN)

    before = accuracy()
    seen = last_seen(store, review_of(store, release))
    signed("ada")
    store.append(project, New("ada", DECIDE, {"start": 0, "end": 4, "put": []}, 1))
    assert accuracy() == before
    with pytest.raises(ConflictError, match="changed since you looked"):
        sign(store, release, "adam", seen, SIGN)
    signed("adam")  # of what it is now
    assert accuracy() != before
    review = review_of(store, release)
    assert [review.is_outdated(one) for one in review.signatures] == [True, False]
    find(store, release, 1, "ann", {"start": 0, "end": 3, "kind": "leak", "label": "PATIENT", "comment": ""})
    store.append(project, New("ada", DECIDE, {"start": 0, "end": 4, "put": [list(ADA[:3])]}, 1))
    assert accuracy() == before  # outdated, so as it is now
    assert "OUTDATED" in report_of(store, release).lines[1]


def test_figures_are_kept_as_they_are(store, project):
    for engine in ("deid@safe", "incognote@safe"):
        gold = own_gold(store, project, engine)
        assert of_body(gold.body()) == gold


@pytest.fixture
def release(store, project):
    drawn = Drawn((Document("n", TEXT),), 10, 0)
    settings = ReleaseSettings(("ann",), 0.01, project)
    return new_release(store, "May", drawn, 1, 1, MADE, [], settings, "adam").id


def test_the_report_has_them(store, release):
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
