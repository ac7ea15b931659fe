"""What Parquet files say of themselves: only that stays by which programs read the columns that are written."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Set
from contextlib import suppress
from typing import Any

_FIELD_ID = b"PARQUET:field_id"
_SPARK_VERSION = b"org.apache.spark.version"
_UNKNOWN = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


def of_table(metadata: Mapping[bytes, bytes] | None, kept: Set[str], rewritten: Set[str]) -> dict[bytes, bytes]:
    """What programs say of the columns that are kept; of those that are rewritten nothing that lists their values."""
    told: dict[bytes, bytes] = {}
    for key, value in (metadata or {}).items():
        if key == _SPARK_VERSION:
            told[key] = value
        elif key in _FILTERS:
            with suppress(*_UNKNOWN):  # what isn't as we know it goes
                told[key] = json.dumps(_FILTERS[key](json.loads(value), kept, rewritten)).encode()
    return told


def of_field(metadata: Mapping[bytes, bytes] | None) -> dict[bytes, bytes]:
    """The number of a field, by which tables of many files know it; anything may stand beside it."""
    return {key: value for key, value in (metadata or {}).items() if key == _FIELD_ID}


def bare(schema: Any) -> Any:
    """A schema as Spark has it in JSON, without what is said of its fields."""
    if isinstance(schema, dict):
        return {key: {} if key == "metadata" else bare(value) for key, value in schema.items()}
    return [bare(one) for one in schema] if isinstance(schema, list) else schema


def _spark(schema: Any, kept: Set[str], rewritten: Set[str]) -> Any:
    return {"type": "struct", "fields": [bare(field) for field in schema["fields"] if field["name"] in kept]}


def _huggingface(told: Any, kept: Set[str], rewritten: Set[str]) -> Any:
    """The kinds of columns; where there is none, as for those that are rewritten, the type tells it."""
    features = told["info"]["features"]
    return {"info": {"features": {name: kind for name, kind in features.items() if name in kept - rewritten}}}


def _pandas(told: Any, kept: Set[str], rewritten: Set[str]) -> Any:
    """The columns and the index, without what anyone may have attached to the table."""
    filters: dict[str, Callable[[Any], Any]] = {
        "index_columns": lambda found: [one for one in found if not isinstance(one, str) or one in kept],
        "column_indexes": lambda found: found,
        "columns": lambda found: [one for one in found if one.get("field_name", one["name"]) in kept],
        "pandas_version": lambda found: found,
    }
    return {key: filters[key](value) for key, value in told.items() if key in filters}


_FILTERS: dict[bytes, Callable[[Any, Set[str], Set[str]], Any]] = {
    b"pandas": _pandas,
    b"huggingface": _huggingface,
    b"org.apache.spark.sql.parquet.row.metadata": _spark,
}
