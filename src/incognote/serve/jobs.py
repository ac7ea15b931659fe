"""What takes longer than a request: it runs in a thread, and tells how far it is."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Literal

from incognote.errors import IncognoteError
from incognote.serve.problems import BusyError, ConflictError

Tell = Callable[[int, int], None]
"""What a job calls with how much is done, and of how much."""

_KEPT = 200  # jobs that ended
_MOST = 20  # jobs that wait


@dataclass(frozen=True)
class Job:
    """A piece of work: how far it is, and what came of it. `about` says what it works on, such as "project/3"."""

    id: int
    what: str
    about: str
    state: Literal["waiting", "running", "done", "failed"] = "waiting"
    done: int = 0
    of: int = 0
    error: str = ""
    result: Any = None

    @property
    def goes_on(self) -> bool:
        return self.state in ("waiting", "running")


class Jobs:
    """Jobs since the service began. One at a time runs; others wait for it.

    `first` is the number of the first: one that no service before has given, so that a page which was open then can't
    take another job for its own.
    """

    def __init__(self, first: int = 1) -> None:
        self._jobs: dict[int, Job] = {}
        self._numbers = count(first)
        self._lock = threading.Lock()
        self._one_at_a_time = threading.Lock()

    def start(self, what: str, about: str, work: Callable[[Tell], Any]) -> Job:
        """A job that will run; an error if there is such a one already, or if too many wait."""
        with self._lock:
            waiting = [old for old in self._jobs.values() if old.state == "waiting"]
            if any(old.goes_on and (old.what, old.about) == (what, about) for old in self._jobs.values()):
                raise ConflictError("the same is being done already; wait until it is done")
            if len(waiting) >= _MOST:
                raise BusyError(f"{len(waiting)} jobs wait already; try again when some are done")
            job = Job(next(self._numbers), what, about)
            self._jobs[job.id] = job
            ended = [old.id for old in self._jobs.values() if not old.goes_on]
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
            self._change(number, state="running")
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
