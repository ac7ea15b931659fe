"""Parquet: types, schema and all other columns stay; damaged row groups are told and the rest is read."""

import datetime as dt
import json
from dataclasses import replace
from decimal import Decimal

import pytest

from incognote.containers.base import Cutting
from incognote.containers.parquet import CONTAINER
from incognote.errors import ConfigError, DamagedInputError
from tests.containers.passing import WEEK, passed, rewriting, unchanged

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

UTC = dt.UTC
STRING = pa.string()


def changed(doc):
    return replace(doc, id="77", patient=doc.patient and "88", text=doc.text.upper())


def table(rows=3, text=STRING, id=STRING, **more):
    """A table of few rows, the second without text, patient and dates."""
    texts = [f"text é {i}" if i != 1 else None for i in range(rows)]
    arrays = {
        "id": pa.array([i + 1 for i in range(rows)], pa.int64()).cast(id),
        "text": pa.array(texts, pa.string()).dictionary_encode()
        if pa.types.is_dictionary(text)
        else pa.array(texts, text),
        "patient": pa.array([7 if i != 1 else None for i in range(rows)], pa.int32()),
        "price": pa.array([Decimal(f"{i}.50") for i in range(rows)], pa.decimal128(9, 2)),
        "nested": pa.array([{"a": [1, i], "b": {"c": "x"}} for i in range(rows)]),
        "kind": pa.array(["a", "b", "a"][:rows] + ["a"] * (rows - 3)).dictionary_encode(),
        **more,
    }
    return pa.table(arrays, metadata={"pandas": "{}"})


def there_and_back(before, folder, cutting=None, new=unchanged, **writing):
    path, out = folder / "in.parquet", folder / "out.parquet"
    pq.write_table(before, path, **writing)
    out.unlink(missing_ok=True)
    notes, failures = passed(CONTAINER, path, out, cutting, new)
    return pq.read_table(out), notes, failures


def as_read(folder):
    """What went in; Parquet itself has no seconds, and other names for the items of lists."""
    return pq.read_table(folder / "in.parquet")


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


DATES = [dt.datetime(2020, 1, 2, 3, 4, 5), None, dt.datetime(9999, 12, 30)]


@pytest.mark.parametrize(
    ("type", "first"),
    [
        (pa.date32(), dt.date(2020, 1, 9)),
        (pa.date64(), dt.date(2020, 1, 9)),
        (pa.timestamp("s"), dt.datetime(2020, 1, 9, 3, 4, 5)),
        (pa.timestamp("us", "UTC"), dt.datetime(2020, 1, 9, 3, 4, 5, tzinfo=UTC)),
        (pa.timestamp("ms", "Europe/Berlin"), dt.datetime(2020, 1, 9, 3, 4, 5, tzinfo=UTC)),
    ],
)
def test_dates_move_and_those_out_of_range_are_null(tmp_path, type, first):
    before = table(when=pa.array(DATES, pa.timestamp("ms")).cast(type))
    after, *_ = there_and_back(before, tmp_path, Cutting(dates=("when",)), rewriting(shift=WEEK))
    assert after.schema == as_read(tmp_path).schema
    assert after["when"].to_pylist() == [first, None, None]
    assert there_and_back(before, tmp_path, Cutting(dates=("when",)))[0]["when"].to_pylist() == [None] * 3


def test_nanoseconds_and_dates_as_text(tmp_path):
    when = pa.array([0, None, 2**63 - 5], pa.int64()).cast(pa.timestamp("ns"))
    before = table(when=when, day=pa.array(["2020", None, "x"]))
    new = rewriting(shift=WEEK, date={"2020": "2021"}.get)
    after, *_ = there_and_back(before, tmp_path, Cutting(dates=("when", "day")), new)
    assert after["when"].cast(pa.int64()).to_pylist() == [7 * 86_400 * 10**9, None, None]
    assert after["day"].to_pylist() == ["2021", None, None]


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


@pytest.mark.parametrize("bad", [b"c" * 999, b"\xff"])
def test_a_text_of_a_dictionary_that_cannot_be_used_is_passed_over_alone(tmp_path, bad):
    texts = pa.array([b"a", bad, b"b", b"a"]).view(pa.string()).dictionary_encode()
    _, notes, (failure,) = there_and_back(table(4).set_column(1, "text", texts), tmp_path, Cutting(largest=500))
    assert (failure.record, [note.record for note in notes]) == (2, [1, 3, 4])
