"""De-identify a table of notes with Spark, to Parquet:

    spark-submit examples/spark_job.py notes.parquet clean.parquet site.key

The table has the columns id, patient and text. The key is read where this runs, and goes to the executors inside the
work that they are sent; incognote must be installed there.
"""

import argparse
import os
import sys

from pyspark.sql import SparkSession

from incognote.adapters.spark import run
from incognote.batch.job import Job
from incognote.containers.base import Cutting
from incognote.engine_choice import EngineChoice
from incognote.errors import IncognoteError
from incognote.replace.choices import ReplaceChoice
from incognote.replace.keys import load_required


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notes", help="file or folder of Parquet, as Spark names it")
    parser.add_argument("out", help="new folder of Parquet")
    parser.add_argument("key", help="file of the key (incognote key new makes one)")
    parser.add_argument("--engine", default="incognote-fast")
    parser.add_argument("--dates", default="", help="columns of dates, which are shifted too: seen,written")
    options = parser.parse_args()
    job = Job(
        load_required(options.key, os.environ, sys.stdin),
        EngineChoice(options.engine),
        replacing=ReplaceChoice("surrogates"),
    )
    cutting = Cutting(dates=tuple(filter(None, options.dates.split(","))))
    # What Spark writes to disk on the way holds whole notes.
    builder = SparkSession.builder.appName("incognote").config("spark.io.encryption.enabled", "true")
    spark = builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    try:
        done = run(options.notes, options.out, job, cutting, spark)
    except IncognoteError as error:
        sys.exit(f"incognote: {error}")
    for source, record, reason in done.failed:
        sys.stderr.write(f"{source}, record {record}: {reason}\n")
    sys.stdout.write(f"{done.written:,} notes written, {len(done.failed):,} failed\n")
    sys.exit(4 if done.failed else 0)


if __name__ == "__main__":
    main()
