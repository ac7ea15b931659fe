"""What each runner does, in an environment where nothing but its peer need be installed: notes in, places out.

Standard input holds JSON lines of `part`, `id` and `text`; standard output gets a line for each note, with `part`, `id`
and `spans` (start, end, label), and a last line with what it took. No text goes out: what a peer prints itself is lost.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import TextIO

Place = tuple[int, int, str]
Find = Callable[[str], Iterable[Place]]

STATUS = Path("/proc/self/status")


def run(package: str, load: Callable[[], Find]) -> None:
    """Load the peer, let it find PHI in each note, and say how long that took."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        find = load()
    except (Exception, SystemExit) as error:  # no note has been read yet, so this quotes none
        last: dict[str, object] = {"error": f"{type(error).__name__}: {error}"}
    else:
        last = {"version": version(package), **_work(find, out)}
    print(json.dumps(last), file=out)
    out.close()


def _work(find: Find, out: TextIO) -> dict[str, object]:
    first = 0.0
    spent: dict[str, float] = {}
    failures: dict[str, int] = {}
    for line in sys.stdin:
        note = json.loads(line)
        begin = cpu_seconds()
        try:
            spans = list(find(note["text"]))
        except Exception as error:
            spans = []
            failures[type(error).__name__] = failures.get(type(error).__name__, 0) + 1
        end = cpu_seconds()
        first = first or end
        spent[note["part"]] = spent.get(note["part"], 0.0) + end - begin
        print(json.dumps({"part": note["part"], "id": note["id"], "spans": spans}), file=out)
    return {"start": first, "spent": spent, "memory": memory(), "failures": failures}


def cpu_seconds() -> float:
    """Of this process since it began, and of those that it started and that ended."""
    uses = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def memory() -> float:
    """The most that this process has had, in megabytes. `getrusage` would count what its parent had, too."""
    if STATUS.exists():
        (line,) = (line for line in STATUS.read_text("utf-8").splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
