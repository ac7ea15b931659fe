"""Parses sentences by Link Grammar, in worker processes: the library can abort, and a note must survive that.

Without the library every sentence has no parse, which is said once, by a warning; syntactic bigrams then are made of
neighbouring words.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import queue
import select
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from incognote.layout import link_grammar
from incognote.layout.syntax import NO_PARSE, Parse, Sentence, links_of, parser_text

if TYPE_CHECKING:
    from incognote.layout.parse_cache import ParseCache

_PATIENCE = 120.0  # seconds for an answer; the worker's own limit of processor time comes first
_REMEMBERED = 20_000  # sentences
_LOST = Parse("lost")


class SyntaxMissingWarning(UserWarning):
    """Link Grammar isn't there, so that neighbours stand in for syntax."""


class _LostError(Exception):
    """A worker died or was silent for too long."""


class _Worker:
    """A process that parses one sentence after the other; it ends when its input does, so at the latest with us."""

    def __init__(self) -> None:
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", link_grammar.__file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env={**os.environ, "LC_ALL": "C.UTF-8"},
            )
        except OSError:
            raise _LostError from None
        self.hello: dict[str, str] = self._answer()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def parse(self, sentence: Sentence) -> Parse:
        text, owners = parser_text(sentence)
        if not text:
            return NO_PARSE
        request = memoryview(json.dumps(text).encode() + b"\n")
        assert self._process.stdin
        try:
            while request:
                request = request[self._process.stdin.write(request) :]
        except OSError:
            self.close()
            raise _LostError from None
        answer = self._answer()
        return links_of(answer, owners, sentence.words) if answer else NO_PARSE

    def _answer(self) -> Any:
        assert self._process.stdout
        line = b""
        deadline = time.monotonic() + _PATIENCE
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, deadline - time.monotonic()))
            part = self._process.stdout.read(1 << 16) if ready else b""
            if not part:
                self.close()
                raise _LostError
            line += part
        return json.loads(line)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()


_idle: dict[int, list[_Worker]] = {}
"""Workers of each process: one that was forked off must not speak to its parent's."""


def _borrow() -> _Worker:
    """A worker that lives: one that was kept, or else a new one."""
    mine = _idle.get(os.getpid(), [])
    while mine:
        worker = mine.pop()
        if worker.is_alive:
            return worker
        worker.close()
    return _Worker()


def _keep(worker: _Worker) -> None:
    """Keep one worker for the next sentence, and end all others."""
    mine = _idle.setdefault(os.getpid(), [])
    if mine or not worker.is_alive:
        worker.close()
    else:
        mine.append(worker)


@functools.cache
def _hello() -> dict[str, str]:
    if not sys.executable or sys.platform == "win32":
        return {"missing": "Link Grammar can't be run here"}
    atexit.register(close)
    try:
        worker = _Worker()
    except _LostError:
        return {"missing": "Link Grammar can't be started"}
    if "missing" in worker.hello:
        worker.close()
    else:
        _keep(worker)
    return worker.hello


def why_missing() -> str | None:
    """Why there is no parser on this machine, or None if there is one."""
    return _hello().get("missing")


def parser_version() -> str | None:
    """The version of the parser on this machine, if there is one."""
    return _hello().get("version")


def available() -> bool:
    return why_missing() is None


def close() -> None:
    """End the worker and forget all sentences."""
    _remembered_parse.cache_clear()
    for worker in _idle.pop(os.getpid(), []):
        worker.close()


@functools.cache
def _warn(reason: str) -> None:
    warnings.warn(
        f"{reason}: neighbouring words stand in for syntax (on Debian: apt install liblink-grammar5 "
        "link-grammar-dictionaries-en)",
        SyntaxMissingWarning,
        stacklevel=4,
    )


def _is_missing() -> bool:
    reason = why_missing()
    if reason:
        _warn(reason)
    return reason is not None


def parse(sentence: Sentence) -> Parse:
    """The links of a sentence. The last sentences are remembered until `close`."""
    if _is_missing():
        return NO_PARSE
    try:
        return _remembered_parse(sentence)
    except _LostError:
        return _LOST


@functools.lru_cache(_REMEMBERED)
def _remembered_parse(sentence: Sentence) -> Parse:
    worker = _borrow()
    parsed = worker.parse(sentence)
    _keep(worker)
    return parsed


def parse_all(
    sentences: Sequence[Sentence],
    workers: int = 1,
    cache: ParseCache | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Parse]:
    """The links of each sentence, by several workers at once; equal sentences are parsed once.

    `progress` is told how many of how many different sentences are done.
    """
    if _is_missing():
        return [NO_PARSE] * len(sentences)
    version = _hello()["version"]
    different = dict.fromkeys(sentences)
    parses = {sentence: known for sentence in different if cache and (known := cache.get(sentence, version))}
    wanted = [sentence for sentence in different if sentence not in parses]
    with _parsing(wanted, workers) as parsed:
        for sentence, result in zip(wanted, parsed, strict=True):
            parses[sentence] = result
            if cache:
                cache.put(sentence, version, result)
            if progress:
                progress(len(parses), len(different))
    return [parses[sentence] for sentence in sentences]


@contextmanager
def _parsing(sentences: Iterable[Sentence], workers: int) -> Iterator[Iterator[Parse]]:
    """The parses of sentences, in order, while workers go on."""
    ready: queue.SimpleQueue[_Worker | None] = queue.SimpleQueue()
    for _ in range(workers):
        ready.put(None)
    executor = ThreadPoolExecutor(workers)
    try:
        yield executor.map(functools.partial(_parse_by_any, ready), sentences)
    finally:
        executor.shutdown(cancel_futures=True)
        while not ready.empty():
            worker = ready.get()
            if worker:
                _keep(worker)


def _parse_by_any(ready: queue.SimpleQueue[_Worker | None], sentence: Sentence) -> Parse:
    """Parse by a worker that is ready; None stands for one that has yet to be started."""
    worker = ready.get()
    try:
        if worker is None or not worker.is_alive:
            worker = _borrow()
        return worker.parse(sentence)
    except _LostError:
        worker = None
        return _LOST
    finally:
        ready.put(worker)
