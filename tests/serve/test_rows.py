"""Rows and gold, whatever annotators and an adjudicator do one after another."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from incognote.serve.projects.gold import DECIDE, Decision, note_rows, rows_from
from incognote.serve.projects.marks import EDIT
from incognote.serve.store import Event

WHOSE = ("ann", "ben", "cleo")
places = st.tuples(st.integers(0, 20), st.integers(1, 6)).map(lambda place: (place[0], place[0] + place[1]))
labels = st.sampled_from(["PATIENT", "DATE"])
steps = st.lists(st.tuples(st.sampled_from([*WHOSE, "ada"]), places, labels, st.booleans()), max_size=12)


def replayed(told):
    """Events of annotators who mark and take back, and of an adjudicator who decides whole rows."""
    events, at = [], {}
    for number, (who, place, label, flag) in enumerate(told, 1):
        if who == "ada":
            rows = [row for row in note_rows(events, WHOSE, 1000).rows if row.start < place[1] and place[0] < row.end]
            start, end = min([place[0], *(row.start for row in rows)]), max([place[1], *(row.end for row in rows)])
            body = {"start": start, "end": end, "put": [[*place, label]] if flag else []}
        else:
            theirs = at.setdefault(who, set())
            over = {one for one in theirs if one[0] < place[1] and place[0] < one[1]}
            new = {(*place, label)} if flag else set()
            at[who] = theirs - over | new
            body = {"take": [list(one) for one in over], "put": [list(one) for one in new]}
        events.append(Event(number, "", who, DECIDE if who == "ada" else EDIT, 1, body))
    return events


@given(steps)
def test_rows_and_gold_are_disjoint_and_the_same_whenever_replayed(told):
    events = replayed(told)
    note = note_rows(events, WHOSE, 1000)
    assert note == note_rows(events, WHOSE, 1000)
    for ordered in (note.rows, note.gold()):
        assert all(one.end <= other.start for one, other in pairwise(ordered))
    marks = {one for theirs in note.annotators.values() for one in theirs.marks}
    assert {one for row in note.rows for marked in row.cells.values() for one in marked} == marks


@given(steps)
def test_what_is_confirmed_is_the_gold(told):
    note = note_rows(replayed(told), WHOSE, 1000)
    decisions = [Decision(row.start, row.end, row.suggestion()) for row in note.rows]
    rows = rows_from({name: theirs.marks for name, theirs in note.annotators.items()}, decisions)
    assert all(row.state != "open" for row in rows)
    assert [span for row in rows for span in row.gold] == [span for one in decisions for span in one.put]
