"""Work for worker processes. It lies alone since a process imports this file while its time for the work runs."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from incognote.serve.engines.work import Find

ENGINE = "deid"


@dataclass(frozen=True)
class Sleep:
    seconds: float
    engine: str = ENGINE

    def done(self, engines):
        time.sleep(self.seconds)
        return os.getpid()


@dataclass(frozen=True)
class Die:
    def done(self, engines):
        os._exit(1)


@dataclass(frozen=True)
class Raise:
    error: Exception

    def done(self, engines):
        raise self.error


@dataclass(frozen=True)
class Waiting:
    """Work that waits until a file is there."""

    path: Path

    def done(self, engines):
        while not self.path.exists():
            time.sleep(0.01)


@dataclass(frozen=True)
class LateOnOne(Find):
    def done(self, engines):
        if any(doc.id == "late" for doc in self.docs):
            time.sleep(60)
        return super().done(engines)
