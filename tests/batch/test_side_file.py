"""The side file of a batch, of every kind of output: where what was replaced lies, and what a review shows of it."""

import csv
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from incognote.batch.job import Left
from incognote.batch.side_file import joined, piece
from incognote.containers.base import Cutting, NewNote, Note
from incognote.containers.detect import container_of, files_of
from incognote.engine_choice import EngineChoice
from incognote.formats.files import ALIGNMENT
from incognote.replace.alignment_file import About, digest_of, path_beside, read_about, read_notes
from incognote.serve.releases.drawing import How, draw
from incognote.types import Document
from incognote.verify.unchanged import compared
from tests.batch.test_records import cleaned

EXAMPLES = Path(__file__).parents[2] / "examples"
SAMPLES = Path(__file__).parents[1] / "containers" / "samples"
COLUMNS = {"id": "note", "patient": "mrn"}


def rows():
    with (EXAMPLES / "clinic.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def clinic(folder):
    return shutil.copy(EXAMPLES / "clinic.csv", folder / "in.csv")


def tables(folder):
    """Two, whose notes have the same ids."""
    (folder / "in").mkdir()
    for name in ("a.csv", "b.csv"):
        shutil.copy(EXAMPLES / "clinic.csv", folder / "in" / name)
    return folder / "in"


def json_lines(folder):
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows()))
    return folder / "in.jsonl"


def parquet(folder):
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.Table.from_pylist(rows()), folder / "in.parquet")
    return folder / "in.parquet"


def zipped(folder):
    with zipfile.ZipFile(folder / "in.zip", "w") as archive:
        for file in (EXAMPLES / "notes").iterdir():
            archive.write(file, file.name)
    return folder / "in.zip"


def sample(name):
    def made(folder):
        return shutil.copytree(name, folder / "in")

    return made


INPUTS = {
    "csv": (clinic, "out.csv", COLUMNS),
    "tables": (tables, "out", COLUMNS),
    "jsonl": (json_lines, "out.jsonl", COLUMNS),
    "parquet": (parquet, "out.parquet", COLUMNS),
    "texts": (sample(EXAMPLES / "notes"), "out", {}),
    "zip": (zipped, "out.zip", {}),
    "fhir": (sample(SAMPLES / "fhir" / "bulk"), "out", {}),
    "hl7": (sample(SAMPLES / "hl7"), "out", {}),
    "ccda": (sample(SAMPLES / "ccda"), "out", {}),
}


def texts(path, cutting):
    container = container_of(Path(path))
    for file in files_of(Path(path), container):
        for chunk in container.chunks(file, cutting):
            yield from (note.doc.text for note in container.open(chunk, cutting).notes)


@pytest.mark.parametrize("name", INPUTS)
def test_what_it_names_was_replaced_and_nothing_else_changed(tmp_path, name):
    make, out, columns = INPUTS[name]
    source, out, cutting = make(tmp_path), tmp_path / out, Cutting(columns=columns, chunk_records=3)
    summary = cleaned(source, out, cutting, False, EngineChoice("incognote-fast"), "surrogates")
    old, new = list(texts(source, cutting)), list(texts(out, cutting))
    found = {digest_of(text): text for text in new}
    notes = list(read_notes(path_beside(out)))
    assert len(notes) == len(new) == summary.notes
    assert sum(len(note.stretches) for note in notes) == sum(summary.labels.values()) > 0
    assert read_about(path_beside(out)).style == "surrogates"
    for note in notes:
        before, after = old[note.number - 1], found[note.digest]
        assert compared(before, after, note).difference is None
        for one in note.stretches:
            same = before[one.old_start : one.old_end] == after[one.new_start : one.new_end]
            assert not same or one.label in ("AGE", "DATE")  # ages under 90 and weekdays may stay
    drawn = draw(out, How(columns=columns), 1_000, 1)
    assert drawn.shows_replaced
    assert sum(len(doc.spans) for doc in drawn.docs) == sum(summary.labels.values())


def test_letters_that_an_encoding_lacks_hide_nothing(tmp_path):
    (tmp_path / "in.csv").write_text("id,patient,text\n1,p,Käthe Osei called\n", "latin-1")
    cleaned(tmp_path / "in.csv", tmp_path / "out.csv", Cutting(encoding="latin-1"), style="surrogates")
    assert draw(tmp_path / "out.csv", How(encoding="latin-1"), 5, 1).shows_replaced
    assert digest_of("Łucja called") == digest_of("?ucja called")


def test_no_line_tells_of_a_record_that_is_left_out_for_another_of_its_notes():
    notes = [Note(Document(str(at), "x"), record) for at, record in enumerate([1, 2, 2, 3])]
    new = [NewNote(note.doc, (), None, str) for note in notes]
    lines = piece(notes, [new[0], new[1], Left("it failed"), new[3]])
    parts = [{ALIGNMENT: lines}, {ALIGNMENT: lines}]
    told = [json.loads(line) for line in joined(About("0", "plain", "deid", None, "fhir"), parts)][1:]
    assert [(line["number"], line["id"]) for line in told] == [(1, "0"), (4, "3"), (5, "0"), (8, "3")]
