import subprocess
import sys
import time

import pytest

from incognote import formats
from incognote.types import Document, Span

from .conftest import EXAMPLES, PROGRAM

GOLD = EXAMPLES / "gold"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("brat", "there"),
        ("i2b2-2006", "there.xml"),
        ("i2b2-2014", "there"),
        ("physionet", "there.text"),
        ("conll", "there.conll"),
        ("jsonl", "there.jsonl"),
        ("csv", "there.csv"),
        ("tsv", "there.tsv"),
    ],
)
def test_through_every_format_and_back(run, tmp_path, name, path):
    assert run("convert", GOLD, "--to", name, "--out", path).code == 0
    done = run("convert", path, "--to", "inline", "--out", "back")
    assert (done.code, done.out) == (0, "")
    assert list(formats.read(tmp_path / "back")) == list(formats.read(GOLD))


def test_the_suffix_tells_the_format(run, tmp_path):
    done = run("convert", GOLD, "--out", "notes.jsonl")
    assert done.code == 0
    assert "4 notes, 49 spans -> notes.jsonl (jsonl)" in done.err
    assert len(list(formats.read(tmp_path / "notes.jsonl"))) == 4


def test_what_is_left_out_is_said(run):
    done = run("convert", GOLD, "--to", "text", "--out", "plain")
    assert "text has no place for 49 spans" in done.err
    done = run("convert", GOLD, "--labels", "i2b2-2014:i2b2-2006", "--out", "notes.jsonl")
    assert "48 spans" in done.err
    assert "1 span without a label in the new set" in done.err


def test_a_table_with_other_column_names(run, tmp_path):
    (tmp_path / "n.csv").write_text("NOTE_ID,TEXT\n7,Ada Osei\n")
    columns = ("--columns", "id=NOTE_ID,text=TEXT")
    assert run("convert", "n.csv", *columns, "--to", "text", "--out", "plain").code == 0
    assert (tmp_path / "plain" / "7.txt").read_text() == "Ada Osei"
    assert run("convert", "n.csv", *columns, "--out", "again.csv").code == 0
    assert (tmp_path / "again.csv").read_text().startswith('"NOTE_ID","TEXT"')


def test_fields_that_a_table_cannot_hold(run, tmp_path):
    (tmp_path / "n.jsonl").write_text(
        '{"id": "a", "text": "", "ward": "3W"}\n{"id": "b", "text": ""}\n{"id": "c", "text": "", "ward": 3}\n'
        '{"id": "d", "text": "", "ward": "4E"}\n'
    )
    stopped = run("convert", "n.jsonl", "--out", "n.csv")
    assert stopped.code == 3
    assert "note 'b' does not fit the format csv: it and the first note don't both have the field 'ward'" in stopped.err
    assert not (tmp_path / "n.csv").exists()
    went_on = run("convert", "n.jsonl", "--out", "n.csv", "--keep-going")
    assert went_on.code == 4
    assert "2 notes, 0 spans -> n.csv (csv)" in went_on.err
    assert [doc.id for doc in formats.read(tmp_path / "n.csv")] == ["a", "d"]


def test_scores_and_other_fields_that_are_left_out(run, tmp_path):
    span = '{"start": 0, "end": 3, "label": "DATE", "score": 0.5}'
    (tmp_path / "n.jsonl").write_text(f'{{"id": "a", "text": "now", "patient": "p", "ward": 3, "spans": [{span}]}}\n')
    done = run("convert", "n.jsonl", "--to", "inline", "--out", "out")
    assert "inline has no place for 1 score, 1 id of a patient, 1 note with other fields" in done.err


def test_labels_that_are_not_in_the_set_are_set_aside(run, tmp_path):
    spans = '[{"start": 0, "end": 1, "label": "%s"}]'
    lines = [f'{{"id": "{label}", "text": "x", "spans": {spans % label}}}\n' for label in ("PERSON", "PERSONA")]
    (tmp_path / "n.jsonl").write_text("".join(lines))
    arguments = ("convert", "n.jsonl", "--labels", "presidio:i2b2-2014", "--out", "o.jsonl")
    assert run(*arguments).code == 2
    assert run(*arguments, "--keep-going").code == 4
    assert [doc.id for doc in formats.read(tmp_path / "o.jsonl")] == ["PERSON"]


