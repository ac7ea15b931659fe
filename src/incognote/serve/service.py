"""What the service is made of, for whoever answers a request."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import IPv6Address
from pathlib import Path
from typing import Protocol, TypeVar

from incognote.errors import ConfigError, DetectionError
from incognote.replace.keys import Key, new_key, parse
from incognote.serve.engines.catalogue import Catalogue
from incognote.serve.engines.work import Work
from incognote.serve.jobs import Jobs
from incognote.serve.metrics import Metrics
from incognote.serve.people import Role, Tokens
from incognote.serve.projects.boards import Boards
from incognote.serve.store import Store
from incognote.types import Document

Done = TypeVar("Done")

_MEGABYTE = 1_000_000
_IMPORTS = 20  # times larger than other requests


class Engines(Protocol):
    """Engines in processes of their own. An engine is named as on the command line: `incognote@balanced`.

    `find` takes any number of notes and waits for its turn; `do` is for who waits for the answer, and may be refused.
    """

    catalogue: Catalogue

    def names(self) -> list[str]: ...
    def default(self) -> str: ...
    def find(self, docs: Sequence[Document], engine: str) -> list[Document | DetectionError]: ...
    def do(self, work: Work[Done]) -> Done: ...
    def is_full(self) -> bool: ...
    def gauges(self) -> dict[str, int]: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class Settings:
    """What the service was started with. `hosts` are the names by which it may be called.

    A key that wasn't given is of this run: what depends on it is another after a restart. So is `readers_key`.
    """

    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    largest: int = 10 * _MEGABYTE
    data: Path | None = None
    key: Key = field(default_factory=lambda: parse(new_key()))
    key_lasts: bool = False
    vault: Path | None = None
    readers_key: Key = field(default_factory=lambda: parse(new_key()))

    def key_for(self, role: Role) -> tuple[Key, bool]:
        """The key for whoever has a role, and whether it lasts.

        Who may ask at will what a lasting key makes of a patient or an id can find them in what was released under it.
        """
        if self.key_lasts and role < Role.ANNOTATOR:
            return self.readers_key, False
        return self.key, self.key_lasts

    def limit(self, path: str, role: Role) -> int:
        """The largest body of a request."""
        return self.largest * (_IMPORTS if role is Role.ADMIN and path.endswith(("/notes", "/releases")) else 1)


def host_name(name: str) -> str:
    """A name or address by which a service may be called, as a Host header has it."""
    bare = name.strip().lower().removeprefix("[").removesuffix("]")
    if ":" not in bare:
        return bare
    try:
        return f"[{IPv6Address(bare)}]"
    except ValueError:
        raise ConfigError(f"{name}: it is no name of a host; give the name alone, without a port") from None


@dataclass(frozen=True)
class Service:
    """All that requests share."""

    settings: Settings
    tokens: Tokens
    engines: Engines
    store: Store | None = None
    jobs: Jobs = field(default_factory=lambda: Jobs(time.time_ns() // 1_000_000))
    metrics: Metrics = field(default_factory=Metrics)
    vault_lock: threading.Lock = field(default_factory=threading.Lock)
    boards: Boards = field(default_factory=Boards)

    @property
    def kept(self) -> Store:
        """The store; an error if the service keeps nothing."""
        if self.store is None:
            raise ConfigError("this service keeps no projects; start it with --data FOLDER")
        return self.store
