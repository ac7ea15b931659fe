"""Whoever marks at the same time, and whatever stops in the middle: what was answered for is kept, and nothing else."""

import multiprocessing
import random
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.errors import ConfigError
from incognote.serve.problems import ConflictError
from incognote.serve.projects.marks import EDIT, Mark, edit, finish, marked, marks_of
from incognote.serve.projects.settings import ProjectSettings, new_project
from incognote.serve.store import New, Store
from incognote.types import Document
from tests.serve.running import start

TEXT = "Ada Osei came from Elm House on 3 May. " * 5
MARKS = st.builds(
    lambda start, size, label, replacement: Mark(start, start + size, label, replacement),
    st.integers(0, 30), st.integers(1, 12), st.sampled_from(["DOCTOR", "CITY"]), st.sampled_from(["", "Eve"]),
)  # fmt: skip
STEPS = st.tuples(st.sampled_from(["ann", "ben"]), st.integers(1, 2), st.lists(MARKS, max_size=3),
                  st.lists(MARKS, max_size=3), st.booleans())  # fmt: skip


def made(folder):
    """A store with a project of two notes."""
    store = Store(folder)
    project = new_project(store, "falls", ProjectSettings(("ann", "ben")), "adam").id
    store.add_notes(project, [Document("one", TEXT), Document("two", TEXT)], New("adam", "import", {}))
    return store, project


def fit(marks):
    """Whether marks are within the text and apart."""
    pairs = pairwise(sorted(marks))
    return all(one.end <= other.start for one, other in pairs) and all(one.end <= len(TEXT) for one in marks)


def test_what_is_sent_again_is_answered_as_it_was_and_a_name_is_of_one_note(tmp_path):
    store, project = made(tmp_path)
    ada = [Mark(0, 3, "DOCTOR")]
    one, two = (edit(store, project, note, "ann", [], ada, op="x") for note in (1, 2))
    done = finish(store, project, 1, "ann", True, "x")
    assert len({one, two, done}) == 3
    assert edit(store, project, 1, "ann", ada, []) > done
    assert [edit(store, project, note, "ann", [], ada, 0, "x") for note in (1, 2)] == [one, two]
    assert finish(store, project, 1, "ann", True, "x") == done
    assert marks_of(store, project, 1)["ann"].marks == ()
    store.close()


@settings(max_examples=40, deadline=None)
@given(steps=st.lists(STEPS, max_size=12))
def test_what_holds_is_what_all_edits_come_to(tmp_path_factory, steps):
    store, project = made(tmp_path_factory.mktemp("data"))
    model, last = {}, {}
    for author, note, take, put, seen in steps:
        there = model.get((author, note), set())
        take = take if not seen else sorted(there)[: len(take)]
        expected = there - {*take} | {*put}
        base = last.get((author, note), 0) if seen else None
        if {*take} <= there and fit(expected):
            last[author, note] = edit(store, project, note, author, take, put, base)
            model[author, note] = expected
        else:
            with pytest.raises((ConflictError, ConfigError)):
                edit(store, project, note, author, take, put, base)
    store.close()
    again = Store(store.folder)
    for (author, note), marks in model.items():
        assert marks_of(again, project, note)[author].marks == tuple(sorted(marks))
        assert marks_of(again, project, note)[author].revision == last[author, note]
    again.close()


def test_an_edit_is_undone_by_one_with_take_and_put_exchanged(tmp_path):
    store, project = made(tmp_path)
    marks = [Mark(0, 8, "DOCTOR", "Eve"), Mark(19, 28, "HOSPITAL")]
    edit(store, project, 1, "ann", [], marks)
    before = marks_of(store, project, 1)["ann"].marks
    wider = [Mark(0, 13, "PATIENT")]
    edit(store, project, 1, "ann", marks[:1], wider)
    edit(store, project, 1, "ann", wider, marks[:1])
    assert marks_of(store, project, 1)["ann"].marks == before
    assert len(store.events(project, [EDIT])) == 3  # nothing is forgotten
    finish(store, project, 1, "ann", True)
    assert marks_of(store, project, 1)["ann"].done
    store.close()


def mark_at_random(folder, project, seed, times):
    """Edits by either annotator of either note, as two windows of each would make; those that were answered for."""
    store, chance, kept = Store(folder), random.Random(seed), []
    while len(kept) < times:
        author, note = chance.choice(["ann", "ben"]), chance.choice([1, 2])
        now = marked(store.events(project, (EDIT,), note, author))
        take = [mark for mark in now.marks if chance.random() < 0.3]
        start = chance.randrange(len(TEXT) - 10)
        put = [Mark(start, start + chance.randrange(1, 9), "DOCTOR")]
        try:
            kept.append((edit(store, project, note, author, take, put, now.revision), author, note, take, put))
        except (ConflictError, ConfigError):
            continue
    store.close()
    return kept


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_marking_at_once_loses_nothing(tmp_path, kind):
    store, project = made(tmp_path)
    work = [(tmp_path, project, seed, 30) for seed in (1, 2)]
    if kind == "threads":
        with ThreadPoolExecutor(2) as pool:
            kept = [one for some in pool.map(lambda job: mark_at_random(*job), work) for one in some]
    else:
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            kept = [one for some in pool.starmap(mark_at_random, work) for one in some]
    assert sorted(number for number, *_ in kept) == [event.id for event in store.events(project, [EDIT])]
    model = {}
    for _, author, note, take, put in sorted(kept):
        there = model.setdefault((author, note), set())
        assert {*take} <= there
        model[author, note] = there - {*take} | {*put}
    assert len(model) == 4
    for (author, note), marks in model.items():
        assert marks_of(store, project, note)[author].marks == tuple(sorted(marks))
    store.close()


def mark_until_killed(client, url, answered):
    """Mark and unmark, edit upon edit, until nobody answers."""
    base, there = 0, []
    while True:
        put = [{"start": 0, "end": 3, "label": "DOCTOR", "replacement": f"Eve {base}"}]
        try:
            answer = client.post(f"{url}/edits", json={"base": base, "take": there, "put": put, "op": f"op-{base}"})
        except httpx.TransportError:
            return
        base, there = answer.json()["revision"], put
        answered.append((base, put))


def test_a_service_that_is_killed_has_kept_all_that_it_answered_for(tmp_path):
    running = start(tmp_path)
    adam = running.client("adam")
    project = adam.post("/api/projects", json={"name": "falls", "annotators": ["ann", "ben"]}).json()["project"]
    sent = {"files": [{"path": "one.txt", "content": "QWRhIE9zZWk="}]}
    assert adam.post(f"/api/projects/{project}/notes", json=sent).status_code == 200
    url, answered = f"/api/projects/{project}/notes/1", {"ann": [], "ben": []}
    with ThreadPoolExecutor(2) as pool:
        for name, theirs in answered.items():
            pool.submit(mark_until_killed, running.client(name), url, theirs)
        while not all(len(theirs) > 20 for theirs in answered.values()):
            time.sleep(0.001)
        running.process.kill()
    running.process.wait(30)
    again = start(tmp_path)
    history = again.client("ada").get(f"/api/projects/{project}/history", params={"limit": 1000}).json()
    for name, theirs in answered.items():
        now = again.client(name).get(url).json()
        last, there = theirs[-1]  # the edit behind it may have been kept, too, without an answer
        assert now["marks"] == there if now["revision"] == last else now["revision"] > last
        assert {revision for revision, _ in theirs} <= {event["id"] for event in history}
    again.stop()
