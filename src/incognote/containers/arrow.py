"""Arrow's record batches: read from bytes, columns replaced by others of the same type, dates moved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from incognote.containers import arrow_dictionaries as dictionaries
from incognote.containers.arrow_metadata import of_field, of_table
from incognote.containers.base import NewNote
from incognote.containers.columns import Columns, new_date, new_name
from incognote.errors import ConfigError

_DAY = {"s": 86_400, "ms": 86_400_000, "us": 86_400_000_000, "ns": 86_400_000_000_000}
_FIRST_DAY, _LAST_DAY = -719_162, 2_932_896  # years 1 to 9999, in days from 1970
_INT64 = 2**63
_NARROW = ("int8", "int16", "uint8", "uint16")


@cache
def modules() -> tuple[Any, Any]:
    """Arrow and its Parquet, which are an extra."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ConfigError("Parquet needs pyarrow; install it: pip install 'incognote[parquet]'") from None
    pyarrow.set_memory_pool(pyarrow.system_memory_pool())  # its own keeps what a chunk took
    return pyarrow, pyarrow.parquet


def to_bytes(batch: Any) -> bytes:
    pa, _ = modules()
    out = pa.BufferOutputStream()
    with pa.ipc.new_stream(out, batch.schema) as writer:
        writer.write_batch(batch)
    raw: bytes = out.getvalue().to_pybytes()
    return raw


def from_bytes(raw: bytes) -> Any:
    pa, _ = modules()
    return pa.ipc.open_stream(raw).read_next_batch()


def empty(schema: Any) -> Any:
    pa, _ = modules()
    return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)


def column(batch: Any, name: str) -> Any:
    return batch.column(batch.schema.get_field_index(name))


def values(batch: Any, name: str) -> list[Any]:
    """A column's values; decimals without a fraction as whole numbers."""
    return _plain(column(batch, name))


def _plain(found: Any) -> list[Any]:
    numbers = kind(found.type) == "number"
    return [int(value) if numbers and value is not None else value for value in found.to_pylist()]


def kind(type: Any) -> str:
    """What a type is to us: text, number, date, timestamp or other."""
    pa, _ = modules()
    types = pa.types
    if types.is_dictionary(type):
        return "text" if kind(type.value_type) == "text" else "other"
    if types.is_string(type) or types.is_large_string(type) or types.is_string_view(type):
        return "text"
    if types.is_integer(type):
        return "a number of more bits" if str(type) in _NARROW else "number"
    if types.is_decimal(type):
        return "number" if type.scale == 0 else "other"
    if types.is_date(type):
        return "date"
    return "timestamp" if types.is_timestamp(type) else "other"


def is_sound(batch: Any) -> bool:
    pa, _ = modules()
    try:
        batch.validate(full=True)
    except pa.ArrowException:
        return False
    return True


def longest(batch: Any, name: str) -> int:
    """The bytes of the longest text."""
    pa, _ = modules()
    import pyarrow.compute as pc

    texts = column(batch, name)
    texts = texts.dictionary if pa.types.is_dictionary(texts.type) else texts
    return int(pc.max(pc.binary_length(texts.cast(pa.large_string()))).as_py() or 0)


def taken(batch: Any, places: Sequence[int]) -> Any:
    """The records at these places, in order."""
    pa, _ = modules()
    if len(places) == len(batch):
        return batch
    parts = [batch.slice(at, 1) for at in places] or [batch.slice(0, 0)]
    tables = pa.Table.from_batches(parts, batch.schema).combine_chunks().to_batches()
    return tables[0] if tables else empty(batch.schema)


def replaced(batch: Any, name: str, new: Any) -> Any:
    """The batch with another column in one's place."""
    pa, _ = modules()
    at = batch.schema.get_field_index(name)
    columns = [new if place == at else batch.column(place) for place in range(batch.num_columns)]
    return pa.RecordBatch.from_arrays(columns, schema=batch.schema)


def compact(batch: Any) -> Any:
    """The batch with dictionaries of its own."""
    pa, _ = modules()
    return pa.RecordBatch.from_arrays([dictionaries.compact(one) for one in batch.columns], schema=batch.schema)


def without(batch: Any, columns: Columns) -> Any:
    """The batch without what is dropped, and with dictionaries of its own."""
    pa, _ = modules()
    kept = [batch.column(at) for at, name in enumerate(batch.schema.names) if name not in columns.dropped]
    schema = schema_without(batch.schema, columns)
    fields = [dictionaries.placed(field, one) for field, one in zip(schema, kept, strict=True)]
    return pa.RecordBatch.from_arrays(
        [dictionaries.compact(one) for one in kept], schema=pa.schema(fields, schema.metadata)
    )


