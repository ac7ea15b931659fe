"""What Spark costs over a batch: the same notes, engine and key by two processes of each, and whether rows differ.

    python benchmarks/spark.py [--engine incognote-fast] [--notes 20000]

Each run is the program as a user calls it, from Parquet to Parquet with surrogates. What a start costs is told by a run
of a few notes. Seconds of the processor are those of the whole machine, which should have nothing else to do: Spark
doesn't wait for all of its processes, so that theirs can't be told one by one.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

from _archive import KEY_FILE, numbered, texts, write_parquet
from _machine import machine
from incognote.replace.keys import write_key

FEW = 10
PROGRAM = "from incognote.cli.main import main; main()"
WAYS = {"batch": ("--workers", "2"), "spark": ("--spark", "local[2]")}
_ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER


@dataclass(frozen=True)
class Ran:
    """Seconds on the clock and of the processor."""

    clock: float
    processor: float


def ran(folder: Path, words: list[str]) -> Ran:
    """The program; Java ends a little behind it, and is waited for, so that the next run has the machine."""
    before, begin = busy(), time.perf_counter()
    subprocess.run([sys.executable, "-c", PROGRAM, *words], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    clock = time.perf_counter() - begin
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    return Ran(clock, busy() - before)


def busy() -> float:
    """Seconds for which processors of this machine were at work so far."""
    user, nice, system, _, _, *others = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:])
    return (user + nice + system + sum(others[:2])) / os.sysconf("SC_CLK_TCK")


def both(folder: Path, name: str, engine: str) -> dict[str, Ran]:
    """A batch and Spark on a file of the folder, and whether they wrote the same rows in the same order."""
    shared = ["--engine", engine, "--key", KEY_FILE, "--style", "surrogates"]
    found = {way: ran(folder, ["batch", name, "--out", f"{way}-{name}", *shared, *own]) for way, own in WAYS.items()}
    batch, spark = (pq.read_table(folder / f"{way}-{name}").to_pylist() for way in WAYS)
    differ = sum(one != other for one, other in zip(batch, spark, strict=False)) + abs(len(batch) - len(spark))
    print(f"{engine}, {len(batch):,} notes: rows that differ: {differ}")
    for way, times in found.items():
        print(f"  {way} {' '.join(WAYS[way])}: {times.clock:.1f} s, {times.processor:.1f} s of the processor")
    return found


def compare(few: dict[str, Ran], many: dict[str, Ran], notes: int) -> None:
    """Spark's overhead, with its start and without, and the speed of each without its start."""
    without = {way: Ran(many[way].clock - few[way].clock, many[way].processor - few[way].processor) for way in WAYS}
    for what, of in (("with the start", many), ("without", without)):
        clock, processor = (getattr(of["spark"], by) / getattr(of["batch"], by) - 1 for by in ("clock", "processor"))
        print(f"Spark's overhead {what}: {clock:+.0%} of the clock, {processor:+.0%} of the processor")
    speeds = (f"{way} {(notes - FEW) / times.clock:,.0f}" for way, times in without.items())
    print(f"notes a second, without the start: {', '.join(speeds)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="incognote-fast")
    parser.add_argument("--notes", type=int, default=20_000)
    options = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1)
    print(machine())
    print(f"load before: {os.getloadavg()[0]:.2f}")
    folder = Path(tempfile.mkdtemp())
    write_key(folder / KEY_FILE)
    try:
        found = {}
        for number in (FEW, options.notes):
            name = f"{number}.parquet"
            megabytes = write_parquet(numbered(texts(ordinary=False), number), folder / name) / 1e6
            print(f"{number:,} notes, {megabytes:.1f} MB; load {os.getloadavg()[0]:.2f}")
            found[number] = both(folder, name, options.engine)
        compare(found[FEW], found[options.notes], options.notes)
        print(f"load behind: {os.getloadavg()[0]:.2f}")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
