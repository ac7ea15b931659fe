"""What takes longer than a request: it runs in a thread, and tells how far it is."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Literal

from incognote.errors import IncognoteError

Tell = Callable[[int, int], None]
"""What a job calls with how much is done, and of how much."""

_KEPT = 200  # jobs that ended


@dataclass(frozen=True)
class Job:
    """A piece of work: how far it is, and what came of it. `about` says what it works on, such as "project/3"."""

    id: int
    what: str
    about: str
    state: Literal["running", "done", "failed"] = "running"
    done: int = 0
    of: int = 0
    error: str = ""
    result: Any = None


class Jobs:
    """Jobs since the service began. One at a time runs; others wait for it."""

    def __init__(self) -> None:
        self._jobs: dict[int, Job] = {}
        self._numbers = count(1)
        self._lock = threading.Lock()
        self._one_at_a_time = threading.Lock()

    def start(self, what: str, about: str, work: Callable[[Tell], Any]) -> Job:
        with self._lock:
            job = Job(next(self._numbers), what, about)
            self._jobs[job.id] = job
            ended = [old.id for old in self._jobs.values() if old.state != "running"]
            for old in ended[: max(0, len(ended) - _KEPT)]:
                del self._jobs[old]
        threading.Thread(target=self._run, args=(job.id, work), daemon=True).start()
        return job

    def get(self, number: int) -> Job | None:
        return self._jobs.get(number)

    def of(self, about: str) -> list[Job]:
        with self._lock:
            return [job for job in self._jobs.values() if job.about == about]

    def _run(self, number: int, work: Callable[[Tell], Any]) -> None:
        with self._one_at_a_time:
            try:
                result = work(lambda done, of: self._change(number, done=done, of=of))
            except IncognoteError as error:
                self._change(number, state="failed", error=str(error))
            except Exception as error:  # its message might quote a note
                place = traceback.extract_tb(error.__traceback__)[-1]
                told = f"a fault of the program: {type(error).__name__} at {place.name}:{place.lineno}"
                self._change(number, state="failed", error=told)
            else:
                self._change(number, state="done", result=result)

    def _change(self, number: int, **changes: Any) -> None:
        with self._lock:
            self._jobs[number] = replace(self._jobs[number], **changes)
