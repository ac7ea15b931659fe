"""What Spark costs over a batch: the same notes, engine and key, two processes of each, and whether texts are the same.

    python benchmarks/spark.py [--engine incognote-fast] [--notes 20000]

Each run is a process of its own, from Parquet to Parquet with surrogates. What a start costs is told by a run of a few
notes. Seconds of the processor are of all processes of a run, those of Java too.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow.parquet as pq

from _archive import KEY_FILE, numbered, texts, write_parquet
from incognote.replace.keys import write_key

FEW = 10
BATCH = "from incognote.cli.main import main; main()"
SPARK = """
import os, sys
from incognote.adapters.spark import run
from incognote.adapters.spark_session import session
from incognote.batch.job import Job
from incognote.containers.base import Cutting
from incognote.engine_choice import EngineChoice
from incognote.replace.choices import ReplaceChoice
from incognote.replace.keys import load_required

notes, out, engine, key = sys.argv[1:]
job = Job(load_required(key, {}, sys.stdin), EngineChoice(engine), replacing=ReplaceChoice("surrogates"))
run(notes, out, job, Cutting(), session("local[2]"))
"""


def ran(folder: Path, words: list[str]) -> tuple[float, float]:
    """Seconds on the clock and of the processor."""
    before, begin = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-c", *words], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    clock, after = time.perf_counter() - begin, os.times()
    return clock, after.children_user + after.children_system - before.children_user - before.children_system


def both(folder: Path, name: str, engine: str) -> None:
    """A batch and Spark on a file of the folder, and whether they wrote the same."""
    words = ["batch", name, "--out", f"batch-{name}", "--engine", engine, "--workers", "2", "--key", KEY_FILE]
    batch = ran(folder, [BATCH, *words, "--style", "surrogates"])
    spark = ran(folder, [SPARK, name, f"spark-{name}", engine, KEY_FILE])
    rows = [
        sorted(map(str, pq.read_table(folder / f"{who}-{name}").to_pylist()))  # Spark writes in another order
        for who in ("batch", "spark")
    ]
    same = "all rows the same" if rows[0] == rows[1] else "ROWS DIFFER"
    print(f"{engine}, {len(rows[0]):,} notes: {same}")
    for who, (clock, processor) in (("batch, 2 workers", batch), ("Spark, local[2]", spark)):
        print(f"  {who}: {clock:.1f} s, {processor:.1f} s of the processor", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="incognote-fast")
    parser.add_argument("--notes", type=int, default=20_000)
    options = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}, {os.cpu_count()} cores")
    folder = Path(tempfile.mkdtemp())
    write_key(folder / KEY_FILE)
    try:
        for number in (FEW, options.notes):
            name = f"{number}.parquet"
            megabytes = write_parquet(numbered(texts(ordinary=False), number), folder / name) / 1e6
            print(f"{number:,} notes, {megabytes:.1f} MB")
            both(folder, name, options.engine)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
