"""De-identification of a Spark DataFrame, to the same texts as a batch on one machine with the same key and options.

What a note's surrogates and dates are depends on all notes of its patient. So each row goes through Python twice: the
first time what notes tell of their patients is added to the table in rows of its own; then a patient's rows are brought
together, what they tell first, and the notes are rewritten as they come. No note is collected anywhere.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from incognote.adapters.arrow_notes import FAILURE
from incognote.adapters.spark_session import require_spark
from incognote.adapters.spark_work import GLIMPSE, SCOPE, Look, Rewrite
from incognote.batch.job import Job
from incognote.batch.summary import Quarantined
from incognote.containers.arrow_metadata import bare
from incognote.containers.base import Cutting
from incognote.containers.columns import Columns, columns_of, staying
from incognote.errors import ConfigError, DamagedInputError, OutputError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

_SOURCE, _RECORD = "incognote_source", "incognote_record"
"""Columns on the way: the file and the number of the row there."""

_NAMES = ("string", "tinyint", "smallint", "int", "bigint")
_DATES = ("string", "date", "timestamp", "timestamp_ntz")


def deidentify(
    df: DataFrame,
    job: Job,
    *,
    text: str = "text",
    id: str = "id",
    patient: str | None = None,
    dates: Sequence[str] = (),
) -> DataFrame:
    """The table with new texts, ids, patients and dates; its other columns stay as they are.

    If no column is named for the patients, it is the one that is called so, if there is one. A note that fails has
    nothing in all these columns, and the reason in the column `incognote_failure`; so has one of more than 10 MB. Rows
    of patients whose notes are to be left out aren't there. With patients, rows come in another order.
    """
    roles = {"text": text, "id": id} | ({"patient": patient} if patient else {})
    return _deidentified(df, job, Cutting(roles, tuple(dates)))


def _deidentified(df: DataFrame, job: Job, cutting: Cutting) -> DataFrame:
    require_spark()
    columns = columns_of(df.columns, cutting)
    _require_types(df, columns)
    require_sound(job)
    sealed = pickle.dumps(replace(job, today=job.today or date.today()))  # one day, whenever Spark gets to work
    # In Spark a dot in a name asks for a field inside, and two names may differ by case alone: numbers are safe.
    numbered = df.toDF(*(f"c{at}" for at in range(len(df.columns))))
    ours = _renamed(columns, dict(zip(df.columns, numbered.columns, strict=True)))
    new = _with(numbered.schema, {FAILURE: "string"})
    if job.look.is_needed and (columns.patient or job.engine.patient_of):
        marked = _with(numbered.schema, {SCOPE: "binary", GLIMPSE: "binary"})
        told = numbered.mapInArrow(Look(sealed, ours, cutting.largest), marked)
        numbered = told.repartition(SCOPE).sortWithinPartitions(told[SCOPE], told[GLIMPSE].isNull())
    return numbered.mapInArrow(Rewrite(sealed, ours, cutting.largest), new).toDF(*df.columns, FAILURE)


def _renamed(columns: Columns, new: Mapping[str, str]) -> Columns:
    patient = new[columns.patient] if columns.patient else None
    return Columns(new[columns.id], new[columns.text], patient, tuple(new[name] for name in columns.dates))


@dataclass(frozen=True, repr=False)
class Done:
    """How many notes were written, how many left out with their patients, those that failed, in order, and columns
    that are as they were."""

    written: int
    excluded: int
    failed: tuple[Quarantined, ...]
    staying: tuple[str, ...]


def run(path_in: str, path_out: str, job: Job, cutting: Cutting, spark: SparkSession) -> Done:
    """De-identify Parquet, a file or a folder, into a new folder of Parquet, whose parts have the rows in their order.

    Notes that fail aren't written.
    """
    require_spark()
    from py4j.protocol import Py4JJavaError
    from pyspark import StorageLevel
    from pyspark.errors import PySparkException
    from pyspark.sql.functions import col

    read = _read(spark, path_in)
    as_before = staying(read.columns, cutting)  # whose error shall not name columns of ours
    _require_new(spark, path_out)
    old = _placed(read)
    # Kept, since the rows are asked for three times: for a look at their places, in order, and for what failed.
    new = _deidentified(old, job, cutting).persist(StorageLevel.DISK_ONLY)
    failed = new.where(col(FAILURE).isNotNull()).select(_SOURCE, _RECORD, FAILURE).orderBy(_SOURCE, _RECORD)
    notes = new.where(col(FAILURE).isNull()).orderBy(_SOURCE, _RECORD)
    try:
        notes.drop(FAILURE, _SOURCE, _RECORD, *cutting.dropped).write.mode("error").parquet(path_out)
        set_aside = tuple(Quarantined(*row) for row in failed.toLocalIterator())
        written = notes.count()
        return Done(written, old.count() - written - len(set_aside), set_aside, as_before)
    except (PySparkException, Py4JJavaError) as error:  # the second is what failed in Java, such as reading
        raise _unwritten(path_out, error) from None
    finally:
        new.unpersist()


def _require_new(spark: Any, path: str) -> None:
    """An error before the work, not when Spark begins to write."""
    place = spark._jvm.org.apache.hadoop.fs.Path(path)
    if place.getFileSystem(spark._jsc.hadoopConfiguration()).exists(place):
        raise _there_already(path)


def _there_already(path: str) -> OutputError:
    return OutputError(f"{path} exists already; remove it or choose another place")


def _unwritten(path: str, error: Exception) -> OutputError:
    """Why there is no output, without Spark's message, which is long and may show values."""
    kind = _kind(error)
    if kind == "PATH_ALREADY_EXISTS":
        return _there_already(path)
    return OutputError(
        f"Spark gave up ({kind}), as its log says why; {path} isn't whole if it is there: remove it before a new try"
    )


