import csv
import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zipfile
from contextlib import closing
from datetime import datetime, timedelta
from importlib.util import find_spec

import pytest

from incognote.cli.batch_progress import _told
from incognote.replace.alignment_file import read_notes
from incognote.replace.keys import write_key
from tests.cli.conftest import EXAMPLES, PROGRAM

CLINIC = EXAMPLES / "clinic.csv"
FAST = ("--engine", "deid", "--workers", "1")


@pytest.fixture
def key(tmp_path):
    write_key(tmp_path / "site.key")
    return "site.key"


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_table_keeps_all_but_what_is_rewritten(run, tmp_path, key):
    done = run("batch", CLINIC, "--columns", "id=note,patient=mrn", "--key", key, "--out", "clean.csv", *FAST)
    assert done.code == 0, done.err
    old, new = rows(CLINIC), rows(tmp_path / "clean.csv")
    assert len(old) == len(new)
    assert new[0].keys() == old[0].keys()
    others = old[0].keys() - {"note", "mrn", "text"}
    assert [[row[name] for name in others] for row in old] == [[row[name] for name in others] for row in new]
    for role in ("note", "mrn", "text"):
        assert not {row[role] for row in old if row[role]} & {row[role] for row in new}


def test_it_writes_what_deidentify_writes(run, tmp_path, key):
    """The same notes under the same names, with surrogates that agree."""
    shared = ("--columns", "id=note,patient=mrn", "--key", key, "--style", "surrogates", "--engine", "deid")
    assert run("batch", CLINIC, *shared, "--workers", "2", "--out", "batch.csv").code == 0
    assert run("deidentify", CLINIC, *shared, "--out", "deidentify.csv").code == 0
    by_batch = {row["note"]: (row["mrn"], row["text"]) for row in rows(tmp_path / "batch.csv")}
    assert by_batch == {row["note"]: (row["mrn"], row["text"]) for row in rows(tmp_path / "deidentify.csv")}
    one, other = (read_notes(tmp_path / f"{name}.csv.alignment.jsonl") for name in ("batch", "deidentify"))
    assert list(one) == list(other)


@pytest.mark.parametrize(
    ("source", "columns"), [(CLINIC, ("--columns", "id=note,patient=mrn")), (EXAMPLES / "notes", ())]
)
def test_what_it_writes_can_be_verified(run, tmp_path, key, source, columns):
    out = tmp_path / f"c{source.suffix}"
    assert run("batch", source, *columns, "--key", key, "--style", "surrogates", "--out", out, *FAST).code == 0
    done = run("verify", source, out, *columns, "--no-rescan")
    assert (done.code, " 0 FAIL" in done.out) == (0, True)
    for file in out.iterdir() if out.is_dir() else [out]:
        file.write_bytes(file.read_bytes().replace(b"called", b"Called").replace(b"INR 2.6", b"INR 2.7"))
    done = run("verify", source, out, *columns, "--no-rescan")
    assert (done.code, " 1 FAIL" in done.out) == (6, True)


def test_what_cannot_be_verified_is_told(run, tmp_path, key):
    assert run("batch", EXAMPLES / "hl7", "--key", key, "--out", "c", *FAST).code == 0
    done = run("verify", EXAMPLES / "hl7", "c")
    assert (done.code, "the format hl7 can't be verified" in done.err) == (2, True)


def test_the_report_counts_and_shows_no_text(run, tmp_path, key):
    assert run("batch", CLINIC, "--columns", "id=note,patient=mrn", "--key", key, "--out", "c.csv", *FAST).code == 0
    text = (tmp_path / "c.csv.report.json").read_text()
    report = json.loads(text)
    assert report["notes"] == len(rows(CLINIC))
    assert report["labels"]
    secret = (tmp_path / "site.key").read_text().strip()
    assert secret not in text
    assert not any(row["mrn"] in text or row["text"][:40] in text for row in rows(CLINIC) if row["mrn"])


