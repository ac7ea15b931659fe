"""A batch from a table of a database to another table, of the same database or of another one."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from incognote.batch.job import Job
from incognote.batch.run import Batch, Progress, work_folder
from incognote.containers import database_output, sql
from incognote.containers.base import Chunk, Cutting, Pieces
from incognote.containers.database import DatabaseRecords, DatabaseTable
from incognote.errors import ConfigError
from incognote.replace.keys import Key

_PURPOSE = "batch-input/1"


@dataclass(frozen=True, repr=False)
class DatabaseSource:
    """A table, and where its rows go."""

    table: DatabaseTable
    out: DatabaseTable
    key: Key
    cutting: Cutting

    @property
    def name(self) -> str:
        return self.table.place

    def stamp(self) -> list[Any]:
        extent = self.table.extent(self.cutting).encode("utf-8", "surrogatepass")
        return [self.name, hmac.new(self.key.subkey(_PURPOSE), extent, "sha256").hexdigest()]

    def chunks(self, cutting: Cutting) -> Iterator[Chunk]:
        return self.table.chunks(cutting)

    def join(self, parts: Iterable[Pieces], folder: Path, run: str, cutting: Cutting) -> None:
        database_output.join(parts, self.table, self.out, run, cutting)


def is_database(place: str) -> bool:
    """Whether a place is the URL of a database, and no path."""
    return "://" in place


def batch_of_table(
    source: DatabaseTable,
    out: DatabaseTable,
    job: Job,
    cutting: Cutting,
    plan: Mapping[str, Any],
    workers: int,
    seconds: float,
    tell: Progress,
) -> Batch:
    """The run for a table. What it keeps, and its report, are in the current folder, named after the output."""
    source = source.looked_at()
    path = _path(out)
    if not work_folder(path).exists():
        database_output.try_to_write(source, out, cutting)
    whole = {**plan, "format": "omop" if source.is_omop else "database", "output": out.name}
    sources = [DatabaseSource(source, out, job.key, cutting)]
    records = DatabaseRecords(source.is_omop)
    staying = source.staying(cutting)
    return Batch(job, records, cutting, sources, path, whole, workers, seconds, staying, tell=tell)


def table_of(url: str, name: str | None, option: str) -> DatabaseTable:
    """The table of that name, `TABLE` or `SCHEMA.TABLE`."""
    if not is_database(url):
        raise ConfigError("notes of a database go to a database: give --out its URL, or leave it out for the same one")
    schema, _, table = (name or "").rpartition(".")
    if not table:
        raise ConfigError(f"a database has many tables; name one with {option} TABLE or {option} SCHEMA.TABLE")
    return DatabaseTable(url, table, schema or None)


def _path(out: DatabaseTable) -> Path:
    """A name in the current folder that tells the output from others."""
    told = "\0".join((sql.identity(out.url), out.schema or "", out.table))
    name = re.sub(r"\W", "_", out.table)
    return Path(f"{name}-{hashlib.sha256(told.encode()).hexdigest()[:8]}")
