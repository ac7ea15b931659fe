"""A table of a database goes to another one: SQLite and a real PostgreSQL."""

import csv
import datetime as dt
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from incognote import corpus
from incognote.batch.database_source import batch_of_table, table_of
from incognote.batch.job import Job
from incognote.batch.journal import Journal
from incognote.batch.run import work_folder
from incognote.batch.sources import batch_of
from incognote.containers import sql
from incognote.containers.base import Cutting
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError, IncognoteError, OutputError
from incognote.replace.choices import ReplaceChoice
from incognote.replace.keys import Key
from incognote.replace.shifts import shift_of
from tests.batch.lines import set_aside, stop_at
from tests.postgres import PASSWORD

sa = pytest.importorskip("sqlalchemy")

KEY = Key(bytes(range(32)))
ROOT = Path(__file__).parents[2]
JOB = Job(KEY, EngineChoice("deid"), replacing=ReplaceChoice("surrogates"))
NOTE = """CREATE TABLE note (note_id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL, note_date DATE NOT NULL,
    note_datetime TIMESTAMP, note_title VARCHAR(250), note_text TEXT NOT NULL)"""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def execute(url, *statements, rows=()):
    with sql.writing(url) as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
        if rows:
            connection.execute(sa.text(f"INSERT INTO note VALUES ({', '.join(f':{name}' for name in rows[0])})"), rows)


def rows(url, table):
    """What is there, in the order of the first column."""
    with sql.reading(url) as connection:
        if "postgresql" in url:
            texts = connection.exec_driver_sql(f"SELECT row_to_json(t)::text FROM {table} t").scalars()
            found = [json.loads(text) for text in texts]
        else:
            found = [dict(row) for row in connection.exec_driver_sql(f"SELECT * FROM {table}").mappings()]
    return sorted(found, key=lambda row: str(next(iter(row.values()))))


