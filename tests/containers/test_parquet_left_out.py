"""Parquet: of columns and records that are left out nothing stays, neither in dictionaries nor in what files say."""

import json

import pytest

from incognote.containers.base import Cutting
from tests.containers.parquet_tables import STRING, as_read, table, there_and_back
from tests.containers.passing import unchanged

pa = pytest.importorskip("pyarrow")


def test_values_of_records_that_are_left_out_stay_in_no_dictionary(tmp_path):
    before = table(kind=pa.array(["a", "Zyxgrabowska", None]).dictionary_encode())
    after, *_ = there_and_back(before, tmp_path, new=lambda note: None if note.doc.id == "2" else unchanged(note))
    assert after["kind"].to_pylist() == ["a", None]
    assert after.schema == as_read(tmp_path).schema
    assert b"Zyxgrabowska" not in (tmp_path / "out.parquet").read_bytes()


def left_out(note):
    return None if note.doc.id == "2" else unchanged(note)


def kinds(ordered=False):
    indices = pa.array([2, 1, None, 0], pa.int8())
    return pa.DictionaryArray.from_arrays(indices, pa.array(["low", "Zyxgrabowska", "high"]), ordered=ordered)


STARTS = pa.array([0, 1, 2, 3, 4], pa.int32())
NESTED = {
    "struct": pa.StructArray.from_arrays([kinds()], ["a"]),
    "list": pa.ListArray.from_arrays(STARTS, kinds()),
    "large list": pa.LargeListArray.from_arrays(STARTS.cast(pa.int64()), kinds()),
    "map": pa.MapArray.from_arrays(STARTS, pa.array(["k"] * 4), kinds()),
    "deep": pa.ListArray.from_arrays(STARTS, pa.StructArray.from_arrays([pa.array([1] * 4), kinds()], ["n", "a"])),
    "ordered": kinds(ordered=True),
}


@pytest.mark.parametrize("kind", NESTED)
@pytest.mark.parametrize("size", [1, 10**6])
def test_dictionaries_inside_others_and_those_with_an_order_are_no_exception(tmp_path, kind, size):
    before = table(4, kind=NESTED[kind])
    after, *_ = there_and_back(before, tmp_path, Cutting(chunk_bytes=size), left_out)
    expected = before["kind"].to_pylist()
    assert after["kind"].to_pylist() == [expected[at] for at in (0, 2, 3)]
    assert after.schema == as_read(tmp_path).schema
    assert b"Zyxgrabowska" not in (tmp_path / "out.parquet").read_bytes()


@pytest.mark.parametrize("size", [1, 10**6])
def test_values_with_an_order_keep_it_wherever_they_are_cut(tmp_path, size):
    kind = pa.DictionaryArray.from_arrays([3, 1, 0, None, 2], ["low", "Zyxgrabowska", "mid", "high"], ordered=True)
    after, *_ = there_and_back(table(5, kind=kind), tmp_path, Cutting(chunk_bytes=size), left_out)
    (column,) = after["kind"].chunks
    assert column.dictionary.to_pylist() == ["low", "mid", "high"]
    assert column.to_pylist() == ["high", "low", None, "mid"]


def test_what_is_said_of_fields_and_of_the_table_does_not_stay(tmp_path):
    said = {"example": "Zyxgrabowska"}
    inner = pa.struct([pa.field("a", pa.list_(pa.field("b", STRING, metadata=said)), metadata=said)])
    pairs = pa.map_(STRING, pa.field("v", STRING, metadata=said))
    fields = [("id", STRING), ("text", STRING), ("patient", STRING), ("inner", inner), ("pairs", pairs)]
    schema = pa.schema([pa.field(name, kind, metadata=said) for name, kind in fields], metadata=said)
    before = pa.table([["1"], ["x"], ["p"], [{"a": ["y"]}], [[("k", "v")]]], schema=schema)
    after, *_ = there_and_back(before, tmp_path)
    assert after.equals(as_read(tmp_path))
    assert b"Zyxgrabowska" not in (tmp_path / "out.parquet").read_bytes()


FIELDS = [{"name": name, "type": "string", "nullable": True, "metadata": {}} for name in ("id", "text", "kind")]
COLUMNS = [{"name": name, "field_name": name, "metadata": None} for name in ("id", "text", "kind")]
OF_PROGRAMS = {
    "org.apache.spark.sql.parquet.row.metadata": (
        {"type": "struct", "fields": [*FIELDS, {**FIELDS[0], "name": "Zyx"}]},
        {"type": "struct", "fields": FIELDS},
    ),
    "huggingface": (
        {"info": {"features": {name: {"names": ["Zyx"]} for name in ("text", "patient", "Zyx")}, "homepage": "Zyx"}},
        {"info": {"features": {}}},
    ),
    "pandas": (
        {
            "index_columns": ["kind", "Zyx", {"kind": "range", "stop": 3}],
            "columns": [*COLUMNS, {**COLUMNS[0], "name": None, "field_name": "Zyx"}],
            "attributes": {"of": "Zyx"},
            "creator": {"of": "Zyx"},
            "pandas_version": "2.3.3",
        },
        {
            "index_columns": ["kind", {"kind": "range", "stop": 3}],
            "columns": COLUMNS,
            "pandas_version": "2.3.3",
        },
    ),
}


@pytest.mark.parametrize("program", OF_PROGRAMS)
def test_what_programs_say_stays_of_the_columns_that_are_written(tmp_path, program):
    said, stays = OF_PROGRAMS[program]
    before = table(Zyx=pa.array([0, 1, 0])).replace_schema_metadata({program: json.dumps(said)})
    after, *_ = there_and_back(before, tmp_path, Cutting(dropped=("Zyx",)))
    assert json.loads(after.schema.metadata[program.encode()]) == stays
    assert b"Zyx" not in (tmp_path / "out.parquet").read_bytes()


@pytest.mark.parametrize(
    "said", [b"Zyx", b"[]", b'{"info":"Zyx","fields":"Zyx","columns":"Zyx"}', b"\xff", b"[" * 9999]
)
@pytest.mark.parametrize("program", OF_PROGRAMS)
def test_what_programs_say_as_nobody_knows_them_goes(tmp_path, program, said):
    before = table().replace_schema_metadata({program: said})
    after, *_ = there_and_back(before, tmp_path)
    assert not after.schema.metadata


def test_kinds_of_columns_that_stay_are_those_of_datasets(tmp_path):
    said = json.dumps({"info": {"features": {"kind": {"names": ["a"], "_type": "ClassLabel"}}}}).encode()
    after, *_ = there_and_back(table().replace_schema_metadata({"huggingface": said}), tmp_path)
    assert after.schema.metadata == {b"huggingface": said}
