"""Parquet: types, schema and all other columns stay; damaged row groups are told and the rest is read."""

import datetime as dt
from dataclasses import replace

import pytest

from incognote.containers.base import Cutting
from incognote.containers.parquet import CONTAINER
from incognote.errors import ConfigError, DamagedInputError
from tests.containers.parquet_tables import STRING, as_read, table, there_and_back
from tests.containers.passing import passed, rewriting

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def changed(doc):
    return replace(doc, id="77", patient=doc.patient and "88", text=doc.text.upper())


@pytest.mark.parametrize(
    "text", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
)
@pytest.mark.parametrize("size", [1, 100, 10**6])
def test_everything_else_stays(tmp_path, text, size):
    before = table(9, text)
    after, notes, failures = there_and_back(before, tmp_path, Cutting(chunk_bytes=size), row_group_size=4)
    assert after.equals(as_read(tmp_path), check_metadata=True)
    assert after["text"].type == text
    assert not failures
    assert [note.record for note in notes] == list(range(1, 10))
    assert [note.doc.text for note in notes[:2]] == ["text é 0", ""]
    assert [note.numbers for note in notes[:2]] == [{"patient"}, set()]


@pytest.mark.parametrize("text", [pa.string(), pa.dictionary(pa.int32(), pa.string())])
@pytest.mark.parametrize("id", [pa.string(), pa.int32(), pa.int64(), pa.uint64(), pa.decimal128(20, 0)])
def test_new_values_have_the_old_types(tmp_path, text, id):
    before = table(3, text, id)
    after, *_ = there_and_back(before, tmp_path, new=rewriting(changed))
    assert after.schema.equals(as_read(tmp_path).schema, check_metadata=True)
    assert [str(value) for value in after["id"].to_pylist()] == ["77"] * 3
    assert after["text"].to_pylist() == ["TEXT É 0", None, "TEXT É 2"]
    assert after["patient"].to_pylist() == [88, None, 88]
    for name in ("price", "nested", "kind"):
        assert after[name].equals(as_read(tmp_path)[name])


def test_dropped_columns_and_compression(tmp_path):
    cutting = Cutting(dropped=("kind", "price"))
    after, *_ = there_and_back(table(), tmp_path, cutting, compression={"id": "zstd", "text": "gzip", "nested": "none"})
    assert after.schema.names == ["id", "text", "patient", "nested"]
    group = pq.ParquetFile(tmp_path / "out.parquet").metadata.row_group(0)
    assert [group.column(at).compression for at in (0, 1, 3)] == ["ZSTD", "GZIP", "UNCOMPRESSED"]


def test_notes_that_fail_and_records_without_id_are_left_out(tmp_path):
    before = table().set_column(0, "id", pa.array(["1", None, "3"]))
    new = lambda note: None if note.doc.id == "1" else rewriting()(note)  # noqa: E731
    after, _, (failure,) = there_and_back(before, tmp_path, new=new)
    assert after.slice(0).to_pylist() == before.slice(2).to_pylist()
    assert (failure.record, failure.reason) == (2, "it has no id")


def test_a_damaged_row_group_is_told_and_the_rest_is_read(tmp_path):
    path = tmp_path / "in.parquet"
    pq.write_table(table(40), path, row_group_size=10, compression="zstd", write_page_checksum=True)
    column = pq.ParquetFile(path).metadata.row_group(1).column(1)
    raw = bytearray(path.read_bytes())
    for at in range(column.data_page_offset + 30, column.data_page_offset + 40):
        raw[at] ^= 0xFF
    path.write_bytes(raw)
    notes, (failure,) = passed(CONTAINER, path, tmp_path / "out.parquet")
    assert (failure.record, failure.reason) == (11, "row group 2 is damaged, and 10 of its records can't be read")
    assert [note.record for note in notes] == [*range(1, 11), *range(21, 41)]
    assert pq.read_table(tmp_path / "out.parquet")["id"].to_pylist() == [str(note.record) for note in notes]


def test_texts_that_are_no_text_or_too_large_are_passed_over(tmp_path):
    bad = pa.array([b"a", b"\xff", b"c"]).view(pa.string())
    _, notes, (failure,) = there_and_back(table().set_column(1, "text", bad), tmp_path)
    assert (failure.record, [note.record for note in notes]) == (2, [1, 3])
    _, notes, (failure,) = there_and_back(
        table().set_column(1, "text", pa.array(["a", "b", "c" * 999])), tmp_path, Cutting(largest=500)
    )
    assert (failure.record, failure.reason) == (3, "it is larger than 500 bytes")


def test_no_rows(tmp_path):
    before = table().slice(0, 0)
    after, notes, _ = there_and_back(before, tmp_path)
    assert after.schema.equals(as_read(tmp_path).schema, check_metadata=True)
    assert not notes


@pytest.mark.parametrize(
    ("cutting", "message"),
    [
        (Cutting(columns={"text": "note"}), "no column 'note', but there are: 'id', 'text'"),
        (Cutting(columns={"text": "nested"}), "'nested' is of the type struct"),
        (Cutting(columns={"id": "price"}), "'price' is of the type decimal"),
        (Cutting(dates=("price",)), "'price' is of the type decimal"),
    ],
)
def test_columns_that_do_not_fit(tmp_path, cutting, message):
    with pytest.raises(ConfigError, match=message):
        there_and_back(table(), tmp_path, cutting)


def test_what_is_no_parquet(tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"PAR1 nothing PAR1")
    for name in ("a.parquet", "b.parquet"):
        with pytest.raises(DamagedInputError):
            list(CONTAINER.chunks(tmp_path / name, Cutting()))


def test_other_columns_of_one_name_stay_apart(tmp_path):
    before = pa.table([["1"], ["text"], ["a"], ["b"], ["c"]], names=["id", "text", "twice", "gone", "twice"])
    pq.write_table(before, tmp_path / "in.parquet")
    passed(CONTAINER, tmp_path / "in.parquet", tmp_path / "out.parquet", Cutting(dropped=("gone",)))
    after = pq.ParquetFile(tmp_path / "out.parquet").read()
    assert [(name, *column.to_pylist()) for name, column in zip(after.column_names, after.columns, strict=True)] == [
        ("id", "1"),
        ("text", "text"),
        ("twice", "a"),
        ("twice", "c"),
    ]


def test_what_may_be_lost_may_be_null_behind_columns_that_were_never(tmp_path):
    fields = [pa.field(name, STRING, False) for name in ("id", "text", "patient")]
    schema = pa.schema([*fields, pa.field("day", pa.date32(), False)])
    before = pa.table([["1", "2"], ["", "x"], ["", " "], [dt.date(2020, 1, 1)] * 2], schema=schema)
    new = rewriting(lambda doc: replace(doc, patient=None))
    after, *_ = there_and_back(before, tmp_path, Cutting(dates=("day",)), new)
    assert after.to_pydict() == {"id": ["1", "2"], "text": ["", "x"], "patient": ["", None], "day": [None, None]}
    assert [field.nullable for field in after.schema] == [False, False, True, True]


@pytest.mark.parametrize("bad", [b"c" * 999, b"\xff"])
def test_a_text_of_a_dictionary_that_cannot_be_used_is_passed_over_alone(tmp_path, bad):
    texts = pa.array([b"a", bad, b"b", b"a"]).view(pa.string()).dictionary_encode()
    _, notes, (failure,) = there_and_back(table(4).set_column(1, "text", texts), tmp_path, Cutting(largest=500))
    assert (failure.record, [note.record for note in notes]) == (2, [1, 3, 4])
