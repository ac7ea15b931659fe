import pytest

from incognote.errors import ConfigError
from incognote.evaluate.agreement import agreement
from incognote.serve.problems import ConflictError
from incognote.serve.projects.assignment import assigned
from incognote.serve.projects.boards import Boards
from incognote.serve.projects.deciding import confirm_unanimous, decide, unanimous
from incognote.serve.projects.gold import DECIDE, Decision, gold_of, rows_from, rows_of
from incognote.serve.projects.marks import Mark, edit, with_marks
from incognote.serve.projects.settings import ProjectSettings, new_project
from incognote.serve.store import New
from incognote.types import Document, Span

WHOSE = ("ann", "ben", "cleo")
DOC = Document("a", "Mr. Will Osei came from Porto with Ada on 3 May. 🙂\r\n")
WILL, WILL_OSEI, OSEI, ADA, MAY = (4, 8), (4, 13), (9, 13), (35, 38), (42, 47)


def mark(place, label="PATIENT"):
    return Mark(*place, label)


def span(place, label="PATIENT"):
    return Span(*place, label)


@pytest.fixture
def project(store):
    """One note, which two of three annotators have marked and all are done with."""
    made = new_project(store, "falls", ProjectSettings(WHOSE), "adam").id
    store.add_notes(made, [DOC], New("adam", "notes", {}))
    put(store, made, "ann", mark(WILL_OSEI), mark(ADA))
    put(store, made, "ben", mark(WILL), mark(ADA), mark(MAY, "DATE"))
    for name in WHOSE:
        done(store, made, name)
    return made


def put(store, project, author, *marks, take=()):
    return edit(store, project, 1, author, take, marks)


def done(store, project, author, is_done=True):
    store.append(project, New(author, "done", {"done": is_done}, 1))


def decided(store, project, start, end, *spans, author="ada", base=10**6, op=None):
    return decide(store, project, 1, WHOSE, author, [Decision(start, end, spans)], base, op)


def test_a_row_is_a_location_and_a_cell_an_annotator(store, project):
    rows = rows_of(store, project)[1].rows
    assert [(row.start, row.end) for row in rows] == [WILL_OSEI, ADA, MAY]
    assert rows[0].cells == {"ann": (mark(WILL_OSEI),), "ben": (mark(WILL),), "cleo": ()}
    assert [row.state for row in rows] == ["open"] * 3
    assert not any(row.is_unanimous for row in rows)


def test_engines_and_others_are_no_columns(store, project):
    edit(store, project, 1, "engine:deid@safe", (), [mark((24, 29), "CITY")])
    edit(store, project, 1, "zoe", (), [mark((24, 29), "CITY")])
    assert len(rows_of(store, project)[1].rows) == 3


@pytest.mark.parametrize(
    ("cells", "suggested"),
    [
        ([[mark(WILL)], [mark(WILL)], [mark(WILL_OSEI)]], [span(WILL)]),
        ([[mark(WILL)], [mark(WILL_OSEI)], []], [span(WILL_OSEI)]),
        ([[mark(WILL, "DOCTOR")], [mark(WILL)], [mark(WILL)]], [span(WILL)]),
        ([[mark(WILL), mark(OSEI)], [mark(WILL_OSEI)], [mark(WILL), mark(OSEI)]], [span(WILL), span(OSEI)]),
        ([[], [], [mark(ADA)]], [span(ADA)]),
    ],
)  # fmt: skip
def test_the_suggestion_is_what_most_of_those_who_marked_it_say(cells, suggested):
    (row,) = rows_from(dict(zip(WHOSE, cells, strict=True)), ())
    assert list(row.suggestion()) == suggested


def test_marks_that_only_touch_are_two_rows():
    assert len(rows_from({"ann": [mark((0, 4))], "ben": [mark((4, 8))]}, ())) == 2


def test_a_gold_is_there_when_all_is_decided_and_all_are_done(store, project):
    decided(store, project, *WILL_OSEI, span(WILL_OSEI))
    decided(store, project, *ADA)
    assert gold_of(store, project) == {}
    decided(store, project, *MAY, span(MAY, "DATE"))
    assert gold_of(store, project) == {1: DOC.with_spans([span(WILL_OSEI), span(MAY, "DATE")])}
    assert [row.state for row in rows_of(store, project)[1].rows] == ["confirmed", "rejected", "confirmed"]
    done(store, project, "cleo", False)
    assert rows_of(store, project)[1].waiting == ("cleo",)
    assert gold_of(store, project) == {}


