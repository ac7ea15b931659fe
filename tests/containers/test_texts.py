import gzip
import zipfile
from dataclasses import replace

import pytest

from incognote.containers.base import Cutting, NewNote
from incognote.containers.texts import CONTAINER
from incognote.errors import DamagedInputError
from tests.containers.passing import passed

FILES = {
    "b/two.txt": b"Two\r\nlines",
    "a.txt": "Grüße 🙂".encode(),
    "c.txt.gz": gzip.compress(b"packed"),
    "d.pdf": b"%",
}


def new(note):
    return NewNote(replace(note.doc, id=f"n{note.record}", text=note.doc.text.upper()), (), None, None)


@pytest.fixture
def folder(tmp_path):
    for name, content in FILES.items():
        file = tmp_path / "in" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return tmp_path / "in"


@pytest.mark.parametrize("records", [1, 2, 100])
def test_a_folder(folder, tmp_path, records):
    notes, failures = passed(CONTAINER, folder, tmp_path / "out", Cutting(chunk_records=records), new)
    assert ([note.doc.id for note in notes], failures) == (["a", "b/two", "c"], [])
    written = {
        file.relative_to(tmp_path / "out").as_posix(): file.read_bytes() for file in (tmp_path / "out").rglob("*")
    }
    assert written.keys() == {"n1.txt", "n2.txt", "n3.txt.gz"}
    assert written["n2.txt"] == b"TWO\r\nLINES"
    assert gzip.decompress(written["n3.txt.gz"]) == b"PACKED"


def zipped(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def test_a_zip_is_the_same_each_time(tmp_path):
    zipped(tmp_path / "in.zip", FILES)
    for out in ("one.zip", "two.zip"):
        passed(CONTAINER, tmp_path / "in.zip", tmp_path / out, new=new)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == ["n1.txt", "n2.txt", "n3.txt.gz"]
        assert archive.read("n1.txt").decode() == "GRÜSSE 🙂"


def test_names_that_lead_out_of_a_zip_lead_nowhere(tmp_path):
    zipped(tmp_path / "in.zip", {"../../evil.txt": b"x"})
    passed(CONTAINER, tmp_path / "in.zip", tmp_path / "out", new=new)
    assert [file.name for file in (tmp_path / "out").rglob("*")] == ["n1.txt"]


def test_what_unpacks_to_too_much_is_refused(tmp_path):
    zipped(tmp_path / "in.zip", {"bomb.txt": b"x" * 10_000_000, "fine.txt": b"y"})
    notes, (failure,) = passed(CONTAINER, tmp_path / "in.zip", tmp_path / "out", Cutting(largest=1000), new)
    assert [note.doc.text for note in notes] == ["y"]
    assert failure.reason == "'bomb.txt': it is larger than 1,000 bytes"


def test_files_that_cannot_be_read_are_told(folder, tmp_path):
    (folder / "a.txt").write_bytes(b"\xff\xfe\x00 no text")
    (folder / "c.txt.gz").write_bytes(b"not packed")
    notes, failures = passed(CONTAINER, folder, tmp_path / "out", new=new)
    assert [note.doc.id for note in notes] == ["b/two"]
    assert [failure.record for failure in failures] == [1, 3]
    assert "not utf-8 text" in failures[0].reason
    assert "gzip" in failures[1].reason


def test_one_file(tmp_path):
    (tmp_path / "in.txt").write_text("one note")
    passed(CONTAINER, tmp_path / "in.txt", tmp_path / "out.txt", new=new)
    assert (tmp_path / "out.txt").read_text() == "ONE NOTE"


def test_what_is_no_zip(tmp_path):
    (tmp_path / "in.zip").write_bytes(b"PK nothing")
    with pytest.raises(DamagedInputError, match="no zip"):
        passed(CONTAINER, tmp_path / "in.zip", tmp_path / "out")