def test_the_report_says_by_what_options_and_when_in_values_of_json(run, tmp_path, key):
    (tmp_path / "c.toml").write_text('[engine]\nwithout = ["ages"]\n[input]\ncolumns = { id = "note" }\n')
    engine = ("--engine", "incognote-fast", "--workers", "1", "--config", "c.toml")
    done = run("batch", CLINIC, "--key", key, "--out", "c.csv", "--threshold", "DATE=0.1", *engine)
    assert done.code == 0, done.err
    report = json.loads((tmp_path / "c.csv.report.json").read_text())
    options = report["plan"]["options"]
    assert (options["--engine"], options["--point"]) == ("incognote-fast", "safe")  # which nobody named
    assert (options["--columns"], options["--threshold"]) == ({"id": "note"}, {"DATE": 0.1})
    assert (options["--gpu"], options["--keep-names"], options["--shift-years"]) == (False, False, None)
    assert report["plan"]["configuration"]["engine.without"] == ["ages"]
    started, ended = (datetime.fromisoformat(report[name]) for name in ("started", "ended"))
    assert timedelta() <= ended - started < timedelta(minutes=10)
    described = (EXAMPLES.parent / "docs" / "batch.md").read_text("utf-8")
    assert all(f"`{name}`" in described for name in report)


def test_a_damaged_row_is_set_aside_and_the_exit_code_tells(run, tmp_path, key):
    (tmp_path / "n.csv").write_text('id,patient,text\n1,7,"Dr. Agnes Holt called."\n2,7\n3,8,"Seen in Boston."\n')
    done = run("batch", "n.csv", "--key", key, "--out", "c.csv", *FAST)
    assert done.code == 4
    assert "1 set aside: see c.csv.quarantine.jsonl" in done.err
    assert json.loads((tmp_path / "c.csv.quarantine.jsonl").read_text())["record"] == 2
    assert len(rows(tmp_path / "c.csv")) == 2


def test_dates_of_columns_that_cannot_be_shifted_are_counted(run, tmp_path, key):
    (tmp_path / "n.csv").write_text("id,patient,text,seen\n1,7,Ok.,2025-02-30\n2,7,Ok.,2025-03-02\n3,,Ok.,2025-03-02\n")
    done = run("batch", "n.csv", "--date-columns", "seen", "--key", key, "--out", "c.csv", *FAST)
    assert done.code == 0, done.err
    assert "dates in columns that couldn't be shifted, and are empty now: 2 seen" in done.err
    assert json.loads((tmp_path / "c.csv.report.json").read_text())["emptied"] == {"seen": 2}
    assert [bool(row["seen"]) for row in rows(tmp_path / "c.csv")] == [False, True, False]


def test_columns_that_stay_are_told(run, tmp_path, key):
    done = run("batch", CLINIC, "--columns", "id=note,patient=mrn", "--key", key, "--out", "c.csv", *FAST)
    staying = ", ".join(repr(name) for name in rows(CLINIC)[0] if name not in ("note", "mrn", "text"))
    assert f"stay as they are: {staying}; --drop-columns leaves out what holds PHI" in done.err


def test_a_field_of_json_lines_that_is_misspelt_is_told_before_anything_is_written(run, tmp_path, key):
    (tmp_path / "n.jsonl").write_text('{"id": 1, "text": "Ok.", "mrn": "88100"}\n')
    done = run("batch", "n.jsonl", "--drop-columns", "mrnn", "--key", key, "--out", "c.jsonl", *FAST)
    assert (done.code, (tmp_path / "c.jsonl").exists()) == (2, False)
    assert "no column 'mrnn', but there are: 'id', 'text', 'mrn'" in done.err


@pytest.mark.parametrize("pack", [False, True])
def test_files_that_are_not_read_are_told(run, tmp_path, key, pack):
    (tmp_path / "notes").mkdir()
    for name in ("a.txt", "b.rtf", "smith.osei"):
        (tmp_path / "notes" / name).write_text("Seen.")
    source = shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path / "notes") if pack else "notes"
    done = run("batch", source, "--key", key, "--out", "c", *FAST)
    assert done.code == 0, done.err
    assert "2 files passed over, not of the input's format: 1 .rtf, 1 of another kind" in done.err
    report = json.loads((tmp_path / "c.report.json").read_text())
    assert report["passed_over"] == {".rtf": 1, "of another kind": 1}
    assert "smith" not in done.err + str(report["passed_over"])