def test_nothing_is_gold_that_nobody_annotates(store):
    project = new_project(store, "nobody", ProjectSettings(), "adam").id
    store.add_notes(project, [DOC], New("adam", "notes", {}))
    assert gold_of(store, project) == {}


def test_what_everybody_missed_is_added_and_taken_back(store, project):
    place = (24, 29)
    note = decided(store, project, *place, span(place, "CITY"))
    (row,) = [row for row in note.rows if (row.start, row.end) == place]
    assert (row.state, row.gold, row.cells) == ("confirmed", (span(place, "CITY"),), dict.fromkeys(WHOSE, ()))
    note = decide(store, project, 1, WHOSE, "ada", [Decision(*place, None)])
    assert all((row.start, row.end) != place for row in note.rows)


def test_confirming_again_changes_nothing(store, project):
    first = decided(store, project, *ADA, span(ADA))
    assert decided(store, project, *ADA, span(ADA)).rows == first.rows


def test_a_mark_that_makes_a_row_wider_opens_it(store, project):
    decided(store, project, *ADA, span(ADA))
    put(store, project, "cleo", mark(ADA, "DOCTOR"))
    assert rows_of(store, project)[1].rows[1].state == "confirmed"
    put(store, project, "cleo", mark((30, 38)), take=[mark(ADA, "DOCTOR")])
    row = rows_of(store, project)[1].rows[1]
    assert (row.start, row.end, row.state) == (30, 38, "open")


def row_at(note, place):
    (row,) = [row for row in note.rows if (row.start, row.end) == place]
    return row


@pytest.mark.parametrize(
    ("gold", "new", "state"),
    [
        ((), (4, 8), "open"),  # was no PHI, and somebody says now that it is
        ((), WILL_OSEI, "rejected"),  # a place that was seen, whoever marks it
        ((WILL_OSEI,), (9, 13), "confirmed"),  # the gold covers it
        ((WILL,), (9, 13), "open"),
        ((WILL,), (6, 13), "open"),
    ],
)
def test_no_mark_is_taken_for_no_phi_unseen(store, gold, new, state):
    project = new_project(store, "falls", ProjectSettings(WHOSE), "adam").id
    store.add_notes(project, [DOC], New("adam", "notes", {}))
    put(store, project, "ann", mark(WILL_OSEI))
    decided(store, project, *WILL_OSEI, *map(span, gold))
    put(store, project, "ann", take=[mark(WILL_OSEI)])
    put(store, project, "cleo", mark(new, "DATE"))
    rows = [row for row in rows_of(store, project)[1].rows if row.start < new[1] and new[0] < row.end]
    assert [row.state for row in rows] == [state]
    decided(store, project, *WILL_OSEI)
    assert all(row.state == "rejected" for row in rows_of(store, project)[1].rows)  # seen now


def test_a_mark_that_came_while_the_adjudicator_looked_was_not_seen(store, project):
    seen = store.last(project)
    put(store, project, "cleo", mark((35, 37)))
    note = decide(store, project, 1, WHOSE, "ada", [Decision(*ADA, ())], 0, None, seen)
    assert row_at(note, ADA).state == "open"
    note = decide(store, project, 1, WHOSE, "ada", [Decision(*ADA, ())], note.decided, "x", store.last(project))
    assert row_at(note, ADA).state == "rejected"
    put(store, project, "cleo", take=[mark((35, 37))])
    put(store, project, "cleo", mark((36, 38)))
    assert row_at(rows_of(store, project)[1], ADA).state == "open"


@pytest.mark.parametrize(("start", "end"), [(0, 4), (2, 8), (4, 8)])
def test_a_decision_counts_for_rows_that_it_covers_whole(start, end):
    rows = rows_from({"ann": [mark((2, 6))]}, [Decision(start, end, ())])
    assert [row.state for row in rows] == ["rejected" if (start, end) == (2, 8) else "open"]


def test_a_confirmation_of_what_changed_meanwhile_keeps_nothing(store, project):
    put(store, project, "cleo", mark(ADA))
    board = Boards().of(store, project)
    put(store, project, "cleo", take=[mark(ADA)])
    assert confirm_unanimous(store, project, board, "ada") is None
    assert not store.events(project, (DECIDE,))
    assert confirm_unanimous(store, project, Boards().of(store, project), "ada") == 0


