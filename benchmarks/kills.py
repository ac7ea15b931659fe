"""Kill a batch again and again, the run or one of its workers, and compare what it writes with an undisturbed run.

    python benchmarks/kills.py [--notes 20000] [--kills 100] [--engine incognote-fast] [--seed 1]

The run is started again whenever it was killed. What it writes must be the same to the byte: no note lost, doubled,
half written or written raw. The notes are those of the open corpus, filled with other PHI again and again.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from _archive import KEY_FILE, numbered, texts, write_parquet
from _machine import machine
from incognote.replace.keys import write_key

PROGRAM = "from incognote.cli.main import main; main()"


def started(folder: Path, engine: str, out: str) -> subprocess.Popen[bytes]:
    words = ["batch", "notes.parquet", "--out", out, "--engine", engine, "--workers", "2", "--key", KEY_FILE]
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words, "--style", "surrogates"], cwd=folder, stderr=subprocess.DEVNULL
    )


def workers_of(run: int) -> list[int]:
    """The processes that a run has started."""
    children = Path(f"/proc/{run}/task/{run}/children")
    return [int(child) for child in children.read_text().split()] if children.exists() else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--engine", default="incognote-fast")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    write_key(folder / KEY_FILE)
    megabytes = write_parquet(numbered(texts(ordinary=False), options.notes), folder / "notes.parquet") / 1e6
    begin = time.perf_counter()
    assert started(folder, options.engine, "undisturbed.parquet").wait() == 0
    undisturbed = time.perf_counter() - begin
    print(machine())
    print(f"{options.notes:,} notes, {megabytes:.1f} MB: undisturbed in {undisturbed:.0f} s", flush=True)
    rng = random.Random(options.seed)
    killed: Counter[str] = Counter()
    starts, run = 1, started(folder, options.engine, "killed.parquet")
    begin = time.perf_counter()
    while killed.total() < options.kills:
        time.sleep(rng.uniform(0, 2.2 * undisturbed / options.kills + 3))
        if (code := run.poll()) is not None:
            print(f"the run ended (exit code {code}) after {killed.total()} kills", flush=True)
            break
        workers = workers_of(run.pid)
        victim = rng.choice([run.pid, *workers])
        os.kill(victim, signal.SIGKILL)
        killed["the run" if victim == run.pid else "a worker"] += 1
        if victim == run.pid:
            run.wait()
            starts, run = starts + 1, started(folder, options.engine, "killed.parquet")
        print(f"\r{killed.total()} kills, {time.perf_counter() - begin:.0f} s", end="", file=sys.stderr)
    code = run.wait()
    one, other = (
        [(folder / f"{name}.parquet{ending}").read_bytes() for ending in ("", ".alignment.jsonl")]
        for name in ("undisturbed", "killed")
    )
    same = one == other
    told = ", ".join(f"{number} times {what}" for what, number in killed.items())
    print(f"killed: {told}; started {starts} times; exit code {code}; {time.perf_counter() - begin:.0f} s")
    print("output and side file are the same to the byte" if same else "THE OUTPUT OR ITS SIDE FILE DIFFERS")
    shutil.rmtree(folder)
    sys.exit(not same)


if __name__ == "__main__":
    main()
