"""Worker processes: a few, a bounded line before them, and a time limit. One that dies or is late is replaced."""

from __future__ import annotations

import atexit
import os
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from incognote.errors import DetectionError, FaultError, IncognoteError
from incognote.learn.processes import interrupts_later
from incognote.pipeline import groups
from incognote.serve.engines.catalogue import Catalogue
from incognote.serve.engines.work import Find, Loaded, Work
from incognote.serve.problems import FULL, BusyError, TooLongError
from incognote.types import Document

Done = TypeVar("Done")

_TO_GET_READY = 300.0  # seconds
_STOPPING = "the service is stopping; try again in a moment"


@dataclass(frozen=True, repr=False)
class Labour:
    """What a worker process is started with: the engines that there are, and the one to load at once."""

    catalogue: Catalogue
    default: str


class Workers:
    """Gives work to processes, in the order in which it comes.

    `queue` is how much may wait, `seconds` how long a piece of work may take, and how long it may wait.
    """

    def __init__(self, labour: Labour, size: int = 2, queue: int = 16, seconds: float = 60.0) -> None:
        self.catalogue = labour.catalogue
        self._default = labour.default
        self._queue, self._seconds = queue, seconds
        self._lock = threading.Lock()
        self._workers = [_Worker(labour) for _ in range(size)]
        self._free = deque(self._workers)
        self._line: deque[SimpleQueue[_Worker | None]] = deque()
        self._waiting = 0  # of those in the line, they who may be refused
        self._closed = False
        atexit.register(self.close)  # or else the end of this process would wait for processes that wait for it

    def names(self) -> list[str]:
        return self.catalogue.names()

    def default(self) -> str:
        return self._default

    def find(self, docs: Sequence[Document], engine: str) -> list[Document | DetectionError]:
        """Find PHI in any number of notes, for work in the background: it waits for its turn and is never refused."""
        engine = self.catalogue.sound(engine)
        return [found for some in groups(docs) for found in self._found(some, engine)]

    def do(self, work: Work[Done]) -> Done:
        """Work for whoever waits for the answer: refused if too much waits already."""
        with self._worker(patient=False) as worker:
            done: Done = worker.ask(work, self._seconds)
            return done

    def is_full(self) -> bool:
        """Whether work would be refused now."""
        return not self._free and self._waiting >= self._queue

    def gauges(self) -> dict[str, int]:
        """How much is going on, for monitoring."""
        with self._lock:
            return {
                "workers": len(self._workers),
                "workers_busy": len(self._workers) - len(self._free),
                "requests_waiting": self._waiting,
                "workers_replaced": sum(worker.replaced for worker in self._workers),
            }

    def close(self) -> None:
        """End the processes, whatever they are at, and refuse what waits."""
        atexit.unregister(self.close)
        with self._lock:
            self._closed = True
            for place in self._line:
                place.put(None)
        for worker in self._workers:
            worker.end()

    def _found(self, docs: list[Document], engine: str) -> list[Document | DetectionError]:
        """What is found in some notes; where a process was late or died, note by note."""
        try:
            with self._worker(patient=True) as worker:
                found: list[Document | DetectionError] = worker.ask(Find(engine, docs), self._seconds)
                return found
        except (TooLongError, FaultError) as error:
            if len(docs) > 1:
                return [found for doc in docs for found in self._found([doc], engine)]
            return [DetectionError(docs[0].id, engine, str(error).partition(";")[0])]

    @contextmanager
    def _worker(self, patient: bool) -> Iterator[_Worker]:
        worker = self._taken(patient)
        try:
            yield worker
        finally:
            with self._lock:
                if self._line:
                    self._line.popleft().put(worker)
                else:
                    self._free.append(worker)

    def _taken(self, patient: bool) -> _Worker:
        """A worker that is free, or the next that gets free when it is our turn."""
        place: SimpleQueue[_Worker | None] = SimpleQueue()
        with self._lock:
            if self._closed:
                raise BusyError(_STOPPING)
            if self._free:
                return self._free.popleft()
            if not patient and self._waiting >= self._queue:
                raise BusyError(FULL)
            self._line.append(place)
            self._waiting += not patient
        try:
            worker = self._handed(place, None if patient else self._seconds)
        finally:
            with self._lock:
                self._waiting -= not patient
        if worker is None:
            raise BusyError(_STOPPING)
        return worker

    def _handed(self, place: SimpleQueue[_Worker | None], seconds: float | None) -> _Worker | None:
        with suppress(Empty):
            return place.get(timeout=seconds)
        with self._lock:
            if place in self._line:
                self._line.remove(place)
                raise BusyError(FULL)
        return place.get()  # it was handed over in between


class _Worker:
    """A process that does one thing at a time. Only who has taken it uses it."""

    def __init__(self, labour: Labour) -> None:
        self._labour = labour
        self._pipe: Connection
        self._process: BaseProcess
        self._ended = False
        self._changing = threading.Lock()
        self.replaced = 0
        self._start()

    def ask(self, work: Work[Any], seconds: float) -> Any:
        """What is made of work; errors of ours are raised."""
        if not self._process.is_alive():  # it was ended from outside while it had nothing to do
            self._replace()
        try:
            self._get_ready()
            self._pipe.send(work)
            if not self._pipe.poll(seconds):
                self._replace()
                raise TooLongError(
                    f"it took longer than {seconds:g} seconds; send less at once, or start with --seconds"
                )
            done = self._pipe.recv()
        except (EOFError, OSError):
            self._replace()
            raise FaultError(
                "the process that was at it ended, for want of memory perhaps; send less at once, or try again"
            ) from None
        if isinstance(done, IncognoteError):
            raise done
        return done

    def end(self) -> None:
        """End the process. Who waits for it sees its pipe's end, and closes ours."""
        with self._changing:
            self._ended = True
            self._process.kill()
            self._process.join()

    def _start(self) -> None:
        context = get_context("spawn")  # nothing of this process but the labour goes into another
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(self._labour, theirs), daemon=True)
        with interrupts_later():
            self._process.start()
        theirs.close()  # so that its end is seen here
        self._is_ready = False
        self._late = time.monotonic() + _TO_GET_READY

    def _get_ready(self) -> None:
        """Wait until the process has loaded its first engine; an error that it met is raised."""
        if self._is_ready:
            return
        if not self._pipe.poll(self._late - time.monotonic()):
            raise EOFError
        if isinstance(said := self._pipe.recv(), IncognoteError):
            self._replace()
            raise said
        self._is_ready = True

    def _replace(self) -> None:
        with self._changing:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self.replaced += 1
            if not self._ended:
                self._start()


def _serve(labour: Labour, pipe: Connection) -> None:
    """What a worker process does. Signals to a whole group are for the process that started us, and it ends us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        engines = Loaded(labour.catalogue)
        pipe.send(_made(partial(engines.load, labour.default)))
        while True:
            work: Work[Any] = pipe.recv()
            pipe.send(_made(partial(work.done, engines)))
    except (EOFError, OSError):
        return  # nobody waits for us any more


def _made(work: Callable[[], Any]) -> Any:
    """What comes of work, or the error that it met."""
    try:
        return work()
    except IncognoteError as error:
        return error
    except Exception as error:  # its message might quote a note
        place = traceback.extract_tb(error.__traceback__)[-1]
        return FaultError(
            f"a fault in a worker: {type(error).__name__} at {place.name}:{place.lineno}; please report it"
        )


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(0)
