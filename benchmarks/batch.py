"""How fast a batch is from Parquet to Parquet, with surrogates: steady speed, start, memory, two workers against one.

    python benchmarks/batch.py [--engine incognote-fast] [--notes 4000] [--own NOTES.jsonl]
    python benchmarks/batch.py --engine incognote-fast --notes 0 --csv-gigabytes 1 --note-megabytes 200

Each run is the program as a user calls it. Steady speed is that of the second half: the time of a run of all notes less
that of a run of half of them, both held to one core. With --csv-gigabytes a CSV of that size follows, for its memory.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from _archive import KEY_FILE, numbered, texts, write_parquet
from _machine import machine
from incognote.replace.keys import write_key

PROGRAM = "from incognote.cli.main import main; main()"
SET_ASIDE = 4  # exit code


@dataclass(frozen=True)
class Ran:
    """Seconds on the clock and of the processor, and the report."""

    clock: float
    processor: float
    report: dict[str, Any]

    @property
    def memory(self) -> str:
        parts = self.report["megabytes_of_memory"]
        return f"{parts['worker']} MB a worker, {parts['parent']} MB the parent"


def ran(folder: Path, name: str, engine: str, workers: int, cores: int) -> Ran:
    """A batch of a file of the folder, held to some cores."""
    out = folder / f"clean-{name}"
    words = ["batch", name, "--out", out.name, "--engine", engine, "--workers", str(workers), "--key", KEY_FILE]
    held = sorted(os.sched_getaffinity(0))[:cores]
    before, begin = os.times(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words, "--style", "surrogates"],
        cwd=folder,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, held),
    )
    clock, after = time.perf_counter() - begin, os.times()
    assert done.returncode in (0, SET_ASIDE), done.returncode
    report = folder / f"{out.name}.report.json"
    found = json.loads(report.read_text("utf-8"))
    for path in folder.glob(f"{out.name}*"):
        path.unlink()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return Ran(clock, processor, found)


def measure(folder: Path, engine: str, own: Path | None, notes: int) -> None:
    half = write_parquet(numbered(texts(own), notes // 2), folder / "half.parquet") / 1e6
    whole = write_parquet(numbered(texts(own), notes), folder / "whole.parquet") / 1e6
    first, all_of = (ran(folder, f"{name}.parquet", engine, 1, 1) for name in ("half", "whole"))
    spent = all_of.clock - first.clock
    worked = all_of.processor - first.processor
    start = first.clock - half * spent / (whole - half)
    print(f"{engine}: {notes:,} notes, {whole:.1f} MB, {sum(all_of.report['labels'].values()):,} PHI")
    print(
        f"  one core: {(whole - half) / spent:.2f} MB/s steady, {notes / 2 / spent:.0f} notes/s; "
        f"{(whole - half) / worked:.2f} MB a second of the processor; start {start:.1f} s; {all_of.memory}",
        flush=True,
    )
    one, two = (ran(folder, "whole.parquet", engine, workers, 2) for workers in (1, 2))
    ratio = (one.clock - start) / (two.clock - start)
    print(
        f"  two cores: one worker {one.clock:.1f} s, two {two.clock:.1f} s, {ratio:.2f} times as fast without the start"
    )


def large_csv(folder: Path, engine: str, own: Path | None, gigabytes: float) -> None:
    """A CSV of this size, for the memory that it takes."""
    written = 0
    with (folder / "large.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "patient", "text"])
        for doc in numbered(texts(own), sys.maxsize):
            rows.writerow([doc.id, doc.patient, doc.text])
            written += len(doc.text)
            if written > gigabytes * 1e9:
                break
    found = ran(folder, "large.csv", engine, 2, 2)
    print(
        f"{engine}: a CSV of {gigabytes:g} GB in {found.clock / 60:.1f} minutes; {found.report['notes']:,} notes; "
        f"{found.memory}",
        flush=True,
    )


def large_note(folder: Path, engine: str, own: Path | None, megabytes: int) -> None:
    """A note of this size between two others, for the memory that it takes."""
    few = list(numbered(texts(own), 3))
    text = few[1].text
    few[1] = replace(few[1], text=text * (megabytes * 1_000_000 // len(text)))
    with (folder / "note.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id", "patient", "text"], *([doc.id, doc.patient, doc.text] for doc in few)])
    write_parquet(few, folder / "note.parquet")
    for name in ("note.csv", "note.parquet"):
        found = ran(folder, name, engine, 1, 1)
        report = found.report
        told = f"{report['notes']} written, {report['quarantined']} set aside"
        print(f"{engine}: {name} with a note of {megabytes} MB: {told}; {found.memory}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", help="engines to measure [incognote-fast, incognote]")
    parser.add_argument("--notes", type=int, default=4_000)
    parser.add_argument("--own", type=Path, help="notes of your own, in any format that is read")
    parser.add_argument("--csv-gigabytes", type=float, default=0)
    parser.add_argument("--note-megabytes", type=int, default=0)
    options = parser.parse_args()
    print(machine())
    folder = Path(tempfile.mkdtemp())
    write_key(folder / KEY_FILE)
    try:
        own = options.own and options.own.absolute()
        engines = options.engine or ("incognote-fast", "incognote")
        for engine in engines if options.notes else ():
            measure(folder, engine, own, options.notes)
        if options.csv_gigabytes:
            large_csv(folder, engines[0], own, options.csv_gigabytes)
        if options.note_megabytes:
            large_note(folder, engines[0], own, options.note_megabytes)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