def test_an_archive_without_texts_is_an_error(run, tmp_path, key):
    with zipfile.ZipFile(tmp_path / "n.zip", "w") as archive:
        archive.writestr("n.csv", "id,text")
    done = run("batch", "n.zip", "--key", key, "--out", "c.zip", *FAST)
    assert (done.code, (tmp_path / "c.zip").exists()) == (3, False)
    assert "it holds no files of the format texts" in done.err


def test_a_link_to_nothing_is_set_aside(run, tmp_path, key):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("Seen.")
    (tmp_path / "notes" / "b.txt").symlink_to("nowhere")
    done = run("batch", "notes", "--key", key, "--out", "c", *FAST)
    assert done.code == 4
    assert "cannot be opened" in (tmp_path / "c.quarantine.jsonl").read_text()


def test_excluded_patients_of_whom_there_is_no_note_are_told(run, tmp_path, key):
    (tmp_path / "n.csv").write_text("id,patient,text\n1,0007,Seen.\n")
    (tmp_path / "e.csv").write_text("patient\n9\n")
    done = run("batch", "n.csv", "--exclude", "e.csv", "--key", key, "--out", "c.csv", *FAST)
    assert done.code == 0, done.err
    assert "no note is of a patient of --exclude" in done.err


def test_a_run_does_not_go_on_with_another_encoding(call, tmp_path, key):
    (tmp_path / "n.csv").write_text("id,text\n1,Größe.\n")
    for name in ("utf-8", "latin-1"):
        (tmp_path / f"{name}.toml").write_text(f'[input]\nencoding = "{name}"\n')
    words = ("batch", "n.csv", "--key", key, "--out", "c.csv", "--workers", "1", "--config")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("incognote.batch.run.Batch._join", stopped)
        assert call(*words, "utf-8.toml").code == 130
    again = call(*words, "latin-1.toml")
    assert again.code == 2
    assert "with other: --encoding" in again.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("missing.csv", "--out", "c.csv"), "there is no such file or folder"),
        ((CLINIC, "--out", "c.csv"), "there is no column 'id'"),
        ((CLINIC, "--out", "c.csv", "--columns", "id=note", "--engine", "nothing"), "no engine is called 'nothing'"),
        ((CLINIC, "--out", "c.csv", "--columns", "id=note", "--date-columns", "never"), "there is no column 'never'"),
        ((CLINIC, "--out", "c.csv", "--columns", "id=note", "--drop-columns", "text"), "which holds the text"),
        ((CLINIC, "--out", "c.csv", "--columns", "id=note,spans=clinic"), "reads no spans"),
        (("folder", "--out", "c", "--drop-columns", "ward"), "texts has no columns"),
        ((CLINIC, "--out", "c.csv", "--encoding", "rot13"), "no encoding is called 'rot13'"),
        ((CLINIC, "--out", "."), "name a new file or folder"),
        ((CLINIC, "--out", "lost.csv", "--columns", "id=note"), "lost.csv exists already"),
        (("folder", "--out", "other/../folder/c"), "--out lies inside the input"),
        (("folder", "--out", "c", "--format", "parquet"), "it holds no files of the format parquet"),
        ((CLINIC, "--out", "c.csv", "--columns", "id=note", "--shift-years", "5"), "takes two numbers of years"),
        ((CLINIC, "--out", "c.csv", "--columns", "id=note", "--shift-years", "5-2"), "give the smaller number first"),
        ((CLINIC, "--out", "c.csv", "--columns", "id=note", "--drop-sections", "zzz"), "no section is called 'zzz'"),
        ((CLINIC, "--out", "c.parquet", "--columns", "id=note"), "so it can't end in .parquet; let it end in .csv"),
        ((CLINIC, "--out", "c.csv", "--columns", "id=note", "--encoding", "utf-99"), "no encoding is called 'utf-99'"),
    ],
)
def test_wrong_use_leaves_nothing(run, tmp_path, key, arguments, problem):
    (tmp_path / "lost.csv").symlink_to("nowhere")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.txt").write_text("x")
    (tmp_path / "other").mkdir()
    done = run("batch", *arguments, "--key", key, "--workers", "1")
    assert done.code in (2, 3), done.err
    assert problem in done.err
    assert not (tmp_path / "c.csv").exists()
    assert not (tmp_path / "c.csv.work").exists()


