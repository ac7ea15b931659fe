"""What the tests of Parquet share: a table, written to a file and through it."""

from decimal import Decimal

import pytest

from incognote.containers.parquet import CONTAINER
from tests.containers.passing import passed, unchanged

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

STRING = pa.string()


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
