"""The service from its start to its end: worker processes, the server, what is logged, a stop that answers first."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import socket

import uvicorn
from anyio.to_thread import current_default_thread_limiter

from incognote.errors import ConfigError
from incognote.serve.app import make_app
from incognote.serve.engines.catalogue import Catalogue
from incognote.serve.engines.workers import Labour, Workers
from incognote.serve.guard import LOG
from incognote.serve.importing import sweep
from incognote.serve.locks import locked
from incognote.serve.metrics import Metrics
from incognote.serve.people import Tokens
from incognote.serve.service import Service, Settings
from incognote.serve.store import Store

_LOCK = "serving.lock"
_THREADS = 40  # for requests that need no worker
_OURS = ("incognote", "uvicorn")  # whose messages are known to quote nothing
_LOOK = 1.0  # seconds between looks at whether anybody asks


@dataclass(frozen=True)
class Limits:
    """How much is done at once, how much may wait, how long (in seconds), and after how many quiet minutes to stop."""

    workers: int
    queue: int
    seconds: float
    idle: float | None = None


@contextmanager
def alone_in(folder: Path | None) -> Iterator[Store | None]:
    """What a folder keeps, if there is one, for one service alone; files that it, or one that was killed, left go."""
    if folder is None:
        yield None
        return
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder}: it is a file; --data takes a folder, which may be new")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with locked(folder / _LOCK, wait=False) as is_ours:
        if not is_ours:
            raise ConfigError(f"{folder}: a service that runs has this folder; stop that one, or give another --data")
        sweep(folder)
        try:
            with closing(Store(folder)) as store:
                yield store
        finally:
            sweep(folder)


def run(
    listening: socket,
    settings: Settings,
    store: Store | None,
    tokens: Tokens,
    catalogue: Catalogue,
    default: str,
    limits: Limits,
) -> None:
    """Serve until a signal comes; then answer what was asked, end the processes, and pass the signal on."""
    os.umask(0o077)  # what is written for projects is its owner's alone
    _log_plainly()
    labour = Labour(catalogue, default)
    with closing(Workers(labour, limits.workers, limits.queue, limits.seconds)) as workers:
        service = Service(settings, tokens, workers, store)
        config = uvicorn.Config(
            make_app(service),
            access_log=False,
            log_config=None,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=round(2 * limits.seconds) + 1,
        )
        asyncio.run(_served(uvicorn.Server(config), listening, service, limits))


async def _served(server: uvicorn.Server, listening: socket, service: Service, limits: Limits) -> None:
    threads = limits.workers + limits.queue + _THREADS  # so that those who wait for a worker keep nobody else waiting
    current_default_thread_limiter().total_tokens = threads
    watch = asyncio.create_task(_stop_when_quiet(server, service.metrics, limits.idle)) if limits.idle else None
    await server.serve([listening])
    if watch:
        watch.cancel()


async def _stop_when_quiet(server: uvicorn.Server, metrics: Metrics, minutes: float) -> None:
    while metrics.quiet_for() < 60 * minutes:
        await asyncio.sleep(_LOOK)
    LOG.info("nobody has asked for anything for %g minutes: stopped", minutes)
    server.should_exit = True


class _Plain(logging.Formatter):
    """A line for each message, and never a traceback or the words of another package, which might quote a note."""

    def format(self, record: logging.LogRecord) -> str:
        record.exc_info = record.exc_text = record.stack_info = None
        if not record.name.startswith(_OURS):
            record.msg, record.args = f"{record.levelname.lower()} in {record.name}", None
        return super().format(record)


def _log_plainly() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Plain("%(asctime)s %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    LOG.setLevel(logging.INFO)
