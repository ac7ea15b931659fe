"""How many requests a service with two workers answers, how fast, and what it says when it is asked too much.

    python benchmarks/serve.py [--engine incognote] [--seconds 20]

The service is the program as a user starts it; a second process, this one, asks it to detect, over loopback, with so
many connections at once, each asking again when it is answered. Notes are those of the open corpus, one a request. Both
share the cores of the machine, which should have nothing else to do.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from _machine import machine
from incognote import corpus

PROGRAM = "from incognote.cli.main import main; main()"
WORKERS, QUEUE = 2, 16
AT_ONCE = (1, 2, 4, 8, 16)
TOO_MANY = 64
WARM_UP = 20  # requests
OK = 200
REST = 0.05  # seconds, for who was refused
_STARTED = re.compile(r"open (http://[^/]+)/#token=(\S+)")


@dataclass
class Asked:
    """What came of asking for a while: statuses, and the seconds of those that were answered."""

    clock: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def line(self) -> str:
        ordered = sorted(self.seconds)
        at = {share: 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95, 0.99)}
        rate = len(ordered) / self.clock
        return f"{rate:6.1f} requests/s; p50 {at[0.5]:5.0f} ms, p95 {at[0.95]:5.0f} ms, p99 {at[0.99]:5.0f} ms"


@contextmanager
def service(engine: str) -> Iterator[tuple[str, str]]:
    """A running service: its address and token."""
    words = ["serve", "--port", "0", "--engine", engine, "--workers", str(WORKERS), "--queue", str(QUEUE)]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("w") as out:
            process = subprocess.Popen([sys.executable, "-c", PROGRAM, *words], stderr=out)
        try:
            while not (found := _STARTED.search(log.read_text())):
                time.sleep(0.1)
            yield found[1], found[2]
        finally:
            process.terminate()
            process.wait()


async def ask(address: str, token: str, at_once: int, seconds: float, texts: Iterator[str], least: int = 0) -> Asked:
    """Ask by so many connections for so long, or so often at least."""
    asked, begin = Asked(), time.perf_counter()
    host, port = address.removeprefix("http://").split(":")
    head = f"POST /api/detect HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Type: text/plain\r\n"

    async def one() -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        while time.perf_counter() - begin < seconds or sum(asked.statuses.values()) < least:
            body, began = next(texts).encode(), time.perf_counter()
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            status = await answered(reader)
            asked.statuses[status] += 1
            if status == OK:
                asked.seconds.append(time.perf_counter() - began)
            else:
                await asyncio.sleep(REST)
        writer.close()

    await asyncio.gather(*(one() for _ in range(at_once)))
    asked.clock = time.perf_counter() - begin
    return asked


async def answered(reader: asyncio.StreamReader) -> int:
    """The status of the next answer, which is read whole. A library for HTTP would take longer than the service."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    await reader.readexactly(int(head.partition(b"content-length:")[2].partition(b"\r\n")[0]))
    return int(head.split(maxsplit=2)[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", help="[default: incognote and incognote-fast]")
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    print(machine())
    print(f"load before: {os.getloadavg()[0]:.2f}")
    notes = [doc.text for doc in corpus.read()]
    kilobytes = sum(len(text.encode()) for text in notes) / len(notes) / 1000
    print(f"{len(notes):,} notes of {kilobytes:.1f} kB; {WORKERS} workers, {QUEUE} may wait")
    for engine in options.engine or ("incognote", "incognote-fast"):
        measure(engine, notes, options.seconds)
    print(f"load behind: {os.getloadavg()[0]:.2f}")


def measure(engine: str, notes: list[str], seconds: float) -> None:
    texts = cycle(notes)
    with service(engine) as (address, token):
        asyncio.run(ask(address, token, WORKERS, 0, texts, WARM_UP))
        print(engine)
        for at_once in AT_ONCE:
            print(f"  {at_once:2} at once: {asyncio.run(ask(address, token, at_once, seconds, texts)).line()}")
        over = asyncio.run(ask(address, token, TOO_MANY, seconds, texts))
        told = ", ".join(f"{number:,} answers {status}" for status, number in sorted(over.statuses.items()))
        print(f"  {TOO_MANY:2} at once: {over.line()}; {told}")
        behind = asyncio.run(ask(address, token, WORKERS, seconds / 4, texts))
        refused = sum(behind.statuses.values()) - behind.statuses[OK]
        print(f"  behind that, {WORKERS} at once: {behind.line()}; refused {refused}")


if __name__ == "__main__":
    main()