@pytest.mark.parametrize(("stop", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_run_that_is_stopped_says_how_to_go_on_and_then_that_it_does(run, tmp_path, key, stop, code):
    (tmp_path / "n.csv").write_text("id,patient,text\n" + "".join(f"{i},7,Seen by Dr. Holt.\n" for i in range(4_000)))
    (tmp_path / "p.csv").write_text("id,last\n7,Holt\n")
    arguments = ("batch", "n.csv", "--key", key, "--out", "c.csv", *FAST)
    begun = subprocess.Popen([sys.executable, "-c", PROGRAM, *arguments], cwd=tmp_path, stderr=subprocess.PIPE)
    for _ in range(2_400):
        if any((tmp_path / "c.csv.work" / "parts").glob("*-0000001")):
            break
        time.sleep(0.025)
    begun.send_signal(stop)
    said = begun.communicate()[1].decode()
    assert (begun.returncode, "stopped; start the same command again and it goes on" in said) == (code, True)
    other = run(*arguments, "--shift-years", "5-7", "--patients", "p.csv")
    assert (other.code, "with other: --patients, --shift-years, files that options name; give" in other.err) == (
        2,
        True,
    ), other.err
    done = run(*arguments)
    assert re.search(r"^goes on with a run that was stopped: [1-3]?,?[05]00 notes done so far", done.err), done.err
    assert "4,000 notes -> c.csv" in done.err


def test_a_rate_is_of_the_notes_of_this_start_alone():
    begin = {}
    _told(begin, "rewriting", 1_000, 5)
    time.sleep(0.1)
    assert "1,001 notes, 0.0 MB, " in (told := _told(begin, "rewriting", 1_001, 5))
    assert int(told.split(", ")[2].split()[0]) <= 10


def test_it_needs_a_key(run):
    done = run("batch", CLINIC, "--out", "c.csv", "--columns", "id=note")
    assert (done.code, "batch needs a key" in done.err) == (2, True)


@pytest.fixture
def clinic(tmp_path):
    """The example's table in a database."""
    pytest.importorskip("sqlalchemy")
    with closing(sqlite3.connect(tmp_path / "clinic.db")) as database, database:
        database.execute("CREATE TABLE notes (note TEXT PRIMARY KEY, mrn TEXT, clinic TEXT, text TEXT)")
        database.executemany("INSERT INTO notes VALUES (:note, :mrn, :clinic, :text)", rows(CLINIC))
    return "sqlite:///clinic.db"


def test_a_table_of_a_database(run, tmp_path, key, clinic):
    shared = ("--columns", "id=note,patient=mrn", "--key", key, "--style", "surrogates", *FAST)
    done = run("batch", clinic, "--table", "notes", "--out-table", "clean", *shared)
    assert done.code == 0, done.err
    assert "-> sqlite:///clinic.db clean" in done.err
    (report,) = tmp_path.glob("clean-*.report.json")
    assert json.loads(report.read_text())["plan"]["output"] == "clean"
    assert "clinic.db" not in report.read_text()  # names of files may be PHI
    assert run("batch", CLINIC, *shared, "--out", "clean.csv").code == 0
    with closing(sqlite3.connect(tmp_path / "clinic.db")) as database:
        new = database.execute("SELECT note, mrn, clinic, text FROM clean").fetchall()
    expected = [tuple(row.values()) for row in rows(tmp_path / "clean.csv")]
    assert sorted(new) == sorted(expected)
    (side,) = tmp_path.glob("clean-*.alignment.jsonl")
    one, other = ({note.digest for note in read_notes(path)} for path in (side, tmp_path / "clean.csv.alignment.jsonl"))
    assert one == other
    again = run("batch", clinic, "--table", "notes", "--out-table", "clean", *shared)
    assert (again.code, "'clean' exists already" in again.err) == (3, True)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("missing.csv", "--out", "c.csv"), 3),
        (("sqlite:///missing.db", "--table", "notes", "--out-table", "c"), 3),
        (("sqlite:///clinic.db", "--table", "missing", "--out-table", "c"), 3),
        ((CLINIC, "--out", "c.csv", "--patients", "missing.csv"), 3),
        ((CLINIC, "--out", "c.csv", "--key", "missing.key"), 2),
    ],
)
def test_what_is_missing_has_its_exit_code(run, key, clinic, arguments, code):
    done = run("batch", *arguments[:1], "--key", key, *arguments[1:], "--columns", "id=note,patient=mrn", *FAST)
    assert done.code == code, done.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("sqlite:///clinic.db", "--out-table", "c"), "name one with --table"),
        (("sqlite:///clinic.db", "--table", "notes"), "name one with --out-table"),
        (("sqlite:///clinic.db", "--table", "notes", "--out-table", "c", "--out", "c.csv"), "give --out its URL"),
        (("sqlite:///clinic.db", "--table", "notes", "--out-table", "c", "--format", "csv"), "--format is for files"),
        (("oracle://me:open-sesame@h/x", "--table", "notes", "--out-table", "c"), "only PostgreSQL and SQLite"),
        (("postgresql://me:open-sesame@127.0.0.1:1/x", "--table", "n", "--out-table", "c"), "no connection"),
        ((CLINIC, "--table", "notes", "--out", "c.csv"), "are for databases"),
        ((CLINIC,), "name a new file or folder with --out OUT"),
        ((CLINIC, "--out", "sqlite:///c.db"), "name a new file or folder with --out OUT"),
    ],
)
def test_wrong_use_of_databases(run, tmp_path, key, clinic, arguments, problem):
    done = run("batch", *arguments, "--key", key, "--columns", "id=note,patient=mrn", *FAST)
    assert done.code in (2, 3), done.err
    assert problem in done.err
    assert "open-sesame" not in done.err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["clinic.db", "site.key"]


