"""What a run tells in the end: counts, rates and what was set aside. It holds no text of any note."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from incognote import __version__

if TYPE_CHECKING:
    from incognote.batch.journal import Journal
    from incognote.batch.run import Batch

REPORT, QUARANTINE = ".report.json", ".quarantine.jsonl"
"""The endings of the files beside an output."""

_KILOBYTES = 1024
_STATUS = Path("/proc/self/status")


class Quarantined(NamedTuple):
    """A record that wasn't written: its source, its number there from 1 (0 is all of it), and why."""

    source: str
    record: int
    reason: str


@dataclass
class Summary:
    """The whole run; `seconds` is the time of its last start, and `notes_before` what earlier ones wrote."""

    incognote: str
    python: str
    plan: dict[str, Any]
    workers: int
    started: str
    ended: str
    notes: int = 0
    notes_before: int = 0
    size: int = 0
    excluded: int = 0
    nobodys: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    dates: Counter[str] = field(default_factory=Counter)
    tagged: Counter[str] = field(default_factory=Counter)
    emptied: Counter[str] = field(default_factory=Counter)
    passed_over: Counter[str] = field(default_factory=Counter)
    quarantined: int = 0
    seconds: float = 0.0

    @classmethod
    def of(cls, batch: Batch, journal: Journal, started: str, notes_before: int, seconds: float) -> Summary:
        found = cls(__version__, platform.python_version(), batch.plan, batch.workers, started, now())
        found.notes_before, found.seconds = notes_before, seconds
        found.passed_over = batch.passed_over
        for _, counts in journal.counts():
            for name in ("notes", "size", "excluded", "nobodys"):
                setattr(found, name, getattr(found, name) + counts.get(name, 0))
            for name in ("labels", "dates", "tagged", "emptied"):
                getattr(found, name).update(counts.get(name, {}))
            found.quarantined += len(counts["failures"])
        return found

    def report(self) -> str:
        """The report as JSON."""
        values = vars(self) | {"megabytes_of_memory": _memory()}
        return json.dumps(values, indent=2) + "\n"


def now() -> str:
    """The universal time to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _memory() -> dict[str, int]:
    """The most megabytes that this process and its largest worker had, where the system tells."""
    try:
        from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
    except ImportError:
        return {}
    own, workers = (getrusage(whose).ru_maxrss for whose in (RUSAGE_SELF, RUSAGE_CHILDREN))
    if _STATUS.exists():  # it knows this process from the one that started it
        own = int(_STATUS.read_text("utf-8").partition("VmHWM:")[2].split()[0])
    return {"parent": own // _KILOBYTES, "worker": workers // _KILOBYTES}


def set_aside(batch: Batch, journal: Journal) -> Iterator[Quarantined]:
    """What was set aside, in the order of the input."""
    for place, counts in journal.counts():
        source = batch.sources[place.source].name
        yield from (Quarantined(source, record, reason) for record, reason in counts["failures"])


def write_summary(summary: Summary, quarantined: Iterable[Quarantined], folder: Path, out: Path) -> None:
    """The report, and the list of what was set aside, if anything was, for the output's neighbours."""
    write_private(folder / (out.name + REPORT), [summary.report()])
    if summary.quarantined:
        write_private(folder / (out.name + QUARANTINE), listed(quarantined))


def listed(records: Iterable[Quarantined]) -> Iterator[str]:
    """A line for each."""
    return (json.dumps(one._asdict(), ensure_ascii=False) + "\n" for one in records)


def write_private(path: Path, lines: Iterable[str]) -> None:
    """A file that only its owner can read: names of files may tell whose notes they are."""
    path.touch(mode=0o600)
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:  # names of files may be of any bytes
        file.writelines(lines)
