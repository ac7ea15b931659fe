"""Worker processes that may die or hang: what they had in hand is done again, and what they die of is left out."""

from __future__ import annotations

import gc
import pickle
import signal
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from incognote.batch.journal import BatchError, Place
from incognote.errors import FaultError, IncognoteError
from incognote.learn.processes import interrupts_later

Work = TypeVar("Work")
Done = TypeVar("Done", covariant=True)

LONG = 1_000_000
"""So many characters have the time of a note; longer ones have it in proportion."""

_LOOK = 0.5  # seconds between looks at the time
_DEATHS = 2  # on the same note, before it is left out: a process may be killed from outside once
_STARTS = 10  # of workers, one after the other, that failed before one was ready
_TO_GET_READY = 300.0  # seconds
_READY = "ready"
TOGETHER = -1  # in the place of a note's number: all notes of the work at once
_NUMBER, _UNTIL = 0, 1  # what a worker says of itself
_COLLECT_AFTER = 20_000  # objects: most are no garbage, and looking at them all the time costs a tenth of it

At = Callable[[int, int], None]
"""What a worker calls before a note, with its number and length; or before what it does with all, with TOGETHER."""


class Order(NamedTuple):
    """Work, whether its notes are to be done one at a time, and which are to be left out, with why."""

    work: Any
    alone: bool
    left: Mapping[int, str]


class Labour(Protocol[Done]):
    """What a worker does, made ready by `open` in its process."""

    def open(self) -> Callable[[Order, At], Done]: ...


@dataclass
class _Attempt(Generic[Work]):
    place: Place
    work: Work
    alone: bool = False
    left: dict[int, str] = field(default_factory=dict)
    deaths: Counter[int] = field(default_factory=Counter)

    def failed_at(self, note: int, reason: str, again: int) -> None:
        """It was cut short at a note: so often, and its notes are done alone; again, and the note is left out."""
        self.deaths[note] += 1
        if self.deaths[note] < again:
            return
        if self.alone:
            self.left[note] = reason
        self.alone = True
        self.deaths.clear()


class Pool(Generic[Work, Done]):
    """Gives work to processes. `seconds` is the time that a note may take."""

    def __init__(self, labour: Labour[Done], workers: int, seconds: float) -> None:
        self._labour = labour
        self._context = get_context("spawn")  # nothing of this process but the labour goes into another
        self._seconds = seconds
        self._size = workers
        self._workers: list[_Worker] = []
        self._failed_starts = 0  # one after the other

    def results(self, works: Iterable[tuple[Place, Work]]) -> Iterator[tuple[Place, Done]]:
        """What is made of works, with their places, as they are done; works are taken when a worker is free."""
        new = (_Attempt(*work) for work in works)
        left: deque[_Attempt[Work]] = deque()  # what comes next, and what was cut short
        try:
            while True:
                if not left:
                    left.extend(islice(new, 1))
                if not left and not any(one.attempt for one in self._workers):
                    return
                self._employ(left, new)
                asked = [one for one in self._workers if one.attempt or not one.is_ready]
                wait([part for one in asked for part in (one.pipe, one.process.sentinel)], _LOOK)
                for one in asked:
                    if not one.is_ready:
                        self._await(one)
                        continue
                    attempt, done = one.look()
                    if isinstance(done, IncognoteError):
                        raise done
                    if done is not None and attempt:
                        yield attempt.place, done
                    elif attempt:
                        self._workers.remove(one)
                        left.append(attempt)
        finally:
            self.close()

    def _employ(self, left: deque[_Attempt[Work]], new: Iterator[_Attempt[Work]]) -> None:
        """Give all free workers something to do, if there is something."""
        while len(self._workers) < self._size:  # all at once, since each takes a while to get ready
            self._workers.append(_Worker(self._context, self._labour, self._seconds))
        for one in self._workers:
            if one.is_ready and not one.attempt and (attempt := left.popleft() if left else next(new, None)):
                one.give(attempt)

    def _await(self, worker: _Worker) -> None:
        """Another takes the place of a worker that can't get ready; an error if again and again none can."""
        if worker.may_be_ready():
            self._failed_starts = 0 if worker.is_ready else self._failed_starts
            return
        worker.end()
        self._workers.remove(worker)
        self._failed_starts += 1
        if self._failed_starts == _STARTS:
            raise BatchError(
                f"{_STARTS} worker processes died or hung while they got ready, for want of memory perhaps; nothing is "
                "lost: start the same command again, with fewer --workers, and it goes on where it stopped"
            )

    def close(self) -> None:
        for one in self._workers:
            one.end()
        self._workers.clear()


class _Worker:
    """A process, and what it has in hand."""

    def __init__(self, context: Any, labour: Labour[Any], seconds: float) -> None:
        self._says = context.RawArray("d", 2)
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_serve, args=(labour, theirs, self._says, seconds), daemon=True
        )
        with interrupts_later():
            self.process.start()
        theirs.close()  # so that its end is seen here
        self.is_ready = False
        self.attempt: _Attempt[Any] | None = None
        self._seconds = seconds
        self._late = time.monotonic() + _TO_GET_READY

    def may_be_ready(self) -> bool:
        """Whether it is ready, or can be expected to be soon; an error that it met is raised."""
        try:
            if self.pipe.poll():
                if isinstance(said := self.pipe.recv(), IncognoteError):
                    raise said
                self.is_ready = True
                return True
        except (EOFError, OSError):
            return False  # it died
        return self.process.is_alive() and time.monotonic() < self._late

    def give(self, attempt: _Attempt[Any]) -> None:
        self._says[:] = (TOGETHER, 0.0)
        self.attempt = attempt
        with suppress(OSError):  # it died; the next look sees it
            self.pipe.send(Order(attempt.work, attempt.alone, attempt.left))

    def look(self) -> tuple[_Attempt[Any] | None, Any]:
        """What it had in hand and made of it; nothing made if it died or was ended; nothing at all if it goes on."""
        attempt = self.attempt
        assert attempt
        try:
            if self.pipe.poll():
                done = self.pipe.recv()
                self.attempt = None
                return attempt, done
        except (EOFError, OSError):
            pass  # it died while it sent
        note, until = int(self._says[_NUMBER]), self._says[_UNTIL]
        if not self.process.is_alive():
            attempt.failed_at(note, "the process died on it, for want of memory perhaps", _DEATHS)
        elif until and time.monotonic() > until:
            attempt.failed_at(note, f"it took longer than {self._seconds:g} seconds", 1)
        else:
            return None, None
        self.end()
        return attempt, None

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(labour: Labour[Any], pipe: Connection, says: Any, seconds: float) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the process that started us, and it ends us

    def at(note: int, length: int) -> None:
        says[:] = (note, time.monotonic() + seconds * max(1.0, length / LONG))

    try:
        do = labour.open()
        gc.freeze()  # lists and models stay, and need not be searched for garbage again and again
        gc.set_threshold(_COLLECT_AFTER, *gc.get_threshold()[1:])
        pipe.send(_READY)
        while True:
            order = pipe.recv_bytes()
            at(TOGETHER, len(order))
            done = do(pickle.loads(order), at)
            says[_UNTIL] = 0.0
            pipe.send(done)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # nobody waits for us any more
    except IncognoteError as error:
        pipe.send(error)
    except Exception as error:  # its message might quote a note
        place = traceback.extract_tb(error.__traceback__)[-1]
        pipe.send(FaultError(f"a fault in a worker: {type(error).__name__} at {place.filename}:{place.lineno}"))