def test_what_is_sent_twice_is_kept_once(store, project):
    decided(store, project, *ADA, span(ADA), op="x")
    decided(store, project, *ADA, op="y")
    note = decided(store, project, *ADA, span(ADA), op="x")
    assert note.rows[1].state == "rejected"
    assert len(store.events(project, (DECIDE,))) == 2


def test_one_who_has_not_seen_anothers_decision_is_told(store, project):
    seen = decided(store, project, *ADA, span(ADA)).decided
    with pytest.raises(ConflictError, match="another adjudicator"):
        decided(store, project, *ADA, author="otto", base=0)
    decided(store, project, *ADA, author="ada", base=0)  # their own don't count
    with pytest.raises(ConflictError):
        decided(store, project, *ADA, author="otto", base=seen)


def test_decisions_are_kept_all_or_none(store, project):
    fine, cut = Decision(*ADA, (span(ADA),)), Decision(*WILL, ())
    with pytest.raises(ConflictError, match="part of a row"):
        decide(store, project, 1, WHOSE, "ada", [fine, cut])
    assert not store.events(project, (DECIDE,))


@pytest.mark.parametrize(
    ("place", "spans"),
    [((0, 99), ()), ((5, 5), ()), (ADA, [span((34, 38))]), (ADA, [span(ADA), span((36, 38))]), (ADA, [span((35, 39))])],
)
def test_a_decision_must_fit(store, project, place, spans):
    with pytest.raises(ConfigError):
        decided(store, project, *place, *spans)


def test_a_longer_extent_takes_in_the_rows_that_it_reaches(store, project):
    place = (4, 38)
    note = decided(store, project, *place, span(place))
    assert [(row.start, row.end, row.state) for row in note.rows] == [(*place, "confirmed"), (*MAY, "open")]
    undone = [Decision(*place, None), Decision(*ADA, (span(ADA),))]
    note = decide(store, project, 1, WHOSE, "ada", undone, note.decided)
    assert [row.state for row in note.rows] == ["open", "confirmed", "open"]


def test_only_rows_in_which_all_agree_are_unanimous(store, project):
    put(store, project, "cleo", mark(ADA))
    note = rows_of(store, project)[1]
    assert unanimous(note) == [Decision(*ADA, (span(ADA),))]
    done(store, project, "ben", False)
    assert unanimous(rows_of(store, project)[1]) == []


def test_a_board_follows_what_happens(store, project):
    boards = Boards()
    assert boards.of(store, project).notes == rows_of(store, project)
    decided(store, project, *ADA, span(ADA))
    put(store, project, "cleo", mark(ADA))
    assert boards.of(store, project).notes == rows_of(store, project)
    store.add_notes(project, [Document("b", "Ada came.")], New("adam", "notes", {}))
    assert boards.of(store, project).notes == rows_of(store, project)
    assert boards.of(store, project).whose == assigned(store, project)
    for number in range(9):  # others push it out, and it comes back
        boards.of(store, new_project(store, f"other {number}", ProjectSettings(), "adam").id)
    assert boards.of(store, project).notes == rows_of(store, project)


def test_agreement_is_of_notes_that_both_are_done_with(store, project):
    boards = Boards()
    board = boards.of(store, project)
    theirs = {name: {"a": with_marks(DOC, one.marks)} for name, one in board.notes[1].annotators.items()}
    assert boards.agreement(project, board)["ann", "ben"] == (1, agreement(theirs["ann"], theirs["ben"]))
    done(store, project, "ben", False)
    assert list(boards.agreement(project, boards.of(store, project))) == [("ann", "cleo")]


def test_that_nobody_marked_anything_is_for_the_adjudicator_to_say(store):
    project = new_project(store, "quiet", ProjectSettings(("ann",)), "adam").id
    store.add_notes(project, [DOC, Document("b", "")], New("adam", "notes", {}))
    for number in (1, 2):
        store.append(project, New("ann", "done", {"done": True}, number))
    assert list(gold_of(store, project)) == [2]  # an empty note holds nothing
    note = rows_of(store, project)[1]
    assert [(row.start, row.state) for row in note.rows] == [(0, "open")]
    assert unanimous(note) == [Decision(0, 1, ())]
    decide(store, project, 1, ("ann",), "ada", unanimous(note), 10**6)
    assert gold_of(store, project)[1].spans == ()
    put(store, project, "ann", mark(ADA))
    assert list(gold_of(store, project)) == [2]
