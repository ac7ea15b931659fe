"""`incognote batch --spark` and the job for spark-submit, on a Spark of this machine."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from incognote.adapters.spark_session import _java_is_here, packaged_java
from incognote.replace.keys import write_key
from tests.cli.conftest import EXAMPLES

COLUMNS = ("--columns", "id=note,patient=mrn", "--date-columns", "seen", "--drop-columns", "clinic")
SHARED = ("--key", "site.key", "--style", "surrogates", "--engine", "incognote-fast")


@pytest.fixture
def clinic(tmp_path):
    """The example table as Parquet, with a column of dates and one to drop."""
    write_key(tmp_path / "site.key")
    with (EXAMPLES / "clinic.csv").open(encoding="utf-8", newline="") as file:
        rows = [{**row, "seen": "3/14/2025", "clinic": "Harbor"} for row in csv.DictReader(file)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "clinic.parquet")
    return tmp_path


def test_it_writes_what_a_batch_writes(run, clinic):
    assert run("batch", "clinic.parquet", *COLUMNS, *SHARED, "--workers", "1", "--out", "batch.parquet").code == 0
    done = run("batch", "clinic.parquet", *COLUMNS, *SHARED, "--spark", "local[2]", "--out", "spark")
    assert done.code == 0, done.err
    assert "clinic" not in done.err  # it is dropped
    new = pq.read_table(clinic / "spark")
    assert new.to_pylist() == pq.read_table(clinic / "batch.parquet").to_pylist()
    report = json.loads((clinic / "spark.report.json").read_text())
    assert (report["notes"], report["quarantined"], report["spark"]) == (new.num_rows, 0, "local[2]")
    assert "Wiggins" not in json.dumps(report)


def test_a_note_that_fails_is_set_aside_and_the_exit_code_tells(run, clinic):
    table = pa.table({"id": ["a", None], "text": ["Dr. Agnes Holt called.", "Seen by Dr. Quincy Holloway."]})
    pq.write_table(table, clinic / "n.parquet")
    done = run("batch", "n.parquet", *SHARED, "--out", "c", "--spark")
    assert done.code == 4, done.err
    assert "1 set aside: see c.quarantine.jsonl" in done.err
    aside = json.loads((clinic / "c.quarantine.jsonl").read_text())
    assert (aside["record"], aside["reason"]) == (2, "it has no id")
    assert json.loads((clinic / "c.report.json").read_text())["quarantined"] == 1
    assert pq.read_table(clinic / "c").num_rows == 1
    assert not any(b"Holloway" in file.read_bytes() for file in clinic.glob("c*/**/*") if file.is_file())


@pytest.mark.parametrize(
    ("source", "options", "problem"),
    [
        ("clinic.parquet", ("--workers", "2"), "--workers can't be had with --spark: say how many with --spark"),
        ("clinic.parquet", ("--seconds", "9"), "--seconds can't be had with --spark"),
        ("clinic.parquet", ("--format", "parquet"), "--format can't be had with --spark"),
        ("clinic.parquet", ("--encoding", "latin-1"), "--encoding can't be had with --spark"),
        ("clinic.parquet", ("--style", "surrogates", "--scope", "release"), "can't be made in Spark"),
        (EXAMPLES / "clinic.csv", (), "is of the format csv; leave out --spark"),
        ("missing.parquet", (), "there is no such file or folder"),
        (".", (), "--out lies inside the input"),
    ],
)
def test_what_spark_cannot_do_is_told_before_it_starts(run, clinic, source, options, problem):
    done = run("batch", source, *SHARED, *options, "--out", "c", "--spark")
    assert done.code in (2, 3), done.err
    assert problem in done.err
    assert not (clinic / "c").exists()


def test_a_wrong_master(run, clinic):
    done = run("batch", "clinic.parquet", *SHARED, "--out", "c", "--spark", "here")
    assert (done.code, "'here' is no master of Spark" in done.err) == (2, True)


def test_spark_submit(run, clinic):
    pyspark = pytest.importorskip("pyspark")
    rows = [{"id": f"n{i}", "patient": "7", "text": "Mr. Walter Brennan, seen 3/4/2012."} for i in range(4)]
    pq.write_table(pa.Table.from_pylist(rows), clinic / "n.parquet")
    assert run("batch", "n.parquet", *SHARED, "--workers", "1", "--out", "batch.parquet").code == 0
    submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    java = {} if _java_is_here() else {"JAVA_HOME": str(packaged_java())}
    local = ["--master", "local[2]", "--conf", "spark.sql.shuffle.partitions=4"]
    words = [submit, *local, EXAMPLES / "spark_job.py", "n.parquet", "clean", "site.key"]
    env = {**os.environ, **java, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    done = subprocess.run(words, cwd=clinic, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "4 notes written, 0 failed" in done.stdout
    assert pq.read_table(clinic / "clean").to_pylist() == pq.read_table(clinic / "batch.parquet").to_pylist()