def _kind(error: Exception) -> str:
    """Spark's own word for an error, which Java's errors know too."""
    known: Any = getattr(error, "java_exception", error)
    try:
        return str(known.getCondition() or type(error).__name__)
    except Exception:  # not every error of Java has one
        return type(error).__name__


def _read(spark: SparkSession, path: str) -> DataFrame:
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    try:
        return spark.read.parquet(path)
    except (PySparkException, Py4JJavaError) as error:
        problem = f"Spark can't read it as Parquet ({_kind(error)})"
        remedy = "give a file or a folder of Parquet"
        if _kind(error) == "PARQUET_TYPE_ILLEGAL":
            remedy = "Spark doesn't know a column's type, such as times in nanoseconds; cast it, or leave Spark out"
        raise DamagedInputError(Path(path), problem, remedy) from None


def _placed(df: DataFrame) -> DataFrame:
    """The table with the file of each row, and its number there from 1."""
    _require_free(df, (_SOURCE, _RECORD))
    place = df.metadataColumn("_metadata")
    return df.select("*", place["file_path"].alias(_SOURCE), (place["row_index"] + 1).alias(_RECORD))


def _with(schema: StructType, more: dict[str, str]) -> StructType:
    """A schema with more columns; any may be empty in it, as in rows that are no notes.

    What is said of its fields isn't in it, which may quote what is in them, and Spark would write to every file.
    """
    from pyspark.sql.types import StructField, StructType

    plain = StructType.fromJson(bare(schema.jsonValue()))
    new = StructType([StructField(field.name, field.dataType, True) for field in plain.fields])
    for name, kind in more.items():
        new = new.add(name, kind)
    return new


def _require_types(df: DataFrame, columns: Columns) -> None:
    """An error if a column can't be what it is said to be, or has a name of ours."""
    kinds = dict(df.dtypes)
    named = [(columns.text, ("string",)), (columns.id, _NAMES), *((name, _DATES) for name in columns.dates)]
    named += [(columns.patient, _NAMES)] if columns.patient else []
    for column, right in named:
        if kinds[column] not in right:
            raise ConfigError(f"the column {column!r} is {kinds[column]}; cast it to one of: {', '.join(right)}")
    _require_free(df, (FAILURE, SCOPE, GLIMPSE))


def _require_free(df: DataFrame, names: Sequence[str]) -> None:
    for ours in names:
        if ours in df.columns:
            raise ConfigError(f"the table has a column {ours!r} already, which is a name of ours; rename or drop it")


def require_sound(job: Job) -> None:
    """An error here, not in the middle of the work, if options are wrong or can't be had in Spark."""
    job.engine.require_sound(job.settings)
    job.replacing.require_sound(job.engine.switched_on(job.settings), job.key)
    job.replacing.section_names()
    job.replacing.reach()
    if job.replacing.inventing.scope == "release":
        raise ConfigError(
            "surrogates for a whole release (--scope release) can't be made in Spark; leave the scope out"
        )