def test_a_patient_from_elsewhere_fits_a_field_of_numbers_or_leaves_it_empty(run, tmp_path, key):
    lines = ['{"id": "31/a", "patient": 7, "text": "x"}', '{"id": "b/a", "patient": 7, "text": "x"}']
    (tmp_path / "n.jsonl").write_text("\n".join(lines))
    done = run("batch", "n.jsonl", "--patient-of", r"path:^(\w+)/", "--key", key, "--out", "c.jsonl", *FAST)
    assert done.code == 0, done.err
    first, second = map(json.loads, (tmp_path / "c.jsonl").read_text().splitlines())
    assert isinstance(first["patient"], int)
    assert first["patient"] not in (7, 31)
    assert second["patient"] is None


def test_why_a_note_is_set_aside_does_not_name_it(run, tmp_path, key):
    (tmp_path / "n.jsonl").write_text('{"id": "Zyx 12", "text": "MRN: 77\\nMRN: 78"}\n')
    done = run("batch", "n.jsonl", "--patient-of", "field:MRN", "--key", key, "--out", "c.jsonl", *FAST)
    assert done.code == 4, done.err
    listed = json.loads((tmp_path / "c.jsonl.quarantine.jsonl").read_text())
    assert listed["reason"].startswith("its field 'MRN' names 2 patients")


NOTE = "note_id\tnote_text\tperson_id\n7\tSeen.\t8\n"