def notes(number=60):
    docs = list(corpus.read())[:: 1042 // number][:number]
    return [
        {
            "note_id": i * 7 % 997,
            "person_id": 3 + i // 4,
            "note_date": "2019-03-04",
            "note_datetime": "2019-03-04 10:30:00" if i % 3 else None,
            "note_title": "Progress note",
            "note_text": doc.text,
        }
        for i, doc in enumerate(docs, 1)
    ]


def omop(url, found):
    execute(url, NOTE, rows=found)


def batch(url, out=None, to=None, job=JOB, plan=None, workers=1, name="note", **cutting):
    cut = Cutting(**{"chunk_records": 7, **cutting})
    tables = table_of(url, name, "--table"), table_of(to or url, out or "note_deid", "--out-table")
    return batch_of_table(*tables, job, cut, plan or {}, workers, 60, lambda *_: None)


def csv_batch(found, folder, **cutting):
    with (folder / "note.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, found[0].keys())
        writer.writeheader()
        writer.writerows(found)
    options = (JOB, Cutting(chunk_records=11, **cutting), {}, 1, 60, lambda *_: None)
    batch_of(str(folder / "note.csv"), str(folder / "out.csv"), "omop", *options).run()
    with (folder / "out.csv").open(newline="", encoding="utf-8") as file:
        new = {int(row["note_id"]): row for row in csv.DictReader(file)}
    with (folder / "out.note_nlp.csv").open(newline="", encoding="utf-8") as file:
        return new, [(row["note_id"], row["offset"], row["lexical_variant"]) for row in csv.DictReader(file)]


def test_it_writes_what_a_batch_of_a_csv_file_writes(url, tmp_path):
    found = notes()
    omop(url, found)
    summary = batch(url).run()
    assert (summary.notes, summary.quarantined) == (len(found), 0)
    expected, spans = csv_batch(found, tmp_path)
    new = rows(url, "note_deid")
    assert len(new) == len(found)
    for row in new:
        other = expected[row["note_id"]]
        assert row["note_text"] == other["note_text"]
        assert str(row["person_id"]) == other["person_id"]
        assert row["note_date"] == other["note_date"]
        assert (row["note_datetime"] or "").replace("T", " ") == other["note_datetime"]
        assert row["note_title"] == "Progress note"
    nlp = rows(url, "note_deid_nlp")
    assert {row["note_nlp_id"] for row in nlp} == set(range(1, len(nlp) + 1))
    assert sorted((str(row["note_id"]), row["offset"], row["lexical_variant"]) for row in nlp) == sorted(spans)
    assert sorted(row["note_id"] for row in rows(url, "note")) == sorted(row["note_id"] for row in found)


UNUSUAL = {
    "postgresql": (
        "took INTERVAL, more JSONB, raw JSON, cost NUMERIC, scan BYTEA, until TIMESTAMP, at TIMESTAMPTZ, tags TEXT[], "
        "code CHAR(4), whole UUID, share DOUBLE PRECISION",
        "'1 month 2 days', '{\"a\": 1.000000000000000000001}', ' {\"b\":  1, \"b\": 2}', 1.2300, '\\x00ff', "
        "'infinity', '2020-01-02 10:00+05', '{x,NULL,\"y,z\"}', 'ab', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 0.1",
    ),
    "sqlite": (
        "took DATETIME, more JSON, raw NUMERIC, scan BLOB, until DATE, flag BOOLEAN, odd INTEGER",
        "'2020-01-02 10:00', '{\"b\":  1}', 3.14159265358979, x'00ff', 'never', 'yes', 'a text'",
    ),
}


def test_other_columns_stay_as_they_are(url):
    columns, values = UNUSUAL["postgresql" if "postgresql" in url else "sqlite"]
    execute(
        url,
        f"CREATE TABLE note (id VARCHAR(3) PRIMARY KEY, {columns}, text TEXT, secret TEXT)",
        f"INSERT INTO note VALUES ('a', {values}, 'Dr. Agnes Holt called.', 'x')",
        f"INSERT INTO note SELECT 'b', {', '.join('NULL' for _ in columns.split(','))}, NULL, NULL",
    )
    batch(url, dropped=("secret",)).run()
    names = ", ".join(column.split()[0] for column in columns.split(", "))
    compared = f"SELECT {names} FROM note EXCEPT SELECT {names} FROM note_deid"
    if "postgresql" in url:  # JSON knows no equality
        as_text = ", ".join(f"{name}::text" for name in names.split(", "))
        compared = f"SELECT {as_text} FROM note EXCEPT SELECT {as_text} FROM note_deid"
    with sql.reading(url) as connection:
        assert connection.exec_driver_sql(compared).all() == []
        types = [
            {column["name"]: str(column["type"]) for column in sa.inspect(connection).get_columns(table)}
            for table in ("note", "note_deid")
        ]
    assert all(types[0][name] == types[1][name] for name in names.split(", "))
    assert "secret" not in types[1]
    new = rows(url, "note_deid")
    assert len(new) == 2 and not {row["id"] for row in new} & {"a", "b"}
    assert {row["text"] is None for row in new} == {True, False}
    assert not any("Holt" in (row["text"] or "") for row in new)


def test_dates_move_as_those_of_the_patients_notes(url):
    execute(
        url,
        "CREATE TABLE note (id INTEGER PRIMARY KEY, mrn TEXT, text TEXT, seen DATE NOT NULL, told TEXT)",
        "INSERT INTO note VALUES (1, '7', 'Seen.', '2020-01-02', '01/02/2020'), (2, NULL, 'Seen.', '2020-01-02', 'x')",
    )
    batch(url, columns={"patient": "mrn"}, dates=("seen", "told")).run()
    new = {row["mrn"] is None: row for row in rows(url, "note_deid")}
    later = dt.date(2020, 1, 2) + dt.timedelta(days=shift_of(KEY, "7").days)
    assert (new[False]["seen"], new[False]["told"]) == (later.isoformat(), f"{later:%m/%d/%Y}")
    assert new[True]["seen"] is new[True]["told"] is None


@pytest.mark.parametrize("key", ["PRIMARY KEY (ward, number)", "UNIQUE (id)"])
def test_pages_miss_no_row(url, key):
    rng = random.Random(4)
    found = [{"id": f"n{i}", "ward": rng.choice("ABCab"), "number": i, "text": f"Seen {i}."} for i in range(40)]
    execute(url, f"CREATE TABLE note (id TEXT, ward TEXT, number INTEGER, text TEXT, {key})", rows=found)
    batch(url, chunk_records=3).run()
    assert sorted(row["number"] for row in rows(url, "note_deid")) == list(range(40))


def test_uuids_and_small_numbers_get_room(postgresql_url):
    execute(
        postgresql_url,
        "CREATE TABLE note (id UUID PRIMARY KEY, patient SMALLINT, text VARCHAR(20))",
        "INSERT INTO note VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 7, 'Dr. Agnes Holt')",
    )
    batch(postgresql_url).run()
    (row,) = rows(postgresql_url, "note_deid")
    assert row["patient"] > 2**15 and not row["id"].startswith("a0ee")


def test_a_view_and_schemas(postgresql_url):
    omop(postgresql_url, notes(8))
    execute(postgresql_url, "CREATE VIEW few AS SELECT * FROM note WHERE person_id = 3", "CREATE SCHEMA clean")
    batch(postgresql_url, out="clean.note", name="public.few").run()
    expected = sum(row["person_id"] == 3 for row in notes(8))
    assert len(rows(postgresql_url, "clean.note")) == expected


def test_another_database(sqlite_url, tmp_path):
    omop(sqlite_url, notes(8))
    to = f"sqlite:///{tmp_path / 'clean.db'}"
    batch(sqlite_url, to=to).run()
    assert len(rows(to, "note_deid")) == 8
    assert (tmp_path / "clean.db").exists()


def test_what_cannot_be_rewritten_is_set_aside(url):
    text = "INSERT INTO note VALUES"
    execute(url, "CREATE TABLE note (k INTEGER PRIMARY KEY, id TEXT, text TEXT)")
    execute(url, f"{text} (1, 'a', 'Seen.'), (2, NULL, 'Seen.'), (3, 'c', '{'long ' * 300}'), (4, 'd', 'Well.')")
    run = batch(url, largest=1000)
    assert run.run().quarantined == 2
    assert [record for record, _ in set_aside(run.out)] == [2, 3]
    assert [row["k"] for row in rows(url, "note_deid")] == [1, 4]


def test_passwords_are_told_nowhere(postgresql_url, tmp_path):
    omop(postgresql_url, notes(20))
    begun = batch(postgresql_url)
    with pytest.raises(KeyboardInterrupt):
        replace(begun, tell=stop_at(2)).run()
    held = b"".join(file.read_bytes() for file in work_folder(begun.out).rglob("*") if file.is_file())
    assert held and PASSWORD.encode() not in held
    begun.run()
    (report,) = tmp_path.glob("*.report.json")
    assert PASSWORD not in report.read_text() + repr(begun.sources) + str(begun.plan)
    for wrong in (postgresql_url.replace("clinic", "nowhere"), postgresql_url.replace("@/", "@127.0.0.1:1/")):
        with pytest.raises(IncognoteError) as told:
            batch(wrong.partition("?host")[0] if "127" in wrong else wrong, out="other")
        assert PASSWORD not in str(told.value) and "no connection" in str(told.value)


def test_a_table_that_is_there_stays(url):
    omop(url, notes(8))
    for name in ("mine", "other_nlp"):
        execute(url, f"CREATE TABLE {name} (a TEXT)")
    for name in ("mine", "note", "other"):
        with pytest.raises(OutputError, match=r"exists already; name another with --out-table"):
            batch(url, out=name)
    with sql.reading(url) as connection:
        assert sorted(sa.inspect(connection).get_table_names()) == ["mine", "note", "other_nlp"]


def test_nor_is_one_overwritten_that_comes_meanwhile(url):
    omop(url, notes(8))
    begun = batch(url)
    execute(url, "CREATE TABLE note_deid (a TEXT)")
    with pytest.raises(OutputError, match="exists already"):
        begun.run()
    execute(url, "DROP TABLE note_deid")
    begun.run()
    assert len(rows(url, "note_deid")) == 8


def test_an_input_that_changes_is_no_way_to_go_on(url):
    omop(url, notes(20))
    begun = batch(url)
    change = "UPDATE note SET note_text = note_text || ' More.' WHERE note_id = 7"
    with pytest.raises(KeyboardInterrupt):
        replace(begun, tell=stop_at(2)).run()
    execute(url, change)
    with pytest.raises(ConfigError, match="with other: input"):
        begun.run()


def test_nor_is_one_that_changes_while_it_is_read(postgresql_url):
    omop(postgresql_url, notes(20))

    def someone_else(what, *_):
        if what == "rewriting":
            execute(postgresql_url, "DELETE FROM note WHERE note_id = 7")

    begun = batch(postgresql_url)
    with pytest.raises(ConfigError, match="changed while it was read"):
        replace(begun, tell=someone_else).run()
    with sql.reading(postgresql_url) as connection:
        assert not sa.inspect(connection).has_table("note_deid")


WRONG = [
    ({"name": "nowhere"}, "there is no table 'nowhere'"),
    ({"columns": {"text": "body"}}, "there is no column 'body'"),
    ({"columns": {"text": "note_date"}}, "must be: str|can't be two things"),
    ({"dates": ("person_id",)}, "can't be two things|must be: date"),
    ({"to": "mysql://me@host/clinic"}, "only PostgreSQL and SQLite"),
    ({"to": "clean.db"}, "give --out its URL"),
    ({"name": ""}, "name one with --table TABLE"),
]


@pytest.mark.parametrize(("options", "told"), WRONG, ids=[told for _, told in WRONG])
def test_what_is_wrong_is_told_before_anything_is_written(sqlite_url, tmp_path, options, told):
    omop(sqlite_url, notes(8))
    with pytest.raises(IncognoteError, match=told):
        batch(sqlite_url, **options).run()
    assert [file.name for file in tmp_path.iterdir()] == ["clinic.db"]


def test_rows_of_one_id_need_a_key(url):
    execute(url, "CREATE TABLE note (id TEXT, text TEXT)", "INSERT INTO note VALUES ('a', 'x'), ('a', 'y')")
    with pytest.raises(ConfigError, match="give each its own"):
        batch(url).run()


def test_a_file_that_is_not_there_is_not_made(sqlite_url, tmp_path):
    with pytest.raises(sql.DatabaseError, match="there is no such file"):
        batch(sqlite_url)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("moment", ["before the rows are there for good", "after it"])
def test_killed_while_it_joins_it_writes_each_row_once(url, moment, monkeypatch):
    omop(url, notes(20))
    begun = batch(url)
    put, insert = Journal.put, sql.insert

    def put_or_die(journal, name, value):
        if name == "joined" and moment == "after it":
            raise KeyboardInterrupt
        put(journal, name, value)

    def insert_or_die(connection, table, values):
        if table.name == "incognote_runs" and moment != "after it":
            raise KeyboardInterrupt
        insert(connection, table, values)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Journal, "put", put_or_die)
        patch.setattr(sql, "insert", insert_or_die)
        begun.run()
    with sql.reading(url) as connection:
        assert sa.inspect(connection).has_table("note_deid") == (moment == "after it")
    batch(url).run()
    assert len(rows(url, "note_deid")) == 20
    with pytest.raises(OutputError, match="exists already"):
        batch(url)


PROGRAM = """
import sys
from tests.batch.test_database_source import batch
from tests.batch.lines import set_aside
if __name__ == "__main__":
    batch(sys.argv[1], workers=2, chunk_records=3).run()
"""


def test_killed_at_any_moment_it_writes_the_same_in_the_end(sqlite_url, tmp_path):
    found = notes(60)
    omop(sqlite_url, found)
    batch(sqlite_url, out="undisturbed").run()
    (tmp_path / "program.py").write_text(PROGRAM)
    words = [sys.executable, "program.py", sqlite_url]
    python_path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    for parts in (0, 1, 12, None):
        process = subprocess.Popen(words, env={**os.environ, "PYTHONPATH": python_path}, start_new_session=True)
        if parts is None:
            assert process.wait() == 0
            continue
        while len(list(tmp_path.glob("*.work/parts/*"))) < parts or not list(tmp_path.glob("*.work")):
            assert process.poll() is None
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    assert rows(sqlite_url, "note_deid") == rows(sqlite_url, "undisturbed")
    assert rows(sqlite_url, "note_deid_nlp") == rows(sqlite_url, "undisturbed_nlp")
    assert len(rows(sqlite_url, "note_deid")) == len(found)
    assert not list(tmp_path.glob("*.work"))