def test_a_signal_leaves_nothing_half_written(tmp_path):
    with (tmp_path / "n.jsonl").open("w") as out:
        for number in range(200_000):
            out.write(f'{{"id": "{number}", "text": "Ada"}}\n')
    words = [sys.executable, "-c", PROGRAM, "convert", "n.jsonl", "--out", "o.csv"]
    process = subprocess.Popen(words, cwd=tmp_path)
    while not list(tmp_path.glob(".o.csv.*.partial")):
        assert process.poll() is None
        time.sleep(0.01)
    process.terminate()
    assert process.wait(timeout=30) == 143
    assert [file.name for file in tmp_path.iterdir()] == ["n.jsonl"]


def test_the_configuration_gives_the_columns(run, tmp_path):
    (tmp_path / "n.csv").write_text("NOTE_ID,TEXT\n7,Ada Osei\n")
    (tmp_path / "c.toml").write_text('[input]\ncolumns = { id = "NOTE_ID", text = "TEXT" }\n')
    assert run("convert", "n.csv", "--config", "c.toml", "--to", "text", "--out", "plain").code == 0


def test_keep_going_sets_files_aside_and_says_so(run, tmp_path):
    notes = tmp_path / "in"
    notes.mkdir()
    (notes / "good.txt").write_text('<PHI TYPE="DATE">3/4</PHI>')
    (notes / "bad.txt").write_text('Quillfeather <PHI TYPE="DATE">3/4')
    stopped = run("convert", "in", "--out", "out.jsonl")
    assert stopped.code == 3
    assert "bad.txt, line 1: a PHI tag is never closed" in stopped.err
    assert not (tmp_path / "out.jsonl").exists()
    went_on = run("convert", "in", "--out", "out.jsonl", "--keep-going")
    assert went_on.code == 4
    assert "1 set aside" in went_on.err
    assert [doc.id for doc in formats.read(tmp_path / "out.jsonl")] == ["good"]
    assert "Quillfeather" not in stopped.err + went_on.err


def test_keep_going_sets_aside_what_the_output_cannot_hold(run, tmp_path):
    docs = [Document("a", "x\0y", (Span(0, 1, "DATE"),)), Document("b", "fine")]
    formats.write(docs, tmp_path / "in.jsonl", "jsonl")
    assert run("convert", "in.jsonl", "--to", "i2b2-2014", "--out", "xml").code == 3
    assert not (tmp_path / "xml").exists()
    assert run("convert", "in.jsonl", "--to", "i2b2-2014", "--out", "xml", "--keep-going").code == 4
    assert [file.name for file in (tmp_path / "xml").iterdir()] == ["b.xml"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere", "--out", "x.jsonl"], 3, "no such file or folder"),
        ([GOLD, "--out", "x"], 2, "name it with --to"),
        ([GOLD, "--to", "bratt", "--out", "x"], 2, "did you mean 'brat'"),
        ([GOLD, "--to", "brat"], 2, "Missing option '--out'"),
        ([GOLD, "--out", "x.jsonl", "--labels", "a:b"], 2, "no label set is called 'a'"),
        ([GOLD, "--out", "x.jsonl", "--labels", "meddocan:i2b2-2014"], 2, "not in the set meddocan"),
        ([GOLD, "--out", "x.jsonl", "--encoding", "utf-7000"], 2, "encoding must be an encoding such as utf-8"),
        ([GOLD, "--out", "x.jsonl", "--encoding", "idna"], 2, "encoding must be an encoding such as utf-8"),
        ([GOLD, "--out", "x.jsonl", "--columns", "spans=text"], 2, "one column can't be two things"),
        ([GOLD, "--out", "x.jsonl", "--columns", "note=X"], 2, "the roles are id, text, spans, patient"),
        ([GOLD, "--out", "x.jsonl", "--config", "none.toml"], 2, "cannot be opened"),
        ([GOLD, "--out", GOLD, "--to", "text"], 3, "exists already"),
        ([GOLD, "--out", "x", "--to", "csv"], 2, "--out must end in .csv"),
        ([GOLD, "--out", "x.jsonl", "--labels", "i2b2-2014"], 2, "FROM:TO"),
        ([GOLD, "--out", "x" * 300 + ".jsonl"], 3, "cannot be written"),
        ([GOLD, "--out", "x.jsonl", "--format", "jsonl"], 3, "no files of the format jsonl (.jsonl, .ndjson)"),
        ([GOLD, "--out", "x.xml", "--to", "i2b2-2014"], 2, "give --out a folder's name"),
        ([GOLD, "--out", "x.jsonl", "--columns", "id=A, text=A"], 2, "one column can't be two things"),
    ],
)
def test_mistakes_of_the_user(run, arguments, code, message):
    done = run("convert", *arguments)
    assert done.code == code
    assert message in done.err
    assert "Traceback" not in done.err


