"""SQLite keeps as text whatever it is given: one that isn't UTF-8 fails alone."""

import pytest

from incognote.batch.database_source import batch_of_table, table_of
from incognote.batch.job import Job
from incognote.containers import sql
from incognote.containers.base import Cutting
from incognote.engine_choice import EngineChoice
from incognote.replace.keys import Key
from tests.batch.lines import set_aside

pytest.importorskip("sqlalchemy")

JOB = Job(Key(bytes(range(32))), EngineChoice("deid"))
ROWS = """('a', 'one', 'k'), ('b', CAST(x'4d722e20ff' AS TEXT), 'k'), ('c', 'two', CAST(x'ff' AS TEXT)),
    (CAST(x'63fe' AS TEXT), 'three', 'k'), ('d', 'four', x'ff'), ('e', 'five', 'k')"""
WHERE = {2: "text", 3: "other", 4: "id"}


@pytest.fixture
def batch(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    url = f"sqlite:///{tmp_path / 'clinic.db'}"
    with sql.writing(url) as connection:
        connection.exec_driver_sql("CREATE TABLE note (id TEXT PRIMARY KEY, text TEXT, other TEXT)")
        connection.exec_driver_sql(f"INSERT INTO note VALUES {ROWS}")

    def made(**cutting):
        tables = table_of(url, "note", "--table"), table_of(url, "clean", "--out-table")
        cut = Cutting(chunk_records=1, **cutting)  # each row is behind the last by its key
        run = batch_of_table(*tables, JOB, cut, {}, 1, 60, lambda *_: None)
        run.run()
        with sql.reading(url) as connection:
            return set_aside(run.out), connection.exec_driver_sql("SELECT * FROM clean ORDER BY rowid").all()

    return made


def test_its_row_is_set_aside(batch):
    failed, new = batch()
    assert [row[1:] for row in new] == [("one", "k"), ("four", b"\xff"), ("five", "k")]
    reasons = {record: reason.partition(";")[0] for record, reason in failed}
    assert reasons == {number: f"it has text that is not UTF-8 in '{name}'" for number, name in WHERE.items()}


def test_a_column_that_is_dropped_is_not_read(batch):
    failed, new = batch(dropped=("other",))
    assert [text for _, text in new] == ["one", "two", "four", "five"]
    assert [record for record, _ in failed] == [2, 4]
