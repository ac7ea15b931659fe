import re
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from incognote.errors import ConfigError
from incognote.serve.problems import BusyError, ConflictError, MissingError
from incognote.serve.store import FILE, New, Store
from incognote.types import Document

FIRST = New("adam", "project", {})
DOC = Document("a", "Ada 🙂 came.\r\n", patient="7", meta={"ward": "3"})


def test_what_is_kept_is_there_again(store, tmp_path):
    project = store.new_collection("project", "falls", FIRST)
    assert store.add_notes(project.id, [DOC], New("adam", "notes", 1)) == [1]
    store.append(project.id, New("ann", "edit", {"put": []}, note=1))
    again = Store(tmp_path / "data")
    assert again.collections("project") == [project]
    assert again.collections("release") == []
    assert again.note(project.id, 1) == DOC
    assert [event.kind for event in again.events(project.id)] == ["project", "notes", "edit"]
    assert [event.author for event in again.events(project.id, note=1)] == ["ann"]
    again.close()


def test_only_its_owner_may_look(store):
    assert store.folder.stat().st_mode & 0o777 == 0o700
    assert (store.folder / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("table", ["collections", "notes", "events"])
@pytest.mark.parametrize("change", ["DELETE FROM {}", "UPDATE {} SET id = 7"])
def test_the_database_itself_refuses_changes(store, table, change):
    project = store.new_collection("project", "falls", FIRST)
    store.add_notes(project.id, [DOC], New("adam", "notes", 1))
    with sqlite3.connect(store.folder / FILE) as db, pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute(change.format(table))


def test_what_is_sent_twice_is_kept_once_by_each_author(store):
    project = store.new_collection("project", "falls", FIRST)
    first = store.append(project.id, New("ann", "edit", 1, op="x"))
    assert store.append(project.id, New("ann", "edit", 1, op="x")) == first
    assert store.append(project.id, New("ben", "edit", 2, op="x")) > first
    assert [event.body for event in store.events(project.id, ("edit",))] == [1, 2]


def test_a_name_counts_for_one_kind_one_note_and_one_collection(store):
    one, other = (store.new_collection("project", name, FIRST).id for name in "ab")
    places = [(one, "edit", 1), (one, "edit", 2), (one, "done", 1), (one, "edit", None), (other, "edit", 1)]
    events = [(where, New("ann", kind, 1, note, "x")) for where, kind, note in places]
    numbers = [store.append(where, event) for where, event in events]
    assert len(set(numbers)) == len(places)
    store.append(one, New("ann", "edit", 7, 1))
    assert [store.append(where, event) for where, event in events] == numbers
    assert [store.kept(where, event) for where, event in events] == numbers
    assert store.kept(one, New("ben", "edit", 1, 1, "x")) is None
    with pytest.raises(ConflictError, match="something else"):
        store.append(one, New("ann", "edit", 2, 1, "x"))


@pytest.mark.parametrize(
    "row",
    [
        "events SELECT id, at, 'eve', kind, collection, note, NULL, body FROM events WHERE op = 'x'",
        "events SELECT NULL, at, author, kind, collection, note, op, '7' FROM events WHERE op = 'x'",
        "notes SELECT collection, number, 'z', patient, 'other', meta FROM notes",
        "notes SELECT collection, 7, id, patient, 'other', meta FROM notes",
        "collections SELECT id, kind, 'other' FROM collections",
        "collections SELECT 7, kind, name FROM collections",
    ],
)
def test_nothing_can_be_put_in_the_place_of_what_is_kept(store, row):
    project = store.new_collection("project", "falls", FIRST).id
    store.add_notes(project, [DOC], New("adam", "notes", 1, None, "x"))
    with sqlite3.connect(store.folder / FILE) as db, pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute(f"INSERT OR REPLACE INTO {row}")


def test_inserting_looks_at_indexes_only(store):
    """Or else each event would take as long as there are events."""
    with sqlite3.connect(store.folder / FILE) as db:
        ((trigger,),) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'no_second_of_events'")
        query = re.search(r"EXISTS \((.+)\) BEGIN", trigger)[1]
        plan = db.execute(f"EXPLAIN QUERY PLAN {re.sub(r'NEW.([a-z]+)', '?', query)}", [1] * query.count("NEW"))
        assert not [step for *_, step in plan if step.startswith("SCAN")]


def test_who_reads_waits_for_nobody_and_who_writes_not_for_long(store, monkeypatch):
    project = store.new_collection("project", "falls", FIRST).id
    monkeypatch.setattr("incognote.serve.store._WAIT", 0.3)
    hurried = Store(store.folder)
    with sqlite3.connect(store.folder / FILE, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")

        def write(_):
            with pytest.raises(BusyError, match="try again"):
                hurried.append(project, New("ann", "edit", 1))

        with ThreadPoolExecutor(2) as threads:
            writing = [threads.submit(write, number) for number in range(2)]
            time.sleep(0.1)
            began = time.monotonic()
            assert hurried.last(project) == 1
            assert time.monotonic() - began < 0.1
            for one in writing:
                one.result()
        other.execute("ROLLBACK")
    assert hurried.append(project, New("ann", "edit", 1)) == 2
    hurried.close()


def test_notes_are_added_all_or_none(store):
    project = store.new_collection("project", "falls", FIRST)
    store.add_notes(project.id, [DOC], New("adam", "notes", 1))
    with pytest.raises(ConflictError, match="'a' is there already"):
        store.add_notes(project.id, [Document("b", "x"), DOC], New("adam", "notes", 2))
    assert store.note_ids(project.id) == {1: ("a", len(DOC.text))}
    assert len(store.events(project.id, ("notes",))) == 1


def test_names_are_taken_once_a_kind(store):
    store.new_collection("project", "falls", FIRST)
    store.new_collection("release", "falls", FIRST)
    with pytest.raises(ConflictError):
        store.new_collection("project", "falls", FIRST)


def test_what_is_not_there(store):
    with pytest.raises(MissingError):
        store.collection("project", 1)
    release = store.new_collection("release", "falls", FIRST)
    with pytest.raises(MissingError):
        store.collection("project", release.id)
    with pytest.raises(MissingError):
        store.note(release.id, 1)


def test_many_at_once_lose_nothing(store, tmp_path):
    project = store.new_collection("project", "falls", FIRST).id
    other = Store(tmp_path / "data")  # as another process has it

    def write(where, author):
        for number in range(50):
            with where.writing():
                where.append(project, New(author, "edit", number))

    threads = [threading.Thread(target=write, args=pair) for pair in ((store, "a"), (store, "b"), (other, "c"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for author in "abc":
        assert [event.body for event in store.events(project, ("edit",), author=author)] == list(range(50))
    other.close()


def test_a_step_that_fails_leaves_nothing(store):
    project = store.new_collection("project", "falls", FIRST).id
    with pytest.raises(ValueError), store.writing():
        store.append(project, New("ann", "edit", 1))
        raise ValueError
    assert not store.events(project, ("edit",))


@pytest.mark.parametrize("content", [b"not a database, but long enough to be taken for one" * 50, None])
def test_what_is_not_ours_is_refused(tmp_path, content):
    if content:
        (tmp_path / FILE).write_bytes(content)
    else:
        with sqlite3.connect(tmp_path / FILE) as db:
            db.execute("CREATE TABLE other (x)")
    with pytest.raises(ConfigError, match="choose another folder"):
        Store(tmp_path)