def test_keep_going_survives_broken_xml(run, tmp_path):
    assert run("convert", GOLD, "--to", "i2b2-2014", "--out", "in").code == 0
    (tmp_path / "in" / "broken.xml").write_text("<deIdi2b2>")
    assert run("convert", "in", "--out", "x.jsonl").code == 3
    done = run("convert", "in", "--out", "x.jsonl", "--keep-going")
    assert done.code == 4
    assert "4 notes" in done.err
    assert "broken.xml" in done.err


def test_fields_that_only_look_like_ours_are_refused_or_kept(run, tmp_path):
    (tmp_path / "n.jsonl").write_text('{"id": "1", "text": "Ada", "comments": "seen", "brat": "yes", "fragments": 3}\n')
    for name in ("i2b2-2014", "brat"):
        done = run("convert", "n.jsonl", "--to", name, "--out", "x")
        assert (done.code, "rename" in done.err) == (3, True)
    assert run("convert", "n.jsonl", "--labels", "i2b2-2014:i2b2-2006", "--out", "x.jsonl").code == 0
    assert list(formats.read(tmp_path / "x.jsonl")) == list(formats.read(tmp_path / "n.jsonl"))


def test_comments_go_where_their_tags_go(run, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.xml").write_text(
        "<deIdi2b2><TEXT><![CDATA[Boston, baker]]></TEXT><TAGS>"
        '<LOCATION id="P0" start="0" end="6" text="Boston" TYPE="CITY" comment="sure" />'
        '<PROFESSION id="P1" start="8" end="13" text="baker" TYPE="PROFESSION" comment="not sure" />'
        "</TAGS></deIdi2b2>"
    )
    done = run("convert", "in", "--labels", "i2b2-2014:i2b2-2006", "--to", "i2b2-2014", "--out", "x")
    assert "1 span without a label in the new set" in done.err
    (doc,) = formats.read(tmp_path / "x")
    assert doc.meta["comments"] == [[0, 6, "LOCATION", "sure"]]


def test_an_id_and_a_patient_in_one_column(run, tmp_path):
    (tmp_path / "n.csv").write_text("MRN,TEXT\n7,Ada Osei\n")
    columns = "id=MRN, text=TEXT, patient=MRN"
    assert run("convert", "n.csv", "--columns", columns, "--out", "x.csv").code == 0
    assert (tmp_path / "x.csv").read_text() == '"MRN","TEXT","spans"\n"7","Ada Osei",""\n'
    (doc,) = formats.read(
        tmp_path / "x.csv", options=formats.Options(columns={"id": "MRN", "text": "TEXT", "patient": "MRN"})
    )
    assert (doc.id, doc.patient) == ("7", "7")


def test_a_record_in_the_place_of_an_id_is_not_quoted(run, tmp_path):
    (tmp_path / "n.csv").write_text("id,text\n1,Ada Osei was admitted on Monday\n2,Ada Osei was admitted on Monday\n")
    done = run("convert", "n.csv", "--columns", "id=text,text=id", "--out", "x.jsonl")
    assert done.code == 3
    assert "Osei" not in done.err


def test_a_column_called_like_one_of_ours_is_not_lost_silently(run, tmp_path):
    (tmp_path / "n.csv").write_text("id,text,PHI,spans\n1,Ada,,two\n")
    done = run("convert", "n.csv", "--columns", "spans=PHI", "--to", "brat", "--out", "x")
    assert "brat has no place for 1 note with other fields" in done.err
