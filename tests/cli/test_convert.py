import pytest

from incognote import formats
from incognote.types import Document, Span

from .conftest import EXAMPLES

GOLD = EXAMPLES / "gold"


@pytest.mark.parametrize("name", ["brat", "i2b2-2006", "i2b2-2014", "physionet", "jsonl", "csv", "tsv"])
def test_through_every_format_and_back(run, tmp_path, name):
    assert run("convert", GOLD, "--to", name, "--out", "there").code == 0
    done = run("convert", "there", "--format", name, "--to", "inline", "--out", "back")
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
    assert "1 spans have no label in the new set" in done.err


def test_a_table_with_other_column_names(run, tmp_path):
    (tmp_path / "n.csv").write_text("NOTE_ID,TEXT\n7,Ada Osei\n")
    assert run("convert", "n.csv", "--columns", "id=NOTE_ID,text=TEXT", "--to", "text", "--out", "plain").code == 0
    assert (tmp_path / "plain" / "7.txt").read_text() == "Ada Osei"


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
        ([GOLD, "--out", "x.jsonl", "--encoding", "utf-7000"], 2, "no encoding is called 'utf-7000'"),
        ([GOLD, "--out", "x.jsonl", "--columns", "note=X"], 2, "the roles are id, text, spans, patient"),
        ([GOLD, "--out", "x.jsonl", "--config", "none.toml"], 2, "cannot be opened"),
        ([GOLD, "--out", GOLD, "--to", "text"], 3, "exists already"),
        ([GOLD, "--out", "x.jsonl", "--format", "jsonl"], 0, ""),
    ],
)
def test_mistakes_of_the_user(run, arguments, code, message):
    done = run("convert", *arguments)
    assert done.code == code
    assert message in done.err
    assert "Traceback" not in done.err
