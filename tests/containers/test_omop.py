"""NOTE of the OMOP CDM: its columns are known, ids are numbers, and NOTE_NLP comes with it."""

import csv
import datetime as dt
import io

import pytest

from incognote.containers.base import Cutting, NewNote
from incognote.containers.note_nlp import NAMES
from incognote.containers.omop import CONTAINER
from incognote.errors import ConfigError
from incognote.types import Document, Span
from tests.containers.passing import WEEK, passed

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

DAY = dt.date(2024, 5, 6)
CUTTING = Cutting(day=DAY, chunk_records=1)
DATES = {"2020-01-02": "2020-01-09", "2020-01-02 10:00:00": "2020-01-09 10:00:00"}
NOTES = b"""NOTE_ID,person_id,note_date,note_datetime,note_type_concept_id,note_text
1,5,2020-01-02,2020-01-02 10:00:00,44,Mr. Thornquist
2,6,2020-01-02,,44,"nothing, here"
x,6,2020-01-02,,44,no number
"""


def new(note):
    if "Thornquist" not in note.doc.text:
        return NewNote(Document("902", note.doc.text, (), "906"), (), WEEK, DATES.get)
    return NewNote(Document("901", "Mr. Smith, A", (Span(4, 12, "PATIENT"),), "905"), (), WEEK, DATES.get)


def check_rows(rows):
    (row,) = rows
    assert list(row) == list(NAMES)
    assert {name: str(value) for name, value in row.items() if value not in (None, "")} == {
        "note_nlp_id": "1",
        "note_id": "901",
        "section_concept_id": "0",
        "offset": "4",
        "lexical_variant": "Smith, A",
        "note_nlp_concept_id": "0",
        "note_nlp_source_concept_id": "0",
        "nlp_system": "incognote 0.1.0",
        "nlp_date": "2024-05-06",
        "nlp_datetime": "2024-05-06 00:00:00",
        "term_modifiers": "label=PATIENT",
    }


def test_csv(tmp_path):
    (tmp_path / "note.csv").write_bytes(NOTES)
    notes, (failure,) = passed(CONTAINER, tmp_path / "note.csv", tmp_path / "out.csv", CUTTING, new)
    assert [note.numbers for note in notes] == [{"id", "patient"}] * 2
    assert (failure.record, failure.reason) == (3, "its id or patient is not a whole number")
    assert (tmp_path / "out.csv").read_bytes() == (
        b"NOTE_ID,person_id,note_date,note_datetime,note_type_concept_id,note_text\n"
        b'901,905,2020-01-09,2020-01-09 10:00:00,44,"Mr. Smith, A"\n'
        b'902,906,2020-01-09,,44,"nothing, here"\n'
    )
    check_rows(csv.DictReader(io.StringIO((tmp_path / "out.note_nlp.csv").read_text())))


def note_table(id_type):
    return pa.table(
        {
            "note_id": pa.array([1, 2]).cast(id_type),
            "person_id": pa.array([5, 6], pa.int32()),
            "note_date": pa.array([dt.date(2020, 1, 2), None]),
            "note_text": ["Mr. Thornquist", None],
        }
    )


def test_parquet(tmp_path):
    pq.write_table(note_table(pa.int64()), tmp_path / "note.parquet")
    passed(CONTAINER, tmp_path / "note.parquet", tmp_path / "out.parquet", CUTTING, new)
    assert pq.read_table(tmp_path / "out.parquet").to_pylist() == [
        {"note_id": 901, "person_id": 905, "note_date": dt.date(2020, 1, 9), "note_text": "Mr. Smith, A"},
        {"note_id": 902, "person_id": 906, "note_date": None, "note_text": None},
    ]
    found = pq.read_table(tmp_path / "out.note_nlp.parquet")
    check_rows(found.to_pylist())
    assert found.schema.field("nlp_date").type == pa.date32()


def test_ids_that_are_text_are_refused(tmp_path):
    pq.write_table(note_table(pa.string()), tmp_path / "note.parquet")
    with pytest.raises(ConfigError, match="'note_id' is of the type string, but must be a whole number"):
        CONTAINER.chunks(tmp_path / "note.parquet", CUTTING)


def test_columns_may_have_other_names(tmp_path):
    (tmp_path / "note.csv").write_bytes(NOTES.replace(b"note_text", b"body"))
    cutting = Cutting(columns={"text": "body"})
    notes, _ = passed(CONTAINER, tmp_path / "note.csv", tmp_path / "out.csv", cutting, new)
    assert notes[0].doc.text == "Mr. Thornquist"
