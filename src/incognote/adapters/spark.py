"""De-identification of a Spark DataFrame, to the same texts as a batch on one machine with the same key and options.

What a note's surrogates and dates are depends on all notes of its patient. So each row goes through Python twice: the
first time what notes tell of their patients is added to the table in rows of its own; then a patient's rows are brought
together, what they tell first, and the notes are rewritten as they come. Nothing is collected anywhere.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from incognote.adapters.arrow_notes import FAILURE
from incognote.adapters.spark_session import require_spark, session
from incognote.adapters.spark_work import GLIMPSE, SCOPE, Look, Rewrite
from incognote.batch.job import Job
from incognote.containers.base import Cutting
from incognote.containers.columns import Columns, columns_of
from incognote.errors import ConfigError, OutputError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

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
    nothing in all these columns, and the reason in the column `incognote_failure`. Rows of patients whose notes are to
    be left out aren't there. With patients, rows come in another order.
    """
    roles = {"text": text, "id": id} | ({"patient": patient} if patient else {})
    return _deidentified(df, job, Cutting(roles, tuple(dates)))


def _deidentified(df: DataFrame, job: Job, cutting: Cutting) -> DataFrame:
    require_spark()
    columns = columns_of(df.columns, cutting)
    _require_types(df, columns)
    _require_sound(job)
    sealed = pickle.dumps(replace(job, today=job.today or date.today()))  # one day, whenever Spark gets to work
    new = _with(df.schema, {FAILURE: "string"})
    if job.look.is_needed and (columns.patient or job.engine.patient_of):
        told = df.mapInArrow(Look(sealed, columns), _with(df.schema, {SCOPE: "binary", GLIMPSE: "binary"}))
        df = told.repartition(SCOPE).sortWithinPartitions(told[SCOPE], told[GLIMPSE].isNull())
    return df.mapInArrow(Rewrite(sealed, columns), new)


@dataclass(frozen=True)
class Counted:
    """How many notes were written, and how many failed and were not."""

    written: int
    failed: int


def run(
    path_in: Path | str, path_out: Path | str, job: Job, cutting: Cutting, spark: SparkSession | None = None
) -> Counted:
    """De-identify a CSV or Parquet into a new folder of Parquet, by a Spark of our own or the one given.

    Notes that fail aren't written.
    """
    require_spark()
    from pyspark.errors import AnalysisException
    from pyspark.sql import Observation
    from pyspark.sql.functions import col, count, lit

    spark = spark or session("local[*]")
    new = _deidentified(_read(spark, str(path_in)), job, cutting)
    seen = Observation()
    counted = new.observe(seen, count(lit(1)).alias("notes"), count(col(FAILURE)).alias("failed"))
    try:
        counted.where(col(FAILURE).isNull()).drop(FAILURE, *cutting.dropped).write.mode("error").parquet(str(path_out))
    except AnalysisException as error:
        if error.getCondition() != "PATH_ALREADY_EXISTS":
            raise
        raise OutputError(f"{path_out} exists already; remove it or choose another place") from None
    numbers = seen.get
    return Counted(numbers["notes"] - numbers["failed"], numbers["failed"])


def _read(spark: SparkSession, path: str) -> DataFrame:
    """A table; in a CSV all columns are text, and quotes in quotes are doubled."""
    if path.lower().endswith((".csv", ".csv.gz")):
        return spark.read.csv(
            path,
            header=True,
            multiLine=True,
            escape='"',
            mode="FAILFAST",  # a row that is cut or shifted would put notes into columns that stay as they are
            ignoreLeadingWhiteSpace=False,
            ignoreTrailingWhiteSpace=False,
        )
    return spark.read.parquet(path)


def _with(schema: StructType, more: dict[str, str]) -> StructType:
    """A schema with more columns; any may be empty in it, as in rows that are no notes."""
    from pyspark.sql.types import StructField, StructType

    new = StructType([StructField(field.name, field.dataType, True, field.metadata) for field in schema.fields])
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
    for ours in (FAILURE, SCOPE, GLIMPSE):
        if ours in kinds:
            raise ConfigError(f"the table has a column {ours!r} already, which is a name of ours; rename or drop it")


def _require_sound(job: Job) -> None:
    """An error here, not in the middle of the work, if options are wrong or can't be had in Spark."""
    job.engine.require_sound(job.settings)
    job.replacing.require_sound(job.engine.switched_on(job.settings), job.key)
    job.replacing.section_names()
    job.replacing.reach()
    if job.replacing.inventing.scope == "release":
        raise ConfigError(
            "surrogates for a whole release (--scope release) can't be made in Spark; leave the scope out"
        )
