import datetime
import decimal
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from incognote.containers.base import Cutting, NewNote
from incognote.containers.parquet import CONTAINER
from incognote.errors import ConfigError, DamagedInputError
from tests.containers.passing import WEEK, passed, unchanged

UTC = datetime.UTC


def table(rows=7):
    day = datetime.date(2020, 2, 28)
    return pa.table(
        {
            "id": pa.array([f"n{i}" for i in range(rows)]),
            "patient": pa.array([i // 2 for i in range(rows)], pa.int32()),
            "text": pa.array([None if i == 3 else f"Note {i}: ANNA came." for i in range(rows)], pa.large_string()),
            "seen": pa.array([day + datetime.timedelta(i) for i in range(rows)], pa.date32()),
            "at": pa.array(
                [datetime.datetime(2020, 1, 1, i, tzinfo=UTC) for i in range(rows)], pa.timestamp("us", "UTC")
            ),
            "cost": pa.array([decimal.Decimal("1.50")] * rows, pa.decimal128(9, 2)),
            "ward": pa.array(["7B"] * rows).dictionary_encode(),
            "vitals": pa.array([{"pulse": i, "notes": ["x"]} for i in range(rows)]),
        },
        metadata={"made by": "us"},
    )


@pytest.fixture
def path(tmp_path):
    pq.write_table(table(), tmp_path / "in.parquet", row_group_size=4, compression="zstd")
    return tmp_path / "in.parquet"


def shouting(note):
    return NewNote(replace(note.doc, id=note.doc.id.upper(), text=note.doc.text.lower(), patient="77"), (), WEEK, None)


@pytest.mark.parametrize("records", [1, 2, 3, 100])
def test_all_is_as_it_was_if_nothing_is_new(path, tmp_path, records):
    out = tmp_path / "out.parquet"
    notes, failures = passed(CONTAINER, path, out, Cutting(chunk_records=records))
    assert (len(notes), failures) == (7, [])
    assert pq.read_table(out).equals(pq.read_table(path), check_metadata=True)
    assert pq.ParquetFile(out).metadata.row_group(0).column(2).compression == "ZSTD"


def test_only_what_is_asked_for_is_new(path, tmp_path):
    out = tmp_path / "out.parquet"
    passed(CONTAINER, path, out, Cutting(dates=("seen", "at"), dropped=("cost",)), shouting)
    new = pq.read_table(out)
    assert new["id"].to_pylist() == [f"N{i}" for i in range(7)]
    assert new["text"].to_pylist()[2:4] == ["note 2: anna came.", None]
    assert new["patient"].to_pylist() == [77] * 7
    assert new["seen"].to_pylist()[0] == datetime.date(2020, 3, 6)
    assert new["at"].to_pylist()[1] == datetime.datetime(2020, 1, 8, 1, tzinfo=UTC)
    kept = ["ward", "vitals"]
    assert new.select(kept).equals(pq.read_table(path).select(kept))
    assert "cost" not in new.schema.names
    others = [field for field in pq.read_table(path).schema if field.name != "cost"]
    assert list(new.schema) == others


def test_dates_without_a_shift_become_empty(path, tmp_path):
    out = tmp_path / "out.parquet"
    passed(CONTAINER, path, out, Cutting(dates=("seen",)))
    assert pq.read_table(out)["seen"].null_count == 7


def test_dates_beyond_the_type_become_empty(tmp_path):
    late = pa.array([2**63 - 10], pa.int64()).cast(pa.timestamp("ns"))
    pq.write_table(pa.table({"id": ["1"], "text": ["x"], "at": late}), tmp_path / "in.parquet")
    passed(CONTAINER, tmp_path / "in.parquet", tmp_path / "out.parquet", Cutting(dates=("at",)), shouting)
    assert pq.read_table(tmp_path / "out.parquet")["at"].to_pylist() == [None]


def test_records_that_fail_are_left_out(path, tmp_path):
    def new(note):
        return None if note.record == 2 else shouting(note)

    passed(CONTAINER, path, tmp_path / "out.parquet", Cutting(chunk_records=3), new)
    assert pq.read_table(tmp_path / "out.parquet")["id"].to_pylist() == ["N0", "N2", "N3", "N4", "N5", "N6"]


def test_dictionaries_of_text_are_read_and_written(tmp_path):
    texts = pa.array(["one", "two", None, "one"]).dictionary_encode()
    pq.write_table(pa.table({"id": [4, 3, 2, 1], "text": texts}), tmp_path / "in.parquet")
    passed(CONTAINER, tmp_path / "in.parquet", tmp_path / "out.parquet", new=unchanged)
    assert pq.read_table(tmp_path / "out.parquet")["text"].to_pylist() == ["one", "two", None, "one"]


def test_a_damaged_row_group_is_told_and_the_rest_is_read(path, tmp_path):
    place = pq.ParquetFile(path).metadata.row_group(0).column(2)
    raw = bytearray(path.read_bytes())
    start = place.dictionary_page_offset or place.data_page_offset
    raw[start : start + place.total_compressed_size] = bytes(place.total_compressed_size)
    path.write_bytes(raw)
    notes, (failure,) = passed(CONTAINER, path, tmp_path / "out.parquet")
    assert [note.record for note in notes] == [5, 6, 7]
    assert (failure.record, "row group 1 is damaged: its last 4 rows" in failure.reason) == (1, True)
    assert pq.read_table(tmp_path / "out.parquet")["id"].to_pylist() == ["n4", "n5", "n6"]


def test_a_text_that_is_too_large_is_refused_and_never_cut(tmp_path):
    texts = ["small", "x" * 3000, "y" * 2000, "last"]
    pq.write_table(pa.table({"id": list("abcd"), "text": texts}), tmp_path / "in.parquet")
    notes, failures = passed(CONTAINER, tmp_path / "in.parquet", tmp_path / "out.parquet", Cutting(largest=1999))
    assert [(note.record, note.doc.text) for note in notes] == [(1, "small"), (4, "last")]
    assert [failure.record for failure in failures] == [2, 3]
    assert pq.read_table(tmp_path / "out.parquet")["id"].to_pylist() == ["a", "d"]


def test_a_table_without_rows(tmp_path):
    pq.write_table(table().slice(0, 0), tmp_path / "in.parquet")
    notes, _ = passed(CONTAINER, tmp_path / "in.parquet", tmp_path / "out.parquet")
    assert not notes
    whole = pq.read_table(tmp_path / "in.parquet").schema
    assert pq.read_table(tmp_path / "out.parquet").schema.equals(whole, check_metadata=True)


@pytest.mark.parametrize(
    ("cutting", "problem"),
    [
        (Cutting({"text": "note"}), "there is no column 'note'"),
        (Cutting(dates=("never",)), "there is no column 'never'"),
    ],
)
def test_columns_that_are_not_there(path, cutting, problem):
    with pytest.raises(ConfigError, match=problem):
        CONTAINER.chunks(path, cutting)


def test_a_column_that_holds_no_dates(path, tmp_path):
    with pytest.raises(ConfigError, match="'cost' holds no dates"):
        passed(CONTAINER, path, tmp_path / "out.parquet", Cutting(dates=("cost",)))


def test_what_is_no_parquet(tmp_path):
    (tmp_path / "in.parquet").write_bytes(b"PAR1 but not really")
    with pytest.raises(DamagedInputError, match="no Parquet file"):
        CONTAINER.chunks(tmp_path / "in.parquet", Cutting())
