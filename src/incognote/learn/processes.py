"""Long work, a job a process, several at a time."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from incognote.errors import IncognoteError

Job = TypeVar("Job")
Done = TypeVar("Done")


class WorkError(IncognoteError):
    """Work that was ended from outside, for want of memory perhaps; the message holds nothing of a note."""


def in_processes(work: Callable[[Job], Done], jobs: Iterable[Job], workers: int) -> Generator[Done]:
    """What the work makes of each job, as jobs end; with one worker they are done here, one after another.

    An error of ours that a process ends with is raised here, and the other processes are ended.
    """
    if workers == 1:
        yield from map(work, jobs)
        return
    context = get_context("spawn")  # nothing of this process but the job goes into another
    waiting, running = deque(jobs), dict[Connection, BaseProcess]()
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                ours, theirs = context.Pipe(duplex=False)
                process = context.Process(target=_process, args=(work, waiting.popleft(), theirs), daemon=True)
                with interrupts_later():
                    process.start()
                running[ours] = process
                theirs.close()  # so that its end is seen here
            ready = wait(list(running))
            for ours in [ours for ours in running if ours in ready]:
                yield _received(ours, running.pop(ours))
    finally:
        for unfinished in running.values():
            unfinished.terminate()
            unfinished.join()


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Hold Ctrl-C back, also from a process that is started meanwhile and can't deal with it yet."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _received(ours: Connection, process: BaseProcess) -> Any:
    try:
        done = ours.recv()
    except EOFError:
        process.join()
        problem = f"a process of the work ended too early (code {process.exitcode})"
        raise WorkError(f"{problem}; if memory ran out, give a smaller number of --workers") from None
    process.join()
    if isinstance(done, IncognoteError):
        raise done
    return done


def _process(work: Callable[[Job], Done], job: Job, theirs: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the process that started us, and it ends us
    done: Done | IncognoteError
    try:
        done = work(job)
    except IncognoteError as error:
        done = error
    theirs.send(done)
