import os
from importlib.util import find_spec

import pytest

from incognote.adapters.spark_session import session

MISSING = find_spec("pyspark") is None and not os.environ.get("INCOGNOTE_REQUIRE_SPARK")


@pytest.fixture(scope="session")
def log_folder(tmp_path_factory):
    """Where Spark writes down all that it does."""
    return tmp_path_factory.mktemp("events")


@pytest.fixture(scope="session")
def spark(log_folder):
    if MISSING:
        pytest.skip("there is no pyspark")
    os.environ["PYSPARK_SUBMIT_ARGS"] = (
        f"--conf spark.eventLog.enabled=true --conf spark.eventLog.dir={log_folder.as_uri()} "
        "--conf spark.eventLog.compress=false --conf spark.sql.shuffle.partitions=4 pyspark-shell"
    )
    spark = session("local[2]")
    yield spark
    spark.stop()
    del os.environ["PYSPARK_SUBMIT_ARGS"]
