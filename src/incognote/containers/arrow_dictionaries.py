"""Dictionaries of Arrow's arrays: what is written holds values of its own records, and none of those left out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

_PLACES = b"incognote:places"
"""What a field says on the way to its file: where the values of its dictionary, which has an order, stood before."""


def compact(values: Any) -> Any:
    """An array without values of other records in its dictionaries, however deep; one with an order keeps it."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not _has_dictionary(values.type):
        return values
    if pa.types.is_dictionary(values.type):
        own = _own(values)
        places = pc.index_in(values.indices, own).cast(values.type.index_type)
        kept = values.dictionary.take(own)
        return pa.DictionaryArray.from_arrays(places, kept, ordered=values.type.ordered)
    if isinstance(values, pa.ExtensionArray):
        return pa.ExtensionArray.from_storage(values.type, compact(values.storage))
    alone = values.take(pa.array(range(len(values)), pa.int64()))  # a slice has the items of others
    is_struct = pa.types.is_struct(values.type)
    inner = [alone.field(at) for at in range(alone.type.num_fields)] if is_struct else [alone.values]
    buffers = alone.buffers()[: alone.type.num_buffers]
    return pa.Array.from_buffers(alone.type, len(alone), buffers, children=[compact(one) for one in inner])


def placed(field: Any, values: Any) -> Any:
    """The field of a column, which says what `in_order` has to know of it."""
    if not _has_order(values.type):
        return field
    return field.with_metadata({**(field.metadata or {}), _PLACES: json.dumps(_own(values).to_pylist()).encode()})


def in_order(batches: Sequence[Any]) -> list[Any]:
    """Batches of compact columns, with one dictionary for all where it has an order."""
    import pyarrow as pa

    found = list(batches)
    for at, field in enumerate(found[0].schema):
        if _has_order(field.type):
            columns = _in_order([(batch.column(at), batch.schema.field(at)) for batch in found])
            found = [
                pa.RecordBatch.from_arrays([*batch.columns[:at], column, *batch.columns[at + 1 :]], schema=batch.schema)
                for batch, column in zip(found, columns, strict=True)
            ]
    return found


def _in_order(columns: Sequence[tuple[Any, Any]]) -> list[Any]:
    import pyarrow as pa

    firsts: dict[Any, tuple[int, int]] = {}  # where each value stood before, and where it is among all
    values = pa.concat_arrays([column.dictionary for column, _ in columns])
    places = [place for _, field in columns for place in json.loads(field.metadata[_PLACES])]
    for at, (value, place) in enumerate(zip(values.to_pylist(), places, strict=True)):
        firsts.setdefault(value, (place, at))
    order = sorted(firsts, key=firsts.__getitem__)
    dictionary = values.take(pa.array([firsts[value][1] for value in order], pa.int64()))
    new = {value: place for place, value in enumerate(order)}
    return [
        pa.DictionaryArray.from_arrays(
            pa.array([new[value] for value in column.dictionary.to_pylist()], column.type.index_type).take(
                column.indices
            ),
            dictionary,
            ordered=True,
        )
        for column, _ in columns
    ]


def _own(values: Any) -> Any:
    """Where in its dictionary the values of an array stand."""
    own = values.indices.unique().drop_null()
    return own.sort() if values.type.ordered else own


def _has_order(type: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_dictionary(type) and type.ordered)


def _has_dictionary(type: Any) -> bool:
    import pyarrow as pa

    if isinstance(type, pa.BaseExtensionType):
        return _has_dictionary(type.storage_type)
    inner = (type.field(at).type for at in range(type.num_fields))
    return bool(pa.types.is_dictionary(type)) or any(_has_dictionary(one) for one in inner)