def schema_without(schema: Any, columns: Columns) -> Any:
    """The schema without what is dropped; what is lossy may be null, whether it was so before or not.

    Of what is said of the table and its fields only that stays by which programs read them, since anything may be said.
    """
    pa, _ = modules()
    kept = [_plain_field(field) for field in schema if field.name not in columns.dropped]
    fields = [one.with_nullable(True) if one.name in columns.lossy else one for one in kept]
    told = of_table(schema.metadata, {field.name for field in fields}, set(columns.used))
    return pa.schema(fields, told)


def _plain_field(field: Any) -> Any:
    pa, _ = modules()
    return pa.field(field.name, _plain_type(field.type), field.nullable, of_field(field.metadata))


def _plain_type(type: Any) -> Any:
    """A type without what is said of the fields inside it."""
    pa, _ = modules()
    inner = [_plain_field(type.field(at)) for at in range(type.num_fields)]
    if pa.types.is_struct(type):
        return pa.struct(inner)
    if pa.types.is_map(type):
        return pa.map_(*(inner[0].type.field(at) for at in (0, 1)), keys_sorted=type.keys_sorted)
    if pa.types.is_fixed_size_list(type):
        return pa.list_(inner[0], type.list_size)
    if pa.types.is_large_list(type):
        return pa.large_list(inner[0])
    return pa.list_(inner[0]) if pa.types.is_list(type) else type


def filled(old: Any, new: Sequence[str | None]) -> Any:
    """New names or texts in the type of the old ones; what was null or empty stays so."""
    wanted = [new_name(was, value) for was, value in zip(_plain(old), new, strict=True)]
    return _array(wanted, old.type)


def moved(name: str, old: Any, new: Sequence[NewNote]) -> Any:
    """A column's dates moved as each note's are; null where they can't be, which is told of the note."""
    pa, _ = modules()
    if kind(old.type) == "text":
        return _array([new_date(name, date, note) for date, note in zip(old.to_pylist(), new, strict=True)], old.type)
    width = pa.int32() if pa.types.is_date32(old.type) else pa.int64()
    day = 1 if pa.types.is_date32(old.type) else _DAY["ms" if pa.types.is_date64(old.type) else old.type.unit]
    has_zone = zone_of(old.type) is not None
    local = _local(old) if has_zone else old
    edge = day if has_zone else 0  # universal time, which is that far at most, has to fit too
    numbers = [_moved(name, *pair, day, edge) for pair in zip(local.cast(width).to_pylist(), new, strict=True)]
    times = pa.array(numbers, width).cast(local.type)
    return _zoned(times, old.type) if has_zone else times


def zone_of(type: Any) -> str | None:
    """The zone of times whose clock may change."""
    zone: str | None = type.tz if kind(type) == "timestamp" else None
    return None if not zone or zone == "UTC" or zone.startswith(("+", "-")) else zone


def knows(zone: str) -> bool:
    """Whether the times of a zone are known here."""
    pa, _ = modules()
    try:
        _local(pa.array([0], pa.timestamp("s", zone)))
    except pa.ArrowException:
        return False
    return True


def _local(times: Any) -> Any:
    """What clocks show in their zone."""
    import pyarrow.compute as pc

    return pc.local_timestamp(times)


def _zoned(local: Any, type: Any) -> Any:
    """Times by what clocks show: of two that show it the first, and where none does the change of the clock."""
    import pyarrow.compute as pc

    return pc.assume_timezone(local, type.tz, ambiguous="earliest", nonexistent="latest")


def _moved(name: str, value: int | None, new: NewNote, day: int, edge: int) -> int | None:
    if value is None:
        return None
    later = value + new.shift.days * day if new.shift is not None else None
    if later is None or max(abs(value), abs(later)) >= _INT64 - edge or not _has_year(later, day, edge):
        new.emptied.add(name)
        return None
    return later


def _has_year(value: int, day: int, edge: int) -> bool:
    return (value - edge) // day >= _FIRST_DAY and (value + edge) // day <= _LAST_DAY


def _array(wanted: Sequence[Any], type: Any) -> Any:
    pa, _ = modules()
    if not pa.types.is_dictionary(type):
        return pa.array(wanted, type)
    plain = pa.array(wanted, type.value_type).dictionary_encode()
    return pa.DictionaryArray.from_arrays(plain.indices.cast(type.index_type), plain.dictionary, ordered=type.ordered)
