"""What notes tell is found by scope, whole, however many chunks tell it and whenever a run is killed."""

import sqlite3
from contextlib import closing
from functools import reduce
from operator import or_

import pytest

from incognote.batch import ahead_store
from incognote.batch.ahead_store import Ahead, AheadWriter
from incognote.batch.journal import Place
from incognote.errors import ConfigError
from incognote.known.people import Detail, Person
from incognote.replace import sealing
from incognote.replace.ahead import Glimpse
from incognote.replace.keys import Key
from incognote.replace.old_patients import Ages

KEY = Key(bytes(range(32)))
CHUNKS = 40


def person(chunk):
    return Person(numbers=(Detail("MRN", "7"), Detail("PHONE", str(chunk // 3))))


def told(chunk):
    """One scope of which all chunks speak, and one of which few do."""
    ages = Ages(1900 + chunk, 1950 + chunk, chunk == 7)
    whole = Glimpse(frozenset({"all", f"word{chunk}"}), ages, person(chunk) if chunk % 2 else None)
    return {"": whole, f"patient {chunk // 3}": Glimpse(frozenset({f"word{chunk}"}))}


EXPECTED = {
    name: reduce(or_, (told(chunk)[name] for chunk in range(CHUNKS) if name in told(chunk)))
    for name in ("", "patient 0", "patient 13")
}


@pytest.fixture
def path(tmp_path):
    """What half of the chunks tell."""
    add(tmp_path / "ahead.db", range(CHUNKS // 2))
    return tmp_path / "ahead.db"


def add(path, chunks):
    store = AheadWriter(path, KEY)
    for chunk in chunks:
        store.add(Place(0, chunk), told(chunk), 1, 10)
    return store


def found(path):
    ahead = Ahead(path, KEY)
    assert "patient 77" not in ahead
    return {name: ahead[name] for name in EXPECTED}


def test_who_rewrites_reads_one_row_of_a_scope_of_many_chunks(path, monkeypatch):
    add(path, range(CHUNKS // 2, CHUNKS)).finish()
    assert found(path) == EXPECTED
    opened = []
    monkeypatch.setattr(ahead_store, "unseal", lambda *args: opened.append(args) or sealing.unseal(*args))
    assert Ahead(path, KEY)[""] == EXPECTED[""]
    assert len(opened) == 1


def test_killed_while_it_finishes_it_loses_nothing(path, monkeypatch):
    store = add(path, range(CHUNKS // 2, CHUNKS))

    def die(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(sealing.Session, "seal", die)
        store.finish()
    again = add(path, ())
    assert again.done(0) == set(range(CHUNKS))
    again.finish()
    assert found(path) == EXPECTED
    add(path, ()).finish()  # as if it had been killed right behind it
    assert found(path) == EXPECTED


def test_rows_that_were_changed_are_told(path):
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE glimpses SET content = substr(content, 2)")
    with pytest.raises(ConfigError, match="was changed meanwhile"):
        add(path, ()).finish()