def test_two_files_that_would_get_one_name_are_told_before_the_work(run, tmp_path, key):
    for folder, names in (("notes", ("a.jsonl", "a.JSONL")), ("cdm", ("a.tsv", "a.csv"))):
        (tmp_path / folder).mkdir()
        for name in names:
            text = '{"id": 1, "text": "x"}\n' if folder == "notes" else NOTE
            (tmp_path / folder / name).write_text(text.replace("\t", ",") if name == "a.csv" else text)
        done = run("batch", folder, "--key", key, "--out", "out", *FAST)
        assert done.code == 3, done.err
        assert "would get the name of another file" in done.err
        assert not (tmp_path / "out.work").exists()


@pytest.mark.parametrize("source", ["notes.zip", "notes"])
def test_names_that_cannot_be_kept_are_told_before_the_work(run, tmp_path, key, source):
    if source == "notes.zip":
        with zipfile.ZipFile(tmp_path / source, "w") as archive:
            archive.writestr("../up.txt", "x")
    else:
        (tmp_path / source).mkdir()
        (tmp_path / source / "a\\b.txt").write_text("x")
    done = run("batch", source, "--keep-names", "--key", key, "--out", "out", *FAST)
    assert done.code == 3, done.err
    assert "its id cannot be a file name" in done.err
    assert not (tmp_path / "out.work").exists()


def test_a_run_does_not_go_on_with_another_list_of_excluded_patients(call, tmp_path, key):
    """Some of a patient's notes would be out who is left out now."""
    (tmp_path / "n.csv").write_text("id,patient,text\n1,7,Seen.\n2,8,Seen.\n")
    (tmp_path / "e.csv").write_text("patient\n9\n")
    words = ("batch", "n.csv", "--exclude", "e.csv", "--key", key, "--out", "c.csv", "--workers", "1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("incognote.batch.run.Batch._join", stopped)
        assert call(*words).code == 130
    (tmp_path / "e.csv").write_text("patient\n9\n7\n")
    again = call(*words)
    assert again.code == 2
    assert "with other: files that options name" in again.err


def stopped(*_):
    raise KeyboardInterrupt


def test_tables_of_a_folder_that_cannot_be_read_are_set_aside_whole(run, tmp_path, key):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    (tmp_path / "tables").mkdir()
    pq.write_table(pa.table({"id": ["1"], "text": ["Seen."]}), tmp_path / "tables" / "a.parquet")
    (tmp_path / "tables" / "b.parquet").write_bytes(b"damaged")
    pq.write_table(pa.table({"other": ["1"]}), tmp_path / "tables" / "c.parquet")
    done = run("batch", "tables", "--key", key, "--keep-names", "--out", "clean", *FAST)
    assert done.code == 4, done.err
    assert [file.name for file in (tmp_path / "clean").iterdir()] == ["a.parquet"]
    listed = (tmp_path / "clean.quarantine.jsonl").read_text().splitlines()
    assert [(one["source"], one["record"]) for one in map(json.loads, listed)] == [("b.parquet", 0), ("c.parquet", 0)]


def test_the_encoding_of_the_configuration_holds(run, tmp_path, key):
    (tmp_path / "c.toml").write_text('[input]\nencoding = "cp1252"\n')
    (tmp_path / "n.csv").write_bytes("id,text\n1,Größe\n".encode("cp1252"))
    done = run("batch", "n.csv", "--config", "c.toml", "--key", key, "--out", "o.csv", *FAST)
    assert done.code == 0, done.err
    assert not (tmp_path / "o.csv.quarantine.jsonl").exists()


def test_it_tells_its_workers(run, tmp_path, key):
    (tmp_path / "n.csv").write_text("id,text\n1,Seen.\n")
    done = run("batch", "n.csv", "--key", key, "--out", "o.csv", "--engine", "deid", "--workers", "2")
    assert "notes/s by 2 workers)" in done.err


@pytest.mark.skipif(find_spec("torch") is not None, reason="PyTorch is here")
def test_a_gpu_without_pytorch_is_told_before_any_note_is_looked_at(run, tmp_path, key):
    done = run(
        "batch", CLINIC, "--columns", "id=note", "--key", key, "--style", "surrogates", "--gpu", "--out", "c.csv"
    )
    assert (done.code, "a GPU needs PyTorch" in done.err) == (2, True)
    assert not (tmp_path / "c.csv.work").exists()
