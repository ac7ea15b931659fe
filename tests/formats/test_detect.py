import pytest

from incognote import formats, registry
from incognote.errors import DamagedInputError
from incognote.types import Document, Span

DOCS = [Document("a", "Ada Osei", (Span(0, 8, "PATIENT"),)), Document("b", "nil")]
FOLDERS = {"text", "inline", "brat", "i2b2-2014"}


PATHS = [(name, f"notes{formats.get(name).suffixes[0]}") for name in registry.names("formats") if name not in FOLDERS]
PATHS += [(name, "notes") for name in FOLDERS]
PATHS += [(name, "notes.dat") for name in ("conll", "i2b2-2006", "jsonl", "physionet")]  # a table needs its suffix


@pytest.mark.parametrize(("name", "path"), sorted(PATHS))
def test_a_format_is_told_by_its_content(name, path, tmp_path):
    formats.write(DOCS, tmp_path / path, name)
    assert formats.detect(tmp_path / path) == name


@pytest.mark.parametrize("name", sorted(set(registry.names("formats")) - FOLDERS))
def test_a_folder_with_files_of_many_notes(name, tmp_path):
    fmt = formats.get(name)
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    formats.write(DOCS[:1], folder / f"one{fmt.suffixes[0]}", name)
    formats.write(DOCS[1:], folder / "deep" / f"two{fmt.suffixes[0]}", name)
    assert formats.detect(folder) == name
    assert sorted(doc.id for doc in formats.read(folder)) == ["a", "b"]


def test_a_note_without_tags_may_come_first(tmp_path):
    (tmp_path / "1.txt").write_text("nothing here")
    (tmp_path / "2.txt").write_text('<PHI TYPE="DATE">today</PHI>')
    assert formats.detect(tmp_path) == "inline"


def test_several_formats_and_none(tmp_path):
    with pytest.raises(DamagedInputError, match="it holds no files; check the path"):
        formats.detect(tmp_path)
    (tmp_path / "1.docx").write_text("text")
    with pytest.raises(DamagedInputError, match="no notes in a format we know"):
        formats.detect(tmp_path)
    (tmp_path / "1.txt").write_text("text")
    (tmp_path / "notes.csv").write_text("id,text\n")
    with pytest.raises(DamagedInputError, match=r"several formats \(csv, text\); name one"):
        formats.detect(tmp_path)
    with pytest.raises(DamagedInputError, match="no such file"):
        formats.detect(tmp_path / "gone")


def test_both_kinds_of_i2b2_in_one_folder(tmp_path):
    formats.write(DOCS, tmp_path / "a.xml", "i2b2-2006")
    formats.write(DOCS, tmp_path / "deep", "i2b2-2014")
    with pytest.raises(DamagedInputError, match="several formats"):
        formats.detect(tmp_path)


def test_a_record_may_come_late(tmp_path):
    (tmp_path / "n.xml").write_text(f'<!--{"x" * 100_000}--><R><RECORD ID="1"><TEXT>a</TEXT></RECORD></R>')
    assert formats.detect(tmp_path) == "i2b2-2006"


def test_one_brat_note_by_its_text(tmp_path):
    formats.write(DOCS, tmp_path / "notes", "brat")
    assert formats.detect(tmp_path / "notes" / "a.txt") == "brat"


def test_columns_without_their_suffix(tmp_path):
    (tmp_path / "n.conll.txt").write_text("Ada I-PER\nsleeps O\n\nWell O\n")
    assert formats.detect(tmp_path / "n.conll.txt") == "conll"
    with pytest.raises(DamagedInputError, match=r"format conll; rename them to \.conll"):
        formats.detect(tmp_path)
    (tmp_path / "note.txt").write_text("Group O\nGiven 2 units of O\nShe is well.")
    assert formats.detect(tmp_path / "note.txt") == "text"


def test_records_in_txt_files(tmp_path):
    (tmp_path / "n.txt").write_text("START_OF_RECORD=1||||1||||\n||||END_OF_RECORD\n")
    assert formats.detect(tmp_path / "n.txt") == "physionet"
    with pytest.raises(DamagedInputError, match=r"rename them to \.text"):
        formats.detect(tmp_path)
