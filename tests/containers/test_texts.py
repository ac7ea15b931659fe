"""Text files: folders, archives and single files; what can't be read is told by its name."""

import gzip
import zipfile
from dataclasses import replace

import pytest

from incognote.containers.base import Cutting
from incognote.containers.texts import CONTAINER
from incognote.errors import CannotHoldError, DamagedInputError
from tests.containers.passing import passed, rewriting

FILES = {
    "b.txt": b"zwei\r\n",
    "ward/a.txt": "\ufeffeins é".encode(),
    "ward/c.TXT.gz": gzip.compress(b"drei"),
    "ward/empty.txt": b"",
    "ward/picture.png": b"no text",
    "ward/.hidden.txt": b"no text",
}
NEW = {"new-b.txt": "ZWEI\r\n", "new-ward-a.txt": "\ufeffEINS É", "new-ward-c.txt.gz": "DREI", "new-ward-empty.txt": ""}


def changed(doc):
    return replace(doc, id="new-" + doc.id.replace("/", "-"), text=doc.text.upper())


@pytest.fixture(params=["folder", "zip"])
def notes_at(request, tmp_path):
    def made(files):
        if request.param == "zip":
            with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
                for name in sorted(files):
                    archive.writestr(name, files[name])
            return tmp_path / "in.zip"
        for name, content in files.items():
            (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "in" / name).write_bytes(content)
        return tmp_path / "in"

    return made


def found_in(path):
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
    else:
        files = {file.relative_to(path).as_posix(): file.read_bytes() for file in path.rglob("*") if file.is_file()}
    return {
        name: (gzip.decompress(raw) if name.endswith(".gz") else raw).decode() for name, raw in sorted(files.items())
    }


@pytest.mark.parametrize("out", ["out", "out.zip"])
@pytest.mark.parametrize("records", [1, 2, 500])
def test_each_file_is_written_under_its_notes_new_name(tmp_path, notes_at, out, records):
    notes, failures = passed(
        CONTAINER, notes_at(FILES), tmp_path / out, Cutting(chunk_records=records), rewriting(changed)
    )
    assert found_in(tmp_path / out) == NEW
    assert not failures
    assert [note.doc.id for note in notes] == ["b", "ward/a", "ward/c", "ward/empty"]
    assert [note.record for note in notes] == [1, 2, 3, 4]


def test_archives_are_the_same_every_time(tmp_path, notes_at):
    path = notes_at(FILES)
    for name in ("one.zip", "two.zip"):
        passed(CONTAINER, path, tmp_path / name, new=rewriting(changed))
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_what_cannot_be_read_is_told_and_the_rest_goes_on(tmp_path, notes_at):
    bombs = {
        "bomb.txt": b"x" * 5000,
        "bomb2.txt.gz": gzip.compress(b"x" * 5000),
        "cut.txt.gz": gzip.compress(b"a")[:-4],
    }
    path = notes_at({**FILES, **bombs, "latin.txt": b"\xe4", "same.TXT": b"1", "same.txt": b"2"})
    notes, failures = passed(CONTAINER, path, tmp_path / "out", Cutting(largest=1000), rewriting(changed))
    assert [failure.reason for failure in failures] == [
        "'bomb.txt': it is larger than 1,000 bytes",
        "'bomb2.txt.gz': it is larger than 1,000 bytes",
        "'cut.txt.gz': it was cut or isn't what gzip packed; copy it again",
        "'latin.txt': it is not utf-8 text; name its encoding with --encoding",
        "'same.txt': there are two files of that name; rename one",
    ]
    assert [failure.record for failure in failures] == [2, 3, 4, 5, 7]
    assert [note.record for note in notes] == [1, 6, 8, 9, 10]


@pytest.mark.parametrize("suffix", [".txt", ".txt.gz"])
def test_a_single_file_becomes_one(tmp_path, suffix):
    path = tmp_path / f"note{suffix}"
    path.write_bytes(gzip.compress(b"text") if suffix.endswith("gz") else b"text")
    (note,), _ = passed(CONTAINER, path, tmp_path / "new.txt", new=rewriting(changed))
    assert note.doc.id == "note"
    assert (tmp_path / "new.txt").read_bytes() == b"TEXT"


def test_names_lead_nowhere_else(tmp_path):
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        archive.writestr("../../outside.txt", "a")
    with pytest.raises(CannotHoldError):
        passed(CONTAINER, tmp_path / "in.zip", tmp_path / "out")
    passed(CONTAINER, tmp_path / "in.zip", tmp_path / "new", new=rewriting(lambda doc: replace(doc, id="safe")))
    assert list(found_in(tmp_path / "new")) == ["safe.txt"]


def test_damaged_archives(tmp_path):
    path = tmp_path / "in.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "Thornquist")
        archive.writestr("b.txt", "b")
    path.write_bytes(path.read_bytes().replace(b"Thornquist", b"Thornquits"))
    notes, (failure,) = passed(CONTAINER, path, tmp_path / "out")
    assert (failure.reason, notes[0].doc.id) == ("'a.txt': it is damaged; copy the archive again", "b")
    path.write_bytes(b"PK nothing")
    with pytest.raises(DamagedInputError):
        passed(CONTAINER, path, tmp_path / "out2")
