"""How long loading every lexicon takes, and how much memory it keeps: `python benchmarks/lexicons.py`."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from incognote import lexicons


def resident() -> float:
    """Megabytes of memory in use (Linux)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS"))


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    before, start = resident(), time.perf_counter()
    items = sum(len(lexicons.load(name)) for name in lexicons.names())
    seconds, grown = time.perf_counter() - start, resident() - before
    print(f"{len(lexicons.names())} lexicons, {items:,} items: {seconds:.2f} s, {grown:.0f} MB")


if __name__ == "__main__":
    main()
